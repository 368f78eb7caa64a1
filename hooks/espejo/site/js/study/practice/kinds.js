// @ts-check
// Kinds of question: how each one is answered, in a module of its own.
import { askChoices } from "./kinds/choices.js";
import { askNumber } from "./kinds/numeric.js";
import { askOpenly } from "./kinds/open.js";
import { askTrueOrFalse } from "./kinds/truefalse.js";
/** @typedef {import("./question.js").Question} Question */

/** @typedef {number[] | boolean | string} Answer as the log keeps it */

/**
 * @typedef {object} Outcome
 * @property {boolean} right
 * @property {string} said what to say if it is wrong
 * @property {string[]} own the values of the choices that were made
 * @property {string[]} first the values of the choices whose reasons come first
 */

/**
 * @typedef {object} Form the fields of one question
 * @property {Node[]} parts what comes before the buttons
 * @property {string} missing what to say if there is no answer yet
 * @property {boolean} [buttons] whether its own buttons submit it
 * @property {boolean} [grades] whether the reader grades herself
 * @property {() => Answer | null} read
 * @property {(answer: unknown, written?: string) => void} write
 * @property {(answer: Answer | null) => Outcome} judge
 * @property {() => string} [written] what was written besides, which is not logged
 * @property {() => string | undefined} [suggest] the grade that the ticked points suggest
 */

/** @type {Record<string, (question: Question, words: Record<string, string>) => Form>} */
export const KINDS = {
  single: askChoices,
  multiple: askChoices,
  truefalse: askTrueOrFalse,
  numeric: askNumber,
  free: askOpenly,
  recall: askOpenly,
  card: askOpenly,
};

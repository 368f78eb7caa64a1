// @ts-check
// Question kinds: maps each kind to the module that builds its fields.
import { askChoices } from "./kinds/choices.js";
import { askNumber } from "./kinds/numeric.js";
import { askOpenly } from "./kinds/open.js";
import { askTrueOrFalse } from "./kinds/truefalse.js";
/** @typedef {import("./question.js").Question} Question */

/** @typedef {number[] | boolean | string} Answer in the log's format */

/**
 * @typedef {object} Outcome
 * @property {boolean} right
 * @property {string} said what to tell the reader if it is wrong
 * @property {string[]} own the values of the reader's choices
 * @property {string[]} first the values of the choices whose reasons to show first
 */

/**
 * @typedef {object} Form the fields of one question
 * @property {Node[]} parts what comes before the buttons
 * @property {string} missing what to tell the reader if there is no answer yet
 * @property {boolean} [buttons] whether its own buttons submit it
 * @property {boolean} [grades] whether the reader grades herself
 * @property {() => Answer | null} read
 * @property {(answer: unknown, written?: string) => void} write
 * @property {(answer: Answer | null) => Outcome} judge
 * @property {() => string} [written] free text, which isn't logged
 * @property {() => string | undefined} [suggest] the grade that the ticked points suggest
 */

/** @type {Record<import("../log/event.js").Kind, (question: Question, words: Record<string, string>) => Form>} */
export const KINDS = {
  single: askChoices,
  multiple: askChoices,
  truefalse: askTrueOrFalse,
  numeric: askNumber,
  free: askOpenly,
  recall: askOpenly,
  card: askOpenly,
};

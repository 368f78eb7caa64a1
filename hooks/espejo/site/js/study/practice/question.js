// @ts-check
// Adapter between pages and practice: the only module that knows the markup of a question.
import { build } from "../../dom.js";

/**
 * @typedef {object} Choice
 * @property {string} value its number in the file, or `true` and `false`
 * @property {HTMLElement} row
 * @property {boolean} right
 */

/**
 * @typedef {object} Question a question or a card, as the page shows it
 * @property {HTMLElement} element
 * @property {string} id
 * @property {string} kind
 * @property {string} key the fingerprint of what is right
 * @property {boolean} shuffles whether another order of its choices means the same
 * @property {Choice[]} choices in the order of the file
 * @property {Map<string, HTMLElement>} reasons by the value of their choice
 * @property {HTMLElement[]} points
 * @property {number} value of a number to compute
 * @property {number} tolerance
 * @property {HTMLDetailsElement} answer
 * @property {HTMLElement} answerBody
 * @property {HTMLDetailsElement | null} hint
 * @property {() => Node} title a copy of its title
 * @property {string} [lang] its language, if that is not the page's
 * @property {string} [answerLang] the language of its answer, if that is another one
 */

/** The rows of the choices, in a list or side by side in two languages. */
const CHOICE = "[data-choice]";

/**
 * The questions and cards of a page, or of a part of it. What an older or a newer build wrote in another way is left
 * out, and stays readable; so does the twin of the question on home, which is the same question again.
 * @param {ParentNode} [root]
 * @returns {Question[]}
 */
export function readQuestions(root = document) {
  const sections = list(root, ".question[data-kind]").filter((section) => !section.closest(".home-twin"));
  return sections.flatMap((element) => readQuestion(element) ?? []);
}

/**
 * @param {HTMLElement} element
 * @returns {Question | null} nothing if its markup is not understood
 */
export function readQuestion(element) {
  const { kind = "", key = "", fixed, value, tolerance } = element.dataset;
  const answer = /** @type {HTMLDetailsElement | null} */ (element.querySelector("details.answer"));
  if (!element.id || !key || !answer) return null;
  const choices = list(element, CHOICE).map((row) => ({
    value: row.dataset.choice ?? "",
    row,
    right: row.matches(".right") || row.querySelector("[data-right]") !== null,
  }));
  return {
    ...{ element, kind, key, choices, answer },
    id: element.id,
    shuffles: fixed === undefined && !element.matches(".twin"),
    reasons: new Map(list(answer, "[data-reason]").map((reason) => [reason.dataset.reason ?? "", reason])),
    points: list(answer, "[data-point]"),
    value: Number(value ?? NaN),
    tolerance: Number(tolerance ?? 0),
    answerBody: /** @type {HTMLElement} */ (answer.querySelector(".answer-body") ?? answer),
    hint: element.querySelector("details.hint"),
    title: () => copyTitle(element),
  };
}

/**
 * A copy of the title of a question, or of its id where that is all it has.
 * @param {HTMLElement} element
 */
function copyTitle(element) {
  const title = element.querySelector(".name, h2.said") ?? element.querySelector(".id") ?? element;
  const copy = document.createDocumentFragment();
  copy.append(...[...title.childNodes].map((node) => node.cloneNode(true)));
  return copy;
}

/**
 * The label of a choice on the screen, without its full stop.
 * @param {HTMLElement} row of a choice or of its reason
 */
export function labelOf(row) {
  return (row.querySelector(".label")?.textContent ?? "").trim().replace(/\.$/, "");
}

/**
 * The parts of a row, one per language.
 * @param {HTMLElement} row
 * @returns {HTMLElement[]}
 */
export function sidesOf(row) {
  const sides = list(row, ":scope > .side");
  return sides.length ? sides : [row];
}

/**
 * Make the whole row the label of its field, in each language that it shows. Links to lines stay outside.
 * @param {HTMLElement} row
 * @param {HTMLInputElement} input
 */
export function labelRow(row, input) {
  sidesOf(row).forEach((side, number) => {
    const label = build("label", { for: input.id }, ...listContent(side));
    if (!number) label.prepend(input);
    side.prepend(label);
  });
}

/**
 * What a side of a row says, without what the page puts around it.
 * @param {HTMLElement} side
 */
export function listContent(side) {
  return [...side.childNodes].filter((node) => !(node instanceof Element && node.matches(".pencil, .tongue")));
}

/**
 * Where the fields of a question belong: in place of its list of choices, or after what is asked; those of a card after
 * its grades.
 * @param {Question} question
 * @param {HTMLElement} form takes what is there into itself
 */
export function placeForm({ element, kind, choices, answer, answerBody, hint }, form) {
  const list = choices[0]?.row.closest(".choices");
  const rows = list ? [list] : choices.map((choice) => choice.row);
  const asked = element.querySelector(".asked");
  if (rows[0]) rows[0].before(form);
  else if (kind === "card") answerBody.querySelector(":scope > .grading")?.after(form);
  else if (asked) asked.append(form);
  else (hint ?? answer).before(form);
  return rows;
}

/**
 * @param {ParentNode} root
 * @param {string} selector
 */
function list(root, selector) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
}

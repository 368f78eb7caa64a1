// @ts-check
// Question parser: the only module that knows the HTML of a question.
import { build } from "../../dom.js";
import { KINDS } from "../log/kinds.js";

/**
 * @typedef {object} Choice
 * @property {string} value its number in the file, or `true` and `false`
 * @property {HTMLElement} row
 * @property {boolean} right
 */

/**
 * @typedef {object} Question a question or card on the page
 * @property {HTMLElement} element
 * @property {string} id
 * @property {import("../log/event.js").Kind} kind
 * @property {string} key fingerprint of the correct answer
 * @property {boolean} shuffles whether its choices may be shuffled
 * @property {Choice[]} choices in the order of the file
 * @property {Map<string, HTMLElement>} reasons by the value of their choice
 * @property {HTMLElement[]} points
 * @property {number} value the correct number
 * @property {number} tolerance
 * @property {HTMLDetailsElement} answer
 * @property {HTMLElement} answerBody
 * @property {HTMLDetailsElement | null} hint
 * @property {() => Node} title copies its title
 * @property {string} [lang] its language, if not the page's
 * @property {string} [answerLang] the language of its answer, if different
 */

/** Rows of choices, in a list or side by side in two languages. */
const CHOICE = "[data-choice]";

/**
 * The questions and cards of a page or part of it. Skips markup of another build, which stays readable, and
 * the twin on the home page, which is the same question in the other language.
 * @param {ParentNode} [root]
 * @returns {Question[]}
 */
export function readQuestions(root = document) {
  const sections = list(root, ".question[data-kind]").filter((section) => !section.closest(".home-twin"));
  return sections.flatMap((element) => readQuestion(element) ?? []);
}

/**
 * @param {HTMLElement} element
 * @returns {Question | null} null if its markup or its kind is unknown
 */
export function readQuestion(element) {
  const { kind = "", key = "", fixed, value, tolerance } = element.dataset;
  const answer = /** @type {HTMLDetailsElement | null} */ (element.querySelector("details.answer"));
  if (!element.id || !key || !answer || !Object.hasOwn(KINDS, kind)) return null;
  const choices = list(element, CHOICE).map((row) => ({
    value: row.dataset.choice ?? "",
    row,
    right: row.matches(".right") || row.querySelector("[data-right]") !== null,
  }));
  return {
    ...{ element, key, choices, answer, kind: /** @type {Question["kind"]} */ (kind) },
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
 * Copy the title of a question, or its id if it has no title.
 * @param {HTMLElement} element
 */
function copyTitle(element) {
  const title = element.querySelector(".name, h2.said") ?? element.querySelector(".id") ?? element;
  const copy = document.createDocumentFragment();
  copy.append(...[...title.childNodes].map((node) => node.cloneNode(true)));
  return copy;
}

/**
 * The visible label of a choice, without its period.
 * @param {HTMLElement} row of a choice or of its reason
 */
export function labelOf(row) {
  return (row.querySelector(".label")?.textContent ?? "").trim().replace(/\.$/, "");
}

/**
 * The sides of a row, one per language.
 * @param {HTMLElement} row
 * @returns {HTMLElement[]}
 */
export function sidesOf(row) {
  const sides = list(row, ":scope > .side");
  return sides.length ? sides : [row];
}

/**
 * Make the whole row the label of its field, in each language shown. Links to source lines stay outside.
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
 * The content of one side of a row, without the page's additions.
 * @param {HTMLElement} side
 */
export function listContent(side) {
  return [...side.childNodes].filter((node) => !(node instanceof Element && node.matches(".pencil, .tongue")));
}

/**
 * Insert the form of a question: before its choices, after the question text, or on a card before its answer.
 * @param {Question} question
 * @param {HTMLElement} form the caller moves the returned choices into it
 */
export function placeForm({ element, choices, answer, hint }, form) {
  const list = choices[0]?.row.closest(".choices");
  const rows = list ? [list] : choices.map((choice) => choice.row);
  const asked = element.querySelector(".asked");
  if (rows[0]) rows[0].before(form);
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

// @ts-check
// Feedback: marks the reader's choices, puts their reasons first, and folds the others.
import { build } from "../../dom.js";
import { fill } from "../../words.js";
import { labelOf } from "./question.js";
/** @typedef {import("./question.js").Question} Question */

/**
 * @param {Question} question
 * @param {import("./kinds.js").Outcome} outcome
 * @param {Record<string, string>} words
 * @returns {() => void} undoes it
 */
export function showFeedback(question, outcome, words) {
  const undo = [show(question, outcome, words)];
  const stop = new AbortController();
  addEventListener("beforeprint", () => undo.pop()?.(), stop); // what a reader answered isn't printed
  addEventListener("afterprint", () => undo.push(show(question, outcome, words)), stop);
  return () => {
    stop.abort();
    undo.pop()?.();
  };
}

/** @type {typeof showFeedback} */
function show({ choices, reasons, answerBody }, { own, first }, words) {
  const chosen = choices.filter(({ value }) => own.includes(value));
  for (const { row } of chosen) row.dataset.own = words.your_choice;
  const headings = new Set([...reasons.values()].flatMap((reason) => findHeading(reason) ?? []));
  for (const heading of headings) heading.hidden = true;
  const pick = (/** @type {boolean} */ isFirst) =>
    [...reasons].filter(([value]) => first.includes(value) === isFirst).map(([, reason]) => reason);
  const undo = [...chosen.flatMap((choice) => sayValue(choice, reasons.get(choice.value), answerBody, words)), ...putFirst(pick(true), answerBody), ...foldRest(pick(false), answerBody, words)];
  return () => {
    for (const { row } of chosen) delete row.dataset.own;
    for (const heading of headings) heading.hidden = false;
    for (const step of undo.reverse()) step();
  };
}

/**
 * The heading above a list of reasons.
 * @param {HTMLElement} reason
 */
function findHeading(reason) {
  let before = reason.matches("li") ? reason.parentElement : reason;
  while (before && !before.matches("h3, [data-row=heading]")) before = /** @type {HTMLElement | null} */ (before.previousElementSibling);
  return before;
}

/**
 * Add what the proof computed for a wrong choice to its reason.
 * @param {import("./question.js").Choice} choice
 * @param {HTMLElement | undefined} reason
 * @param {HTMLElement} answerBody
 * @param {Record<string, string>} words
 */
function sayValue({ value, row, right }, reason, answerBody, words) {
  const computed = answerBody.querySelector(`.values tr:nth-of-type(${Number(value) || 0}) code`)?.textContent;
  if (!computed || right || !reason || /^(True|False)$/.test(computed)) return [];
  const [before, after] = fill(words.own_value, { label: labelOf(row), value: "\n" }).split("\n");
  const said = build("div", { class: "own-value" }, before, build("code", {}, computed), after);
  (reason.querySelector(":scope > div") ?? reason).append(said);
  return [() => said.remove()];
}

/**
 * Move the reasons of the reader's choices to the start of the answer.
 * @param {HTMLElement[]} reasons
 * @param {HTMLElement} answerBody
 */
function putFirst(reasons, answerBody) {
  if (!reasons.length) return [];
  const inList = reasons[0].matches("li");
  const { id = "" } = answerBody.closest(".question") ?? {};
  const block = build(inList ? "ul" : "div", { class: "why-not own-reasons", role: inList && "list", id: `${id}-own` });
  const undo = reasons.map((reason) => displace(reason, block));
  const summary = answerBody.querySelector(":scope > summary");
  if (summary) summary.after(block);
  else answerBody.prepend(block);
  return [() => block.remove(), ...undo];
}

/**
 * Fold the other reasons, between the verdict and the explanation.
 * @param {HTMLElement[]} reasons
 * @param {HTMLElement} answerBody
 * @param {Record<string, string>} words
 */
function foldRest(reasons, answerBody, words) {
  const fold = build("details", { class: "fold others" }, build("summary", {}, words.other_reasons));
  if (!reasons.length) return [];
  const inList = reasons[0].matches("li");
  const rest = inList ? build("ul", { class: "why-not", role: "list" }) : fold;
  const undo = [() => fold.remove(), ...reasons.map((reason) => displace(reason, rest))];
  if (inList) fold.append(rest);
  const verdict = [...answerBody.querySelectorAll(":scope > :is(.verdict, .right-choice, [data-row=verdict])")].at(-1);
  (verdict ?? answerBody.firstElementChild)?.after(fold);
  return undo;
}

/**
 * Move an element and remember where it was.
 * @param {HTMLElement} element
 * @param {HTMLElement} target
 * @returns {() => void} puts it back
 */
function displace(element, target) {
  const place = new Comment();
  element.replaceWith(place);
  target.append(element);
  return () => place.replaceWith(element);
}

// @ts-check
// Choice shuffling: reorders the choices on the screen, and relabels them wherever the page mentions one.
import { build } from "../../dom.js";
import { fill } from "../../words.js";
import { labelOf } from "./question.js";
/** @typedef {import("./question.js").Question} Question */

/**
 * @template T
 * @param {readonly T[]} values
 * @param {() => number} [random]
 * @returns {T[]} the same values in a uniformly random order
 */
export function shuffle(values, random = Math.random) {
  const drawn = [...values];
  for (let last = drawn.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [drawn[last], drawn[other]] = [drawn[other], drawn[last]];
  }
  return drawn;
}

/**
 * Show the choices in an order and label them by it. The proof's program keeps the file's labels, and a note
 * says so.
 * @param {Question} question with its choices in file order
 * @param {string[]} order the values of all its choices
 * @param {Record<string, string>} words
 * @returns {() => void} undoes it
 */
export function arrange({ choices, reasons, answerBody }, order, words) {
  const labels = choices.map(({ row }) => labelOf(row));
  const shown = new Map(order.map((value, place) => [value, labels[place]]));
  const strong = answerBody.querySelector(".verdict strong");
  const verdict = strong?.textContent ?? "";
  const right = choices.filter((choice) => choice.right);
  const before = right.map(({ row }) => labelOf(row));
  placeRows(choices, order);
  for (const { value, row } of choices) relabel(row, shown.get(value));
  for (const [value, reason] of reasons) relabel(reason, shown.get(value));
  if (strong) strong.textContent = renameLabels(verdict, before, right.map(({ value }) => shown.get(value) ?? ""));
  const note = noteFileLabels(answerBody, order, labels, choices, words);
  return () => {
    placeRows(choices, choices.map((choice) => choice.value));
    choices.forEach(({ value, row }, place) => {
      relabel(row, labels[place]);
      const reason = reasons.get(value);
      if (reason) relabel(reason, labels[place]);
    });
    if (strong) strong.textContent = verdict;
    note?.remove();
  };
}

/**
 * @param {Question["choices"]} choices
 * @param {string[]} order
 */
function placeRows(choices, order) {
  const list = choices[0]?.row.parentElement;
  list?.append(...order.flatMap((value) => choices.find((choice) => choice.value === value)?.row ?? []));
}

/**
 * @param {HTMLElement} row
 * @param {string} [label]
 */
function relabel(row, label) {
  const element = row.querySelector(".label");
  if (element && label) element.textContent = `${label}.`;
}

/**
 * Replace the labels in a verdict such as "Choices 1 and 3.", sorted.
 * @param {string} verdict
 * @param {string[]} before the labels it mentions
 * @param {string[]} after
 */
export function renameLabels(verdict, before, after) {
  const left = [...after].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  return verdict.replace(/[\p{L}\p{N}]+/gu, (word) => (before.includes(word) ? (left.shift() ?? word) : word));
}

/**
 * @param {HTMLElement} answerBody
 * @param {string[]} order
 * @param {string[]} labels
 * @param {Question["choices"]} choices
 * @param {Record<string, string>} words
 */
function noteFileLabels(answerBody, order, labels, choices, words) {
  const summary = answerBody.querySelector("details.proof > summary");
  if (!summary) return undefined;
  const pairs = order.map((value, place) => `${labels[place]} → ${labels[choices.findIndex((one) => one.value === value)]}`);
  const note = build("p", { class: "file-labels" }, fill(words.file_labels, { pairs: pairs.join(", ") }));
  summary.after(note);
  return note;
}

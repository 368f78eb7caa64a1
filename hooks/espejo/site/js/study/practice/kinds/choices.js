// @ts-check
// Kinds `single` and `multiple`: a radio button or a checkbox in the row of each choice.
import { build } from "../../../dom.js";
import { fill } from "../../../words.js";
import { labelOf, labelRow } from "../question.js";
/** @typedef {import("../question.js").Question} Question */
/** @typedef {import("../kinds.js").Form} Form */

/**
 * @param {Question} question
 * @param {Record<string, string>} words
 * @returns {Form & { readValues: () => string[] }}
 */
export function askChoices(question, words) {
  const { id, kind, choices } = question;
  const type = kind === "multiple" ? "checkbox" : "radio";
  const inputs = choices.map(({ value, row }) => {
    const input = build("input", { type, name: `${id}-choice`, id: `${id}-choice-${value}`, value });
    labelRow(row, input);
    return input;
  });
  const readValues = () => inputs.filter((input) => input.checked).map((input) => input.value);
  return {
    readValues,
    parts: [],
    missing: words.choose_first,
    read() {
      const chosen = readValues().map(Number);
      return chosen.length ? chosen : null;
    },
    write(answer) {
      const chosen = Array.isArray(answer) ? answer.map(String) : [];
      for (const input of inputs) input.checked = chosen.includes(input.value);
    },
    judge(answer) {
      const chosen = new Set(Array.isArray(answer) ? answer.map(String) : []);
      const named = (/** @type {(right: boolean, own: boolean) => boolean} */ test) =>
        choices.filter((one) => test(one.right, chosen.has(one.value)));
      const [wrong, missed] = [named((right, own) => own && !right), named((right, own) => right && !own)];
      return {
        right: !wrong.length && !missed.length,
        said: kind === "single" ? sayChoice(wrong, words) : saySeveral(wrong, missed, words),
        own: [...chosen],
        first: [...wrong, ...missed].map((one) => one.value),
      };
    },
  };
}

/**
 * @param {import("../question.js").Choice[]} wrong
 * @param {Record<string, string>} words
 */
function sayChoice(wrong, words) {
  return fill(words.wrong_choice, { label: wrong.map(({ row }) => labelOf(row)).join() });
}

/**
 * @param {import("../question.js").Choice[]} wrong
 * @param {import("../question.js").Choice[]} missed
 * @param {Record<string, string>} words
 */
function saySeveral(wrong, missed, words) {
  const said = [words.wrong_several];
  if (wrong.length) said.push(fill(words.wrong_of_several, { labels: listLabels(wrong) }));
  if (missed.length) said.push(fill(words.missed_of_several, { labels: listLabels(missed) }));
  return said.join(" ");
}

/** @param {import("../question.js").Choice[]} choices */
function listLabels(choices) {
  const labels = choices.map(({ row }) => labelOf(row)).sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  return new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(labels);
}

// @ts-check
// Kind `truefalse`: two buttons, each next to one that gives the same answer as a guess.
import { build } from "../../../dom.js";
import { listContent, sidesOf } from "../question.js";
/** @typedef {import("../question.js").Question} Question */
/** @typedef {import("../kinds.js").Form} Form */

/**
 * @param {Question} question
 * @param {Record<string, string>} words
 * @returns {Form}
 */
export function askTrueOrFalse({ choices }, words) {
  /** @type {boolean | null} */
  let chosen = null;
  const buttons = choices.map(({ value, row }) => {
    const [first] = sidesOf(row);
    const text = sidesOf(row).map(sayContent).join(" · ");
    const attributes = { type: "submit", value };
    const button = build("button", { ...attributes, class: "row" }, ...listContent(first));
    const guess = build("button", { ...attributes, "data-guess": "", "aria-label": `${text}: ${words.guess}` }, words.guess);
    first.prepend(button, guess);
    return button;
  });
  return {
    parts: [],
    missing: words.choose_first,
    buttons: true,
    read: () => chosen,
    write(answer) {
      chosen = typeof answer === "boolean" ? answer : null;
      for (const button of buttons) {
        if (button.value === String(chosen)) button.setAttribute("aria-pressed", "true");
        else button.removeAttribute("aria-pressed");
      }
    },
    judge(answer) {
      const value = String(answer);
      const right = choices.some((one) => one.right && one.value === value);
      return { right, said: words.wrong_statement, own: [value], first: [value] };
    },
  };
}

/** @param {HTMLElement} side */
function sayContent(side) {
  return listContent(side)
    .map((node) => node.textContent)
    .join("")
    .trim();
}

// @ts-check
// Kind `truefalse`: two choices, like those of `single`, without labels.
import { askChoices } from "./choices.js";
/** @typedef {import("../question.js").Question} Question */
/** @typedef {import("../kinds.js").Form} Form */

/**
 * @param {Question} question
 * @param {Record<string, string>} words
 * @returns {Form}
 */
export function askTrueOrFalse(question, words) {
  const form = askChoices(question, words);
  return {
    ...form,
    read: () => ({ true: true, false: false })[form.readValues()[0]] ?? null,
    write: (answer) => form.write(typeof answer === "boolean" ? [answer] : null),
    judge(answer) {
      const value = String(answer);
      const right = question.choices.some((one) => one.right && one.value === value);
      return { right, said: words.wrong_statement, own: [value], first: [value] };
    },
  };
}

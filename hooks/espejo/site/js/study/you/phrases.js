// @ts-check
// Number, date, and plural formatting in the page's language.
import { fill } from "../../words.js";
/** @typedef {import("../../words.js").Words} Words */

/** @param {number} number */
export function showNumber(number) {
  return number.toLocaleString(document.documentElement.lang);
}

/**
 * @param {number} time
 * @param {Intl.DateTimeFormatOptions} [options]
 */
export function showDay(time, options) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", ...options }).format(time);
}

/**
 * A count with its noun: "1 answer", "2 answers".
 * @param {Words} words
 * @param {string} name of the texts, which end in `_one` and `_many`
 * @param {number} count
 */
export function showCount(words, name, count) {
  return fill(words[`${name}_${count === 1 ? "one" : "many"}`], { count: showNumber(count) });
}

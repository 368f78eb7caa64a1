// @ts-check
// Kind `numeric`: a field for a number, in the notation of either language.
import { build } from "../../../dom.js";
import { fill } from "../../../words.js";
/** @typedef {import("../question.js").Question} Question */
/** @typedef {import("../kinds.js").Form} Form */

const LONGEST = 64;

/**
 * @param {Question} question
 * @param {Record<string, string>} words
 * @returns {Form}
 */
export function askNumber({ id, value, tolerance }, words) {
  const input = build("input", {
    ...{ type: "text", inputmode: "decimal", id: `${id}-number`, maxlength: LONGEST },
    ...{ autocomplete: "off", autocapitalize: "off", spellcheck: "false" },
  });
  return {
    parts: [build("div", { class: "field" }, build("label", { for: input.id }, words.your_number), input)],
    missing: words.number_first,
    read: () => (readNumbers(input.value).length ? input.value.trim() : null),
    write(answer) {
      input.value = typeof answer === "string" ? answer.slice(0, LONGEST) : "";
    },
    judge(answer) {
      const off = Math.min(...readNumbers(String(answer)).map((one) => Math.abs(one - value)));
      const right = off <= tolerance + 1e-12 * Math.max(1, Math.abs(value));
      return { right, said: fill(words.wrong_number, { distance: sayDistance(off, value) }), own: [], first: [] };
    },
  };
}

/**
 * Parse a typed number in every possible notation. `0.5` and `0,5` are the same; `1,000` may be one or a
 * thousand.
 * @param {string} text
 * @returns {number[]} empty if it isn't a number
 */
export function readNumbers(text) {
  const plain = text.replace(/[\s_'’]/g, "").replace(/[−–]/g, "-");
  const [, sign, digits, power = ""] = /^([-+]?)([\d.,]*\d[.,]?)(e[-+]?\d{1,3})?$/i.exec(plain) ?? [];
  if (!digits || text.length > LONGEST) return [];
  const readings = [readDigits(digits, ",", "."), readDigits(digits, ".", ",")];
  const numbers = readings.filter(Boolean).map((one) => Number(sign + one + power));
  return [...new Set(numbers)].filter(Number.isFinite);
}

/**
 * @param {string} digits
 * @param {string} group the thousands separator
 * @param {string} point the decimal separator
 * @returns {string} with a decimal point and no groups; "" if it isn't in this notation
 */
function readDigits(digits, group, point) {
  const [whole, decimals = "", ...rest] = digits.split(point);
  const groups = whole.split(group);
  const grouped = groups.length === 1 || (/^\d{1,3}$/.test(groups[0]) && groups.slice(1).every((one) => /^\d{3}$/.test(one)));
  return grouped && !rest.length && !decimals.includes(group) ? `${groups.join("")}.${decimals}` : "";
}

/**
 * @param {number} off
 * @param {number} value
 */
function sayDistance(off, value) {
  const { lang } = document.documentElement;
  const distance = new Intl.NumberFormat(lang, { maximumSignificantDigits: 3 }).format(off);
  if (!value) return distance;
  const share = new Intl.NumberFormat(lang, { style: "percent", maximumSignificantDigits: 2 });
  return `${distance} (${share.format(off / Math.abs(value))})`;
}

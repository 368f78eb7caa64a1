// @ts-check
/** @typedef {Record<string, string>} Words The texts of the scripts, by name, in the language of the page. */

/** @returns {Words} the words that the page contains for its scripts */
export function readWords() {
  return JSON.parse(document.querySelector("script#words")?.textContent ?? "{}");
}

/**
 * Fill in the blanks of a sentence.
 * @param {string} sentence for example "{count} questions"
 * @param {Record<string, string | number>} blanks
 */
export function fill(sentence, blanks) {
  return sentence.replace(/\{(\w+)\}/g, (blank, name) => String(blanks[name] ?? blank));
}

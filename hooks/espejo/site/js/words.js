// @ts-check
/** @typedef {Record<string, string>} Words UI texts for the scripts, by name, in the page's language. */

/** @returns {Words} the UI texts embedded in the page */
export function readWords() {
  return JSON.parse(document.querySelector("script#words")?.textContent ?? "{}");
}

/**
 * Fill in the placeholders of a sentence.
 * @param {string} sentence for example "{count} questions"
 * @param {Record<string, string | number>} blanks
 */
export function fill(sentence, blanks) {
  return sentence.replace(/\{(\w+)\}/g, (blank, name) => String(blanks[name] ?? blank));
}

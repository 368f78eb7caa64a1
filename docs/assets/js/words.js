// @ts-check
/** @typedef {Record<string, string>} Words What the scripts say, by name, in the page's language. */

/** @returns {Words} the words the page carries for its scripts */
export function readWords() {
  return JSON.parse(document.getElementById("words")?.textContent ?? "{}");
}

/**
 * A sentence with its blanks filled in.
 * @param {string} sentence for example "{count} questions"
 * @param {Record<string, string | number>} blanks
 */
export function fill(sentence, blanks) {
  return sentence.replace(/\{(\w+)\}/g, (blank, name) => String(blanks[name] ?? blank));
}

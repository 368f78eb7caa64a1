// @ts-check
/**
 * Text matching for the search: words, prefixes, misspellings, excerpts; without accents and case, as in the
 * index.
 */

const EXCERPT_WORDS = 26;

/** @param {string} text */
export function fold(text) {
  return text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
}

/**
 * Split a text into runs of letters and digits, and camel case into its parts.
 * @param {string} text
 */
export function partsOf(text) {
  const parts = text.match(/[\p{L}\p{N}\p{Mn}]+/gu) ?? [];
  const inside = parts.flatMap((part) => part.split(/(?<=\p{Ll})(?=\p{Lu})/u).slice(1));
  return [...parts, ...inside].map(fold);
}

/**
 * Split a query into words as typed, without quotation marks. Anything without a letter or digit is dropped.
 * @param {string} query
 */
export function wordsOf(query) {
  const words = query.replace(/["“”«»]/g, " ").split(/\s+/);
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** @param {string} word */
export function squeeze(word) {
  return fold(word).replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Whether a word of the text, or part of one, begins with this word.
 * @param {string} text
 * @param {string} word
 */
export function hasPrefix(text, word) {
  const start = squeeze(word);
  const whole = text.split(/\s+/).map(squeeze);
  return [...whole, ...partsOf(text)].some((part) => part.startsWith(start));
}

/**
 * Whether the text may contain a form of this word: more than half of its letters are a common prefix.
 * @param {string} text
 * @param {string} word
 */
function isForm(text, word) {
  const start = squeeze(word);
  return hasPrefix(text, start.slice(0, Math.max(3, Math.ceil(start.length * 0.6))));
}

/**
 * Find the word of a text that this may be a misspelling of: same beginning, a letter or two different.
 * @param {string} text
 * @param {string} word
 */
export function findSimilar(text, word) {
  const typed = squeeze(word);
  const allowed = typed.length > 5 ? 2 : 1;
  const similar = partsOf(text).filter(
    (part) => part.startsWith(typed.slice(0, ALIKE)) && countEdits(part, typed) <= allowed,
  );
  return similar.sort((one, other) => countEdits(one, typed) - countEdits(other, typed))[0];
}

/** How many first letters a misspelling must have right. */
export const ALIKE = 3;

/**
 * The Levenshtein distance: how many letters to change, add, or remove to get from one word to the other.
 * @param {string} one
 * @param {string} other
 */
function countEdits(one, other) {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const edits = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const changed = before[at - 1] + Number(one[row - 1] !== other[at - 1]);
      edits.push(Math.min(changed, before[at] + 1, edits[at - 1] + 1));
    }
    before = edits;
  }
  return before[other.length];
}

/**
 * Highlight the words that were searched for in a text.
 * @param {string} text
 * @param {string[]} words
 * @returns {Node[]}
 */
export function markWords(text, words) {
  const parts = words.flatMap(partsOf);
  return text.split(/([\p{L}\p{N}\p{Mn}]+)/u).map((part, at) => {
    const node = document.createTextNode(part);
    if (at % 2 === 0 || !parts.some((word) => isForm(part, word))) return node;
    const mark = document.createElement("mark");
    mark.append(node);
    return mark;
  });
}

/**
 * The part of a text that has the most of the searched words, as early as possible.
 * @param {string} text
 * @param {string[]} words
 */
export function takeExcerpt(text, words) {
  const parts = text.split(/\s+/);
  const found = parts.map((part) => words.findIndex((word) => isForm(part, word)));
  let best = 0;
  let most = 0;
  for (let start = 0; start < parts.length; start += 1) {
    if (found[start] < 0) continue;
    const distinct = new Set(found.slice(start, start + EXCERPT_WORDS).filter((at) => at >= 0)).size;
    if (distinct > most) [best, most] = [start, distinct];
  }
  const start = parts.length <= EXCERPT_WORDS ? 0 : Math.max(0, best - 4);
  const excerpt = parts.slice(start, start + EXCERPT_WORDS).join(" ");
  return `${start ? "… " : ""}${excerpt}${start + EXCERPT_WORDS < parts.length ? " …" : ""}`;
}

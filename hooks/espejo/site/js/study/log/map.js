// @ts-check
/** @typedef {Record<string, string>} Title a title in each language, as plain text */
/**
 * The map of the bank: what it holds, in all languages. Items that were retired are not there.
 * @typedef {object} BankMap
 * @property {Record<string, string>} items the key of each item
 * @property {Record<string, { title: Title, items: string[] }>} units by path
 * @property {Record<string, { title: Title, units: string[] }>} collections by folder
 * @property {Record<string, { title: Title, units: string[] }>} courses such as `study-guide#fundamentals`
 * @property {Record<string, { title: Title, items: string[] }>} topics by id
 * @property {{ title: Title, key: string, terms: string[] }} [glossary] the ids of its terms, and the key of each card
 */

/** The name of the glossary among the parts of the bank, and the path of its page. */
export const GLOSSARY = "glossary";

/**
 * Fetch the map of the bank.
 * @param {string} address
 * @returns {Promise<BankMap | null>} null if it cannot be loaded, or is of a version that we do not know
 */
export async function fetchMap(address) {
  try {
    const map = await (await fetch(address)).json();
    return map.version === 1 ? map : null;
  } catch {
    return null;
  }
}

/**
 * Both cards of each term of the glossary: `term/adam` asks for its meaning, `meaning/adam` for the term.
 * @param {Pick<BankMap, "glossary">} map
 * @returns {{ id: string, key: string }[]}
 */
export function listTermCards({ glossary }) {
  if (!glossary) return [];
  const { key, terms } = glossary;
  return ["term", "meaning"].flatMap((side) => terms.map((term) => ({ id: `${side}/${term}`, key })));
}

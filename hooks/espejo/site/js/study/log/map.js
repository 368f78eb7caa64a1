// @ts-check
/** @typedef {Record<string, string>} Title a plain-text title in each language */
/**
 * The bank map: everything in the bank, in all languages, without retired items.
 * @typedef {object} BankMap
 * @property {Record<string, string>} items the key of each item
 * @property {Record<string, { title: Title, items: string[], minutes?: number }>} units by path
 * @property {Record<string, { title: Title, units: string[] }>} collections by folder
 * @property {Record<string, { title: Title, units: string[] }>} courses such as `study-guide#fundamentals`
 * @property {Record<string, { title: Title, items: string[] }>} topics by id
 * @property {{ title: Title, items: string[], check: string }[]} [path] the steps for newcomers
 * @property {{ title: Title, key: string, terms: string[] }} [glossary] its term ids, and the key of all its
 *   cards
 */

/** The glossary's name among the parts of the bank, and the path of its page. */
export const GLOSSARY = "glossary";

/**
 * Fetch the bank map.
 * @param {string} address
 * @returns {Promise<BankMap | null>} null if it cannot be loaded, or its version is unknown
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
 * Both cards of each glossary term: `term/adam` asks for the meaning, `meaning/adam` for the term.
 * @param {Pick<BankMap, "glossary">} map
 * @returns {{ id: string, key: string }[]}
 */
export function listTermCards({ glossary }) {
  if (!glossary) return [];
  const { key, terms } = glossary;
  return ["term", "meaning"].flatMap((side) => terms.map((term) => ({ id: `${side}/${term}`, key })));
}

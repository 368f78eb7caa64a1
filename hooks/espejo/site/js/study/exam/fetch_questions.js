// @ts-check
// Question fetcher: loads the drawn questions from their own pages.
import { readQuestion } from "../practice/question.js";
import { fetchPage, takePart } from "../practice/taken.js";
import { fill } from "../../words.js";
/** @typedef {import("./draw.js").Item} Item */
/** @typedef {import("../practice/question.js").Question} Question */

/** Number of parallel fetches. */
const AT_ONCE = 4;

/**
 * @param {Item[]} items
 * @param {string} pages link to any page, with a placeholder for its path
 * @returns {Promise<Question[]>} in the order of the items, without those no longer on their page
 * @throws if a page cannot be fetched
 */
export async function fetchQuestions(items, pages) {
  const waiting = [...new Set(items.map(({ unit }) => unit))];
  /** @type {Map<string, HTMLElement | null>} */
  const found = new Map();
  const work = async () => {
    for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) {
      const fetched = await fetchPage(new URL(fill(pages, { path: unit }), location.href));
      for (const item of items) if (item.unit === unit) found.set(item.id, takePart(fetched, item.id));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return items.flatMap(({ id }) => {
    const section = found.get(id);
    return (section && readQuestion(section)) ?? [];
  });
}

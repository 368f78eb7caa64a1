// @ts-check
// Fetching: the questions that were drawn, from the pages where they stand.
import { KINDS } from "../practice/kinds.js";
import { readQuestion } from "../practice/question.js";
/** @typedef {import("./draw.js").Item} Item */
/** @typedef {import("../practice/question.js").Question} Question */

/** How many pages are fetched at a time. */
const AT_ONCE = 4;

/**
 * @param {Item[]} items
 * @param {string} root the address of home in the page's language
 * @returns {Promise<Question[]>} in the order of the items; those that are not on their page are left out
 * @throws if a page cannot be fetched
 */
export async function fetchQuestions(items, root) {
  const waiting = [...new Set(items.map(({ unit }) => unit))];
  /** @type {Map<string, HTMLElement>} */
  const found = new Map();
  const work = async () => {
    for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) {
      const ids = items.filter((item) => item.unit === unit).map(({ id }) => id);
      for (const section of takeSections(await fetchPage(new URL(`${unit}/`, root)), ids)) found.set(section.id, section);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return items.flatMap(({ id }) => {
    const section = found.get(id);
    const question = section && readQuestion(section);
    return question && Object.hasOwn(KINDS, question.kind) ? [question] : [];
  });
}

/**
 * @param {URL} address
 * @returns {Promise<{address: URL, page: Document}>} an empty page if it is gone
 */
async function fetchPage(address) {
  const response = await fetch(address);
  if (!response.ok && response.status !== 404) throw new Error(`${response.status}`);
  const html = response.ok ? await response.text() : "";
  return { address, page: new DOMParser().parseFromString(html, "text/html") };
}

/**
 * @param {{address: URL, page: Document}} fetched
 * @param {string[]} ids
 * @returns {HTMLElement[]} the sections with these ids, as parts of this document
 */
function takeSections({ address, page }, ids) {
  return ids.flatMap((id) => {
    const section = page.getElementById(id);
    if (!section?.matches(".question[data-kind]")) return [];
    makeAbsolute(section, address);
    for (const script of section.querySelectorAll("script")) script.remove();
    return [document.adoptNode(section)];
  });
}

/**
 * Have links and pictures lead where they led on their own page. What a drawing refers to comes with it.
 * @param {HTMLElement} section
 * @param {URL} address of its page
 */
function makeAbsolute(section, address) {
  for (const name of ["href", "src"]) {
    for (const element of section.querySelectorAll(`:not(svg *)[${name}]`)) {
      const { origin, pathname, search, hash, href } = new URL(element.getAttribute(name) ?? "", address);
      element.setAttribute(name, origin === address.origin ? pathname + search + hash : href);
    }
  }
}

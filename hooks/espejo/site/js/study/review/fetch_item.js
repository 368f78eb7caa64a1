// @ts-check
// Items of a review: each one taken out of its own page, in one language or across two.
import { GLOSSARY } from "../log/map.js";
import { readTaken, takePart } from "../practice/taken.js";
import { fill } from "../../words.js";
import { exchangeAnswer, markLanguages, nameAnswer } from "./across.js";
import { cachePages } from "./page_cache.js";
import { buildTermCard } from "./term_card.js";
/** @typedef {import("../practice/question.js").Question} Question */
/** @typedef {{id: string, unit: string}} Item `unit` is the path of its page in every language */
/** @typedef {{ask: string, answer: string}} Languages of what is asked, and of what is answered */

/**
 * @param {Record<string, string>} pages the link to any page in each language, with a blank for its path
 * @param {Record<string, string>} words of the page: `answer` and `turn_over`
 * @param {string} [key] of the cards of the glossary, without which there are none
 */
export function makeFetcher(pages, words, key = "") {
  const getPage = cachePages();
  const getPages = (/** @type {Item} */ { unit }, /** @type {Languages} */ { ask, answer }) =>
    Promise.all([ask, answer].map((lang) => getPage(new URL(fill(pages[lang], { path: unit }), location.href).href)));

  /**
   * @param {Item} item
   * @param {Languages} languages
   * @returns {Promise<Question | null>} a new copy each time; null if it is not on its page any more
   * @throws if a page cannot be fetched
   */
  const fetchItem = async ({ id, unit }, { ask, answer }) => {
    const isTerm = unit === GLOSSARY;
    const fetched = await getPages({ id, unit }, { ask, answer });
    const [element, other] = fetched.map((page) => (isTerm ? buildTermCard(page, id, key) : takePart(page, id)));
    if (!element) return null;
    const isAcross = ask !== answer && exchangeAnswer(element, other);
    markLanguages(element, ask, isAcross ? answer : ask);
    nameAnswer(element, words);
    const question = readTaken(element);
    return question && { ...question, lang: ask, answerLang: isAcross ? answer : undefined };
  };

  /** Fetch the pages of the item that comes next. If that fails, it is tried again when the item has come. */
  const prefetch = (/** @type {Item} */ item, /** @type {Languages} */ languages) => void getPages(item, languages).catch(() => {});

  return Object.assign(fetchItem, { prefetch });
}

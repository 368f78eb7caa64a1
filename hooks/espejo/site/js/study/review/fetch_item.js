// @ts-check
// Item fetcher: extracts each item of a review from its own page, in one language or across two.
import { GLOSSARY } from "../log/map.js";
import { readQuestion } from "../practice/question.js";
import { takePart } from "../practice/taken.js";
import { fill } from "../../words.js";
import { exchangeAnswer, markLanguages, nameAnswer } from "./across.js";
import { cachePages } from "./page_cache.js";
import { buildTermCard } from "./term_card.js";
/** @typedef {import("../practice/question.js").Question} Question */
/** @typedef {{id: string, unit: string}} Item `unit` is the path of its page in every language */
/** @typedef {{ask: string, answer: string}} Languages of the question and of the answer */

/**
 * @param {Record<string, string>} pages link to any page in each language, with a placeholder for its path
 * @param {Record<string, string>} words of the page: `answer` and `turn_over`
 * @param {string} [key] of the glossary's cards, if there is a glossary
 */
export function makeFetcher(pages, words, key = "") {
  const getPage = cachePages();
  const getPages = (/** @type {Item} */ { unit }, /** @type {Languages} */ { ask, answer }) =>
    Promise.all([ask, answer].map((lang) => getPage(new URL(fill(pages[lang], { path: unit }), location.href).href)));

  /**
   * @param {Item} item
   * @param {Languages} languages
   * @returns {Promise<Question | null>} a new copy each time; null if it is no longer on its page
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
    const question = readQuestion(element);
    return question && { ...question, lang: ask, answerLang: isAcross ? answer : undefined };
  };

  /** Fetch the pages of the next item. If that fails, fetching the item tries again. */
  const prefetch = (/** @type {Item} */ item, /** @type {Languages} */ languages) => void getPages(item, languages).catch(() => {});

  return Object.assign(fetchItem, { prefetch });
}

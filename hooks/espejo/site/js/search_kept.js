// @ts-check
// Offline search: looks for the words of a query in the pages kept on this device.
import { listKeptPages } from "./offline/kept_pages.js";
import { hasPrefix, squeeze, wordsOf } from "./search_text.js";
/** @typedef {import("./search_engine.js").Hit} Hit */
/** @typedef {import("./search_engine.js").Outcome} Outcome */

/** Questions, cards, and terms; `HIDDEN` is what a reader doesn't see before opening the answer. */
const RECORDS = ".question[data-kind][id], .terms > [id]";
const HIDDEN = "details, .used, .id, .unseen, .label, button, form";

/**
 * @param {string} query
 * @param {string} scope the URL of the home page
 * @param {string[]} stopwords ignored unless the query has only these
 * @returns {Promise<Outcome>} of questions, cards, and terms
 * @throws if no page with any of these is kept
 */
export async function findKept(query, scope, stopwords) {
  const skipped = new Set(stopwords.map(squeeze));
  const typed = wordsOf(query);
  const counting = typed.filter((word) => !skipped.has(squeeze(word)));
  const words = counting.length ? counting : typed;
  const pages = await listKeptPages(scope, document.documentElement.lang);
  const records = pages.flatMap(({ url, html }) => listRecords(url, new DOMParser().parseFromString(html, "text/html"), words));
  if (!records.length) throw new Error("nothing is kept");
  const sorted = records.filter(({ count }) => count).sort((one, other) => other.count - one.count || other.score - one.score);
  const all = sorted.filter(({ count }) => count === words.length);
  return { words, all, some: sorted.filter(({ count }) => count < words.length), near: [] };
}

/**
 * @param {string} url
 * @param {Document} page
 * @param {string[]} words
 * @returns {Hit[]} the records that live on this page, with the number of words found in each. Pages that
 *   only repeat them are skipped
 */
function listRecords(url, page, words) {
  const path = page.querySelector("article")?.dataset.page ?? "";
  if (!path || path.startsWith("topics/") || !new URL(url).pathname.replace(/(\/|\.html)$/, "").endsWith(`/${path}`)) return [];
  const unit = page.querySelector("h1")?.textContent ?? "";
  return [...page.querySelectorAll(RECORDS)].map((record) => {
    const { title, content, kind } = readRecord(record);
    const text = `${record.id} ${title} ${content}`;
    const count = words.filter((word) => hasPrefix(text, word)).length;
    const score = words.filter((word) => hasPrefix(title, word)).length;
    const meta = { title, id: record.id, ...(kind === "term" ? {} : { unit }) };
    const data = async () => ({ url: `${url}#${record.id}`, content, meta });
    return { id: `${kind} ${record.id}`, kind, count, phrase: false, score, data };
  });
}

/** @param {Element} record */
function readRecord(record) {
  const shown = /** @type {Element} */ (record.cloneNode(true));
  for (const part of shown.querySelectorAll(HIDDEN)) part.remove();
  const heading = shown.querySelector("h2, h3, dt, .front");
  const title = squash(heading);
  heading?.remove();
  const kind = record.matches(".terms > *") ? "term" : record.getAttribute("data-kind") === "card" ? "card" : "question";
  return { title, content: squash(shown) || title, kind };
}

/** @param {Element | null} element */
function squash(element) {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}

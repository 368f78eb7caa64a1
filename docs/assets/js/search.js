// @ts-check
/** @typedef {import("./words.js").Words} Words */
/**
 * The parts of Pagefind's results that we use.
 * @typedef {{ title: string, url: string, excerpt: string, anchor?: { id: string } }} SubResult
 * @typedef {{ meta: { title: string }, sub_results: SubResult[], url: string }} Result
 * @typedef {{ data: () => Promise<Result> }} FoundPage
 * @typedef {{ debouncedSearch: (query: string) => Promise<{ results: FoundPage[] } | null> }} Pagefind
 */
import { fill } from "./words.js";

const PAGES_AT_ONCE = 10;

/**
 * Make the search form show results while the reader types, from the index of the page's language.
 * @param {Words} words
 */
export function offerSearch(words) {
  const form = document.querySelector("form[data-search]");
  const input = form?.querySelector("input");
  const list = document.querySelector(".results");
  const status = document.querySelector(".found");
  if (!(form instanceof HTMLFormElement) || !input || !list || !status) return;

  /** @type {Promise<Pagefind> | undefined} */
  let library;
  const address = new URL(form.dataset.search ?? "", location.href).href;
  const load = () => (library ??= import(address));

  const search = async () => {
    const query = input.value.trim();
    if (!query) return show([], "");
    try {
      history.replaceState(null, "", `?q=${encodeURIComponent(query)}`);
      const found = await (await load()).debouncedSearch(query);
      if (found) await showPages(found.results, query, []);
    } catch {
      library = undefined;
      status.textContent = words.search_failed;
    }
  };

  /**
   * Load the next few pages, and show their questions below the ones that are already there.
   * @param {FoundPage[]} pages
   * @param {string} query
   * @param {HTMLLIElement[]} shown
   */
  const showPages = async (pages, query, shown) => {
    const results = await Promise.all(pages.slice(0, PAGES_AT_ONCE).map((page) => page.data()));
    if (input.value.trim() !== query) return;
    const rest = pages.slice(PAGES_AT_ONCE);
    const items = [...shown, ...results.flatMap((page) => questionsOf(page, query))];
    show(items, query, rest.length ? () => showPages(rest, query, items) : undefined);
  };

  /**
   * @param {HTMLLIElement[]} items
   * @param {string} query
   * @param {() => void} [showMore]
   */
  const show = (items, query, showMore) => {
    list.replaceChildren(...items);
    if (showMore) list.append(moreButton(showMore));
    const sentence = showMore ? words.search_first : [words.search_none, words.search_one][items.length];
    status.textContent = query && fill(sentence ?? words.search_some, { query, count: items.length });
  };

  /** @param {() => void} onClick */
  const moreButton = (onClick) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words.more;
    button.addEventListener("click", onClick);
    item.append(button);
    return item;
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", search);
  input.addEventListener("focus", () => void load().catch(() => (library = undefined)), { once: true });
  // The reader may have typed already, before this script was loaded.
  input.value ||= new URLSearchParams(location.search).get("q") ?? "";
  if (input.value) search();
}

/**
 * @param {Result} page
 * @param {string} query
 * @returns {HTMLLIElement[]} an entry for each matching question of the page
 */
function questionsOf(page, query) {
  return page.sub_results
    .filter((result) => result.anchor && isNear(query, result.excerpt))
    .map((result) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = result.url.replace(/-title$/, "");
      link.textContent = result.title;
      const pageTitle = document.createElement("small");
      pageTitle.textContent = page.meta.title;
      const excerpt = document.createElement("p");
      excerpt.append(...markedNodes(result.excerpt));
      item.append(pageTitle, link, excerpt);
      return item;
    });
}

/**
 * Pagefind shortens a word that it does not know until something matches, down to one letter. We keep a
 * result only if a marked word begins with the first half of a query word: at least three letters, if it has them.
 * @param {string} query
 * @param {string} excerpt
 */
function isNear(query, excerpt) {
  const marks = markedNodes(excerpt).filter((node) => node.nodeName === "MARK");
  const found = marks.flatMap((node) => wordsOf(node.textContent ?? ""));
  return wordsOf(query).some((word) => {
    const start = word.slice(0, Math.max(3, Math.ceil(word.length / 2)));
    return found.some((match) => match.startsWith(start));
  });
}

/** @param {string} text */
function wordsOf(text) {
  const folded = text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
  return folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/**
 * Pagefind's excerpt is HTML: text and <mark>. We keep only these two.
 * @param {string} html
 * @returns {Node[]}
 */
function markedNodes(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return [...body.childNodes].map((node) => {
    const text = document.createTextNode(node.textContent ?? "");
    if (node.nodeName !== "MARK") return text;
    const mark = document.createElement("mark");
    mark.append(text);
    return mark;
  });
}

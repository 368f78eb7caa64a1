// @ts-check
/** @typedef {import("./words.js").Words} Words */
/**
 * What we use of Pagefind's answer.
 * @typedef {{ title: string, url: string, excerpt: string, anchor?: { id: string } }} SubResult
 * @typedef {{ meta: { title: string }, sub_results: SubResult[], url: string }} Result
 * @typedef {{ data: () => Promise<Result> }} Found
 * @typedef {{ debouncedSearch: (query: string) => Promise<{ results: Found[] } | null> }} Pagefind
 */
import { fill } from "./words.js";

const PAGES_AT_ONCE = 10;

/**
 * Makes the form on the search page answer as one types, from the index of the page's own language.
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
    history.replaceState(null, "", query ? `?q=${encodeURIComponent(query)}` : location.pathname);
    if (!query) {
      list.replaceChildren();
      status.textContent = "";
      return;
    }
    try {
      const found = await (await load()).debouncedSearch(query);
      if (found) await show(found.results, query);
    } catch {
      library = undefined;
      status.textContent = words.search_failed;
    }
  };

  /**
   * @param {Found[]} pages
   * @param {string} query
   */
  const show = async (pages, query) => {
    const results = await Promise.all(pages.slice(0, PAGES_AT_ONCE).map((page) => page.data()));
    if (input.value.trim() !== query) return;
    const items = results.flatMap(questionsOf);
    list.replaceChildren(...items);
    const sentence = [words.search_none, words.search_one][items.length] ?? words.search_some;
    status.textContent = fill(sentence, { query, count: items.length });
    if (pages.length > PAGES_AT_ONCE) list.append(moreButton(() => show(pages.splice(PAGES_AT_ONCE), query)));
  };

  /** @param {() => void} act */
  const moreButton = (act) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words.more;
    button.addEventListener("click", act);
    item.append(button);
    return item;
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", search);
  input.addEventListener("focus", () => void load().catch(() => (library = undefined)), { once: true });
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  if (input.value) search();
}

/**
 * @param {Result} page
 * @returns {HTMLLIElement[]} an entry for each question of the page that was found
 */
function questionsOf(page) {
  return page.sub_results
    .filter((result) => result.anchor)
    .map((result) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = result.url.replace(/-title$/, "");
      link.textContent = result.title;
      const where = document.createElement("small");
      where.textContent = page.meta.title;
      const excerpt = document.createElement("p");
      excerpt.append(...marked(result.excerpt));
      item.append(where, link, excerpt);
      return item;
    });
}

/**
 * Pagefind's excerpt is HTML: text and <mark>. Only these two are taken over.
 * @param {string} html
 * @returns {Node[]}
 */
function marked(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return [...body.childNodes].map((node) => {
    const text = document.createTextNode(node.textContent ?? "");
    if (node.nodeName !== "MARK") return text;
    const mark = document.createElement("mark");
    mark.append(text);
    return mark;
  });
}

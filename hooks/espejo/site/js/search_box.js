// @ts-check
/** @typedef {import("./words.js").Words} Words */
/**
 * Settings of the search form, read from the page: its texts, the names of the groups, and the stop words.
 * @typedef {{ words: Words, groups: [string, string][], stopwords: string[] }} Settings
 */
import { makeEngine } from "./search_engine.js";
import { findKept } from "./search_kept.js";
import { buildResults } from "./search_results.js";

/** Pause after the last keystroke before searching. */
const PAUSE_MILLISECONDS = 120;

/**
 * Make a search form show results while the reader types, from the index of the page's language.
 * @param {HTMLElement} box
 * @param {(query: string) => void} onQuery
 * @returns {Settings}
 */
export function offerSearch(box, onQuery) {
  const input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
  const status = /** @type {HTMLElement} */ (box.querySelector(".found"));
  const list = /** @type {HTMLElement} */ (box.querySelector(".results"));
  /** @type {Settings} */
  const settings = JSON.parse(box.querySelector("script")?.textContent ?? "");
  const script = new URL(box.dataset.search ?? "", location.href).href;
  const engine = makeEngine(script, settings.stopwords);

  const search = async () => {
    const query = input.value.trim();
    const isOld = () => input.value.trim() !== query;
    onQuery(query);
    box.setAttribute("aria-busy", "true");
    await new Promise((resolve) => setTimeout(resolve, query ? PAUSE_MILLISECONDS : 0));
    if (isOld()) return;
    const { sentence, nodes } = query ? await find(query) : { sentence: "", nodes: [] };
    if (isOld()) return;
    box.removeAttribute("aria-busy");
    status.textContent = sentence;
    list.replaceChildren(...nodes);
    document.documentElement.classList.remove("searching"); // set by theme.js if the URL has a query
  };

  /** @param {string} query */
  const find = async (query) => {
    try {
      return await buildResults(await engine.find(query), query, settings, searchFor);
    } catch {
      return findOffline(query).catch(() => ({ sentence: settings.words.search_failed, nodes: [] }));
    }
  };

  /** @param {string} query */
  const findOffline = async (query) => {
    const outcome = await findKept(query, new URL("..", script).href, settings.stopwords);
    const { sentence, nodes } = await buildResults(outcome, query, settings, searchFor);
    return { sentence: `${sentence} ${settings.words.search_offline}`, nodes };
  };

  /** @param {string} query */
  const searchFor = (query) => {
    input.value = query;
    input.focus();
    search();
  };

  box.querySelector("form")?.addEventListener("submit", (event) => event.preventDefault());
  box.addEventListener("keydown", (event) => moveFocus(box, event));
  input.addEventListener("input", search);
  input.addEventListener("focus", () => void engine.load().catch(() => {}), { once: true });
  if (input.value) search(); // the reader may have typed before this script loaded
  return settings;
}

/** Enable the search page's form, and keep the query in the URL. */
export function offerSearchPage() {
  const box = document.querySelector(".search-box");
  const input = box?.querySelector("input");
  if (!(box instanceof HTMLElement) || !input) return;
  input.value ||= new URLSearchParams(location.search).get("q") ?? "";
  offerSearch(box, (query) => {
    history.replaceState(null, "", query ? `?q=${encodeURIComponent(query)}` : location.pathname);
  });
}

/**
 * Move between the field and the results with the arrow keys.
 * @param {HTMLElement} box
 * @param {KeyboardEvent} event
 */
function moveFocus(box, event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const stops = [...box.querySelectorAll("input, .results :is(a, button)")];
  const next = stops[stops.indexOf(/** @type {Element} */ (document.activeElement)) + step];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

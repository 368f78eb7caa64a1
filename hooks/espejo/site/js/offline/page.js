// @ts-check
// Offline page: shows how much of the site is on this device, and downloads or removes all of it.
import { build, makeButton } from "../dom.js";
import { fill } from "../words.js";
import { showNumber } from "../study/you/phrases.js";
import { completeList, fetchList, findAddress, findEarlierCache, keepFiles, listCaches, nameCache, openCache, readWanted, writeWanted } from "./kept.js";
import { listKeptPages } from "./kept_pages.js";
import { canBeKept } from "./register.js";
/** @typedef {import("../words.js").Words} Words */
/** @typedef {import("./kept.js").OfflineList} OfflineList */
/** @typedef {import("./kept.js").GroupName} GroupName */

/** Attempts, in case a new build is published during the download. */
const TRIES = 3;

/** Maximum number of kept pages to list. */
const LISTED = 100;

/** @param {Words} words */
export async function showOffline(words) {
  const box = /** @type {HTMLElement} */ (document.querySelector(".offline"));
  const { root = "" } = box.dataset;
  const scope = new URL(root, location.href).href;
  document.querySelector(".head")?.after(...explainArrival(words, scope));
  if (!canBeKept()) {
    box.append(build("p", {}, words.offline_unsupported));
    return;
  }
  const view = new View(words, box, scope);
  await view.show();
}

/**
 * Explain to a reader who was redirected here that the page isn't kept.
 * @param {Words} words
 * @param {string} scope
 */
function explainArrival(words, scope) {
  const asked = new URLSearchParams(location.search).get("page");
  const url = asked === null ? null : new URL(asked, scope).href;
  if (url === null || findAddress(url, scope) === null) return []; // never link to a foreign URL
  const page = new URL(url).pathname;
  const again = build("a", { href: url }, words.offline_try);
  return [build("p", { class: "offline-missing", role: "alert" }, fill(words.offline_missing, { page }), " ", again)];
}

class View {
  /**
   * @param {Words} words
   * @param {HTMLElement} box
   * @param {string} scope
   */
  constructor(words, box, scope) {
    this.words = words;
    this.scope = scope;
    this.said = build("p", { class: "offline-said", role: "status", tabindex: -1 });
    this.state = build("div", { class: "offline-state" });
    this.pages = build("div", { class: "offline-pages" });
    box.append(this.said, this.state, this.pages);
  }

  /** Show how much is kept, and the buttons to change that. */
  async show() {
    const { words } = this;
    const short = await fetchList(this.scope).catch(() => null);
    if (!short) return this.#fill(build("p", {}, words.offline_no_network), makeButton(words.offline_try, () => void this.show()));
    const list = await completeList(this.scope, short).catch(() => short); // that list may not be kept
    const cache = await caches.open(nameCache(this.scope, list.build));
    const wanted = await readWanted(this.scope, cache);
    const addresses = new Set((await cache.keys()).map(({ url }) => findAddress(url, this.scope)));
    const files = Object.keys(list.site.files);
    const kept = files.filter((address) => addresses.has(address)).length;
    const withDownloads = Object.keys(list.downloads.files).every((address) => addresses.has(address));
    const isWhole = !list.search && kept === files.length;
    if (isWhole) this.#offerRemoval(list, wanted, withDownloads);
    else this.#offerKeeping(list, wanted, kept);
    this.pages.replaceChildren(...(isWhole ? [] : await this.#listPages(list)));
  }

  /**
   * @param {OfflineList} list
   * @param {GroupName[]} wanted
   * @param {number} kept
   */
  #offerKeeping(list, wanted, kept) {
    const { words } = this;
    const total = showNumber(Object.keys(list.site.files).length);
    const begun = wanted.length ? [build("p", {}, fill(words.offline_begun, { count: showNumber(kept), total }))] : [];
    const keep = makeButton(fill(words.offline_keep, { size: showSize(list.site.bytes) }), () => this.#keep(box.checked), true);
    const box = build("input", { type: "checkbox", id: "offline_downloads" });
    box.checked = wanted.includes("downloads");
    const label = build("label", { for: box.id }, box, " ", fill(words.offline_downloads, { size: showSize(list.downloads.bytes) }));
    this.#fill(...begun, label, this.#buttons(keep, ...(wanted.length ? [this.#removeButton()] : [])));
  }

  /**
   * @param {OfflineList} list
   * @param {GroupName[]} wanted
   * @param {boolean} withDownloads
   */
  #offerRemoval(list, wanted, withDownloads) {
    const { words } = this;
    const bytes = list.site.bytes + (withDownloads ? list.downloads.bytes : 0);
    const said = build("p", {}, fill(words.offline_kept, { size: showSize(bytes) }));
    const more = makeButton(fill(words.offline_more, { size: showSize(list.downloads.bytes) }), () => this.#keep(true));
    this.#fill(said, this.#buttons(...(withDownloads ? [] : [more]), this.#removeButton()));
    if (!wanted.length) this.#remember(list, ["site"]).catch(() => {}); // storage may be full
  }

  #removeButton() {
    return makeButton(this.words.offline_remove, () => this.#remove());
  }

  /** @param {HTMLElement[]} buttons */
  #buttons(...buttons) {
    return build("div", { class: "act" }, build("div", { class: "buttons" }, ...buttons));
  }

  /** @param {HTMLElement[]} nodes */
  #fill(...nodes) {
    this.state.replaceChildren(...nodes);
  }

  /** @param {boolean} withDownloads */
  async #keep(withDownloads) {
    const { words } = this;
    const stopping = new AbortController();
    const bar = build("progress", { "aria-label": words.offline_progress_label });
    const count = build("span", {});
    this.#say("");
    this.#fill(build("p", { class: "offline-progress" }, bar, " ", count), this.#buttons(makeButton(words.offline_stop, () => stopping.abort())));
    this.said.focus();
    navigator.storage?.persist?.().catch(() => {}); // the reader asked to keep the site
    const told = await this.#keepAll(withDownloads ? ["site", "downloads"] : ["site"], stopping.signal, (done, total) => {
      [bar.max, bar.value] = [total, done];
      count.textContent = fill(words.offline_progress, { count: showNumber(done), total: showNumber(total) });
    });
    await this.show();
    this.#say(told);
  }

  /**
   * @param {GroupName[]} groups
   * @param {AbortSignal} signal
   * @param {(done: number, total: number) => void} onProgress
   * @returns {Promise<string>} what to tell the reader
   */
  async #keepAll(groups, signal, onProgress) {
    const { words, scope } = this;
    let [done, total, missing] = [0, 0, 0];
    try {
      for (let last = "", tries = 0; tries < TRIES; tries += 1) {
        const list = await completeList(scope, await fetchList(scope));
        if (list.build === last) break; // same build as before: files are missing for another reason
        last = list.build;
        await this.#remember(list, groups);
        const addresses = groups.flatMap((group) => Object.keys(list[group].files));
        const before = await findEarlierCache(scope, list.build);
        const onKept = (/** @type {number} */ count) => onProgress((done = count), (total = addresses.length));
        missing = (await keepFiles(scope, list, addresses, { before, onKept, signal })).length;
        if (signal.aborted) return words.offline_stopped;
        if (!missing) return words.offline_done;
      }
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
      if (isFull) return fill(words.offline_full, { count: showNumber(done), total: showNumber(total) });
      return words.offline_no_network;
    }
    return fill(words.offline_failed, { count: showNumber(missing) });
  }

  /**
   * Store what the reader wants, so that later builds are kept too.
   * @param {OfflineList} list
   * @param {GroupName[]} groups
   */
  async #remember(list, groups) {
    await writeWanted(this.scope, await openCache(this.scope, list), groups);
  }

  async #remove() {
    for (const name of await listCaches(this.scope)) await caches.delete(name);
    navigator.serviceWorker.controller?.postMessage([location.href]); // it keeps its required files
    await this.show();
    this.#say(this.words.offline_removed);
    this.said.focus();
  }

  /** @param {OfflineList} list */
  async #listPages(list) {
    const kept = await listKeptPages(this.scope, document.documentElement.lang, LISTED);
    const pages = kept.filter(({ url }) => !list.always.includes(findAddress(url, this.scope) ?? ""));
    if (!pages.length) return [];
    const rows = pages.map(({ url, title }) => build("li", {}, build("a", { href: url }, title)));
    return [build("h2", {}, this.words.offline_pages), build("ul", { role: "list" }, ...rows)];
  }

  /** @param {string} text */
  #say(text) {
    this.said.textContent = text;
  }
}

/** @param {number} bytes */
function showSize(bytes) {
  const megabytes = bytes / 1e6;
  const digits = megabytes < 10 ? 1 : 0;
  return `${new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: digits }).format(megabytes)}\u00a0MB`;
}

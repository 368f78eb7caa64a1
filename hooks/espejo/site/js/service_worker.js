// @ts-check
// Service worker: visited pages, and those the reader asked to keep, open without a network.
//
// Pages come from the network, and from this build's cache only if the network doesn't answer. Assets have a
// content hash in their URL, so a copy from any cache is right. No page is ever mixed with assets of another
// build.
import { completeList, fetchList, findAddress, findEarlierCache, keepFiles, listCaches, listNames, nameCache, readList, readWanted, writeWanted } from "./offline/kept.js";
/** @typedef {import("./offline/kept.js").OfflineList} OfflineList */

const worker = /** @type {ServiceWorkerGlobalScope & typeof globalThis} */ (/** @type {unknown} */ (self));
const { scope } = worker.registration;

/** The name of this build, filled in when the site is built. */
const BUILD = "@build@";
const CACHE = nameCache(scope, BUILD);

/** How long to wait for the network before serving a kept page, in milliseconds. */
const LIMIT = 3000;

/** URLs with a content hash: in the query, or in the name of a script or a part of the search index. */
const BY_CONTENT = /\?v=|-[A-Z0-9]{8}\.js$|\.pf_\w+$/;

/** The offline page, in any language. */
const OFFLINE = /(^|\/)offline(\/|\.html)$/;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => {
  void worker.skipWaiting(); // again: browsers put it off while the old worker is busy
  event.waitUntil(keepVisited(event.data).catch(() => {}));
});
worker.addEventListener("fetch", (event) => {
  const address = findAddress(event.request.url, scope);
  if (event.request.method !== "GET" || address === null || event.request.headers.has("range")) return;
  event.respondWith(BY_CONTENT.test(address) ? answerPart(event.request) : answerPage(event, address));
});

/** Keep what was kept of the last build. If a required file is missing, the browser retries later. */
async function install() {
  const list = await fetchList(scope);
  if (list.build !== BUILD) throw new Error("Another build is being published.");
  const before = await findEarlierCache(scope, BUILD);
  const missing = await keepFiles(scope, list, list.always, { before });
  if (missing.length) {
    await caches.delete(CACHE);
    throw new Error(`Not published yet: ${missing}`);
  }
  await keepAgain(list, before).catch(() => {}); // no room: pages are kept again when visited
  await worker.skipWaiting();
}

/**
 * @param {OfflineList} list
 * @param {Cache} [before]
 */
async function keepAgain(list, before) {
  if (!before) return;
  const wanted = await readWanted(scope, before);
  await writeWanted(scope, await caches.open(CACHE), wanted);
  const names = new Set((await before.keys()).map(({ url }) => stripHash(findAddress(url, scope) ?? "")));
  const whole = wanted.length ? await completeList(scope, list).catch(() => list) : list;
  const all = [...Object.keys(whole.site.files), ...Object.keys(whole.downloads.files)];
  const again = all.filter((address) => names.has(stripHash(address)));
  await keepFiles(scope, whole, [...wanted.flatMap((group) => Object.keys(whole[group].files)), ...again], { before });
}

/** @param {string} address */
function stripHash(address) {
  return address.replace(/\?v=.*|-[A-Z0-9]{8}(?=\.js$)/, "");
}

/** Take over all open pages. Keep the last cache, which they may still need, and delete older ones. */
async function activate() {
  const others = (await listCaches(scope)).filter((name) => name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * Keep the pages a reader has visited.
 * @param {unknown} urls
 */
async function keepVisited(urls) {
  if (!Array.isArray(urls)) return;
  const list = (await readList(scope, await caches.open(CACHE))) ?? (await fetchList(scope));
  if (list.build !== BUILD) return;
  const addresses = urls.flatMap((url) => listNames(findAddress(String(url), scope) ?? ""));
  await keepFiles(scope, list, [...list.always, ...addresses]);
}

/** @param {Request} request */
async function answerPart(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}

/**
 * @param {FetchEvent} event
 * @param {string} address
 */
async function answerPage(event, address) {
  const kept = (await findKept(address))?.response;
  const asking = fetch(event.request);
  event.waitUntil(asking.catch(() => {}));
  const answer = await (kept ? Promise.race([asking, wait(LIMIT)]) : asking).catch(() => undefined);
  if (answer && answer.status < 500) return answer;
  return kept ?? answer ?? redirect(event.request, address);
}

/**
 * @param {string} address
 * @returns {Promise<{ url: URL, response: Response } | undefined>} the kept page for it
 */
async function findKept(address) {
  const cache = await caches.open(CACHE);
  for (const name of listNames(address)) {
    const url = new URL(name, scope);
    const response = await cache.match(url);
    if (response) return { url, response };
  }
}

/** @param {number} milliseconds */
function wait(milliseconds) {
  return /** @type {Promise<undefined>} */ (new Promise((resolve) => setTimeout(resolve, milliseconds)));
}

/**
 * Redirect to a kept page: the same one if only the slash at its end is missing, as hosts do, or else the
 * offline page in the language of the requested page.
 * @param {Request} request
 * @param {string} address
 */
async function redirect(request, address) {
  const meant = await findKept(`${address}/`);
  if (meant) return Response.redirect(meant.url);
  const list = await readList(scope, await caches.open(CACHE));
  const pages = list?.always.filter((one) => OFFLINE.test(one)) ?? [];
  const fitting = pages.filter((one) => address.startsWith(one.replace(OFFLINE, "$1"))).sort((a, b) => b.length - a.length);
  if (request.mode !== "navigate" || !fitting.length) return Response.error();
  return Response.redirect(new URL(`${fitting[0]}?page=${encodeURIComponent(address)}`, scope));
}

// @ts-check
// Kept pages: reads them from the cache of the newest build that has any.
import { findAddress, listCaches } from "./kept.js";

/** @typedef {{ url: string, title: string, html: string }} KeptPage */

const LANG = /<html[^>]*\blang="([^"]*)"/;
const TITLE = /<title>([^<]*)<\/title>/;

/**
 * @param {string} scope the URL of the home page
 * @param {string} lang
 * @param {number} [most]
 * @returns {Promise<KeptPage[]>} the pages in this language, by address
 */
export async function listKeptPages(scope, lang, most = Infinity) {
  const names = await listCaches(scope);
  if (!names.length) return [];
  const cache = await caches.open(names[names.length - 1]);
  const urls = (await cache.keys()).map(({ url }) => url).filter((url) => isPage(findAddress(url, scope)));
  /** @type {KeptPage[]} */
  const pages = [];
  for (const url of urls.sort()) {
    if (pages.length >= most) break;
    const html = (await (await cache.match(url))?.text()) ?? "";
    if (LANG.exec(html)?.[1] === lang) pages.push({ url, title: readTitle(html), html });
  }
  return pages;
}

/** @param {string | null} address */
function isPage(address) {
  return address !== null && /(^|\/|\.html)$/.test(address);
}

/** @param {string} html */
function readTitle(html) {
  const title = new DOMParser().parseFromString(TITLE.exec(html)?.[1] ?? "", "text/html").body.textContent ?? "";
  return title.replace(/ · [^·]*$/, ""); // without the site name
}

// @ts-check
// Cache of pages: what was fetched for one item serves the next one of the same page.
import { fetchPage } from "../practice/taken.js";
/** @typedef {import("../practice/taken.js").Fetched} Fetched */

/** How many parsed pages are kept. */
const KEPT = 30;

/**
 * @param {(address: URL) => Promise<Fetched>} [fetchOne]
 * @returns {(address: string) => Promise<Fetched>} fetches a page, or gives the one that is kept; what failed is
 *   fetched again
 */
export function cachePages(fetchOne = fetchPage) {
  /** @type {Map<string, Promise<Fetched>>} the one that was used last comes last */
  const pages = new Map();
  return (address) => {
    const fetching = pages.get(address) ?? fetchOne(new URL(address));
    pages.delete(address);
    pages.set(address, fetching);
    const [oldest] = pages.keys();
    if (pages.size > KEPT) pages.delete(oldest);
    fetching.catch(() => pages.get(address) === fetching && pages.delete(address));
    return fetching;
  };
}

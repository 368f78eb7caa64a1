// @ts-check
// Page cache: reuses a fetched page for further items on it.
import { fetchPage } from "../practice/taken.js";
/** @typedef {import("../practice/taken.js").Fetched} Fetched */

/** Maximum number of parsed pages to keep. */
const KEPT = 30;

/**
 * @param {(address: URL) => Promise<Fetched>} [fetchOne]
 * @returns {(address: string) => Promise<Fetched>} fetches a page or returns the cached one; failed fetches
 *   are retried
 */
export function cachePages(fetchOne = fetchPage) {
  /** @type {Map<string, Promise<Fetched>>} the most recently used is last */
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

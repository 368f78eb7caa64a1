// @ts-check
// Bank map for a run: fetched once per page.
import { fetchMap } from "../log/map.js";

/**
 * @param {string} address
 * @returns {() => Promise<import("../log/map.js").BankMap>} fetches it on the first call, and again if that
 *   failed; rejects if it cannot be loaded
 */
export function makeMap(address) {
  /** @type {ReturnType<typeof fetchMap> | undefined} */
  let fetching;
  return async () => {
    const map = await (fetching ??= fetchMap(address));
    if (map) return map;
    fetching = undefined;
    throw new Error("the map cannot be loaded");
  };
}

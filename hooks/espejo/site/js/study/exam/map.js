// @ts-check
// Map of the bank for a run: fetched once for the page.
import { fetchMap } from "../log/map.js";

/**
 * @param {string} address
 * @returns {() => Promise<import("../log/map.js").BankMap>} fetches it when it is first asked for, and again if that
 *   failed; rejected if it cannot be loaded
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

// @ts-check
// Quiz restarts: when a reader started a page over. Earlier answers belong to an earlier pass.
/** @typedef {import("./log.js").Log} Log */

const RESTARTS = "restarts";

/**
 * @param {Log} log
 * @param {string} page its path, the same in all languages
 * @returns {Promise<string>} when it was last restarted; "" if never
 */
export async function readRestart(log, page) {
  const restarts = Object(await log.about(RESTARTS));
  const at = Object.hasOwn(restarts, page) ? restarts[page] : "";
  return typeof at === "string" ? at : "";
}

/**
 * @param {Log} log
 * @param {string} page
 */
export async function noteRestart(log, page) {
  await log.setAbout(RESTARTS, { ...Object(await log.about(RESTARTS)), [page]: new Date().toISOString() });
}

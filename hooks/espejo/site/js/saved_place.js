// @ts-check
import { readSession, writeSession } from "./session.js";

/**
 * Where a reader is on a page. Shared by its mirrors, kept until the tab is closed.
 * @typedef {object} Place
 * @property {string[]} open the open parts, each with its question's id, such as "q-07-01 answer"
 * @property {string} question the id of the question being read, or ""
 * @property {number} blocks the number of blocks in this question
 * @property {number} block the index of the one being read
 * @property {number} share the share of this block above the reading line
 * @property {boolean} [switched] whether the reader came from a mirror of the page
 */

const SWITCH = "place-switch";

/** Note that the next page is a mirror of this one. */
export function markSwitch() {
  writeSession(SWITCH, pageKey());
}

/** @param {Place} place */
export function savePlace(place) {
  writeSession(pageKey(), JSON.stringify(place));
}

/** @returns {Place | null} where to resume after a reload, Back, or a switch; null if a link led here */
export function loadPlace() {
  const key = pageKey();
  const switched = readSession(SWITCH) === key;
  writeSession(SWITCH, "");
  const [navigation] = performance.getEntriesByType("navigation");
  const returned =
    ["reload", "back_forward"].includes(/** @type {PerformanceNavigationTiming} */ (navigation)?.type);
  const place = switched || returned ? parsePlace(readSession(key)) : null;
  return place && { ...place, switched };
}

/** @returns {string} the storage key of this page: the same in all languages and side by side */
function pageKey() {
  const page = document.querySelector("article[data-page]")?.getAttribute("data-page");
  return `place ${page ?? location.pathname}`;
}

/**
 * @param {string | null} text
 * @returns {Place | null} null if something else is stored there
 */
function parsePlace(text) {
  try {
    const { open, question, blocks, block, share } = JSON.parse(text ?? "null");
    const strings = Array.isArray(open) && [...open, question].every((one) => typeof one === "string");
    const numbers = Number.isInteger(blocks) && Number.isInteger(block) && Number.isFinite(share);
    const within = block >= 0 && block < Math.max(1, blocks);
    return strings && numbers && within ? { open, question, blocks, block, share } : null;
  } catch {
    return null;
  }
}

// @ts-check
// Run state: the drawn items and the progress, kept while the tab is open, for both languages.
import { readSession, writeSession } from "../../session.js";
/** @typedef {import("./draw.js").Item} Item */

const KEY = "run";

/**
 * @typedef {object} RunState
 * @property {"feedback" | "exam"} mode
 * @property {string} where as in the log
 * @property {Item[]} items in the order they are asked
 * @property {number} start in milliseconds since 1970
 * @property {number} minutes time limit; 0 if there is none
 * @property {number} end when it was handed in; 0 until then
 * @property {number} current the question of an exam on the screen, from 0
 * @property {boolean} hidesClock
 * @property {Record<string, number>} spent milliseconds on each question of an exam
 * @property {Record<string, {first: boolean, last: boolean}>} standings of the answers so far
 */

/**
 * @param {Pick<RunState, "mode" | "where" | "items" | "minutes">} drawn
 * @returns {RunState} a run that starts once its questions are loaded
 */
export function beginRun(drawn) {
  return { ...drawn, start: 0, end: 0, current: 0, hidesClock: false, spent: {}, standings: {} };
}

/** @param {RunState} state */
export function saveRun(state) {
  writeSession(KEY, JSON.stringify(state));
}

export function forgetRun() {
  writeSession(KEY, "");
}

/** @returns {RunState | null} the run in this tab */
export function loadRun() {
  return parseRun(readSession(KEY));
}

/**
 * @param {string | null} text
 * @returns {RunState | null} null if something else is stored there
 */
export function parseRun(text) {
  try {
    const state = JSON.parse(text ?? "null");
    const { mode, where, items, start, minutes, end, current, hidesClock, spent, standings } = state;
    const named = ["feedback", "exam"].includes(mode) && /^[a-z]{1,16}$/.test(where);
    const counted = [start, minutes, end, current].every((one) => Number.isFinite(one) && one >= 0);
    const listed = Array.isArray(items) && items.length > 0 && items.every(isItem) && isRecord(spent) && isRecord(standings);
    if (!named || !counted || !listed) return null;
    return { mode, where, items, start, minutes, end, current, hidesClock: hidesClock === true, spent, standings };
  } catch {
    return null;
  }
}

/** @param {any} item */
function isItem(item) {
  return typeof item?.id === "string" && typeof item.unit === "string" && /^[\w-]+(\/[\w-]+)*$/.test(item.unit);
}

/** @param {unknown} value */
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

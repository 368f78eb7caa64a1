// @ts-check
// The log as a file that a reader downloads and loads again, here or on another device.
/** @typedef {import("./event.js").LogEvent} LogEvent */
/** @typedef {import("./log.js").Log} Log */
/** @typedef {"damaged" | "foreign" | "future" | "large"} Refusal why a file is not loaded */
import { readEvents, uniteLists } from "./event.js";
import { findNew } from "./new_events.js";

/** The version that is written. All before it are read: each has had what it has, and less. */
const VERSION = 2;
const MAX_EVENTS = 1000000;

/** The most characters of a file: room for as many events as one may have. Compare it with the size before reading. */
export const MAX_SIZE = 384 * 1024 * 1024;

/**
 * @param {LogEvent[]} events
 * @param {string} bank the namespace of the bank
 */
export function writeLogFile(events, bank) {
  const lines = events.map((event) => JSON.stringify(event)).join(",\n");
  return `{"espejo_log": ${VERSION}, "bank": ${JSON.stringify(bank)}, "events": [\n${lines}\n]}\n`;
}

/**
 * Read a file that anybody may have written. If one event is malformed, the whole file is refused: to load a part of
 * it without a word would lose the rest. Of events with the same identity the first counts.
 * @param {string} text
 * @param {string} bank the namespace of the bank
 * @returns {{ events: LogEvent[] } | { refused: Refusal }}
 */
export function readLogFile(text, bank) {
  if (text.length > MAX_SIZE) return { refused: "large" };
  try {
    const file = JSON.parse(text);
    const refused = findRefusal(file, bank);
    if (refused) return { refused };
    const events = readEvents(file.events);
    return events.length < file.events.length ? { refused: "damaged" } : { events: uniteLists([], events) };
  } catch {
    return { refused: "damaged" }; // no JSON, or nested deeper than the browser can read
  }
}

/**
 * @param {any} file
 * @param {string} bank
 * @returns {Refusal | undefined}
 */
function findRefusal(file, bank) {
  const has = (/** @type {string} */ name) => Object.hasOwn(Object(file), name);
  if (!has("espejo_log")) return "foreign";
  if (!Number.isInteger(file.espejo_log) || file.espejo_log < 1) return "damaged";
  if (file.espejo_log > VERSION) return "future";
  if (!has("bank") || typeof file.bank !== "string") return "damaged";
  if (file.bank !== bank) return "foreign";
  if (!has("events") || !Array.isArray(file.events)) return "damaged";
  return file.events.length > MAX_EVENTS ? "large" : undefined;
}

/**
 * What it would add to the log to load these events.
 * @param {LogEvent[]} events
 * @param {Log} log
 */
export async function compare(events, log) {
  const added = findNew(events, await log.all()).length;
  return { added, known: events.length - added };
}

// @ts-check
// Log file: export and import of the log, on this or another device.
/** @typedef {import("./event.js").LogEvent} LogEvent */
/** @typedef {import("./log.js").Log} Log */
/** @typedef {"damaged" | "foreign" | "future" | "large"} Refusal why a file was rejected */
import { readEvents, uniteLists } from "./event.js";
import { findNew } from "./new_events.js";

/** The version we write. Older versions, which are subsets of it, can be read. */
const VERSION = 2;
const MAX_EVENTS = 1000000;

/** The maximum length of a file, with room for `MAX_EVENTS`. Compare it with the file size before reading. */
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
 * Read a file that anybody may have written. One malformed event rejects the whole file: loading part of it
 * would silently lose the rest. Of events with the same identity, the first counts.
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
    return { refused: "damaged" }; // not JSON, or nested too deeply for the browser
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
 * What loading these events would add to the log.
 * @param {LogEvent[]} events
 * @param {Log} log
 */
export async function compare(events, log) {
  const added = findNew(events, await log.all()).length;
  return { added, known: events.length - added };
}

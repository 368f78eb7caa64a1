// @ts-check
// What follows from the log for the progress of a reader. Nothing here is stored: it is computed from events.
/** @typedef {import("./event.js").LogEvent} LogEvent */
import { compareEvents } from "./event.js";
export { countRight, isCurrent, progressOf } from "./tally.js";

/**
 * The latest event of each item.
 * @param {LogEvent[]} events
 * @returns {Map<string, LogEvent>}
 */
export function byItem(events) {
  return new Map([...events].sort(compareEvents).map((event) => [event.id, event]));
}

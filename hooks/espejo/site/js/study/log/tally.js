// @ts-check
// How far a reader is. This module imports nothing, because pages that only show progress load it.
/** @typedef {import("./event.js").LogEvent} LogEvent */
/** @typedef {{ id: string, key: string }} Item a question or card, with the fingerprint of what is right today */
/** @typedef {{ answered: number, right: number }} Tally */

/**
 * Whether the same is right today as when the question was answered.
 * @param {LogEvent | undefined} event
 * @param {string} key
 * @returns {event is LogEvent}
 */
export function isCurrent(event, key) {
  return event?.key === key;
}

/**
 * How far a reader is in some items. An item whose key has changed since it was answered is open again.
 * @param {Map<string, LogEvent>} last the latest event of each item
 * @param {Item[]} items
 * @returns {Tally & { total: number }}
 */
export function progressOf(last, items) {
  const current = items.map(({ id, key }) => (isCurrent(last.get(id), key) ? last.get(id) : undefined));
  return { ...countRight(current.filter((event) => event !== undefined)), total: items.length };
}

/**
 * @param {LogEvent[]} events
 * @returns {Tally}
 */
export function countRight(events) {
  return { answered: events.length, right: events.filter(({ right }) => right).length };
}

// @ts-check
// Progress counts. Imports nothing, because pages that only show progress load it.
/** @typedef {import("./event.js").LogEvent} LogEvent */
/** @typedef {{ id: string, key: string }} Item a question or card, with its current fingerprint */
/** @typedef {{ answered: number, right: number }} Tally */

/**
 * Whether the correct answer is still the same as when the question was answered.
 * @param {LogEvent | undefined} event
 * @param {string} key
 * @returns {event is LogEvent}
 */
export function isCurrent(event, key) {
  return event?.key === key;
}

/**
 * A reader's progress in some items. An item whose key has changed since it was answered counts as open.
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

// @ts-check
// Queries on the event store. Results are unchecked: pass them to `readEvent`.
/** @typedef {import("./database.js").Store} Store */

/**
 * All events of these items.
 * @param {Store} events
 * @param {string[]} ids
 * @returns {Promise<unknown[]>}
 */
export async function findAll(events, ids) {
  const index = indexOf(events);
  return (await Promise.all(ids.map((id) => index.getAll(rangeOf(id))))).flat();
}

/**
 * The keys of all events of these items.
 * @param {Store} events
 * @param {string[]} ids
 * @returns {Promise<IDBValidKey[]>}
 */
export async function findKeys(events, ids) {
  const index = indexOf(events);
  return (await Promise.all(ids.map((id) => index.getAllKeys(rangeOf(id))))).flat();
}

/**
 * The index by item and time.
 * @param {Store} events
 */
export function indexOf(events) {
  return events.index("by_item");
}

/**
 * The index range of an item's events. Arrays sort after all strings.
 * @param {string} id
 */
function rangeOf(id) {
  return IDBKeyRange.bound([id], [id, []]);
}

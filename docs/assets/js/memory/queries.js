// @ts-check
// What is asked of the store of events. What is found may be anything: `readEvent` says whether it is an event.
/** @typedef {import("./database.js").Store} Store */

/**
 * The latest event of each of these items.
 * @param {Store} events
 * @param {string[]} ids
 * @returns {Promise<unknown[]>}
 */
export function findLast(events, ids) {
  const index = indexOf(events);
  return Promise.all(ids.map(async (id) => (await index.openCursor(rangeOf(id), "prev"))?.value));
}

/**
 * The first and the latest event of each of these items after a time.
 * @param {Store} events
 * @param {string[]} ids
 * @param {string} since
 * @returns {Promise<unknown[]>}
 */
export async function findEnds(events, ids, since) {
  const index = indexOf(events);
  const find = async (/** @type {string} */ id, /** @type {"next" | "prev"} */ direction) =>
    (await index.openCursor(IDBKeyRange.bound([id, since], [id, []], true), direction))?.value;
  return Promise.all(ids.flatMap((id) => [find(id, "next"), find(id, "prev")]));
}

/**
 * The latest event of every item. Each item is looked up in the index after the one before: a cursor that is told to
 * go on at a key reads every event on the way, in Chromium.
 * @param {Store} events
 * @returns {Promise<unknown[]>}
 */
export async function findLastOfAll(events) {
  const ids = [];
  let id = "";
  while (typeof id === "string") {
    id = (await indexOf(events).get(IDBKeyRange.lowerBound([`${id}\0`])))?.id;
    ids.push(id);
  }
  return findLast(events, ids.slice(0, -1));
}

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
function indexOf(events) {
  return events.index("by_item");
}

/**
 * The events of an item in the index. An array comes after every text.
 * @param {string} id
 */
function rangeOf(id) {
  return IDBKeyRange.bound([id], [id, []]);
}

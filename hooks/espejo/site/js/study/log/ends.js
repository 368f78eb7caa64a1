// @ts-check
/** @typedef {import("./event.js").LogEvent} LogEvent */
import { indexOf } from "./queries.js";

/**
 * The first and the last event of each item after a time. Reads only these two, however many lie between.
 * @param {import("./log.js").Log} log
 * @param {string[]} ids
 * @param {string} since
 * @returns {Promise<Map<string, { first: LogEvent, last: LogEvent }>>}
 */
export async function readEnds(log, ids, since) {
  const found = await log.collect((events) => findEnds(events, ids, since), ids);
  const ends = new Map();
  for (const event of found.filter(({ at }) => at > since)) {
    ends.set(event.id, { first: ends.get(event.id)?.first ?? event, last: event });
  }
  return ends;
}

/**
 * @param {import("./database.js").Store} events
 * @param {string[]} ids
 * @param {string} since
 * @returns {Promise<unknown[]>}
 */
async function findEnds(events, ids, since) {
  const index = indexOf(events);
  const find = async (/** @type {string} */ id, /** @type {"next" | "prev"} */ direction) =>
    (await index.openCursor(IDBKeyRange.bound([id, since], [id, []], true), direction))?.value;
  return Promise.all(ids.flatMap((id) => [find(id, "next"), find(id, "prev")]));
}

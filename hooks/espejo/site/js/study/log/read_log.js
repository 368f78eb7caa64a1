// @ts-check
// Log reader for pages that only show progress. It is small, uses no library, and never creates a database,
// so nothing is stored for readers who never answer.
import { LOG_NAME } from "./name.js";
/** @typedef {import("./event.js").LogEvent} LogEvent */
/** @typedef {Record<string, string>} Restarts when quizzes were restarted, by path */

/**
 * The latest event of every item, and when quizzes were restarted. Events are unchecked: callers compare
 * their ids and keys with those of the bank.
 * @returns {Promise<{ last: Map<string, LogEvent>, restarts: Restarts }>} empty if the storage fails
 */
export async function readLog() {
  const last = new Map();
  /** @type {Restarts} */
  let restarts = {};
  try {
    const opening = indexedDB.open(LOG_NAME);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const database = await finish(opening);
    try {
      const transaction = database.transaction(["events", "about"]);
      await readLast(transaction.objectStore("events").index("by_item"), last);
      restarts = { ...(await finish(transaction.objectStore("about").get("restarts"))) };
    } finally {
      database.close();
    }
  } catch {
    // Blocked or not created yet: nothing to show.
  }
  return { last, restarts };
}

/**
 * Walk the index from each item's latest event to the previous item's, skipping all earlier ones. Each step
 * opens a new cursor, which is a lookup: in Chromium, `continue` to a key reads everything on the way.
 * @param {IDBIndex} index
 * @param {Map<string, LogEvent>} last
 */
async function readLast(index, last) {
  /** @type {IDBKeyRange | null} */
  let range = null;
  for (let cursor; (cursor = await finish(index.openCursor(range, "prev"))); ) {
    const [id] = /** @type {string[]} */ (cursor.key);
    last.set(id, cursor.value);
    range = IDBKeyRange.upperBound([id], true);
  }
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function finish(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      event.preventDefault(); // or some browsers report an uncaught error
      reject(request.error);
    };
  });
}

// @ts-check
// What pages need of the log that only show how far a reader is. They load little, so this uses no library; and it
// makes no database where there is none, so nothing is stored for readers who never answer.
/** @typedef {import("./event.js").LogEvent} LogEvent */
/** @typedef {Record<string, string>} Restarts when quizzes were begun anew, by their paths */

/**
 * The latest event of every item, and when quizzes were begun anew. Events are as they were stored: whoever uses them
 * compares their ids and keys with those of the bank.
 * @returns {Promise<{ last: Map<string, LogEvent>, restarts: Restarts }>} empty if the storage does not answer
 */
export async function readLog() {
  const last = new Map();
  /** @type {Restarts} */
  let restarts = {};
  try {
    const opening = indexedDB.open("espejo");
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
    // Blocked, or not there yet: then there is nothing to show.
  }
  return { last, restarts };
}

/**
 * The index leads from the latest event of an item to that of the item before, past all earlier ones. Each step opens a
 * cursor, which is a search: Chromium's `continue` to a key reads everything on the way.
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
      event.preventDefault(); // else some browsers report it as an error of the page
      reject(request.error);
    };
  });
}

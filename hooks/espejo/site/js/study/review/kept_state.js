// @ts-check
// Kept state: what the log adds up to, stored beside it so that it need not be read again as a whole. It may be erased at
// any time, and always equals what a full replay gives.
import { SCHEDULE } from "../log/changes.js";
import { giveUp } from "../log/database.js";
import { openDatabase } from "../log/indexed_db.js";
import { randomName } from "../log/writes.js";
/** @typedef {import("./item_state.js").ItemState} ItemState */

/** Another number whenever the same events give another state: then the old one does not count. */
const VERSION = 1;

/**
 * @typedef {object} Header what the state was derived from
 * @property {unknown} edit the name of the last edit of the log
 * @property {Map<string, number>} heads the highest number of each device
 * @property {number} count of events
 * @property {Map<number, number>} days how many answers each day had
 * @property {{ count: number, earliest: string, latest: string }} future the answers with a date that has not come yet
 * @property {string} origin how these days were counted, and by which code
 * @property {string} [stamp] a name for what is stored, by which a tab sees that another one has stored something else
 */

/** How the days of a state are counted now, and by which code. */
export function findOrigin() {
  return `${VERSION} ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
}

/**
 * @template Result
 * @param {IDBTransactionMode} mode
 * @param {(items: any, headers: any) => Promise<Result>} work
 * @returns {Promise<Result | undefined>} undefined if the storage does not answer: then nothing is kept
 */
async function run(mode, work) {
  try {
    const database = await openDatabase(SCHEDULE, (created, transaction) => {
      if (mode === "readonly") return giveUp(transaction);
      created.createObjectStore("items", { keyPath: "id" });
      created.createObjectStore("headers");
    });
    try {
      const transaction = database.transaction(["items", "headers"], mode);
      transaction.done.catch(() => {}); // whoever waits for it below is told
      try {
        const result = await work(transaction.objectStore("items"), transaction.objectStore("headers"));
        await transaction.done;
        return result;
      } catch (error) {
        transaction.abort();
        throw error;
      }
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

/** @returns {Promise<{ header: Header, states: ItemState[] } | undefined>} undefined if there is none of this code and zone */
export async function loadState() {
  const kept = await run("readonly", async (items, headers) => [await headers.get("header"), await items.getAll()]);
  const [header, states] = kept ?? [];
  return header?.origin === findOrigin() ? { header, states } : undefined;
}

/**
 * Store everything.
 * @param {Header} header gets another stamp
 * @param {Iterable<ItemState>} states
 */
export async function saveAll(header, states) {
  await save(header, async (items) => {
    await items.clear();
    await Promise.all([...states].map((state) => items.put(state)));
  });
}

/**
 * Store what changed, unless another tab has stored something since.
 * @param {Header} header gets another stamp
 * @param {[id: string, state: ItemState | undefined][]} changes nothing is left of those without a state
 */
export async function saveChanges(header, changes) {
  await save(header, async (items, stored) => {
    if (stored?.stamp !== header.stamp) throw new Error("another tab was here"); // before anything is changed
    await Promise.all(changes.map(([id, state]) => (state ? items.put(state) : items.delete(id))));
  });
}

/**
 * @param {Header} header
 * @param {(items: any, stored: Header | undefined) => Promise<unknown>} work
 */
async function save(header, work) {
  const stamp = randomName();
  const isSaved = await run("readwrite", async (items, headers) => {
    await work(items, await headers.get("header"));
    await headers.put({ ...header, stamp }, "header");
    return true;
  });
  header.stamp = isSaved ? stamp : "";
}

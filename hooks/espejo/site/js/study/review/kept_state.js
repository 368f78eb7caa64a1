// @ts-check
// State cache: the item states derived from the log, stored so that the whole log needn't be read again. It
// can be erased at any time, and always equals the result of a full replay.
import { SCHEDULE } from "../log/changes.js";
import { giveUp } from "../log/database.js";
import { openDatabase } from "../log/indexed_db.js";
import { randomName } from "../log/writes.js";
/** @typedef {import("./item_state.js").ItemState} ItemState */

/** Change this whenever the same events would give another state: it invalidates stored states. */
const VERSION = 1;

/**
 * @typedef {object} Header what the state is derived from
 * @property {unknown} edit id of the log's last edit
 * @property {Map<string, number>} heads the highest sequence number of each device
 * @property {number} count of events
 * @property {Map<number, number>} days number of answers on each day
 * @property {{ count: number, earliest: string, latest: string }} future answers dated in the future
 * @property {string} origin the time zone in which days were counted, and the version of the code
 * @property {string} [stamp] id of the stored state, by which tabs detect each other's writes
 */

/** The current time zone and version. */
export function findOrigin() {
  return `${VERSION} ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
}

/**
 * @template Result
 * @param {IDBTransactionMode} mode
 * @param {(items: any, headers: any) => Promise<Result>} work
 * @returns {Promise<Result | undefined>} undefined if the storage fails: then nothing is kept
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
      transaction.done.catch(() => {}); // the await below gets the error
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

/** @returns {Promise<{ header: Header, states: ItemState[] } | undefined>} none from another version or zone */
export async function loadState() {
  const kept = await run("readonly", async (items, headers) => [await headers.get("header"), await items.getAll()]);
  const [header, states] = kept ?? [];
  return header?.origin === findOrigin() ? { header, states } : undefined;
}

/**
 * Store everything.
 * @param {Header} header gets a new stamp
 * @param {Iterable<ItemState>} states
 */
export async function saveAll(header, states) {
  await save(header, async (items) => {
    await items.clear();
    await Promise.all([...states].map((state) => items.put(state)));
  });
}

/**
 * Store changes, unless another tab has stored something since.
 * @param {Header} header gets a new stamp
 * @param {[id: string, state: ItemState | undefined][]} changes items without a state are deleted
 */
export async function saveChanges(header, changes) {
  await save(header, async (items, stored) => {
    if (stored?.stamp !== header.stamp) throw new Error("another tab was here"); // before any change
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

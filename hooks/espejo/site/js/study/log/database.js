// @ts-check
import { openDatabase } from "./indexed_db.js";
import { LOG_NAME } from "./name.js";

/**
 * A store of the database: `events`, or `about`, the metadata of the log.
 * @typedef {import("idb").IDBPObjectStore<any, any, string, "readwrite">} Store
 */
/**
 * @template Result
 * @typedef {(events: Store, about: Store) => Promise<Result>} Work
 */

const STORES = ["events", "about"];

/**
 * The log's database. It opens on first use, and again if another tab or the browser closed it.
 */
export function makeDatabase() {
  /** @type {Promise<import("./indexed_db.js").Database> | undefined} */
  let opened;

  const close = () => {
    opened?.then(
      (database) => database.close(),
      () => {},
    );
    opened = undefined;
  };

  /**
   * @param {"readonly" | "readwrite"} mode
   * @returns {Promise<import("./indexed_db.js").Database>} rejects if there is nothing to read: only writing
   *   creates it
   */
  const open = (mode) => {
    opened ??= openDatabase(LOG_NAME, (database, transaction) => (mode === "readonly" ? giveUp(transaction) : create(database)), close);
    return opened;
  };

  /**
   * @template Result
   * @param {"readonly" | "readwrite"} mode
   * @param {Work<Result>} work
   */
  const transact = async (mode, work) => {
    const transaction = (await open(mode)).transaction(STORES, mode);
    transaction.done.catch(() => {}); // the await below gets the error
    const [events, about] = STORES.map((name) => transaction.objectStore(name));
    const result = await work(events, about);
    await transaction.done;
    return result;
  };

  /**
   * Run `work` in one transaction: all or nothing.
   * @template Result
   * @param {"readonly" | "readwrite"} mode
   * @param {Work<Result>} work awaits only requests to the stores, and at least one
   * @returns {Promise<Result | undefined>} undefined if there is nothing to read yet; rejects if the storage
   *   is full or fails
   */
  const run = async (mode, work) => {
    try {
      return await transact(mode, work);
    } catch (error) {
      close();
      return mode === "readonly" && isMissing(error) ? undefined : transact(mode, work);
    }
  };

  return { run, close };
}

/**
 * Abort the creation of a database, so that none is left behind.
 * @param {import("./indexed_db.js").Transaction} transaction
 */
export function giveUp(transaction) {
  transaction.done.catch(() => {}); // the opener gets the error
  transaction.abort();
}

/** @param {IDBDatabase} database */
function create(database) {
  database.createObjectStore(STORES[0], { keyPath: ["device", "n"] }).createIndex("by_item", ["id", "at"]);
  database.createObjectStore(STORES[1]);
}

/**
 * Whether opening failed because nothing has been written yet.
 * @param {unknown} error
 */
function isMissing(error) {
  return error instanceof Error && error.name === "AbortError";
}

/**
 * Whether a request failed because the quota is used up.
 * @param {unknown} error
 */
export function isFull(error) {
  return error instanceof Error && error.name === "QuotaExceededError";
}

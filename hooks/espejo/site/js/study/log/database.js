// @ts-check
import { openDatabase } from "./indexed_db.js";

/**
 * The stores of the database: events, and what is known about the log itself.
 * @typedef {import("idb").IDBPObjectStore<any, any, string, "readwrite">} Store
 */
/**
 * @template Result
 * @typedef {(events: Store, about: Store) => Promise<Result>} Work
 */

const STORES = ["events", "about"];

/**
 * The database of the log. It is opened when it is needed and, if another tab or the browser closed it, once more.
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
   * @returns {Promise<import("./indexed_db.js").Database>} rejected if there is nothing to read: only writing creates it
   */
  const open = (mode) => {
    opened ??= openDatabase("espejo", (database, transaction) => (mode === "readonly" ? giveUp(transaction) : create(database)), close);
    return opened;
  };

  /**
   * @template Result
   * @param {"readonly" | "readwrite"} mode
   * @param {Work<Result>} work
   */
  const transact = async (mode, work) => {
    const transaction = (await open(mode)).transaction(STORES, mode);
    transaction.done.catch(() => {}); // whoever waits for it below is told
    const [events, about] = STORES.map((name) => transaction.objectStore(name));
    const result = await work(events, about);
    await transaction.done;
    return result;
  };

  /**
   * Do something in one transaction: all of it is stored, or nothing.
   * @template Result
   * @param {"readonly" | "readwrite"} mode
   * @param {Work<Result>} work only requests to the stores, and at least one
   * @returns {Promise<Result | undefined>} undefined if there is nothing to read yet; rejected if the storage is full or
   *   does not answer
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
 * Leave no database where there was none.
 * @param {import("./indexed_db.js").Transaction} transaction
 */
export function giveUp(transaction) {
  transaction.done.catch(() => {}); // whoever opens it is told
  transaction.abort();
}

/** @param {IDBDatabase} database */
function create(database) {
  database.createObjectStore(STORES[0], { keyPath: ["device", "n"] }).createIndex("by_item", ["id", "at"]);
  database.createObjectStore(STORES[1]);
}

/**
 * Whether a database could not be opened because nobody has written anything yet.
 * @param {unknown} error
 */
function isMissing(error) {
  return error instanceof Error && error.name === "AbortError";
}

/**
 * Whether a request failed because no more may be stored.
 * @param {unknown} error
 */
export function isFull(error) {
  return error instanceof Error && error.name === "QuotaExceededError";
}

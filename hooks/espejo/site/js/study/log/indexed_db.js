// @ts-check
// IndexedDB with promises: the part of the package `idb` that we use, since all of it would be a tenth of a
// quiz page's script. Requests to a store can be awaited, and so can the end of a transaction.

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function finish(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error); // and the transaction is aborted
  });
}

/**
 * @param {any} source a store or an index
 * @returns {any} a proxy whose requests are promises
 */
function wrap(source) {
  return new Proxy(source, {
    get(target, name) {
      if (typeof target[name] !== "function") return target[name]; // `await` asks for `then`
      return (/** @type {unknown[]} */ ...values) => {
        const result = target[name](...values);
        return result instanceof IDBRequest ? finish(result) : wrap(result);
      };
    },
  });
}

/** @param {IDBTransaction} transaction */
function wrapTransaction(transaction) {
  return {
    /** Rejects if nothing was stored. */
    done: new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
    }),
    abort: () => transaction.abort(),
    objectStore: (/** @type {string} */ name) => wrap(transaction.objectStore(name)),
  };
}

/** @typedef {ReturnType<typeof wrapTransaction>} Transaction */
/** @typedef {Awaited<ReturnType<typeof openDatabase>>} Database */

/**
 * @param {string} name
 * @param {(database: IDBDatabase, transaction: Transaction) => void} create creates the stores of a new
 *   database
 * @param {() => void} [onClose] called when another tab asks to close it, or the browser has closed it
 */
export async function openDatabase(name, create, onClose) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => create(request.result, wrapTransaction(/** @type {IDBTransaction} */ (request.transaction)));
  const database = await finish(request);
  const close = () => database.close();
  database.onversionchange = onClose ?? close;
  database.onclose = onClose ?? close;
  return {
    close,
    transaction: (/** @type {string[]} */ stores, /** @type {IDBTransactionMode} */ mode) => wrapTransaction(database.transaction(stores, mode)),
  };
}

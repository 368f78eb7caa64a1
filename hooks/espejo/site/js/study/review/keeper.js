// @ts-check
// Worker client: calls the review worker, which has the log and the schedule.
/** @typedef {import("./worker.js").Calls} Calls */
/** @typedef {Calls & { trouble: "" | "blocked" | "full" }} Keeper */

const CALLS = ["open", "today", "preview", "append", "undo", "regrade", "count", "about", "setAbout"];

/**
 * @param {() => Worker} startWorker
 * @returns {Keeper} calls the worker; a call rejects if it fails or the worker stops. The next call then
 *   starts a new worker.
 */
export function makeKeeper(startWorker) {
  /** @type {{ resolve: (value: any) => void, reject: (reason: unknown) => void }[]} */
  const calls = [];
  /** @type {Worker | undefined} */
  let worker;
  const start = () => {
    const started = startWorker();
    started.onmessage = ({ data: { number, result, error, trouble } }) => {
      keeper.trouble = trouble;
      if (error) calls[number].reject(Error(error));
      else calls[number].resolve(result);
    };
    started.onerror = (event) => {
      worker = undefined;
      started.terminate();
      for (const { reject } of calls) reject(event);
    };
    return started;
  };
  /** @type {any} */
  const keeper = { trouble: "" };
  for (const name of CALLS) {
    keeper[name] = (/** @type {unknown[]} */ ...values) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        worker.postMessage({ number: calls.push({ resolve, reject }) - 1, name, values });
      });
  }
  return keeper;
}

// @ts-check
/** @typedef {import("./event.js").LogEvent} LogEvent */
import { readEvents } from "./event.js";

/**
 * All events in batches, in no particular order, to read a long log without blocking the page.
 * @param {import("./log.js").Log} log
 * @param {number} [size] the maximum number of events in a batch
 */
export async function* readBatches(log, size = 1000) {
  /** @type {any[]} */
  let found = [];
  do {
    const { device, n } = found.at(-1) ?? {};
    const rest = found.length ? IDBKeyRange.lowerBound([device, n], true) : null;
    found = (await log.read((events) => events.getAll(rest, size))) ?? [];
    yield readEvents(found);
  } while (found.length === size);
  yield [...log.unsaved.values()];
}

// @ts-check
// Writes to the log's stores, within a transaction of the caller.
/** @typedef {import("./event.js").LogEvent} LogEvent */
/** @typedef {import("./database.js").Store} Store */
import { DAY } from "./days.js";
import { MAX_N, readEvent } from "./event.js";

/** @returns {string} 12 random letters and digits */
export function randomName() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}

/**
 * Assign an event this device's name and next number. A device without a name gets one, and so does a device
 * that has run out of numbers.
 * @param {LogEvent} draft
 * @param {Store} events
 * @param {Store} about
 */
export async function numberEvent(draft, events, about) {
  const device = String(await about.get("device"));
  const cursor = await events.openCursor(IDBKeyRange.bound([device], [device, MAX_N]), "prev");
  const n = Math.max(cursor ? cursor.key[1] + 1 : 1, await readNext(about, device));
  const event = readEvent({ ...draft, device, n, at: findTime(draft.at, cursor?.value.at) });
  if (event) return event;
  const name = randomName();
  await about.put(name, "device");
  return { ...draft, device: name, n: 1 };
}

/**
 * The stored next number of a device, for when its last event was undone.
 * @param {Store} about
 * @param {string} device
 * @returns {Promise<number>}
 */
export async function readNext(about, device) {
  const next = await about.get("next");
  return next?.device === device && Number.isSafeInteger(next.n) ? next.n : 1;
}

/**
 * The time of an event: now, or just after the previous event if the clock was set back by less than a day.
 * No two events of a device share a time, because Anki identifies reviews by their times.
 * @param {string} now
 * @param {string | undefined} before
 */
function findTime(now, before) {
  if (!before) return now;
  const ahead = Date.parse(before) - Date.parse(now);
  return ahead >= 0 && ahead < DAY ? new Date(Date.parse(before) + 1).toISOString() : now;
}

/**
 * Record that the log was edited, that is, changed other than by an answer on this device: state derived from
 * it can't be updated from later events alone.
 * @param {Store} about
 */
export async function noteEdit(about) {
  await about.put(randomName(), "edit");
}

// @ts-check
// What is changed in the stores, within a transaction of the caller.
/** @typedef {import("./event.js").LogEvent} LogEvent */
/** @typedef {import("./database.js").Store} Store */
import { MAX_N, identityOf, readEvent, uniteLists } from "./event.js";
import { findKeys } from "./queries.js";

/** A clock that was set back by less than this does not change the order of answers. */
const DAY = 86400000;

/** @returns {string} 12 random letters and digits */
export function randomName() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}

/**
 * Give an event the name of this device and its next number. A device without a name gets one, and so does a device
 * whose numbers are used up.
 * @param {LogEvent} draft
 * @param {Store} events
 * @param {Store} about
 */
export async function numberEvent(draft, events, about) {
  const device = String(await about.get("device"));
  const cursor = await events.openCursor(IDBKeyRange.bound([device], [device, MAX_N]), "prev");
  const n = cursor ? cursor.key[1] + 1 : 1;
  const event = readEvent({ ...draft, device, n, at: findTime(draft.at, cursor?.value.at) });
  if (event) return event;
  const name = randomName();
  await about.put(name, "device");
  return { ...draft, device: name, n: 1 };
}

/**
 * The time of an event: now, or the time of the event before if the clock was set back a little since then.
 * @param {string} now
 * @param {string | undefined} before
 */
function findTime(now, before) {
  const ahead = Date.parse(before ?? now) - Date.parse(now);
  return ahead > 0 && ahead < DAY ? before : now;
}

/**
 * Store the events that are not there yet.
 * @param {Store} store
 * @param {LogEvent[]} events
 * @returns {Promise<number>} how many they are
 */
export async function unite(store, events) {
  if (!events.length) return 0;
  const known = new Set((await store.getAllKeys()).map(String));
  const added = uniteLists([], events).filter((event) => !known.has(identityOf(event)));
  await Promise.all(added.map((event) => store.put(event)));
  return added.length;
}

/**
 * @param {Store} events
 * @param {Store} about
 */
export async function eraseAll(events, about) {
  const count = await events.count();
  await Promise.all([events.clear(), about.clear()]);
  return count;
}

/**
 * @param {string[]} ids
 * @param {Store} events
 * @param {Store} about
 */
export async function eraseItems(ids, events, about) {
  const keys = await findKeys(events, [...new Set(ids)]);
  await Promise.all([about.delete("device"), ...keys.map((key) => events.delete(key))]);
  return keys.length;
}

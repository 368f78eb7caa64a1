// @ts-check
// Log edits: import, erase, undo, regrade. Few pages need them, so they aren't part of `log.js`.
/** @typedef {import("./event.js").LogEvent} LogEvent */
/** @typedef {import("./log.js").Log} Log */
import { identityOf, readEvent, readEvents } from "./event.js";
import { findNew, isFromAnki } from "./new_events.js";
import { findKeys } from "./queries.js";
import { noteEdit, readNext } from "./writes.js";

/**
 * Add events from elsewhere, such as another device. If two have the same identity, the existing one stays.
 * @param {Log} log
 * @param {LogEvent[]} events
 * @returns {Promise<{ added: number, known: number }>}
 */
export async function addEvents(log, events) {
  const wellFormed = readEvents(events);
  let fresh = wellFormed;
  const stored = await log.write(async (store, about) => {
    const known = wellFormed.some(isFromAnki) ? await store.getAll() : (await store.getAllKeys()).map(([device, n]) => ({ device, n }));
    fresh = findNew(wellFormed, known);
    await Promise.all(fresh.map((event) => store.put(event)));
    if (fresh.length) await noteEdit(about);
    return fresh.length;
  });
  const added = stored ?? keepUnsaved(log, fresh);
  log.announce();
  return { added, known: wellFormed.length - added };
}

/**
 * Keep events in memory when they cannot be stored.
 * @param {Log} log
 * @param {LogEvent[]} events
 */
function keepUnsaved({ unsaved }, events) {
  const added = findNew(events, [...unsaved.values()]);
  for (const event of added) unsaved.set(identityOf(event), event);
  return added.length;
}

/**
 * Erase everything, or the events of these items. The device gets a new name: under the old one, it would
 * reuse numbers that events in a downloaded file already have.
 * @param {Log} log
 * @param {string[]} [ids]
 * @returns {Promise<number>} how many events were erased
 */
export async function eraseEvents(log, ids) {
  const dropped = [...log.unsaved.values()].filter(({ id }) => !ids || ids.includes(id));
  dropped.forEach((event) => log.unsaved.delete(identityOf(event)));
  if (!ids) log.forgetAbout();
  const erased = await log.write(async (events, about) => {
    const count = await (ids ? eraseItems(ids, events, about) : eraseAll(events, about));
    await noteEdit(about);
    return count;
  });
  await deleteKeptState();
  log.announce();
  return dropped.length + (erased ?? 0);
}

/**
 * @param {import("./database.js").Store} events
 * @param {import("./database.js").Store} about
 */
async function eraseAll(events, about) {
  const count = await events.count();
  await Promise.all([events.clear(), about.clear()]);
  return count;
}

/**
 * @param {string[]} ids
 * @param {import("./database.js").Store} events
 * @param {import("./database.js").Store} about
 */
async function eraseItems(ids, events, about) {
  const keys = await findKeys(events, [...new Set(ids)]);
  await Promise.all([about.delete("device"), ...keys.map((key) => events.delete(key))]);
  return keys.length;
}

/**
 * Delete the database in which earlier versions kept the state of each item. It was derived from the log, and
 * also reveals what was answered.
 */
export async function deleteKeptState() {
  try {
    await new Promise((resolve) => {
      const request = indexedDB.deleteDatabase("espejo-review");
      request.onsuccess = request.onerror = request.onblocked = resolve; // deleted once unblocked
    });
  } catch {
    // Storage is blocked, so there is no database.
  }
}

/**
 * Undo an answer. Its number isn't reused, because a downloaded file may have it.
 * @param {Log} log
 * @param {LogEvent} event
 */
export async function undoAnswer(log, { device, n }) {
  log.unsaved.delete(identityOf({ device, n }));
  await log.write(async (events, about) => {
    if (!(await events.getKey([device, n]))) return false; // erased in the meantime
    if (device === (await about.get("device"))) await about.put({ device, n: Math.max(await readNext(about, device), n + 1) }, "next");
    await events.delete([device, n]);
    await noteEdit(about);
    return true;
  });
  log.announce();
}

/**
 * Correct the grade of an answer, if its kind can have that grade.
 * @param {Log} log
 * @param {LogEvent} event
 * @param {import("./event.js").Grade} grade
 */
export async function regradeAnswer(log, event, grade) {
  const graded = readEvent({ ...event, grade });
  if (!graded) return;
  if (log.unsaved.has(identityOf(event))) log.unsaved.set(identityOf(event), graded);
  await log.write(async (events, about) => {
    if (!(await events.getKey([event.device, event.n]))) return false; // erased in the meantime
    await events.put(graded);
    await noteEdit(about);
    return true;
  });
  log.announce();
}

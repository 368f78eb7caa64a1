// @ts-check
/** @typedef {import("./event.js").LogEvent} LogEvent */
/** @typedef {import("./event.js").Answer} Answer */
/** @typedef {import("./database.js").Store} Store */
/** @typedef {Awaited<ReturnType<typeof openLog>>} Log */
import { isFull, makeDatabase } from "./database.js";
import { MAX_MS, compareEvents, identityOf, readEvent, readEvents, uniteLists } from "./event.js";
import { byItem } from "./fold.js";
import { findAll, findEnds, findLast, findLastOfAll } from "./queries.js";
import { eraseAll, eraseItems, numberEvent, randomName, unite } from "./writes.js";

/**
 * Open the log of what a reader answered. It never fails: what cannot be stored is kept in memory, and stored with
 * what comes next if that is possible again. `trouble` says why something is only in memory: the storage is "blocked"
 * or "full".
 */
export async function openLog() {
  const database = makeDatabase();
  const visit = randomName();
  let count = 0;
  /** What could not be stored, by identity. @type {Map<string, LogEvent>} */
  const unsaved = new Map();
  /** @type {Map<string, unknown>} */
  const unsavedAbout = new Map();
  /** @type {"" | "blocked" | "full"} */
  let trouble = "";
  /** @type {Set<() => void>} */
  const callbacks = new Set();
  const channel = openChannel(() => callbacks.forEach((callback) => callback()));

  const announce = () => {
    channel?.postMessage("");
    callbacks.forEach((callback) => callback());
  };

  /**
   * @template Result
   * @param {"readonly" | "readwrite"} mode
   * @param {import("./database.js").Work<Result>} work
   * @returns {Promise<Result | undefined>} undefined if it is not possible
   */
  const attempt = async (mode, work) => {
    try {
      const result = await database.run(mode, work);
      if (!unsaved.size) trouble = "";
      return result;
    } catch (error) {
      trouble = isFull(error) ? "full" : "blocked";
    }
  };

  /**
   * Write something, together with what could not be stored before.
   * @template Result
   * @param {import("./database.js").Work<Result>} work
   * @returns {Promise<Result | undefined>} undefined if it is not possible
   */
  const write = async (work) => {
    const waiting = [...unsaved.values()];
    const result = await attempt("readwrite", async (events, about) => {
      await unite(events, waiting);
      return work(events, about);
    });
    if (result === undefined) return;
    waiting.forEach((event) => unsaved.delete(identityOf(event)));
    if (!unsaved.size) trouble = "";
    return result;
  };

  /**
   * The events that are found in the store and among those that could not be stored, in the order of time.
   * @param {(events: Store) => Promise<unknown[]>} find
   * @param {string[]} [ids] of which items; of all, if left out
   */
  const collect = async (find, ids) => {
    const stored = readEvents((await attempt("readonly", find)) ?? []);
    const others = [...unsaved.values()].filter(({ id }) => !ids || ids.includes(id));
    return uniteLists(stored, others).sort(compareEvents);
  };

  const log = {
    get trouble() {
      return trouble;
    },

    /**
     * Add an answer. Its number is found in the transaction that stores it, so that two tabs lose nothing.
     * @param {Answer} answer
     * @returns {Promise<LogEvent>}
     * @throws {TypeError} if it does not have the form of an answer: a mistake of the script that calls this
     */
    async append(answer) {
      const draft = makeDraft(answer, visit);
      const stored = await write(async (events, about) => {
        const event = await numberEvent(draft, events, about);
        await events.put(event);
        return event;
      });
      const event = stored ?? { ...draft, n: ++count };
      if (!stored) unsaved.set(identityOf(event), event);
      announce();
      return event;
    },

    /**
     * The latest event of each of these items.
     * @param {string[]} ids
     */
    async last(ids) {
      return byItem(await collect((events) => findLast(events, ids), ids));
    },

    /**
     * The first and the latest event of each of these items after a time.
     * @param {string[]} ids
     * @param {string} since
     * @returns {Promise<Map<string, { first: LogEvent, last: LogEvent }>>}
     */
    async ends(ids, since) {
      const found = await collect((events) => findEnds(events, ids, since), ids);
      const ends = new Map();
      for (const event of found.filter(({ at }) => at > since)) {
        ends.set(event.id, { first: ends.get(event.id)?.first ?? event, last: event });
      }
      return ends;
    },

    /** The latest event of every item. */
    async lastOfAll() {
      return byItem(await collect(findLastOfAll));
    },

    /**
     * All events of these items, in the order of time.
     * @param {string[]} ids
     */
    of: (ids) => collect((events) => findAll(events, ids), ids),

    /** All events, in the order of time. */
    all: () => collect((events) => events.getAll()),

    /**
     * All events in lists, in no certain order: to go through a long log without stopping the page.
     * @param {number} [size] the most events of a list
     */
    async *batches(size = 1000) {
      /** @type {any[]} */
      let found = [];
      do {
        const { device, n } = found.at(-1) ?? {};
        const rest = found.length ? IDBKeyRange.lowerBound([device, n], true) : null;
        found = (await attempt("readonly", (events) => events.getAll(rest, size))) ?? [];
        yield readEvents(found);
      } while (found.length === size);
      yield [...unsaved.values()];
    },

    async count() {
      return ((await attempt("readonly", (events) => events.count())) ?? 0) + unsaved.size;
    },

    /**
     * Add events from elsewhere, such as another device. Of two with the same identity, the one that is here stays.
     * @param {LogEvent[]} events
     * @returns {Promise<{ added: number, known: number }>}
     */
    async add(events) {
      const wellFormed = readEvents(events);
      let added = await write((store) => unite(store, wellFormed));
      if (added === undefined) {
        const before = unsaved.size;
        uniteLists([...unsaved.values()], wellFormed).forEach((event) => unsaved.set(identityOf(event), event));
        added = unsaved.size - before;
      }
      announce();
      return { added, known: wellFormed.length - added };
    },

    /**
     * Erase everything, or the events of these items. The device gets another name: under the old one, numbers would
     * be given once more that events in a downloaded file have.
     * @param {string[]} [ids]
     * @returns {Promise<number>} how many events are gone
     */
    async erase(ids) {
      const dropped = [...unsaved.values()].filter(({ id }) => !ids || ids.includes(id));
      dropped.forEach((event) => unsaved.delete(identityOf(event)));
      if (!ids) unsavedAbout.clear();
      const erased = await write((events, about) => (ids ? eraseItems(ids, events, about) : eraseAll(events, about)));
      announce();
      return dropped.length + (erased ?? 0);
    },

    /**
     * Something that is known about the log: the name of the device, the last backup, where quizzes were restarted.
     * @param {string} name
     * @returns {Promise<unknown>} whatever is stored there: check what it is
     */
    async about(name) {
      if (unsavedAbout.has(name)) return unsavedAbout.get(name);
      return attempt("readonly", (_, about) => about.get(name));
    },

    /**
     * @param {string} name
     * @param {unknown} value
     */
    async setAbout(name, value) {
      const stored = await write((_, about) => about.put(value, name));
      if (stored === undefined) unsavedAbout.set(name, value);
      else unsavedAbout.delete(name);
      announce();
    },

    /**
     * Be told of each change, made in this tab or in another.
     * @param {() => void} callback
     */
    onChange(callback) {
      callbacks.add(callback);
    },

    close() {
      database.close();
      channel?.close();
    },
  };

  await log.about("device"); // whether the storage works
  return log;
}

/**
 * What connects the tabs. Old browsers, and pages without an origin, have none.
 * @param {() => void} onMessage
 */
function openChannel(onMessage) {
  try {
    const channel = new BroadcastChannel("espejo");
    channel.onmessage = onMessage;
    return channel;
  } catch {
    return null;
  }
}

/**
 * The event of an answer that is given now, with the number 1 of a device.
 * @param {Answer} answer
 * @param {string} device
 */
function makeDraft(answer, device) {
  const ms = Math.min(Math.max(Math.round(answer.ms), 0), MAX_MS) || 0;
  const marks = { hint: answer.hint || undefined, seen: answer.seen || undefined };
  const event = readEvent({ ...answer, ...marks, ms, at: new Date().toISOString(), device, n: 1 });
  if (!event) throw new TypeError(`not an answer: ${JSON.stringify(answer)}`);
  return event;
}

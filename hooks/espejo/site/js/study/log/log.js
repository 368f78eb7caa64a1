// @ts-check
/** @typedef {import("./event.js").LogEvent} LogEvent */
/** @typedef {import("./event.js").Answer} Answer */
/** @typedef {import("./database.js").Store} Store */
/** @typedef {Awaited<ReturnType<typeof openLog>>} Log */
import { openChannel } from "./channel.js";
import { isFull, makeDatabase } from "./database.js";
import { MAX_MS, compareEvents, identityOf, readEvent, readEvents, uniteLists } from "./event.js";
import { findAll } from "./queries.js";
import { numberEvent, randomName } from "./writes.js";

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
   * Write something, together with what could not be stored before. Tell the others with `announce` afterwards.
   * @template Result
   * @param {import("./database.js").Work<Result>} work
   * @returns {Promise<Result | undefined>} undefined if it is not possible
   */
  const write = async (work) => {
    const waiting = [...unsaved.values()];
    const result = await attempt("readwrite", async (events, about) => {
      await Promise.all(waiting.map(async (event) => (await events.getKey([event.device, event.n])) ?? events.put(event)));
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
    ...{ unsaved, write, announce, collect },

    /**
     * Read something from the store.
     * @template Result
     * @param {import("./database.js").Work<Result>} work
     */
    read: (work) => attempt("readonly", work),

    get trouble() {
      return trouble;
    },

    /** Forget what is known about the log and could not be stored. */
    forgetAbout: () => unsavedAbout.clear(),

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
     * All events of these items, in the order of time.
     * @param {string[]} ids
     */
    of: (ids) => collect((events) => findAll(events, ids), ids),

    /** All events, in the order of time. */
    all: () => collect((events) => events.getAll()),

    async count() {
      return ((await attempt("readonly", (events) => events.count())) ?? 0) + unsaved.size;
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

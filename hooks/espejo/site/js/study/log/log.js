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
 * Open the log of answers. It never fails: events that cannot be stored stay in memory and are stored with
 * the next ones once that works again. `trouble` is why events are only in memory: the storage is "blocked"
 * or "full".
 */
export async function openLog() {
  const database = makeDatabase();
  const visit = randomName();
  let count = 0;
  /** Events that could not be stored, by identity. @type {Map<string, LogEvent>} */
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
   * @returns {Promise<Result | undefined>} undefined if that fails
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
   * Write, together with the events that could not be stored before. Call `announce` afterwards.
   * @template Result
   * @param {import("./database.js").Work<Result>} work must not return undefined
   * @returns {Promise<Result | undefined>} undefined if that fails
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
   * The events found in the store and among the unsaved ones, by time.
   * @param {(events: Store) => Promise<unknown[]>} find
   * @param {string[]} [ids] restricts unsaved events to these items
   */
  const collect = async (find, ids) => {
    const stored = readEvents((await attempt("readonly", find)) ?? []);
    const others = [...unsaved.values()].filter(({ id }) => !ids || ids.includes(id));
    return uniteLists(stored, others).sort(compareEvents);
  };

  const log = {
    ...{ unsaved, write, announce, collect },

    /**
     * Read from the stores.
     * @template Result
     * @param {import("./database.js").Work<Result>} work
     */
    read: (work) => attempt("readonly", work),

    get trouble() {
      return trouble;
    },

    /** Forget unsaved metadata. */
    forgetAbout: () => unsavedAbout.clear(),

    /**
     * Add an answer. Its number is assigned in the transaction that stores it, so that two tabs never
     * collide.
     * @param {Answer} answer
     * @returns {Promise<LogEvent>}
     * @throws {TypeError} if it is malformed, which is a bug in the caller
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
     * All events of these items, by time.
     * @param {string[]} ids
     */
    of: (ids) => collect((events) => findAll(events, ids), ids),

    /** All events, by time. */
    all: () => collect((events) => events.getAll()),

    async count() {
      return ((await attempt("readonly", (events) => events.count())) ?? 0) + unsaved.size;
    },

    /**
     * Read metadata of the log: the device name, the last backup, when quizzes were restarted.
     * @param {string} name
     * @returns {Promise<unknown>} unchecked: validate it
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
     * Call back on every change, in this tab or in another.
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

  await log.about("device"); // find out whether the storage works
  return log;
}

/**
 * The event of an answer given now, with number 1 of the device.
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

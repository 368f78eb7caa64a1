// @ts-check
// Learner: the state of each item, replayed from the log and kept in memory while the page is open. Answers
// given here are added; after any other change of the log, it's replayed.
import { identityOf, readEvents } from "../log/event.js";
import { DAY, dayOf } from "../log/days.js";
import { follow } from "./item_state.js";
import { makeSchedule } from "./schedule.js";
/** @typedef {import("../log/event.js").LogEvent} LogEvent */
/** @typedef {import("../log/log.js").Log} Log */
/** @typedef {import("./item_state.js").ItemState} ItemState */

/** Number of events read at a time: browsers fail on very long lists. */
const BATCH = 2000;

/** Maximum number of replays if the log keeps changing meanwhile. */
const MOST_TRIES = 5;

/** Memory states don't depend on the desired retention. */
const schedule = makeSchedule(0.9);

export class Learner {
  /** The state of each item. Like `days`, it leaves out answers that couldn't be stored: see `view`. */
  states = /** @type {Map<string, ItemState>} */ (new Map());

  /** Number of answers on each day. */
  days = /** @type {Map<number, number>} */ (new Map());

  /** Answers dated in the future: the clock was ahead then, or is behind now. */
  future = { count: 0, latest: "" };

  /** What the state is derived from. */
  #source = "";

  /** @param {Log} log */
  constructor(log) {
    this.log = log;
  }

  /**
   * Update everything from the log.
   * @param {LogEvent} [answer] just given on this page; if nothing else has changed, it's added
   * @throws if the log cannot be read
   */
  async update(answer) {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const found = await this.log.read(async (events, about) => ({ edit: await about.get("edit"), count: await events.count() }));
      if (!found) return; // nothing was ever answered, or the storage fails
      const source = nameSource(found);
      if (source === this.#source) return;
      const isNext = nameSource({ ...found, count: found.count - 1 }) === this.#source;
      this.#source = ""; // in case reading fails
      if (answer && isNext && this.#isLatest(answer)) this.#add(answer);
      else await this.#replay();
      this.#source = source;
    }
  }

  /** The state of each item, the number of answers on each day, and the future answers, including unsaved ones. */
  async view() {
    const { future, log } = this;
    const unsaved = [...log.unsaved.values()].filter((event) => !isFuture(event));
    const [states, days] = [new Map(this.states), new Map(this.days)];
    for (const event of unsaved) {
      countDay(days, event);
      states.delete(event.id);
    }
    const events = unsaved.length ? await log.of(unsaved.map(({ id }) => id)) : [];
    for (const event of events) if (!isFuture(event)) states.set(event.id, follow(states.get(event.id), event, schedule));
    return { states, days, future };
  }

  /** Read the whole log, item by item, each by time. */
  async #replay() {
    [this.states, this.days, this.future] = [new Map(), new Map(), { count: 0, latest: "" }];
    for await (const events of readByItem(this.log)) {
      for (const event of events) {
        if (isFuture(event)) this.#setAside(event);
        else this.#add(event);
      }
    }
  }

  /**
   * Whether an answer is later than those to its item so far.
   * @param {LogEvent} event
   */
  #isLatest({ id, at }) {
    return (this.states.get(id)?.at ?? "") < at;
  }

  /** @param {LogEvent} event */
  #add(event) {
    this.states.set(event.id, follow(this.states.get(event.id), event, schedule));
    countDay(this.days, event);
  }

  /** @param {LogEvent} event */
  #setAside({ at }) {
    const { count, latest } = this.future;
    this.future = { count: count + 1, latest: at > latest ? at : latest };
  }
}

/**
 * Name what a state is derived from: the last edit of the log, its length, and how days are counted now. The
 * day is part of it because an answer from the future counts once its day has come.
 * @param {{ edit: unknown, count: number }} log
 */
function nameSource({ edit, count }) {
  return JSON.stringify([edit, count, dayOf(Date.now()), Intl.DateTimeFormat().resolvedOptions().timeZone]);
}

/**
 * @param {Map<number, number>} days number of answers on each
 * @param {LogEvent} event the new one
 */
function countDay(days, { at }) {
  const day = dayOf(Date.parse(at));
  days.set(day, (days.get(day) ?? 0) + 1);
}

/**
 * Whether an event is dated in the future, allowing a day for clocks and zones.
 * @param {LogEvent} event
 */
function isFuture({ at }) {
  return Date.parse(at) > Date.now() + DAY;
}

/**
 * All stored events in batches, by item and time.
 * @param {Log} log
 * @throws if the log cannot be read
 */
async function* readByItem(log) {
  /** @type {any} */
  let last;
  let [size, seen, isMore] = [BATCH, new Set(), true];
  while (isMore) {
    const rest = last ? IDBKeyRange.lowerBound([last.id, last.at]) : null;
    const found = await log.read((events) => events.index("by_item").getAll(rest, size));
    if (!found) throw new Error("the log cannot be read");
    const news = found.filter((event) => !seen.has(identityOf(event)));
    isMore = found.length === size;
    if (!news.length) size *= 2; // a whole batch with the same time: only an imported file can have that
    last = found.at(-1);
    seen = new Set(found.filter(({ id, at }) => id === last.id && at === last.at).map(identityOf));
    yield readEvents(news);
  }
}

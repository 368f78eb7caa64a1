// @ts-check
// Learner: the state of each item, derived from the log. It is cached and updated with new events; the whole
// log is replayed only if it was edited, the time zone changed, or nothing is cached.
import { compareEvents, identityOf, readEvents } from "../log/event.js";
import { DAY, dayOf } from "../log/days.js";
import { findAll } from "../log/queries.js";
import { follow } from "./item_state.js";
import { findOrigin, loadState, saveAll, saveChanges } from "./kept_state.js";
import { makeSchedule } from "./schedule.js";
/** @typedef {import("../log/event.js").LogEvent} LogEvent */
/** @typedef {import("../log/log.js").Log} Log */
/** @typedef {import("./item_state.js").ItemState} ItemState */
/** @typedef {import("./kept_state.js").Header} Header */

/**
 * Maximum number of events read at a time. If more are new, the log is replayed: browsers fail on very long
 * lists.
 */
const BATCH = 2000;

/** Maximum number of replays if the log keeps being edited meanwhile. */
const MOST_TRIES = 5;

/** Memory states don't depend on the desired retention. */
const schedule = makeSchedule(0.9);

export class Learner {
  /** @type {Map<string, ItemState>} */
  states = new Map();

  /** @type {Header} */
  #header = makeHeader();

  #isLoaded = false;

  /** @param {Log} log */
  constructor(log) {
    this.log = log;
  }

  /** Number of answers on each day. */
  get days() {
    return this.#header.days;
  }

  /** Answers dated in the future: the clock was ahead then, or is behind now. */
  get future() {
    return this.#header.future;
  }

  /**
   * The state of each item, the number of answers on each day, and the future answers. Includes unsaved
   * answers, which are never cached.
   */
  async view() {
    const { states, days, future, log } = this;
    const unsaved = [...log.unsaved.values()].filter((event) => !isFuture(event));
    if (!unsaved.length) return { states, days, future };
    const all = { states: new Map(states), days: new Map(days), future };
    for (const event of unsaved) {
      countDay(all.days, event);
      all.states.delete(event.id);
    }
    for (const event of await log.of(unsaved.map(({ id }) => id))) {
      if (!isFuture(event)) all.states.set(event.id, follow(all.states.get(event.id), event, schedule));
    }
    return all;
  }

  /**
   * Update everything from the log.
   * @throws if the log cannot be read
   */
  async update() {
    try {
      await this.#update();
    } catch (error) {
      this.#distrust();
      throw error;
    }
  }

  async #update() {
    if (!this.#isLoaded) {
      this.#isLoaded = true;
      const kept = await loadState();
      if (kept) {
        this.#header = kept.header;
        this.states = new Map(kept.states.map((state) => [state.id, state]));
      }
    }
    if (this.#isOutdated()) await this.#replay();
    for (let tries = 0; tries < MOST_TRIES && !(await this.#catchUp()); tries++) await this.#replay();
  }

  /**
   * Follow an undo or a new grade made by this page.
   * @param {LogEvent} event
   * @param {boolean} removed
   * @param {import("../log/writes.js").Edit | null | undefined} edit null or undefined if nothing was stored
   */
  async followEdit({ id, at }, removed, edit) {
    const isNext = this.#isLoaded && edit && edit.before === this.#header.edit;
    if (!isNext || isFuture({ at }) || this.#isOutdated()) return; // the log is replayed later
    const { days } = this.#header;
    const day = dayOf(Date.parse(at));
    this.#header.edit = edit.after;
    this.#header.count -= Number(removed);
    days.set(day, (days.get(day) ?? 0) - Number(removed));
    try {
      await this.#replayItem(id);
      await this.#save([id]);
    } catch {
      this.#distrust();
    }
  }

  /** After a failed read, force a replay on the next update. */
  #distrust() {
    this.#header.count = NaN;
  }

  /**
   * Whether days would be counted differently now: in another zone, after the clock was set, or because the
   * day of a future answer has come.
   */
  #isOutdated() {
    const { count, earliest } = this.future;
    const hasCome = count > 0 && !isFuture({ at: earliest });
    return hasCome || this.#header.origin !== findOrigin() || [...this.states.values()].some(isFuture);
  }

  /** @returns {Promise<boolean>} whether the new events alone were enough */
  async #catchUp() {
    const found = await this.log.read((events, about) => findFresh(events, about, this.#header));
    if (!found) return true; // nothing was ever answered, or the storage fails
    const { edit, count, heads, fresh } = found;
    const events = readEvents(fresh);
    const isNext = edit === this.#header.edit && count === this.#header.count + fresh.length;
    if (!isNext || events.some(isFuture)) return false;
    if (!fresh.length) return true;
    this.#header = { ...this.#header, edit, count, heads };
    await this.#fold(events);
    await this.#save([...new Set(events.map(({ id }) => id))]);
    return true;
  }

  /**
   * Apply new events. Items with events older than their last one are replayed.
   * @param {LogEvent[]} events
   */
  async #fold(events) {
    const late = new Set(events.flatMap(({ id, at }) => ((this.states.get(id)?.at ?? "") >= at ? id : [])));
    for (const event of [...events].sort(compareEvents)) {
      if (!late.has(event.id)) this.#add(event);
      countDay(this.#header.days, event);
    }
    for (const id of late) await this.#replayItem(id);
  }

  /**
   * Cache what changed.
   * @param {string[]} ids
   */
  async #save(ids) {
    const { stamp } = this.#header;
    if (stamp === undefined) await saveAll(this.#header, this.states.values());
    else if (stamp) await saveChanges(this.#header, ids.map((id) => [id, this.states.get(id)]));
  }

  /** Read the whole log, item by item, each by time. */
  async #replay() {
    const found = await this.log.read((events, about) => findFresh(events, about));
    this.#header = makeHeader(found);
    this.states = new Map();
    if (!found?.count) return;
    for await (const events of readByItem(this.log)) {
      for (const event of events) {
        if (!this.#isCounted(event)) continue;
        if (isFuture(event)) this.#setAside(event);
        else {
          this.#add(event);
          countDay(this.#header.days, event);
        }
      }
    }
    await saveAll(this.#header, this.states.values());
  }

  /** @param {string} id */
  async #replayItem(id) {
    const found = await this.log.read((events) => findAll(events, [id]));
    if (!found) throw unreadable();
    this.states.delete(id);
    for (const event of readEvents(found).sort(compareEvents)) if (this.#isCounted(event) && !isFuture(event)) this.#add(event);
  }

  /**
   * Whether the state's header covers an event. Others arrived meanwhile, and are applied later.
   * @param {LogEvent} event
   */
  #isCounted({ device, n }) {
    return n <= (this.#header.heads.get(device) ?? 0);
  }

  /** @param {LogEvent} event */
  #add(event) {
    this.states.set(event.id, follow(this.states.get(event.id), event, schedule));
  }

  /** @param {LogEvent} event */
  #setAside({ at }) {
    const { count, earliest, latest } = this.future;
    this.#header.future = { count: count + 1, earliest: !count || at < earliest ? at : earliest, latest: at > latest ? at : latest };
  }
}

/**
 * The header of an empty state.
 * @param {Pick<Header, "edit" | "count" | "heads">} [source] what it is derived from
 * @returns {Header}
 */
function makeHeader({ edit, count, heads } = { edit: undefined, count: 0, heads: new Map() }) {
  return { edit, count, heads, days: new Map(), future: { count: 0, earliest: "", latest: "" }, origin: findOrigin() };
}

function unreadable() {
  return new Error("the log cannot be read");
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
 * Whether an event, or an item's last one, is dated in the future, allowing a day for clocks and zones.
 * @param {{ at: string }} event
 */
function isFuture({ at }) {
  return Date.parse(at) > Date.now() + DAY;
}

/**
 * The header data of the current log, and each device's events after its head, unless there are too many.
 * Devices are few, so one index lookup finds each.
 * @param {import("../log/database.js").Store} events
 * @param {import("../log/database.js").Store} about
 * @param {Header} [header] of the state so far; without it, no events are read
 */
async function findFresh(events, about, header) {
  const [edit, count] = await Promise.all([about.get("edit"), events.count()]);
  const isFew = header && edit === header.edit && count - header.count <= BATCH;
  const heads = new Map();
  /** @type {unknown[]} */
  const fresh = [];
  /** @type {IDBKeyRange | null} */
  let range = null;
  for (let cursor; (cursor = await events.openKeyCursor(range, "prev")); range = IDBKeyRange.upperBound([cursor.key[0]], true)) {
    const [device, n] = cursor.key;
    if (typeof device !== "string" || typeof n !== "number") continue; // not one of our events
    heads.set(device, n);
    const head = header?.heads.get(device) ?? 0;
    if (isFew && n > head) fresh.push(...(await events.getAll(IDBKeyRange.bound([device, head], [device, n], true))));
  }
  return { edit, count, heads, fresh };
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
    if (!found) throw unreadable();
    const news = found.filter((event) => !seen.has(identityOf(event)));
    isMore = found.length === size;
    if (!news.length) size *= 2; // a whole batch with the same time: only an imported file can have that
    last = found.at(-1);
    seen = new Set(found.filter(({ id, at }) => id === last.id && at === last.at).map(identityOf));
    yield readEvents(news);
  }
}

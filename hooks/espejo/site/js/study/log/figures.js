// @ts-check
// Figures about all that a reader answered. They are counted in one pass, from lists of events in any order, so that a
// long log need not be in memory as a whole.
/** @typedef {import("./event.js").LogEvent} LogEvent */
/** @typedef {{ count: number, right: number }} Share */
/**
 * @typedef {object} Figures
 * @property {number} events how many there are
 * @property {Map<string, { events: number, last: LogEvent }>} items how often each item was answered, and the last time
 * @property {Set<number>} days on which something was answered, where the reader is, counted from 1970
 * @property {Share} sure the answers that were no guess; see `counts`
 * @property {Share} guess
 */
import { DAY, dayOf } from "./days.js";
import { compareEvents, isSelfGraded } from "./event.js";

/** @returns {Figures} of no events */
export function startFigures() {
  const none = () => ({ count: 0, right: 0 });
  return { events: 0, items: new Map(), days: new Set(), sure: none(), guess: none() };
}

/**
 * @param {Figures} figures
 * @param {LogEvent[]} events none of them twice
 */
export function addToFigures(figures, events) {
  for (const event of events) {
    figures.events += 1;
    figures.days.add(dayOf(Date.parse(event.at)));
    const item = figures.items.get(event.id);
    if (!item) figures.items.set(event.id, { events: 1, last: event });
    else {
      item.events += 1;
      if (compareEvents(item.last, event) < 0) item.last = event;
    }
    if (!counts(event)) continue;
    const share = event.guess ? figures.guess : figures.sure;
    share.count += 1;
    share.right += Number(event.right);
  }
}

/**
 * The first and the last day, as the milliseconds at which they begin in UTC.
 * @param {Figures} figures
 */
export function findEnds({ days }) {
  let [first, last] = [Infinity, -Infinity];
  for (const day of days) [first, last] = [Math.min(first, day), Math.max(last, day)];
  return { first: first * DAY, last: last * DAY };
}

/**
 * Whether an answer says how well a reader knows what she knows: it was judged by the page, and she had not seen the
 * solution.
 * @param {LogEvent} event
 */
function counts({ kind, seen }) {
  return !seen && !isSelfGraded(kind);
}

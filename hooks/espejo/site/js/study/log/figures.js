// @ts-check
// Log statistics: totals over all answers, counted in one pass from batches of events in any order, so that a
// long log doesn't have to fit in memory.
/** @typedef {import("./event.js").LogEvent} LogEvent */
/** @typedef {{ count: number, right: number }} Share */
/**
 * @typedef {object} Figures
 * @property {number} events the number of events
 * @property {Map<string, { events: number, last: LogEvent }>} items number of answers to each item, and the
 *   last one
 * @property {Set<number>} days local days with answers, counted from 1970
 * @property {Share} sure answers that weren't guesses; see `counts`
 * @property {Share} guess
 */
import { DAY, dayOf } from "./days.js";
import { compareEvents, isSelfGraded } from "./event.js";

/** @returns {Figures} statistics of no events */
export function startFigures() {
  const none = () => ({ count: 0, right: 0 });
  return { events: 0, items: new Map(), days: new Set(), sure: none(), guess: none() };
}

/**
 * @param {Figures} figures
 * @param {LogEvent[]} events without duplicates
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
 * The first and the last day, as milliseconds of their start in UTC.
 * @param {Figures} figures
 */
export function findEnds({ days }) {
  let [first, last] = [Infinity, -Infinity];
  for (const day of days) [first, last] = [Math.min(first, day), Math.max(last, day)];
  return { first: first * DAY, last: last * DAY };
}

/**
 * Whether an answer counts for calibration: the page judged it, and the reader hadn't seen the solution.
 * @param {LogEvent} event
 */
function counts({ kind, seen }) {
  return !seen && !isSelfGraded(kind);
}

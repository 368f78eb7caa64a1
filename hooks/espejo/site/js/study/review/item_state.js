// @ts-check
// Item state: the result of replaying an item's events in order.
import { dayOf } from "../log/days.js";
import { rate } from "./rating.js";
/** @typedef {import("../log/event.js").LogEvent} LogEvent */
/** @typedef {import("./schedule.js").Schedule} Schedule */

/**
 * @typedef {object} ItemState
 * @property {string} id
 * @property {string} key the fingerprint of the correct answer
 * @property {number} stability
 * @property {number} difficulty
 * @property {number} first the day of the first answer
 * @property {boolean} begun whether the first answer was in a review
 * @property {number} day of the last answer
 * @property {string} at time of the last answer
 * @property {import("./rating.js").Rating} rating of the last answer
 * @property {boolean} sure whether the last answer wasn't a guess
 * @property {Record<string, boolean>} langs whether the last answer in each language was right
 */

/**
 * The state after an answer. If the key has changed, the item starts over.
 * @param {ItemState | undefined} before
 * @param {LogEvent} event
 * @param {Schedule} schedule
 * @returns {ItemState}
 */
export function follow(before, event, schedule) {
  const { id, key, at, lang, right, guess, where } = event;
  const known = before?.key === key ? before : null;
  const rating = rate(event);
  const day = Math.max(dayOf(Date.parse(at)), known?.day ?? -Infinity); // a moved date line repeats a day
  const { stability, difficulty } = schedule.review(known, known ? day - known.day : 0, rating);
  return {
    ...{ id, key, stability, difficulty, day, at, rating },
    first: known ? known.first : day,
    begun: known ? known.begun : where === "review",
    sure: !guess,
    langs: { ...known?.langs, [lang]: right },
  };
}

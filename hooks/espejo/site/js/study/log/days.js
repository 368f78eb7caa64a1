// @ts-check
// Day numbers: local days since 1970 that begin at four in the morning.

const MINUTE = 60000;

/** A day, in milliseconds. */
export const DAY = 1440 * MINUTE;

/** When a day begins, in minutes: late-night practice counts for the day before. */
const BEGINS = 240;

/**
 * The day of a timestamp, by the UTC offset in force at that time, so that daylight saving shifts nothing.
 * @param {number} time
 */
export function dayOf(time) {
  return Math.floor((time - (new Date(time).getTimezoneOffset() + BEGINS) * MINUTE) / DAY);
}

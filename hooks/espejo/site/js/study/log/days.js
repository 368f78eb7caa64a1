// @ts-check
// Days of a reader, as numbers: they count from 1970, where she is, and begin at four in the morning.

const MINUTE = 60000;

/** The milliseconds of a day. */
export const DAY = 1440 * MINUTE;

/** Whoever is up late still learns on the day before. */
const BEGINS = 240;

/**
 * The day of a time. It is counted with the offset from UTC that was in force then, so that summer time moves nothing.
 * @param {number} time
 */
export function dayOf(time) {
  return Math.floor((time - (new Date(time).getTimezoneOffset() + BEGINS) * MINUTE) / DAY);
}

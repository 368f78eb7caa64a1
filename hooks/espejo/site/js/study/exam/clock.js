// @ts-check
// Clock of an exam. All times are computed from its start: neither a reload nor a sleeping tab gains time.

const MINUTE = 60_000;

/** How many minutes before the end it is said how many are left. */
export const MOMENTS = [1, 5];

/**
 * @param {{start: number, minutes: number}} clock when it began, in milliseconds since 1970, and what it has
 * @param {number} now
 * @returns {number} the milliseconds that are left; 0 when the time is up
 */
export function timeLeft({ start, minutes }, now) {
  return Math.min(minutes * MINUTE, Math.max(0, start + minutes * MINUTE - now));
}

/**
 * @param {number} before the milliseconds that were left when it was last asked
 * @param {number} left
 * @returns {number | undefined} the minutes to announce, if one of the moments has come in between
 */
export function findMoment(before, left) {
  return MOMENTS.find((minutes) => before > minutes * MINUTE && left <= minutes * MINUTE && left > 0);
}

/**
 * @param {number} milliseconds
 * @returns {string} `12:05`, `1:00:00`; a second that has begun counts
 */
export function writeTime(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (seconds < 3600) return `${parts[0]}:${pad(parts[1])}`;
  return [Math.floor(seconds / 3600), ...parts.map(pad)].join(":");
}

/** @param {number} number */
function pad(number) {
  return String(number).padStart(2, "0");
}

/**
 * How many minutes to suggest for some of the questions of a pool.
 * @param {number} count how many are asked
 * @param {{items: number, minutes: number}[]} sources that they are drawn from
 * @returns {number} at least 1
 */
export function suggestMinutes(count, sources) {
  const items = sources.reduce((sum, one) => sum + one.items, 0);
  const minutes = sources.reduce((sum, one) => sum + one.minutes, 0);
  return Math.max(1, Math.ceil(items ? (count * minutes) / items : count));
}

// @ts-check
// Exam clock. All times are computed from its start, so neither a reload nor a sleeping tab gains time.

const MINUTE = 60_000;

/** Announce the time left this many minutes before the end. */
export const MOMENTS = [1, 5];

/**
 * @param {{start: number, minutes: number}} clock when it began, in milliseconds since 1970, and its limit
 * @param {number} now
 * @returns {number} the milliseconds left; 0 when time is up
 */
export function timeLeft({ start, minutes }, now) {
  return Math.min(minutes * MINUTE, Math.max(0, start + minutes * MINUTE - now));
}

/**
 * @param {number} before the milliseconds left at the last check
 * @param {number} left
 * @returns {number | undefined} the minutes to announce, if one of the moments has passed since
 */
export function findMoment(before, left) {
  return MOMENTS.find((minutes) => before > minutes * MINUTE && left <= minutes * MINUTE && left > 0);
}

/**
 * @param {number} milliseconds
 * @returns {string} `12:05`, `1:00:00`; rounded up to whole seconds
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
 * How many minutes to suggest for some of the questions in a pool.
 * @param {number} count the number of questions asked
 * @param {{items: number, minutes: number}[]} sources they are drawn from
 * @returns {number} at least 1
 */
export function suggestMinutes(count, sources) {
  const items = sources.reduce((sum, one) => sum + one.items, 0);
  const minutes = sources.reduce((sum, one) => sum + one.minutes, 0);
  return Math.max(1, Math.ceil(items ? (count * minutes) / items : count));
}

// @ts-check
// Rating: how well an item was known, from 1 (again) to 4 (easy), as it follows from an answer.
/** @typedef {import("../log/event.js").LogEvent} LogEvent */
/** @typedef {1 | 2 | 3 | 4} Rating */

/** The grades that stand for the ratings 1 to 4. */
export const GRADES = /** @type {const} */ (["forgot", "hard", "good", "easy"]);

/** Whoever takes longer, in milliseconds, had to work it out. A number takes longer to compute. */
const SLOW = 60000;
const SLOW_NUMBER = 180000;

/**
 * A grade that the reader gave counts. Else a wrong answer, or one after a look at the solution, is to be asked again;
 * one that was a guess, needed a hint or took long was hard.
 * @param {Pick<LogEvent, "kind" | "grade" | "right" | "guess" | "hint" | "seen" | "ms">} event
 * @returns {Rating}
 */
export function rate({ kind, grade, right, guess, hint, seen, ms }) {
  if (grade) return /** @type {Rating} */ (GRADES.indexOf(grade) + 1);
  if (!right || seen) return 1;
  return guess || hint || ms > (kind === "numeric" ? SLOW_NUMBER : SLOW) ? 2 : 3;
}

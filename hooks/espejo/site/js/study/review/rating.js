// @ts-check
// Rating: derives from an answer how well an item was known, from 1 (again) to 4 (easy).
import { KINDS } from "../log/kinds.js";
/** @typedef {import("../log/event.js").LogEvent} LogEvent */
/** @typedef {1 | 2 | 3 | 4} Rating */

/** The grades for ratings 1 to 4. */
export const GRADES = /** @type {const} */ (["forgot", "hard", "good", "easy"]);

/**
 * Rate an answer. The reader's own grade wins. Otherwise, an answer that is wrong, or was given after looking
 * at the solution, is "again"; a guess, or one that needed a hint or took long, is "hard".
 * @param {Pick<LogEvent, "kind" | "grade" | "right" | "guess" | "hint" | "seen" | "ms">} event
 * @returns {Rating}
 */
export function rate({ kind, grade, right, guess, hint, seen, ms }) {
  if (grade) return /** @type {Rating} */ (GRADES.indexOf(grade) + 1);
  if (!right || seen) return 1;
  return guess || hint || ms > KINDS[kind].slowAfter ? 2 : 3;
}

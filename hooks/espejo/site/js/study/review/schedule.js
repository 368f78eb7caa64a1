// @ts-check
// Scheduler: FSRS with its default parameters, in whole days. Missed items return in the same session, so
// there are no learning steps in minutes.
import { FSRSAlgorithm } from "ts-fsrs";
/** @typedef {import("./rating.js").Rating} Rating */
/** @typedef {{ stability: number, difficulty: number }} Memory */
/** @typedef {ReturnType<typeof makeSchedule>} Schedule */

/** @param {number} retention the desired share of items known when asked again */
export function makeSchedule(retention) {
  const algorithm = new FSRSAlgorithm({ request_retention: retention, enable_fuzz: false });
  return {
    /**
     * The memory state after a review.
     * @param {Memory | null} memory null for the first review
     * @param {number} elapsed days since the last one
     * @param {Rating} rating
     * @returns {Memory}
     */
    review: (memory, elapsed, rating) => algorithm.next_state(memory, elapsed, rating),

    /**
     * Days until the next review.
     * @param {number} stability
     */
    findInterval: (stability) => algorithm.next_interval(stability, 0),

    /**
     * The chance of remembering an item.
     * @param {number} elapsed days since the last review
     * @param {number} stability
     */
    recall: (elapsed, stability) => algorithm.forgetting_curve(elapsed, stability),
  };
}

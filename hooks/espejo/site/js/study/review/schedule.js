// @ts-check
// Schedule: FSRS, with its own parameters, in whole days. What is missed comes again in the same session, so there are no
// steps of minutes.
import { FSRSAlgorithm } from "ts-fsrs";
/** @typedef {import("./rating.js").Rating} Rating */
/** @typedef {{ stability: number, difficulty: number }} Memory */
/** @typedef {ReturnType<typeof makeSchedule>} Schedule */

/** @param {number} retention the share of items that are to be known when they are asked again */
export function makeSchedule(retention) {
  const algorithm = new FSRSAlgorithm({ request_retention: retention, enable_fuzz: false });
  return {
    /**
     * What is left in memory after a review.
     * @param {Memory | null} memory nothing if it is the first one
     * @param {number} elapsed days since the last one
     * @param {Rating} rating
     * @returns {Memory}
     */
    review: (memory, elapsed, rating) => algorithm.next_state(memory, elapsed, rating),

    /**
     * The days until the next review.
     * @param {number} stability
     */
    findInterval: (stability) => algorithm.next_interval(stability, 0),
  };
}

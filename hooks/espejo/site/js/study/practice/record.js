// @ts-check
// Recording: adds answers to the log, and notifies the reader if they cannot be stored.
import { askToPersist } from "../log/storage.js";
import { showTrouble } from "./memory_notice.js";

/**
 * @param {Promise<import("../log/storage.js").Appendable>} opening
 * @param {Record<string, string>} words
 * @returns {(answer: any) => Promise<import("../log/event.js").LogEvent>} adds an answer to the log
 */
export function recordIn(opening, words) {
  return async (answer) => {
    const log = await opening;
    const event = await log.append(answer);
    showTrouble(log, words);
    askToPersist(log).catch(() => {}); // not awaited: the browser may prompt the user
    return event;
  };
}

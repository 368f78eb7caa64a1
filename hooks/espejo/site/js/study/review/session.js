// @ts-check
// Session: the order of what is asked in one sitting. What was missed comes back until it was known.
/** @typedef {import("./queue.js").QueueItem} QueueItem */

/** A wrong answer that was given surely comes back after so many others, and any other after more. */
const SOON = 3;
const LATER = 8;

export class Session {
  /** How many were asked, and how many of them were known the first time. */
  asked = 0;
  known = 0;

  #missed = new Set();
  #past = /** @type {{ item: QueueItem, again?: QueueItem, isFirst: boolean, isKnown: boolean }[]} */ ([]);

  /** @param {QueueItem[]} queue */
  constructor(queue) {
    this.queue = [...queue];
  }

  /** What is asked now; nothing at the end. */
  get current() {
    return /** @type {QueueItem | undefined} */ (this.queue[0]);
  }

  /** What comes after it, to be fetched ahead. */
  get following() {
    return /** @type {QueueItem | undefined} */ (this.queue[1]);
  }

  /**
   * @param {boolean} isKnown
   * @param {boolean} sure
   */
  answer(isKnown, sure) {
    const item = /** @type {QueueItem} */ (this.queue.shift());
    const isFirst = !this.#missed.has(item.id);
    const again = isKnown ? undefined : { ...item, fresh: false, missed: true };
    this.#past.push({ item, again, isFirst, isKnown });
    if (isFirst) this.#count(1, isKnown);
    if (!again) return;
    this.#missed.add(item.id);
    this.queue.splice(sure ? SOON : LATER, 0, again);
  }

  /** Leave out what is asked now. */
  drop() {
    this.queue.shift();
  }

  /** Take the last step back: its item is asked again. */
  undo() {
    const past = this.#past.pop();
    if (!past) return;
    const { item, again, isFirst, isKnown } = past;
    this.queue = [item, ...this.queue.filter((one) => one !== again)];
    if (!isFirst) return;
    this.#count(-1, isKnown);
    this.#missed.delete(item.id);
  }

  /**
   * @param {1 | -1} by
   * @param {boolean} isKnown
   */
  #count(by, isKnown) {
    this.asked += by;
    if (isKnown) this.known += by;
  }
}

// @ts-check
// Review session: the order of items in one sitting. Missed items come back until they are known.
/** @typedef {import("./queue.js").QueueItem} QueueItem */

/** After a wrong answer, an item comes back after this many others: sooner if it wasn't a guess. */
const SOON = 3;
const LATER = 8;

export class Session {
  /** The number of items asked, and how many of them were known the first time. */
  asked = 0;
  known = 0;

  #missed = new Set();
  #past = /** @type {{ item: QueueItem, again?: QueueItem, isFirst: boolean, isKnown: boolean }[]} */ ([]);

  /** @param {QueueItem[]} queue */
  constructor(queue) {
    this.queue = [...queue];
  }

  /** The current item; undefined at the end. */
  get current() {
    return /** @type {QueueItem | undefined} */ (this.queue[0]);
  }

  /** The next item, to prefetch. */
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

  /** Skip the current item. */
  drop() {
    this.queue.shift();
  }

  /** Undo the last answer: its item is asked again. */
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

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
  #past = /** @type {{ queue: QueueItem[], asked: number, known: number, missed: Set<string> }[]} */ ([]);

  /** @param {QueueItem[]} queue */
  constructor(queue) {
    this.queue = queue;
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
    const [item, ...rest] = this.queue;
    this.#past.push({ queue: this.queue, asked: this.asked, known: this.known, missed: new Set(this.#missed) });
    if (!this.#missed.has(item.id)) {
      this.asked += 1;
      this.known += Number(isKnown);
    }
    if (!isKnown) {
      this.#missed.add(item.id);
      rest.splice(sure ? SOON : LATER, 0, { ...item, fresh: false, missed: true });
    }
    this.queue = rest;
  }

  /** Leave out what is asked now. */
  drop() {
    this.queue = this.queue.slice(1);
  }

  /** Take the last step back: its item is asked again. */
  undo() {
    const past = this.#past.pop();
    if (!past) return;
    ({ queue: this.queue, asked: this.asked, known: this.known } = past);
    this.#missed = past.missed;
  }
}

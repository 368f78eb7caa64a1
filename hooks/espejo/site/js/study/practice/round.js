// @ts-check
// Relearning round: asks the missed questions one at a time, shuffled, until each was right once.
import { build, makeButton } from "../../dom.js";
import { enterFocus, isFocused, leaveFocus } from "../../focus.js";
import { goTo } from "../../reading.js";
import { fill } from "../../words.js";
import { shuffle } from "./shuffle.js";
/** @typedef {import("./answering.js").Answering} Answering */

export class Round {
  /**
   * @param {Answering[]} all the questions of the page
   * @param {Answering[]} missed
   * @param {Record<string, string>} words
   * @param {() => void} end called after the round
   */
  constructor(all, missed, words, end) {
    this.all = all;
    this.words = words;
    this.end = end;
    this.queue = shuffle(missed);
    this.left = build("p", { class: "round-left", role: "status" });
    const stop = makeButton(words.round_stop, () => this.#finish());
    this.bar = build("div", { class: "round act" }, this.left, stop);
    all[0].question.element.before(this.bar);
    this.was = isFocused();
    enterFocus(this.queue[0].question.element);
    this.#ask();
  }

  /** Go to the next question that wasn't right yet, or to the end. */
  next() {
    const [asked, ...rest] = this.queue;
    this.queue = asked.state === "right" ? rest : [...rest, asked];
    if (this.queue.length) this.#ask();
    else this.#finish();
  }

  #ask() {
    const [asked] = this.queue;
    this.left.textContent = fill(this.words.round_left, { count: this.queue.length });
    goTo(asked.question.element);
    asked.again();
  }

  #finish() {
    this.bar.remove();
    if (!this.was) leaveFocus();
    this.end();
  }
}

// @ts-check
// Relearning round: asks the missed questions one at a time, shuffled, until each was right once.
import { build, makeButton } from "../../dom.js";
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
    for (const one of this.all) one.question.element.hidden = one !== asked;
    this.left.textContent = fill(this.words.round_left, { count: this.queue.length });
    goTo(asked.question.element);
    this.bar.scrollIntoView();
    asked.again();
  }

  #finish() {
    for (const { question } of this.all) question.element.hidden = false;
    this.bar.remove();
    this.end();
  }
}

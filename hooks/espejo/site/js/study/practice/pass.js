// @ts-check
// Pass: a reader's progress through the questions of a page, from the first answer to the end card.
import { goTo } from "../../reading.js";
import { ANSWERED } from "./answering.js";
import { dropDrafts } from "./draft.js";
import { showStrip } from "./strip.js";
/** @typedef {import("./answering.js").Answering} Answering */
/** @typedef {() => Promise<typeof import("./ending.js")>} LoadEnding */
/** @typedef {{first?: boolean, last?: boolean}} Standing whether the first and the last answer were right */

/** Event: every question was answered, and the card with the score is there. */
export const ENDED = "espejo:ended";

export class Pass {
  #standings = /** @type {Map<string, Standing>} */ (new Map());
  #round = /** @type {import("./round.js").Round | undefined} */ (undefined);
  #card = /** @type {HTMLElement | undefined} */ (undefined);

  /**
   * @param {Answering[]} answerings the questions of the page, in order
   * @param {Record<string, string>} words
   * @param {() => void} onRestart
   * @param {LoadEnding} loadEnding
   */
  constructor(answerings, words, onRestart, loadEnding) {
    this.loadEnding = loadEnding;
    this.answerings = answerings;
    this.words = words;
    this.onRestart = onRestart;
    this.mark = showStrip(document, words);
    document.addEventListener(ANSWERED, (event) => {
      const { id, right } = /** @type {CustomEvent} */ (event).detail;
      this.add(id, right);
      this.#update();
    });
  }

  /**
   * Count an answer. Call it in the order of the answers.
   * @param {string} id
   * @param {boolean} right
   */
  add(id, right) {
    const { first = right } = this.#standings.get(id) ?? {};
    this.#standings.set(id, { first, last: right });
  }

  /**
   * Count earlier answers, unless the question was answered again since the page was opened.
   * @param {Map<string, Standing>} standings
   */
  remember(standings) {
    for (const [id, { first, last }] of standings) {
      this.#standings.set(id, { first, last: this.#standings.get(id)?.last ?? last });
    }
    this.#update();
  }

  /**
   * Go to the next question: in the round if there is one, else on the page, then the first open one, then
   * the end.
   * @param {Answering} answering
   */
  next(answering) {
    if (this.#round) return this.#round.next();
    const place = this.answerings.indexOf(answering);
    const open = this.answerings.find(({ question }) => !this.#standings.has(question.id));
    const next = this.answerings[place + 1]?.question.element ?? open?.question.element ?? this.#card;
    if (next) show(next);
    else document.addEventListener(ENDED, () => show(this.#card), { once: true });
  }

  #update() {
    for (const { question } of this.answerings) {
      const { last } = this.#standings.get(question.id) ?? {};
      this.mark(question.id, last === undefined ? "open" : last ? "right" : "wrong");
    }
    this.#card?.remove();
    this.#card = undefined;
    if (this.#isComplete()) this.#showEnd();
  }

  #isComplete() {
    return !this.#round && this.answerings.every(({ question }) => this.#standings.has(question.id));
  }

  async #showEnd() {
    const { buildEndCard } = await this.loadEnding();
    if (this.#card || !this.#isComplete()) return; // changed meanwhile
    const missed = this.answerings.filter(({ question }) => !this.#standings.get(question.id)?.last);
    const ending = {
      right: [...this.#standings.values()].filter(({ first }) => first).length,
      count: this.answerings.length,
      missed: missed.map(({ question }) => ({ id: question.id, title: question.title() })),
    };
    const acts = { retry: () => this.#retry(missed), restart: () => this.#restart() };
    this.#card = buildEndCard(ending, acts, this.words);
    const last = this.answerings[this.answerings.length - 1].question.element;
    last.after(this.#card);
    document.dispatchEvent(new Event(ENDED));
  }

  /** @param {Answering[]} missed */
  async #retry(missed) {
    const { Round } = await this.loadEnding();
    this.#card?.remove();
    this.#card = undefined;
    this.#round = new Round(this.answerings, missed, this.words, () => {
      this.#round = undefined;
      this.#update();
      document.addEventListener(ENDED, () => show(this.#card), { once: true });
    });
  }

  #restart() {
    this.#standings.clear();
    dropDrafts(this.answerings.map(({ question }) => question.id));
    for (const answering of this.answerings) answering.reset();
    this.onRestart();
    this.#update();
    show(this.answerings[0].question.element);
  }
}

/** @param {HTMLElement | undefined} element */
function show(element) {
  if (element) goTo(element);
}

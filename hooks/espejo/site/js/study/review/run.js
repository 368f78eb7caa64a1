// @ts-check
// Review session on the page: asks one item at a time until all are known or the reader stops.
import { build, makeButton } from "../../dom.js";
import { enterFocus, leaveFocus } from "../../focus.js";
import { ANSWERED, Answering } from "../practice/answering.js";
import { showTrouble } from "../practice/memory_notice.js";
import { recordIn } from "../practice/record.js";
import { goTo } from "../../reading.js";
import { fill } from "../../words.js";
import { makeReviewGrades } from "./grading.js";
import { chooseLanguages } from "./languages.js";
import { GRADES, rate } from "./rating.js";
import { Session } from "./session.js";
/** @typedef {import("../log/event.js").LogEvent} LogEvent */
/** @typedef {import("./queue.js").QueueItem} QueueItem */

/**
 * @typedef {object} Run the context of a session
 * @property {import("../../words.js").Words} words
 * @property {HTMLElement} box the element that shows it
 * @property {import("./keeper.js").Keeper} keeper
 * @property {import("./settings.js").Settings} settings
 * @property {ReturnType<typeof import("./fetch_item.js").makeFetcher>} fetchItem
 * @property {() => void} serveNewParts
 * @property {QueueItem[]} queue
 * @property {() => void} onBegin called when it begins, or resumes after its end
 * @property {(result: HTMLElement, undo: HTMLElement[]) => void} onEnd gets the undo button, too
 */

/** @param {Run} run */
export function runSession(run) {
  new SessionPage(run).begin();
}

/** @typedef {{ event: Promise<LogEvent>, rating: number, sure: boolean }} Given an answer of this session */

class SessionPage {
  /** The answer to the current item. @type {Given | undefined} */
  #given;
  #past = /** @type {Promise<LogEvent>[]} */ ([]);

  /** @param {Run} run */
  constructor(run) {
    const { words, keeper, box } = run;
    this.run = run;
    this.session = new Session(run.queue);
    this.languages = Object.keys(JSON.parse(box.dataset.pages ?? "{}"));
    this.left = build("p", { class: "round-left", role: "status" });
    this.gone = build("p", { class: "run-note", role: "status" });
    this.undo = makeButton(words.review_undo, () => this.#undo());
    this.stop = makeButton(words.review_stop, () => this.#finish());
    this.bar = build("div", { class: "round act", tabindex: -1 }, this.left, build("div", { class: "buttons" }, this.undo, this.stop), this.gone);
    this.stage = build("div", { class: "review-stage" });
    this.answering = {
      ...{ words, where: "review" },
      record: recordIn(Promise.resolve(keeper), words),
      next: () => this.#goOn(),
      review: makeReviewGrades({ preview: (id) => this.#preview(id), regrade: (grade) => this.#regrade(grade) }),
    };
    this.stage.addEventListener(ANSWERED, (event) => this.#take(/** @type {CustomEvent} */ (event).detail));
  }

  begin() {
    this.#enter();
    this.ask();
  }

  #enter() {
    const { box, onBegin } = this.run;
    onBegin();
    box.replaceChildren(this.bar, this.stage);
    this.bar.focus({ preventScroll: true });
  }

  /** Ask the current item, or end the session. */
  async ask() {
    const { session, run, stage } = this;
    const item = session.current;
    if (!item) return this.#finish();
    this.#update();
    stage.inert = true; // the previous item must not be answered again
    try {
      const question = await run.fetchItem(item, this.#choose(item));
      if (session.current !== item) return; // an answer was undone meanwhile
      if (!question) return this.#leaveOut();
      const answering = new Answering(question, this.answering);
      stage.replaceChildren(...this.#mark(item, question.lang), question.element);
      stage.inert = false;
      run.serveNewParts();
      enterFocus(question.element);
      answering.again(); // shuffles the choices and starts the timer
      goTo(question.element);
      this.bar.scrollIntoView();
      if (session.following) run.fetchItem.prefetch(session.following, this.#choose(session.following));
    } catch {
      const again = makeButton(run.words.try_again, () => this.ask(), true);
      stage.inert = false;
      stage.replaceChildren(build("p", { class: "run-note", role: "alert" }, run.words.run_failed), build("div", { class: "act" }, again));
      again.focus();
    }
  }

  /** @param {QueueItem} item */
  #choose({ id, langs }) {
    const { mirror, other } = this.run.settings;
    const page = document.documentElement.lang;
    const all = other && other !== page ? [page, other].filter((lang) => this.languages.includes(lang)) : this.languages;
    return chooseLanguages(mirror, page, all, langs, id);
  }

  /** @param {string} id */
  #preview(id) {
    const item = this.session.queue.find((one) => one.id === id);
    return this.run.keeper.preview(id, item?.key ?? "", this.run.settings.retention);
  }

  /** @param {LogEvent & { event: Promise<LogEvent> }} detail */
  #take(detail) {
    this.#given = { event: detail.event, rating: rate(detail), sure: !detail.guess };
    this.#tellTrouble(detail.event);
    this.#update();
  }

  /** @param {import("../log/event.js").Grade} grade */
  async #regrade(grade) {
    const given = this.#given;
    if (!given) return;
    given.rating = GRADES.indexOf(grade) + 1;
    this.#update();
    const { keeper } = this.run;
    given.event = given.event.then(async (event) => {
      await keeper.regrade(event, grade);
      return { ...event, grade };
    });
    await this.#tellTrouble(given.event);
  }

  /** @param {Promise<unknown>} work rejects if the worker stopped */
  #tellTrouble(work) {
    return work.then(() => true, () => {
      showTrouble({ trouble: "blocked" }, this.run.words);
      return false;
    });
  }

  #goOn() {
    if (this.#settle()) this.ask();
  }

  /** @returns {boolean} whether there was an answer to count */
  #settle() {
    if (!this.#given) return false;
    const { event, rating, sure } = this.#given;
    this.#past.push(event);
    this.#given = undefined;
    this.session.answer(rating > 1, sure);
    return true;
  }

  /** Skip an item that is no longer on its page. */
  #leaveOut() {
    this.session.drop();
    this.gone.textContent = this.run.words.review_gone;
    this.ask();
  }

  /** Undo the last answer, and ask its item again. */
  async #undo() {
    const { keeper, words } = this.run;
    const given = this.#given?.event ?? this.#past.at(-1);
    if (!given) return;
    this.undo.disabled = this.stop.disabled = true; // a second press would undo another answer
    this.stage.inert = true;
    const isDone = await this.#tellTrouble(given.then((event) => keeper.undo(event)));
    if (!isDone) this.#settle(); // the answer stays, and the session continues
    else if (this.#given) this.#given = undefined;
    else {
      this.#past.pop();
      this.session.undo();
    }
    await this.ask();
    if (isDone) this.left.textContent = `${words.review_undone} ${this.left.textContent}`;
  }

  #update() {
    const { words } = this.run;
    this.left.textContent = fill(words.review_left, { count: this.session.queue.length - Number(!!this.#given && this.#given.rating > 1) });
    this.undo.disabled = !this.#given && !this.#past.length;
    this.stop.disabled = false;
  }

  /**
   * @param {QueueItem} item
   * @param {string} [lang]
   */
  #mark({ fresh, missed }, lang = document.documentElement.lang) {
    const { words, box } = this.run;
    const names = JSON.parse(box.dataset.languages ?? "{}");
    const marks = [
      ...(fresh ? [words.review_new_mark] : []),
      ...(missed ? [words.review_missed_mark] : []),
      ...(lang === document.documentElement.lang ? [] : [fill(words.review_asked_in, { language: names[lang] ?? lang })]),
    ];
    return marks.length ? [build("p", { class: "review-marks" }, marks.join(" · "))] : [];
  }

  #finish() {
    this.#settle();
    leaveFocus();
    const { words, onEnd } = this.run;
    const { known: right, asked: count } = this.session;
    const result = build("p", {}, fill(words.review_result, { right, count }));
    const undo = makeButton(words.review_undo, () => {
      this.#enter();
      this.#undo();
    });
    const title = build("h2", { id: "review-result" }, words.review_done);
    const section = build("section", { class: "review-result", tabindex: -1, "aria-labelledby": title.id }, title, ...(count ? [result] : []));
    onEnd(section, count ? [undo] : []);
  }
}

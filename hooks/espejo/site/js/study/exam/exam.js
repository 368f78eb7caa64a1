// @ts-check
// Exam: one question at a time, back and forth, with no feedback until it is handed in.
import { build, makeButton } from "../../dom.js";
import { fill } from "../../words.js";
import { startClock } from "./exam_clock.js";
import { showResult } from "./exam_result.js";
import { buildPrintButton, buildSheet, buildStrip, focusOn } from "./parts.js";
import { saveRun } from "./run_state.js";
/** @typedef {import("./page.js").Run} Run */
/** @typedef {import("../practice/answering.js").Answering} Answering */

/**
 * @param {Run} run
 * @param {boolean} fresh whether it begins now, rather than resumes
 */
export function runExam(run, fresh) {
  if (run.state.end) return showResult(run, buildSheet(run));
  new Exam(run).show(fresh ? 0 : run.state.current);
}

class Exam {
  #since = 0;
  #sure = false;

  /** @param {Run} run */
  constructor(run) {
    const { stage, state, words, session } = run;
    this.run = run;
    this.place = build("p", { class: "exam-place" });
    this.strip = buildStrip(run);
    this.list = buildSheet(run);
    this.back = makeButton(words.exam_back, () => this.#move(-1));
    this.next = makeButton(words.exam_next, () => this.#move(1));
    this.end = makeButton(words.exam_hand_in, () => this.#ask());
    this.said = build("p", { class: "exam-said", role: "status" });
    this.clock = state.minutes ? startClock(run, () => this.#handIn()) : undefined;
    const bar = build("div", { class: "exam-bar" }, this.place, ...(this.clock ? [this.clock.element] : []));
    const foot = build("div", { class: "exam-foot act" }, this.said, this.back, this.next, this.end, buildPrintButton(words));
    this.parts = [bar, this.strip, foot];
    stage.dataset.phase = "exam";
    stage.append(bar, this.strip, this.list, foot);
    session.next = () => this.#move(1);
    this.leaving = () => this.#leave();
    this.#listen();
  }

  #listen() {
    for (const event of ["input", "submit"]) this.list.addEventListener(event, () => this.#update());
    for (const event of ["pagehide", "visibilitychange"]) addEventListener(event, this.leaving);
    this.strip.addEventListener("click", (event) => {
      const link = event.target instanceof Element && event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      this.#go([...this.strip.querySelectorAll("a")].indexOf(link));
    });
  }

  /** @param {number} number of the question, from 0 */
  show(number) {
    const { state, answerings, words } = this.run;
    state.current = number;
    this.#since = performance.now();
    answerings.forEach(({ question }, index) => (question.element.hidden = index !== number));
    this.place.textContent = fill(words.exam_question, { number: number + 1, count: answerings.length });
    this.back.disabled = number === 0;
    this.next.disabled = number === answerings.length - 1;
    this.next.classList.toggle("primary", !this.next.disabled);
    this.end.classList.toggle("primary", this.next.disabled);
    this.#update();
    saveRun(state);
  }

  /** @param {number} step */
  #move(step) {
    const number = this.run.state.current + step;
    if (this.run.answerings[number]) this.#go(number);
    else this.end.focus();
  }

  /** @param {number} number */
  #go(number) {
    this.#leave();
    this.show(number);
    this.run.stage.scrollIntoView();
    focusOn(this.run.answerings[number].question.element);
  }

  /** Add up the time spent on the current question. */
  #leave() {
    const { state, answerings } = this.run;
    const { id } = answerings[state.current].question;
    const now = performance.now();
    state.spent[id] = Math.round((state.spent[id] ?? 0) + now - this.#since);
    this.#since = now;
    saveRun(state);
  }

  #update() {
    const { state, answerings, words } = this.run;
    const links = this.strip.querySelectorAll("a");
    answerings.forEach((answering, index) => {
      const standing = this.#isAnswered(answering) ? "answered" : "open";
      links[index].dataset.standing = standing;
      links[index].setAttribute("aria-label", fill(words[`exam_${standing}`], { number: index + 1 }));
      if (index === state.current) links[index].setAttribute("aria-current", "true");
      else links[index].removeAttribute("aria-current");
    });
    this.#sure = false;
    this.end.textContent = words.exam_hand_in;
    this.said.textContent = "";
  }

  /**
   * Whether there is something to check. Self-graded answers need not be typed: they count once the question
   * was seen.
   * @param {Answering} answering
   */
  #isAnswered({ fields, question }) {
    return fields.grades ? question.id in this.run.state.spent : fields.read() !== null;
  }

  /** Hand in, after asking once if any question has no answer. */
  #ask() {
    const { answerings, words } = this.run;
    this.#leave();
    const count = answerings.filter((answering) => !this.#isAnswered(answering)).length;
    if (!count || this.#sure) return this.#handIn();
    this.#sure = true;
    this.said.textContent = fill(count === 1 ? words.exam_left_one : words.exam_left_many, { count });
    this.end.textContent = words.exam_anyway;
  }

  #handIn() {
    const { state, session, answerings } = this.run;
    this.#leave();
    this.clock?.stop();
    for (const event of ["pagehide", "visibilitychange"]) removeEventListener(event, this.leaving);
    const limit = state.minutes ? state.start + state.minutes * 60_000 : Infinity;
    state.end = Math.min(Date.now(), limit);
    saveRun(state);
    session.waits = false;
    for (const part of this.parts) part.remove();
    for (const { question } of answerings) question.element.hidden = false;
    const card = showResult(this.run, this.list);
    card.scrollIntoView();
    focusOn(card);
  }
}

// @ts-check
// Answering: the state of one question, from asking to the verdict, and retries.
import { build } from "../../dom.js";
import { isFocused } from "../../focus.js";
import { fill } from "../../words.js";
import { showFeedback } from "./feedback.js";
import { KINDS } from "./kinds.js";
import { GRADES } from "./kinds/open.js";
import { placeForm } from "./question.js";
import { arrange, shuffle } from "./shuffle.js";
/** @typedef {import("./question.js").Question} Question */
/** @typedef {import("./kinds.js").Answer} Answer */
/** @typedef {import("../log/event.js").LogEvent} LogEvent */

/**
 * Event: a question was answered. It bubbles from the question. Its detail is the answer passed to the log,
 * and `event`, a promise of the logged event.
 */
export const ANSWERED = "espejo:answered";

/**
 * @typedef {object} Session context shared by the questions of a page
 * @property {Record<string, string>} words
 * @property {string} where quiz, topic, exam, review or card
 * @property {(answer: object) => Promise<LogEvent>} record adds an answer to the log
 * @property {(answering: Answering) => void} next goes to the next question
 * @property {typeof import("./draft.js").DRAFTS} [drafts] storage of selected, typed, and shown answers, on
 *   pages that keep them
 * @property {boolean} [waits] whether answers are checked only when all are handed in, as in an exam
 * @property {number} [since] time of the last answer
 * @property {import("../review/grading.js").ReviewGrades} [review] the grades of a review, which schedule the
 *   next one
 */

export class Answering {
  #order = /** @type {string[]} */ ([]);
  #undo = /** @type {(() => void)[]} */ ([]);
  #hint = false;
  #seen = false;
  #guess = false;
  #grade = "";
  #since = 0;

  /** Milliseconds the answer took, if measured elsewhere. */
  spent = /** @type {number | undefined} */ (undefined);

  /**
   * @param {Question} question
   * @param {Session} session
   */
  constructor(question, session) {
    const { words } = session;
    this.question = question;
    this.session = session;
    this.fields = KINDS[question.kind](question, words);
    this.asking = build("div", { class: "buttons" });
    this.after = build("div", { class: "buttons", hidden: true }, button("again", words.try_again), button("next", words.next_question, true));
    this.said = build("div", { class: "said", role: "status" });
    this.grading = session.review || this.fields.grades ? buildGrading(words, session.review?.grades) : undefined;
    this.act = build("div", { class: "act" }, this.asking);
    this.bar = this.grading ? build("div", { class: "grade-bar" }, this.said, this.grading, this.after) : this.act;
    if (!this.grading) this.act.append(this.said, this.after);
    const legend = build("legend", { class: "unseen" }, fill(words.answer_legend, { id: question.id }));
    this.fieldset = build("fieldset", {}, legend);
    this.form = build("form", { class: "practice" }, this.fieldset, this.act);
    this.#place();
    this.#listen();
    this.askDates = session.review?.attach(this);
    this.#restore();
  }

  /** "" until answered, then "right", "wrong", or "shown" if the reader only looked at the answer. */
  get state() {
    return this.question.element.dataset.state ?? "";
  }

  /** Start timing the answer: the question is in view. */
  begin() {
    if (!this.#since) this.askDates?.();
    this.#since ||= performance.now();
  }

  /** Ask again, and explain that the correct answer has changed since. */
  explainChange() {
    if (this.state === "right" || this.state === "wrong") return; // answered in this visit
    this.reset();
    this.act.append(build("div", { class: "changed" }, this.session.words.changed_key));
  }

  /** Ask again from the start, with the choices shuffled if their order doesn't matter. */
  again() {
    this.reset();
    const { question } = this;
    if (question.shuffles && question.choices.length > 2) {
      this.#arrange(shuffle(question.choices.map((choice) => choice.value)));
    }
    this.#save();
    this.begin();
    this.#focus(this.form.querySelector("input, textarea, button"));
  }

  /** Reset to the unanswered state, with the choices in file order. */
  reset() {
    while (this.#undo.length) this.#undo.pop()?.();
    this.#order = [];
    this.#hint = this.#seen = this.#guess = false;
    this.#since = 0;
    this.spent = undefined;
    this.#grade = "";
    this.question.answer.open = false;
    this.fields.write(null);
    this.#setState("");
    this.#say("");
    this.#save();
  }

  /**
   * @param {Answer | null} answer null if the reader gave up
   * @param {{guess?: boolean, grade?: string}} [options]
   */
  finish(answer, { guess = false, grade = "" } = {}) {
    this.#guess = guess;
    this.#grade = grade;
    const right = this.#show(answer);
    this.#save();
    const detail = this.#record(answer, right);
    this.question.element.dispatchEvent(new CustomEvent(ANSWERED, { bubbles: true, detail }));
    if (this.fields.grades && isFocused()) return this.session.next(this);
    this.#focus(this.after.querySelector("[data-act=next]"));
    if (isFocused()) showStart(this.question.answer);
  }

  /** At the end of an exam, check the answer, show a missed solution, or let the reader grade herself. */
  handIn() {
    const { fields, question, said, session } = this;
    this.asking.replaceChildren(...this.#buttons());
    const answer = fields.read();
    if (fields.grades) {
      this.asking.hidden = true;
      question.answer.open = true;
      return;
    }
    said.removeAttribute("role"); // don't announce many verdicts at once
    if (answer !== null) return this.finish(answer, { guess: this.#guess });
    this.#setState("shown");
    this.#say(session.words.not_answered);
    question.answer.open = true;
  }

  #place() {
    const { question, fields } = this;
    if (this.grading) question.element.append(this.bar);
    const rows = placeForm(question, this.form);
    this.fieldset.append(...rows, ...fields.parts);
    this.asking.append(...this.#buttons());
  }

  #buttons() {
    const { words } = this.session;
    const { grades } = this.fields;
    if (this.session.waits && !grades) return [this.#buildGuess()];
    if (grades) return this.session.waits ? [] : [submit(this.question.kind === "card" ? words.turn_over : words.show_answer, true)];
    return [submit(words.check, true), submit(words.guess, false, true)];
  }

  #buildGuess() {
    const box = build("input", { type: "checkbox", id: `${this.question.id}-guess` });
    box.addEventListener("input", () => (this.#guess = box.checked));
    box.checked = this.#guess;
    return build("label", { class: "guess", for: box.id }, box, this.session.words.guess);
  }

  #listen() {
    const { question, fields } = this;
    this.form.addEventListener("submit", (event) => this.#submit(event));
    this.form.addEventListener("input", () => {
      if (!this.state) this.#say(""); // it may have asked for an answer first
      this.#save();
    });
    this.after.addEventListener("click", ({ target }) => {
      const { act } = /** @type {HTMLElement} */ (target).dataset;
      if (act === "again") this.again();
      if (act === "next") this.session.next(this);
    });
    this.grading?.addEventListener("click", ({ target }) => {
      const grade = /** @type {HTMLElement} */ (target).closest("button")?.dataset.grade;
      if (grade && !this.state) this.finish(fields.read() ?? [], { grade });
    });
    question.answer.addEventListener("change", () => this.#suggest());
    question.answer.addEventListener("toggle", () => this.#follow());
    const noteHint = () => {
      this.#hint ||= !this.state && Boolean(question.hint?.open);
    };
    question.hint?.addEventListener("toggle", noteHint);
    noteHint(); // it may have been opened before this script loaded
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    const pressed = event.submitter;
    const answer = this.fields.read();
    if (this.session.waits) this.session.next(this);
    else if (this.fields.grades) this.#turn();
    else if (answer === null) this.#say(this.fields.missing);
    else this.finish(answer, { guess: pressed instanceof HTMLElement && "guess" in pressed.dataset });
  }

  /** Open the answer of a question or card that the reader grades herself. */
  #turn() {
    const { answer, answerBody } = this.question;
    answer.open = true;
    if (!isFocused()) return;
    answerBody.tabIndex = -1;
    this.#focus(answerBody);
  }

  /** Handle the answer opening or closing: opening it by its own line means looking without answering. */
  #follow() {
    const { open } = this.question.answer;
    if (this.session.waits) this.question.answer.open = false;
    else if (this.fields.grades) {
      if (open) this.#suggest();
    } else if (open && !this.state) {
      this.#seen = true;
      this.#setState("shown");
    } else if (!open && this.state === "shown") this.#setState("");
  }

  #suggest() {
    const suggested = this.#grade || this.fields.suggest?.();
    for (const one of this.grading?.querySelectorAll("button") ?? []) {
      one.classList.toggle("primary", one.dataset.grade === suggested);
    }
    if (!this.state) this.#save();
  }

  /**
   * @param {Answer | null} answer
   * @returns {boolean} whether it is right
   */
  #show(answer) {
    const { question, fields, session } = this;
    const outcome = fields.judge(answer);
    const right = fields.grades ? this.#grade !== GRADES[0] : outcome.right;
    this.#undo.push(showFeedback(question, outcome, session.words));
    this.after.querySelector("[data-act=next]")?.setAttribute("aria-describedby", `${question.id}-own`);
    this.#setState(right ? "right" : "wrong");
    question.answer.open = true;
    this.#say(this.#sayOutcome(right, outcome.said));
    this.#suggest();
    return right;
  }

  /**
   * @param {boolean} right
   * @param {string} wrong
   */
  #sayOutcome(right, wrong) {
    const { words } = this.session;
    if (this.#grade) return fill(words.graded, { grade: words[`grade_${this.#grade}`] });
    if (!right) return wrong;
    return this.#guess ? words.right_guess : words.right_answer;
  }

  /**
   * @param {Answer | null} answer
   * @param {boolean} right
   */
  #record(answer, right) {
    const { question, session } = this;
    const { lang = document.documentElement.lang, answerLang } = question;
    const now = performance.now();
    const begun = Math.max(this.#since, session.since ?? 0);
    session.since = now;
    const given = {
      ...{ id: question.id, kind: question.kind, key: question.key, answer, right, grade: this.#grade || undefined },
      ...{ guess: this.#guess, hint: this.#hint, seen: this.#seen },
      ...{ ms: this.spent ?? now - begun, lang, answer_lang: answerLang, where: session.where },
    };
    return { ...given, event: session.record(given) };
  }

  /** @param {string[]} order */
  #arrange(order) {
    this.#order = order;
    this.#undo.push(arrange(this.question, order, this.session.words));
  }

  #restore() {
    const draft = this.session.drafts?.load(this.question);
    if (!draft) return;
    const { question, fields } = this;
    const values = question.choices.map((choice) => choice.value);
    const order = Array.isArray(draft.order) ? draft.order : [];
    const isOrder = order.length === values.length && values.every((value) => order.includes(value));
    if (isOrder && values.length && question.shuffles) this.#arrange(order);
    fields.write(draft.answer, String(draft.written ?? ""));
    [this.#hint, this.#seen, this.#guess] = [draft.hint === true, draft.seen === true, draft.guess === true];
    this.asking.replaceChildren(...this.#buttons()); // rebuilt, so that the guess box shows the saved state
    const answer = fields.read();
    if (!draft.answered || answer === null) return;
    this.#grade = GRADES.find((grade) => grade === draft.grade) ?? "";
    if (!fields.grades || this.#grade) this.#show(answer);
  }

  #save() {
    this.session.drafts?.save(this.question.id, {
      ...{ key: this.question.key, answer: this.fields.read(), written: this.fields.written?.() ?? "" },
      ...{ answered: this.state === "right" || this.state === "wrong", grade: this.#grade },
      ...{ guess: this.#guess, hint: this.#hint, seen: this.#seen, order: this.#order },
    });
  }

  /** @param {"" | "right" | "wrong" | "shown"} state */
  #setState(state) {
    const done = state !== "";
    if (state) this.question.element.dataset.state = state;
    else delete this.question.element.dataset.state;
    this.fieldset.disabled = done && !this.fields.grades;
    this.asking.hidden = done;
    this.after.hidden = !done;
  }

  /** @param {string} text */
  #say(text) {
    this.said.textContent = text;
  }

  /** @param {Element | null} element */
  #focus(element) {
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  }
}

/**
 * Scroll until enough of an element is in view to begin reading it.
 * @param {HTMLElement} element
 */
function showStart(element) {
  scrollBy({ top: Math.max(0, element.getBoundingClientRect().top - innerHeight / 2) });
}

/**
 * @param {Record<string, string>} words
 * @param {readonly string[]} [grades]
 */
function buildGrading(words, grades = GRADES) {
  const buttons = grades.map((grade) => build("button", { type: "button", "data-grade": grade }, words[`grade_${grade}`]));
  return build("div", { class: "grading", role: "group", "aria-label": words.how_it_went }, build("span", {}, words.how_it_went), ...buttons);
}

/**
 * @param {string} act
 * @param {string} text
 * @param {boolean} [primary]
 */
function button(act, text, primary = false) {
  return build("button", { type: "button", "data-act": act, class: primary && "primary" }, text);
}

/**
 * @param {string} text
 * @param {boolean} [primary]
 * @param {boolean} [guess]
 */
function submit(text, primary = false, guess = false) {
  return build("button", { type: "submit", class: primary && "primary", "data-guess": guess }, text);
}

// @ts-check
// Grade bar of a review: four grades, each with the item's next date, at the bottom of the window.
import { build, makeButton } from "../../dom.js";
import { ANSWERED } from "../practice/answering.js";
import { fill } from "../../words.js";
import { sayNextDate } from "./next_date.js";
import { GRADES, rate } from "./rating.js";
/** @typedef {import("../practice/answering.js").Answering} Answering */
/** @typedef {import("../log/event.js").Grade} Grade */

/**
 * @typedef {object} Scheduler
 * @property {(id: string) => Promise<number[]>} preview days until the item's next review, for each grade
 * @property {(grade: Grade) => Promise<unknown>} regrade replaces the grade of the last answer
 */

/**
 * @typedef {object} ReviewGrades
 * @property {readonly Grade[]} grades from the worst to the best
 * @property {(answering: Answering) => () => void} attach completes the grade bar, and returns a function that
 *   updates its dates
 */

/**
 * Create the grade bar of a review session.
 * @param {Scheduler} scheduler
 * @returns {ReviewGrades}
 */
export function makeReviewGrades({ preview, regrade }) {
  return {
    grades: GRADES,
    attach(answering) {
      const row = /** @type {HTMLElement} */ (answering.grading);
      speakPageLanguage(answering);
      if (answering.fields.grades) return offerDates(answering.question.id, row, preview);
      countAsForgotten(answering);
      const sayBack = offerOtherGrades(answering, row, regrade);
      return offerDates(answering.question.id, row, preview, sayBack);
    },
  };
}

/**
 * Mark the buttons as in the page's language, which may differ from the question's. There is no "try again" button: the
 * session itself repeats wrong answers.
 * @param {Answering} answering
 */
function speakPageLanguage({ form, act, bar, after }) {
  const { lang } = document.documentElement;
  after.querySelector("[data-act=again]")?.remove();
  for (const part of [act, bar, ...form.querySelectorAll("legend, .field label")]) part.setAttribute("lang", lang);
}

/**
 * Count an item as forgotten if the reader only looked at the answer and continues.
 * @param {Answering} answering
 */
function countAsForgotten(answering) {
  answering.after.querySelector("[data-act=next]")?.addEventListener("click", () => {
    if (answering.state === "shown") answering.finish(null, { grade: GRADES[0] }); // runs before "next"
  });
}

/**
 * Say when an answer comes back, by the grade that follows from it, and let the reader change that.
 * @param {Answering} answering
 * @param {HTMLElement} row
 * @param {Scheduler["regrade"]} regrade
 * @returns {() => void} says it again, once the dates are known
 */
function offerOtherGrades({ question, session: { words } }, row, regrade) {
  const back = build("span", { role: "status" });
  const change = makeButton(words.review_change, () => {
    row.classList.add("changing");
    /** @type {HTMLElement | null} */ (row.querySelector("[aria-pressed=true]"))?.focus();
  });
  const say = () => {
    const chosen = row.querySelector("[aria-pressed=true]");
    const date = chosen?.querySelector("small")?.textContent;
    back.textContent = date ? fill(words.review_back, { date }) : chosen ? fill(words.graded, { grade: nameGrade(chosen) }) : "";
  };
  const press = (/** @type {Grade} */ grade) => {
    for (const button of row.querySelectorAll("[data-grade]")) {
      button.setAttribute("aria-pressed", String(button.getAttribute("data-grade") === grade));
    }
    say();
  };
  row.classList.add("judged");
  row.before(build("p", { class: "back" }, back, " ", change));
  question.element.addEventListener(ANSWERED, (event) => press(GRADES[rate(/** @type {CustomEvent} */ (event).detail) - 1]));
  row.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button");
    if (!button || button.matches("[aria-pressed=true]")) return;
    const grade = /** @type {Grade} */ (button.dataset.grade);
    press(grade);
    regrade(grade);
  });
  return say;
}

/** @param {Element} button */
function nameGrade(button) {
  return button.firstChild?.textContent?.trim() ?? "";
}

/**
 * Add a date to each grade: empty until known, with its space reserved.
 * @param {string} id
 * @param {HTMLElement} row
 * @param {Scheduler["preview"]} preview
 * @param {() => void} [onKnown]
 * @returns {() => Promise<void>} fetches the dates
 */
function offerDates(id, row, preview, onKnown = () => {}) {
  const dates = [...row.querySelectorAll("[data-grade]")].map((button) => {
    const date = build("small");
    button.append(" ", date);
    return date;
  });
  return async () => {
    const days = await preview(id).catch(() => []);
    dates.forEach((date, index) => {
      date.textContent = index in days ? sayNextDate(days[index], document.documentElement.lang) : "";
    });
    onKnown();
  };
}

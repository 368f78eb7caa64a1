// @ts-check
// Grade bar of a review: four grades, each with the item's next date, at the bottom of the window.
import { build } from "../../dom.js";
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
 * @property {(answering: Answering) => () => void} attach adds the grade bar, and returns a function that
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
      placeBar(answering, row);
      if (answering.fields.grades) goOnOnceGraded(answering);
      else {
        offerOtherGrades(answering, row, regrade);
        countAsForgotten(answering);
      }
      return offerDates(answering.question.id, row, preview);
    },
  };
}

/**
 * Put the grades and the "next" button at the end of the question, in the page's language, which may differ
 * from the question's. There is no "try again" button: the session itself repeats wrong answers.
 * @param {Answering} answering
 * @param {HTMLElement} row
 */
function placeBar({ question, form, act, after }, row) {
  const { lang } = document.documentElement;
  after.querySelector("[data-act=again]")?.remove();
  question.element.append(build("div", { class: "grade-bar", lang }, row, after));
  act.lang = lang;
  for (const label of form.querySelectorAll("legend, .field label")) label.setAttribute("lang", lang);
}

/**
 * After a self-graded answer, go to the next item once the question's own listeners have run.
 * @param {Answering} answering
 */
function goOnOnceGraded(answering) {
  answering.question.element.addEventListener(ANSWERED, () => queueMicrotask(() => answering.session.next(answering)));
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
 * Show the automatic grade of an answer, and let the reader change it.
 * @param {Answering} answering
 * @param {HTMLElement} row
 * @param {Scheduler["regrade"]} regrade
 */
function offerOtherGrades({ question, session: { words } }, row, regrade) {
  const said = build("span", { class: "unseen", role: "status" });
  const press = (/** @type {Grade} */ grade) => {
    for (const button of row.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.grade === grade));
    }
  };
  row.classList.add("judged");
  row.setAttribute("aria-label", words.review_grade_auto);
  row.firstElementChild?.replaceChildren(words.review_grade_auto);
  row.append(said);
  question.element.addEventListener(ANSWERED, (event) => {
    said.textContent = "";
    press(GRADES[rate(/** @type {CustomEvent} */ (event).detail) - 1]);
  });
  row.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button");
    if (!button || button.matches("[aria-pressed=true]")) return;
    const grade = /** @type {Grade} */ (button.dataset.grade);
    press(grade);
    said.textContent = fill(words.graded, { grade: words[`grade_${grade}`] });
    regrade(grade);
  });
}

/**
 * Add a date to each grade: empty until known, with its space reserved.
 * @param {string} id
 * @param {HTMLElement} row
 * @param {Scheduler["preview"]} preview
 * @returns {() => Promise<void>} fetches the dates
 */
function offerDates(id, row, preview) {
  const dates = [...row.querySelectorAll("button")].map((button) => {
    const date = build("small");
    button.append(" ", date);
    return date;
  });
  return async () => {
    const days = await preview(id).catch(() => []);
    dates.forEach((date, index) => {
      date.textContent = index in days ? sayNextDate(days[index], document.documentElement.lang) : "";
    });
  };
}

// @ts-check
// Grades in a review: four, each with the date on which the item would come back, at the lower edge of the window.
import { build } from "../../dom.js";
import { ANSWERED } from "../practice/answering.js";
import { fill } from "../../words.js";
import { sayNextDate } from "./next_date.js";
import { GRADES, rate } from "./rating.js";
/** @typedef {import("../practice/answering.js").Answering} Answering */
/** @typedef {import("../log/event.js").Grade} Grade */

/**
 * @typedef {object} Scheduler
 * @property {(id: string) => Promise<number[]>} preview the days until an item comes back, for each grade
 * @property {(grade: Grade) => Promise<unknown>} regrade replaces the grade of the answer that was recorded last
 */

/**
 * @typedef {object} ReviewGrades
 * @property {readonly Grade[]} grades from the worst to the best
 * @property {(answering: Answering) => () => void} attach puts the grades where they belong, and returns what shows their
 *   dates anew
 */

/**
 * The grades of a session that reviews.
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
 * Put the grades, and the button that goes on, at the end of the question. They speak the language of the page, which
 * may not be that of the question. There is no button to try again: the session itself asks again what was wrong.
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
 * Whoever has graded herself has read the answer: on to the next item, after what the answer does itself.
 * @param {Answering} answering
 */
function goOnOnceGraded(answering) {
  answering.question.element.addEventListener(ANSWERED, () => queueMicrotask(() => answering.session.next(answering)));
}

/**
 * Whoever has only looked at the answer, and goes on, did not know it.
 * @param {Answering} answering
 */
function countAsForgotten(answering) {
  answering.after.querySelector("[data-act=next]")?.addEventListener("click", () => {
    if (answering.state === "shown") answering.finish(null, { grade: GRADES[0] }); // before the click goes on
  });
}

/**
 * Show which grade follows from an answer, and let another one be chosen.
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
 * Add a date to each grade: empty at first, in room that is kept for it, and empty for good if nobody knows it.
 * @param {string} id
 * @param {HTMLElement} row
 * @param {Scheduler["preview"]} preview
 * @returns {() => Promise<void>} asks for the dates
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

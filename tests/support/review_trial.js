// @ts-check
// Trial of the grades of a review: the questions of any page one at a time, with dates that a test decides.
// tests/support/review_site.py makes a site with this in place of practice.
import { build } from "../../dom.js";
import { regradeAnswer, undoAnswer } from "../log/changes.js";
import { openLog } from "../log/log.js";
import { Answering, ANSWERED } from "../practice/answering.js";
import { readQuestions } from "../practice/question.js";
import { recordIn } from "../practice/record.js";
import { makeReviewGrades } from "./grading.js";

/** The days until the next review, for each grade. */
const DAYS = [1, 4, 90, 913];

/** What a page does at once, by its address: `?late` waits for the event `trial:dates`, `?failing` never knows them. */
const PREVIEWS = {
  "?late": () => new Promise((resolve) => addEventListener("trial:dates", () => resolve(DAYS))),
  "?failing": () => Promise.reject(new Error("no dates")),
};

export async function startPractice() {
  const words = await fetchWords();
  const opening = openLog();
  const stage = build("div");
  const questions = readQuestions();
  const first = Math.max(0, questions.findIndex(({ id }) => `#${id}` === location.hash));
  const asked = [...questions.slice(first), ...questions.slice(0, first)];
  document.querySelector(".page")?.replaceChildren(build("h1", { id: "content" }, document.title), stage);
  /** @type {{id: string, event: Promise<import("../log/event.js").LogEvent>}} */
  let last;
  const review = makeReviewGrades({
    preview: PREVIEWS[location.search] ?? (() => Promise.resolve(DAYS)),
    regrade: async (grade) => regradeAnswer(await opening, await last.event, grade),
  });
  const show = (/** @type {Answering} */ answering) => {
    stage.replaceChildren(answering.question.element);
    answering.begin();
  };
  const session = {
    ...{ words, where: "review", record: recordIn(opening, words), review },
    next: (/** @type {Answering} */ answering) => show(answerings[answerings.indexOf(answering) + 1]),
  };
  const across = location.search === "?across" ? { lang: "es", answerLang: "en" } : {};
  const answerings = asked.map((question) => new Answering({ ...question, ...across }, session));
  stage.addEventListener(ANSWERED, (event) => (last = /** @type {CustomEvent} */ (event).detail));
  addEventListener("trial:undo", async () => {
    await undoAnswer(await opening, await last.event);
    const answering = answerings.find(({ question }) => question.id === last.id);
    answering.reset();
    show(answering);
  });
  show(answerings[0]);
}

/** The words of the page of review, in the language of this page. */
async function fetchWords() {
  const response = await fetch(document.documentElement.lang === "es" ? "/es/review/" : "/review/");
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return JSON.parse(page.querySelector("script#words")?.textContent ?? "{}");
}

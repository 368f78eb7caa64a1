// @ts-check
// Exam result: the score, what to look at again, and all questions with their verdicts.
import { build, makeButton } from "../../dom.js";
import { ANSWERED } from "../practice/answering.js";
import { Round } from "../practice/round.js";
import { showStrip } from "../practice/strip.js";
import { fill } from "../../words.js";
import { writeTime } from "./clock.js";
import { addWeakTopics, buildPrintButton, buildStrip, focusOn } from "./parts.js";
import { saveRun } from "./run_state.js";
/** @typedef {import("./page.js").Run} Run */
/** @typedef {import("../practice/answering.js").Answering} Answering */

/**
 * @param {Run} run the one handed in
 * @param {HTMLElement} list of its questions
 * @returns {HTMLElement} the card with the score
 */
export function showResult(run, list) {
  const { stage, state } = run;
  const card = build("section", { class: "exam-result", "aria-labelledby": "exam_score" });
  stage.dataset.phase = "result";
  stage.append(card, buildStrip(run), list);
  const mark = showStrip(stage, run.words);
  const update = () => fillCard(card, run, mark);
  list.addEventListener(ANSWERED, (event) => {
    const { id, right } = /** @type {CustomEvent} */ (event).detail;
    state.standings[id] = { first: state.standings[id]?.first ?? right, last: right };
    saveRun(state);
    if (stage.dataset.phase === "result") update();
  });
  handAllIn(run);
  update();
  return card;
}

/**
 * Check the answers that aren't checked yet. After a reload, only ungraded and unanswered questions are left.
 * @param {Run} run
 */
function handAllIn({ answerings, state }) {
  for (const answering of answerings) {
    const { id, answer } = answering.question;
    if (answering.state) continue;
    if (state.standings[id]) answer.open = true; // answered before, now in a relearning round
    else {
      answering.spent = state.spent[id];
      answering.handIn();
    }
  }
}

/**
 * @param {HTMLElement} card
 * @param {Run} run
 * @param {ReturnType<typeof showStrip>} mark
 */
function fillCard(card, run, mark) {
  const { answerings, state, words } = run;
  const standing = (/** @type {Answering} */ { question }) => state.standings[question.id];
  const ungraded = answerings.filter((one) => one.fields.grades && !standing(one));
  const missed = answerings.filter((one) => !standing(one)?.last && !ungraded.includes(one));
  for (const one of answerings) mark(one.question.id, ungraded.includes(one) ? "open" : missed.includes(one) ? "wrong" : "right");
  const right = answerings.filter((one) => standing(one)?.first).length;
  const score = fill(words.exam_result, { right, count: answerings.length - ungraded.length });
  const notes = [
    count(answerings.filter((one) => !one.fields.grades && !standing(one)).length, "exam_not_answered", words),
    count(ungraded.length, "exam_to_grade", words),
    sayTime(run),
  ];
  card.replaceChildren(
    build("h2", { id: "exam_score" }, score),
    ...notes.filter(Boolean).map((note) => build("p", {}, note)),
    ...listMissed(missed, words),
    build("div", { class: "buttons" }, ...makeButtons(card, run, missed, mark)),
  );
  addWeakTopics(card, run);
}

/**
 * @param {number} number
 * @param {string} word
 * @param {Record<string, string>} words
 */
function count(number, word, words) {
  return number ? fill(words[`${word}_${number === 1 ? "one" : "many"}`], { count: number }) : "";
}

/** @param {Run} run */
function sayTime({ state, words }) {
  const [took, limit] = [state.end - state.start, state.minutes * 60_000];
  if (limit && took >= limit) return words.exam_time_up;
  const sentence = limit ? words.exam_took_of : words.exam_took;
  return fill(sentence, { time: writeTime(took), limit: writeTime(limit) });
}

/**
 * @param {Answering[]} missed
 * @param {Record<string, string>} words
 */
function listMissed(missed, words) {
  if (!missed.length) return [];
  const rows = missed.map(({ question }) => build("li", {}, build("a", { href: `#${question.id}` }, question.title())));
  return [build("p", {}, words.end_missed), build("ul", { role: "list" }, ...rows)];
}

/**
 * @param {HTMLElement} card
 * @param {Run} run
 * @param {Answering[]} missed
 * @param {ReturnType<typeof showStrip>} mark
 */
function makeButtons(card, run, missed, mark) {
  const { words, choose } = run;
  const retry = makeButton(fill(words.retry_missed, { count: missed.length }), () => relearn(card, run, missed, mark), true);
  const others = [buildPrintButton(words), makeButton(words.run_choose, choose)];
  return missed.length ? [retry, ...others] : others;
}

/**
 * Ask the missed questions until each was right once. The exam's score doesn't change.
 * @param {HTMLElement} card
 * @param {Run} run
 * @param {Answering[]} missed
 * @param {ReturnType<typeof showStrip>} mark
 */
function relearn(card, run, missed, mark) {
  const { stage, session, answerings, words } = run;
  session.where = "quiz";
  stage.dataset.phase = "round";
  for (const { said } of missed) said.setAttribute("role", "status");
  const round = new Round(answerings, missed, words, () => {
    stage.dataset.phase = "result";
    session.where = run.state.where;
    fillCard(card, run, mark);
    card.scrollIntoView();
    focusOn(card);
  });
  session.next = () => round.next();
}

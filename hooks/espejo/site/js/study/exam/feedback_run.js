// @ts-check
// Run with feedback: shows the drawn questions like a quiz, one below the other.
import { build, makeButton } from "../../dom.js";
import { ANSWERED } from "../practice/answering.js";
import { Pass } from "../practice/pass.js";
import { watch } from "../practice/start.js";
import { addWeakTopics, buildPrintButton, buildSheet, buildStrip } from "./parts.js";
import { saveRun } from "./run_state.js";
/** @typedef {import("./page.js").Run} Run */

/** @param {Run} run */
export function runWithFeedback(run) {
  const { stage, state, answerings, session, words, choose } = run;
  stage.dataset.phase = "feedback";
  const questions = buildSheet(run);
  const foot = build("div", { class: "run-foot act" }, buildPrintButton(words), makeButton(words.run_choose, choose));
  stage.append(buildStrip(run), questions, foot);
  const pass = new Pass(answerings, words, choose);
  session.next = (answering) => pass.next(answering);
  const showTopics = () => {
    const card = /** @type {HTMLElement | null} */ (stage.querySelector(".end-card"));
    if (card) addWeakTopics(card, run);
  };
  questions.addEventListener(ANSWERED, (event) => {
    const { id, right } = /** @type {CustomEvent} */ (event).detail;
    state.standings[id] = { first: state.standings[id]?.first ?? right, last: right };
    saveRun(state);
    queueMicrotask(showTopics); // once the end card exists
  });
  watch(answerings);
  pass.remember(new Map(Object.entries(state.standings)));
  showTopics();
}

// @ts-check
// Run with feedback: asks the drawn questions like a quiz, one at a time.
import { build, makeButton } from "../../dom.js";
import { enterFocus } from "../../focus.js";
import { ANSWERED } from "../practice/answering.js";
import { ENDED, Pass } from "../practice/pass.js";
import { watch } from "../practice/start.js";
import { addWeakTopics, buildPrintButton, buildSheet, buildStrip } from "./parts.js";
import { addOnward } from "./path.js";
import { saveRun } from "./run_state.js";
/** @typedef {import("./page.js").Run} Run */

/** @param {Run} run */
export function runWithFeedback(run) {
  const { stage, state, answerings, session, words, choose, loadEnding } = run;
  stage.dataset.phase = "feedback";
  const questions = buildSheet(run);
  const foot = build("div", { class: "run-foot act" }, buildPrintButton(words), makeButton(words.run_choose, choose));
  stage.append(buildStrip(run), questions, foot);
  const pass = new Pass(answerings, words, choose, loadEnding);
  session.next = (answering) => pass.next(answering);
  const showTopics = () => {
    const card = /** @type {HTMLElement | null} */ (stage.querySelector(".end-card"));
    if (card) addWeakTopics(card, run).then(() => addOnward(card, run));
  };
  questions.addEventListener(ANSWERED, (event) => {
    const { id, right } = /** @type {CustomEvent} */ (event).detail;
    state.standings[id] = { first: state.standings[id]?.first ?? right, last: right };
    saveRun(state);
  });
  watch(answerings);
  const open = answerings.find(({ question }) => !state.standings[question.id]);
  enterFocus(open?.question.element ?? foot); // without an open question, only the end
  pass.remember(new Map(Object.entries(state.standings)));
  document.addEventListener(ENDED, showTopics);
}

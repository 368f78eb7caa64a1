// @ts-check
// Practice page: the setup form, then the drawn questions, with feedback or as an exam.
import { build, makeButton } from "../../dom.js";
import { leaveFocus } from "../../focus.js";
import { openLog } from "../log/log.js";
import { Answering } from "../practice/answering.js";
import { DRAFTS, dropAllDrafts, keepDraftsAs, loadDraft, saveDraft } from "../practice/draft.js";
import { shuffle } from "../practice/shuffle.js";
import { recordIn } from "../practice/record.js";
import { fill } from "../../words.js";
import { draw } from "./draw.js";
import { runExam } from "./exam.js";
import { runWithFeedback } from "./feedback_run.js";
import { fetchQuestions } from "./fetch_questions.js";
import { makeMap } from "./map.js";
import { focusOn } from "./parts.js";
import { asksForPath, listPath } from "./path.js";
import { beginRun, forgetRun, loadRun, saveRun } from "./run_state.js";
import { Setup } from "./setup.js";
/** @typedef {import("./run_state.js").RunState} RunState */
/** @typedef {import("../practice/question.js").Question} Question */

/**
 * @typedef {object} Run the context of a run
 * @property {HTMLElement} stage the element that shows it
 * @property {Answering[]} answerings
 * @property {import("../practice/answering.js").Session} session
 * @property {RunState} state
 * @property {Record<string, string>} words
 * @property {() => Promise<import("./draw.js").BankMap>} getMap
 * @property {string} pages link to any page, with a placeholder for its path
 * @property {() => void} choose goes back to the setup form
 * @property {import("../practice/pass.js").LoadEnding} loadEnding
 */

/**
 * @param {Record<string, string>} words
 * @param {() => void} serveNewParts adds copy buttons and keyboard scrolling to new parts of the page
 * @param {import("../practice/pass.js").LoadEnding} loadEnding
 */
export function offerPractice(words, serveNewParts, loadEnding) {
  const form = /** @type {HTMLFormElement} */ (document.querySelector("form.setup"));
  const stage = /** @type {HTMLElement} */ (document.querySelector(".run"));
  const { pages = "" } = form.dataset;
  const getMap = makeMap(new URL(form.dataset.map ?? "", location.href).href);
  /** @type {ReturnType<typeof openLog> | undefined} */
  let opening;
  const record = (/** @type {object} */ answer) => recordIn((opening ??= openLog()), words)(answer);
  keepDraftsAs("run-drafts");

  const choose = () => {
    forgetRun();
    leaveFocus();
    stage.hidden = true;
    form.hidden = false;
    stage.replaceChildren();
    setup.update();
    form.querySelector("button[type=submit]")?.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement} */ (form.querySelector("button[type=submit]")).focus();
  };

  /**
   * @param {RunState} state
   * @param {boolean} [fresh] whether it begins now, rather than resumes
   */
  const show = async (state, fresh = false) => {
    form.hidden = true;
    stage.hidden = false;
    stage.replaceChildren(build("p", { class: "run-note", role: "status" }, words.run_loading));
    const questions = await fetchQuestions(state.items, pages).catch(() => undefined);
    if (!questions) return fail(() => show(state, fresh));
    const missing = state.items.length - questions.length;
    stage.replaceChildren(...(missing ? [noteMissing(missing, words)] : []));
    if (!questions.length) return void stage.append(makeButton(words.run_choose, choose));
    keepOnly(state, questions);
    mixChoices(questions);
    begin({ stage, state, words, getMap, pages, choose, loadEnding, ...makeAnswerings(questions, state, words, record) }, fresh);
    serveNewParts();
    if (fresh) focusOn(questions[0].element);
  };

  /** @param {() => void} retry */
  const fail = (retry) => {
    const again = makeButton(words.try_again, retry);
    const buttons = build("div", { class: "act" }, again, makeButton(words.run_choose, choose));
    stage.replaceChildren(build("p", { class: "run-note", role: "alert" }, words.run_failed), buttons);
    again.focus();
  };

  const setup = new Setup(form, getMap, words, ({ items, count, mode, where, minutes }) => {
    dropAllDrafts();
    history.replaceState(history.state, "", location.pathname);
    const state = beginRun({ mode, where, minutes, items: draw(items, count) });
    show(state, true);
  });

  const { search } = location;
  const state = loadRun();
  if (asksForPath(search) && !(state?.mode === "exam" && !state.end)) {
    getMap()
      .then((map) => listPath(map, search))
      .then(({ where, items }) => {
        if (!items.length) return;
        dropAllDrafts();
        history.replaceState(history.state, "", location.pathname);
        show(beginRun({ mode: "feedback", where, minutes: 0, items }), true);
      })
      .catch(() => {}); // the form is there
  } else if (state && (!location.search || (state.mode === "exam" && !state.end))) show(state);
}

/**
 * @param {Run} run
 * @param {boolean} fresh
 */
function begin(run, fresh) {
  const { stage, state } = run;
  state.start ||= Date.now();
  saveRun(state);
  stage.scrollIntoView();
  if (state.mode === "exam") runExam(run, fresh);
  else runWithFeedback(run);
}

/**
 * @param {Question[]} questions
 * @param {RunState} state
 * @param {Record<string, string>} words
 * @param {import("../practice/answering.js").Session["record"]} record
 */
function makeAnswerings(questions, state, words, record) {
  /** @type {import("../practice/answering.js").Session} */
  const session = {
    ...{ words, record, where: state.where, drafts: DRAFTS, next: () => {} },
    waits: state.mode === "exam" && !state.end,
  };
  return { session, answerings: questions.map((question) => new Answering(question, session)) };
}

/**
 * Drop the drawn items that are no longer on their page.
 * @param {RunState} state
 * @param {Question[]} questions
 */
function keepOnly(state, questions) {
  const there = new Set(questions.map(({ id }) => id));
  state.items = state.items.filter(({ id }) => there.has(id));
  state.current = Math.min(state.current, questions.length - 1);
}

/**
 * Shuffle the choices of each new question. Its draft keeps the order.
 * @param {Question[]} questions
 */
function mixChoices(questions) {
  for (const question of questions) {
    if (!question.shuffles || question.choices.length < 3 || loadDraft(question)) continue;
    const order = shuffle(question.choices.map(({ value }) => value));
    const nothing = { answer: null, written: "", answered: false, grade: "", guess: false, hint: false, seen: false };
    saveDraft(question.id, { key: question.key, order, ...nothing });
  }
}

/**
 * @param {number} count
 * @param {Record<string, string>} words
 */
function noteMissing(count, words) {
  const text = fill(count === 1 ? words.run_missing_one : words.run_missing_many, { count });
  return build("p", { class: "run-note", role: "status" }, text);
}

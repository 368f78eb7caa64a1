// @ts-check
// Practice on a page: makes its questions answerable, and logs the answers.
import { enterFocus, isFocused, leaveFocus, listAsked } from "../../focus.js";
import { findCurrent } from "../../reading.js";
import { readSession, writeSession } from "../../session.js";
import { readEnds } from "../log/ends.js";
import { openLog } from "../log/log.js";
import { noteRestart, readRestart } from "../log/restarts.js";
import { Answering } from "./answering.js";
import { DRAFTS } from "./draft.js";
import { Pass } from "./pass.js";
import { readQuestions } from "./question.js";
import { recordIn } from "./record.js";

const FOCUS = "focus";

/**
 * @param {Record<string, string>} words
 * @param {import("./pass.js").LoadEnding} loadEnding
 */
export function startPractice(words, loadEnding) {
  const questions = readQuestions();
  if (!questions.length) return;
  const opening = openLog();
  const session = {
    ...{ words, where: findWhere(), drafts: DRAFTS },
    record: recordIn(opening, words),
    next: (/** @type {Answering} */ answering) => (pass ? pass.next(answering) : leaveHome()),
  };
  const answerings = questions.map((question) => new Answering(question, session));
  const restart = async () => noteRestart(await opening, findUnit());
  const pass = document.querySelector(".home-question") ? undefined : new Pass(answerings, words, restart, loadEnding);
  if (pass) offerFocus();
  watch(answerings);
  opening.then((log) => remember(log, pass, answerings));
}

/** The button that shows one question at a time. Decks begin so, and a choice lasts while the tab is open. */
function offerFocus() {
  const button = document.querySelector(".tools [data-focus-on]");
  const show = (/** @type {boolean} */ on, /** @type {HTMLElement | undefined} */ first = undefined) => {
    if (on) enterFocus(first);
    else leaveFocus();
    button?.setAttribute("aria-pressed", String(isFocused()));
  };
  button?.addEventListener("click", () => {
    writeSession(FOCUS, isFocused() ? "off" : "on");
    show(!isFocused(), findCurrent(listAsked()));
    document.querySelector(".current")?.scrollIntoView();
  });
  const chosen = readSession(FOCUS);
  if (chosen === "on" || (chosen !== "off" && document.querySelector(".deck"))) show(true);
}

/** Go from the question on the home page to where newcomers begin. */
function leaveHome() {
  const link = document.querySelector(".door");
  if (link instanceof HTMLElement) link.click();
}

/** The page's name in the log: the same in all languages. */
function findUnit() {
  return document.querySelector("[data-page]")?.getAttribute("data-page") ?? "";
}

function findWhere() {
  if (document.querySelector(".deck")) return "card";
  return findUnit().startsWith("topics/") ? "topic" : "quiz";
}

/**
 * Show the logged answers on the page. Questions whose key has changed since are asked again, with an
 * explanation.
 * @param {import("../log/log.js").Log} log
 * @param {Pass | undefined} pass
 * @param {Answering[]} answerings
 */
async function remember(log, pass, answerings) {
  const since = await readRestart(log, findUnit());
  const ids = answerings.map(({ question }) => question.id);
  const ends = await readEnds(log, ids, since);
  const standings = new Map();
  for (const answering of answerings) {
    const { id, key } = answering.question;
    const own = ends.get(id);
    const first = own?.first.key === key ? own.first : own?.last; // an answer to another key doesn't count
    if (own?.last.key === key) standings.set(id, { first: first?.right, last: own.last.right });
    else if (own) answering.explainChange();
  }
  pass?.remember(standings);
}

/**
 * Start timing each question when it first comes into view.
 * @param {Answering[]} answerings
 */
export function watch(answerings) {
  const byElement = new Map(answerings.map((one) => [/** @type {Element} */ (one.question.element), one]));
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      byElement.get(target)?.begin();
      observer.unobserve(target);
    }
  });
  for (const element of byElement.keys()) observer.observe(element);
}

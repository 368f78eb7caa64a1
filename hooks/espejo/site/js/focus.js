// @ts-check
// Focus: one question or card at a time, with its buttons at the bottom of the window. The page's style sheets do the
// rest: they follow `data-focus` on the page and `current` on the question.
import { ASKED_FOR, goTo, isInSight, TURNED } from "./reading.js";

const root = document.documentElement;

/** Controls that use the keys of a card themselves. */
const BUSY = "a, button, summary, input, textarea, select, dialog, [contenteditable]";
const SCROLLS = "pre, .table, .formula, math, input, textarea, select, dialog, [contenteditable]";

/** The questions and cards of the page that can be asked, without the one on the home page. */
export function listAsked() {
  return /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".question[data-kind]:not(.home-question *)")]);
}

export function isFocused() {
  return root.hasAttribute("data-focus");
}

/**
 * Show one question at a time, first the one in the address, or the given one.
 * @param {HTMLElement} [first]
 */
export function enterFocus(first) {
  root.dataset.focus = "";
  if (!root.hasAttribute("data-follows")) follow(); // other bundles have this module, too
  const questions = listAsked();
  showAlone(first ?? findAddressed(questions) ?? questions[0]);
}

export function leaveFocus() {
  delete root.dataset.focus;
  for (const one of document.querySelectorAll(".current")) one.classList.remove("current");
  dispatchEvent(new Event(TURNED));
}

/** @param {HTMLElement | undefined} element a question, or something else at the end of them */
export function showAlone(element) {
  if (!element) return;
  for (const one of listAsked()) one.classList.toggle("current", one === element);
  for (const link of document.querySelectorAll(".strip a")) {
    if (link.getAttribute("href") === `#${element.id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  dispatchEvent(new Event(TURNED));
}

/** Follow links, keys, and "next" while one question at a time is shown. */
function follow() {
  root.dataset.follows = "";
  document.addEventListener(ASKED_FOR, (event) => {
    if (!isFocused()) return;
    const element = /** @type {HTMLElement} */ (event.target);
    showAlone(element);
    if (element.closest(".questions") && element.matches("[data-kind]")) history.replaceState(history.state, "", `#${element.id}`);
  });
  addEventListener("hashchange", () => {
    const asked = isFocused() && findAddressed(listAsked());
    if (asked) goTo(asked);
  });
  document.addEventListener("keydown", handleKey);
}

/** @param {HTMLElement[]} questions */
function findAddressed(questions) {
  return questions.find(({ id }) => location.hash === `#${id}`);
}

/**
 * Turn a card over with the space bar or Enter, and go through cards with the arrow keys.
 * @param {KeyboardEvent} event
 */
function handleKey(event) {
  const { key, target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event;
  const card = isFocused() && document.querySelector(".card.current");
  if (!card || defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
  if (!(target instanceof Element) || !isInSight(card)) return;
  const turn = /** @type {HTMLElement | null} */ (card.querySelector(".act button"));
  const cards = listAsked();
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const next = by && !target.closest(SCROLLS) && cards[cards.indexOf(/** @type {HTMLElement} */ (card)) + by];
  if ((key === " " || key === "Enter") && !target.closest(BUSY)) {
    const answer = card.querySelector("details");
    if (answer?.open) answer.open = false;
    else turn?.click();
  }
  else if (next) goTo(next);
  else return;
  event.preventDefault();
}

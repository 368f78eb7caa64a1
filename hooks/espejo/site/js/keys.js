// @ts-check
// Keyboard shortcuts: one table, used by the key handler and by the dialog that lists them.
import { isFocused, listAsked } from "./focus.js";
import { findCurrent, goTo, isInSight } from "./reading.js";

const BOTH = 'a[aria-keyshortcuts="b"]';

/**
 * @typedef {[keys: string, word: string, where: string, act?: (key: string) => unknown, shown?: string]} Key
 *   the characters, empty if the browser or the deck handles the key; the name of the word that describes the
 *   action, the button's where there is one; a selector the page must match for the key to be listed; the
 *   action, which returns something truthy if it did anything; and what to list instead of the characters,
 *   with names of words in braces
 */

/** @type {Key[]} If several have the same character, the first whose action does anything gets it. */
export const KEYS = [
  ["123456789", "key_choose", ".practice [data-choice]", choose, "1–9"],
  ["", "check", ".act [data-guess]", undefined, "{key_enter}"],
  ["g", "guess", "[data-guess]", () => press(".act [data-guess]")],
  ["h", "hint", ".hint", () => press(".hint > summary")],
  ["s", "answer", ".practice", () => press(".card.current .act button") || press(".answer > summary")],
  ["1234", "how_it_went", ".grading:not(:has(button:nth-of-type(4)))", grade, "1 2 3"],
  ["", "how_it_went", ".grading button:nth-of-type(4)", undefined, "1–4"],
  ["r", "try_again", "[data-act=again]", () => press("[data-act=again]")],
  ["n", "key_next", ".practice", () => press(".review-stage [data-act=next]") || step(1)],
  ["p", "key_previous", ":not(.review-stage) > .question .practice", () => step(-1)],
  ["", "turn_over", ".card.current", undefined, "{key_space}"],
  ["b", "both_about", BOTH, () => click(document.querySelector(BOTH))],
  ["/", "search", ".search-link", () => press(".search-link", document)],
  ["?", "keys_title", "[data-keys]", () => press("[data-keys]", document)],
];

/**
 * Handle shortcuts, unless the reader is typing, holds a modifier, or has switched them off; and open their
 * list.
 * @param {Record<string, string>} words
 */
export function offerKeys(words) {
  document.querySelector("[data-keys]")?.addEventListener("click", async () => {
    const { showKeys } = await import("./keys_dialog.js");
    showKeys(words);
  });
  addEventListener("keydown", (event) => {
    const pressed = event.key.toLowerCase();
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing) return;
    if (event.shiftKey && pressed !== pressed.toUpperCase()) return; // a slash may need Shift, a letter does not
    if (event.defaultPrevented || isTyping(event.target) || !areKeysOn()) return;
    if (KEYS.some(([keys, , , act]) => keys.includes(pressed) && act?.(pressed))) event.preventDefault();
  });
}

/**
 * Whether a key pressed there belongs to a field or an open dialog rather than to the page. A dialog that was
 * just closed may still have the focus.
 * @param {EventTarget | null} target
 */
export function isTyping(target) {
  const fields = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], dialog[open]";
  return target instanceof Element && target.closest(fields) !== null;
}

/** Whether shortcuts are on. `keys_dialog.js` switches them, for this page only if storage is blocked. */
export function areKeysOn() {
  try {
    return !localStorage.getItem("keys");
  } catch {
    return !document.documentElement.hasAttribute("data-no-keys");
  }
}

/**
 * The visible elements that match.
 * @param {string} selector
 * @param {ParentNode | null | undefined} root
 */
function listSeen(selector, root) {
  const found = /** @type {HTMLElement[]} */ ([...(root?.querySelectorAll(selector) ?? [])]);
  return found.filter((one) => one.checkVisibility() && !one.closest("[inert]"));
}

/** @returns the questions that can be answered, and the focused one, or else the one being read */
function findQuestions() {
  const questions = isFocused() ? listAsked() : listSeen(".question:has(.practice)", document);
  const focused = questions.find((one) => one.contains(document.activeElement) && isInSight(one));
  return { questions, read: focused ?? findCurrent(questions) };
}

/** The question the keys apply to, if it is in view. */
function findMeant() {
  const { questions, read } = findQuestions();
  return [read, ...questions].find((one) => one && isInSight(one));
}

/** @param {any} element */
function click(element) {
  element?.click();
  return element;
}

/**
 * @param {string} selector
 * @param {ParentNode | null} [root]
 */
function press(selector, root = findMeant()) {
  return click(listSeen(selector, root)[0]);
}

/**
 * Select a choice.
 * @param {string} digit its position on the screen
 */
function choose(digit) {
  const row = findMeant()?.querySelectorAll(".practice [data-choice]")[+digit - 1];
  const [field] = listSeen(":enabled", row);
  field?.focus();
  field?.click();
  return field;
}

/** @param {string} digit from the worst grade to the best */
function grade(digit) {
  const button = `:nth-of-type(${digit})[data-grade]`;
  return press(`.grading ${button}`) || click(findMeant()?.querySelector(`:is([data-state=right], [data-state=wrong]) .judged ${button}`));
}

/** @param {1 | -1} by */
function step(by) {
  const { questions, read } = findQuestions();
  const next = read ? questions[questions.indexOf(read) + by] : questions[0];
  const place = next ?? listSeen(".end-card, .onward", document)[0];
  if (place && (next || by > 0)) goTo(place);
  return place;
}

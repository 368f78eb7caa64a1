// @ts-check
// Keys: one table of all keys, which the keyboard and the dialog that lists them both follow.
import { findCurrent, goTo, isInSight } from "./reading.js";

const BOTH = 'a[aria-keyshortcuts="b"]';

/**
 * @typedef {[keys: string, word: string, where: string, act?: (key: string) => unknown, shown?: string]} Key
 *   the characters that act, or none where a browser or a deck does it itself; the name of the word for what they do,
 *   which is that of the button where there is one; what a page must have, or the key is not listed there; what is done,
 *   if there is anything to do; and what is listed instead of the characters, where a name in braces stands for a word
 */

/** @type {Key[]} Where several have a character, the first one that has anything to do gets it. */
export const KEYS = [
  ["123456789", "key_choose", ".practice [data-choice]", choose, "1–9"],
  ["", "check", ".act [data-guess]", undefined, "{key_enter}"],
  ["g", "guess", "[data-guess]", guess],
  ["h", "hint", ".hint", () => press(".hint > summary")],
  ["s", "answer", ".practice", () => press(".answer > summary") || pressDeck("turn")],
  ["1234", "how_it_went", ".grading:not(:has(:nth-of-type(4)))", grade, "1 2 3"],
  ["", "how_it_went", ".grading :nth-of-type(4)", undefined, "1–4"],
  ["r", "try_again", "[data-act=again]", () => press("[data-act=again]")],
  ["n", "key_next", ".practice", () => pressDeck("next") || press(".grade-bar [data-act=next]") || step(1)],
  ["p", "key_previous", ".question:not(:has(.grade-bar)) .practice", () => pressDeck("previous") || step(-1)],
  ["", "turn_over", ".deck.single", undefined, "{key_space}"],
  ["b", "both_about", BOTH, () => click(document.querySelector(BOTH))],
  ["/", "search", ".search-link", () => press(".search-link", document)],
  ["?", "keys_title", "[data-keys]", () => press("[data-keys]", document)],
];

/**
 * Let keys act, unless the reader is typing, means another command or has switched them off; and open their list.
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
 * Whether a key that is pressed there belongs to a field or an open dialog, and so is no command for the page. A dialog
 * that was just closed may still have the focus.
 * @param {EventTarget | null} target
 */
export function isTyping(target) {
  const fields = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], dialog[open]";
  return target instanceof Element && target.closest(fields) !== null;
}

/** Whether they are: `keys_dialog.js` switches them off, for this page alone where storage is blocked. */
export function areKeysOn() {
  try {
    return !localStorage.getItem("keys");
  } catch {
    return !document.documentElement.hasAttribute("data-no-keys");
  }
}

/**
 * What can be seen of it.
 * @param {string} selector
 * @param {ParentNode | null | undefined} root
 */
function listSeen(selector, root) {
  const found = /** @type {HTMLElement[]} */ ([...(root?.querySelectorAll(selector) ?? [])]);
  return found.filter((one) => one.checkVisibility() && !one.closest("[inert]"));
}

/** @returns the questions that can be answered; and the one that has the focus, or else is being read */
function findQuestions() {
  const questions = listSeen(".question:has(.practice)", document);
  const focused = questions.find((one) => one.contains(document.activeElement) && isInSight(one));
  return { questions, read: focused ?? findCurrent(questions) };
}

/** The question that keys are meant for: it is in sight. */
function findMeant() {
  const { questions, read } = findQuestions();
  return [read, ...questions].find((one) => one && isInSight(one));
}

/** @param {HTMLElement | null | undefined} element */
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

/** @param {string} act of a deck that shows one card at a time */
function pressDeck(act) {
  return press(`.single [data-deck=${act}]`, document);
}

/**
 * Select a choice. A button of a statement only gets the focus: Enter answers.
 * @param {string} digit its place on the screen
 */
function choose(digit) {
  const row = findMeant()?.querySelectorAll(".practice [data-choice]")[+digit - 1];
  const [field] = listSeen(":enabled", row);
  field?.focus();
  if (field?.matches("input")) field.click();
  return field;
}

/** Answer as a guess: with the statement's button that has the focus, or with what is selected. */
function guess() {
  return press("[data-guess]", document.activeElement?.closest("[data-choice]") ?? null) || press(".act [data-guess]");
}

/** @param {string} digit from the worst grade to the best */
function grade(digit) {
  const button = `.grading :nth-of-type(${digit})[data-grade]`;
  return press(`.deck-turner ${button}`, document) || press(button);
}

/** @param {1 | -1} by */
function step(by) {
  const { questions, read } = findQuestions();
  const next = read ? questions[questions.indexOf(read) + by] : questions[0];
  const place = next ?? listSeen(".end-card, .onward", document)[0];
  if (place && (next || by > 0)) goTo(place);
  return place;
}

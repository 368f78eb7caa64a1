// @ts-check
// Across the mirror: a question in one language with its answer in another one.

/** What is asked, and what leads on from there. The form that comes between speaks the language of the page. */
const ASKED = ".asked > *, :scope > :not(.asked, .answer)";

/** What is answered. Reasons leave their list for others. */
const ANSWER = ".answer-body > *, [data-reason]";

/**
 * Put the answer of the same question in another language in place of its own.
 * @param {HTMLElement} section
 * @param {HTMLElement | null} other the same question in the other language
 * @returns {boolean} false if the other language has no such answer: it has not been translated, or not since it changed
 */
export function exchangeAnswer(section, other) {
  const [own, answer] = [section, other].map((one) => one?.querySelector(".answer-body"));
  if (!own || !answer || section.dataset.key !== other?.dataset.key) return false;
  if (answer.querySelector(".mark") || [section, other].some((one) => one?.querySelector(".stale"))) return false;
  own.replaceWith(answer);
  return true;
}

/**
 * Have the line that opens the answer speak the language of the page, like its buttons.
 * @param {HTMLElement} section
 * @param {Record<string, string>} words of the page
 */
export function nameAnswer(section, words) {
  const line = section.querySelector(".answer > summary");
  line?.replaceChildren(section.matches(".card") ? words.turn_over : words.answer);
  line?.removeAttribute("aria-label"); // it tells the answers of many questions apart
}

/**
 * Say in which languages a question and its answer are, for screen readers and hyphens.
 * @param {HTMLElement} section
 * @param {string} ask
 * @param {string} answer
 */
export function markLanguages(section, ask, answer) {
  for (const [selector, lang] of [[ASKED, ask], [ANSWER, answer]]) {
    if (lang === document.documentElement.lang) continue;
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll(selector))) part.lang ||= lang;
  }
}

// @ts-check
// Cross-language review: a question in one language with its answer in another.

/** The question and the links below it. The form between them is in the page's language. */
const ASKED = ".asked > *, :scope > :not(.asked, .answer)";

/** The answer. Reasons can be moved out of its body. */
const ANSWER = ".answer-body > *, [data-reason]";

/**
 * Replace a question's answer with the one in another language.
 * @param {HTMLElement} section
 * @param {HTMLElement | null} other the same question in the other language
 * @returns {boolean} false if there is no up-to-date translation of the answer
 */
export function exchangeAnswer(section, other) {
  const [own, answer] = [section, other].map((one) => one?.querySelector(".answer-body"));
  if (!own || !answer || section.dataset.key !== other?.dataset.key) return false;
  if (answer.querySelector(".mark") || [section, other].some((one) => one?.querySelector(".stale"))) return false;
  own.replaceWith(answer);
  return true;
}

/**
 * Put the line that opens the answer into the page's language, like the buttons.
 * @param {HTMLElement} section
 * @param {Record<string, string>} words of the page
 */
export function nameAnswer(section, words) {
  const line = section.querySelector(".answer > summary");
  line?.replaceChildren(section.matches(".card") ? words.turn_over : words.answer);
  line?.removeAttribute("aria-label"); // only needed to tell many answers apart
}

/**
 * Set the languages of a question and its answer, for screen readers and hyphenation.
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

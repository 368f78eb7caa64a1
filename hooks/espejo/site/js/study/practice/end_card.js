// @ts-check
// End card: the score of a pass through some questions, what to review, and what to do next.
import { build, makeButton } from "../../dom.js";
import { fill } from "../../words.js";

/**
 * @typedef {object} Ending
 * @property {number} right answered right the first time
 * @property {number} count number of questions
 * @property {{id: string, title: Node}[]} missed questions to look at again
 */

/**
 * @param {Ending} ending
 * @param {{retry: () => void, restart: () => void}} acts
 * @param {Record<string, string>} words
 * @returns {HTMLElement}
 */
export function buildEndCard({ right, count, missed }, { retry, restart }, words) {
  const score = build("h2", { id: "end-title" }, fill(words.end_score, { right, count }));
  const card = build("section", { class: "end-card", "aria-labelledby": "end-title", tabindex: -1 }, score);
  if (missed.length) card.append(build("p", {}, words.end_missed), listMissed(missed));
  else card.append(build("p", {}, words.end_all_right));
  const buttons = build("div", { class: "buttons" });
  if (missed.length) buttons.append(makeButton(fill(words.retry_missed, { count: missed.length }), retry, true));
  buttons.append(makeButton(words.start_over, restart));
  card.append(buttons, ...linkReview(words));
  return card;
}

/**
 * A link to the review, copied from the page's footer.
 * @param {Record<string, string>} words
 */
function linkReview(words) {
  const link = document.querySelector("a[data-review]");
  if (!(link instanceof HTMLAnchorElement)) return [];
  return [build("p", { class: "to-take" }, build("a", { href: link.href }, words.review_link))];
}

/** @param {Ending["missed"]} missed */
function listMissed(missed) {
  const rows = missed.map(({ id, title }) => build("li", {}, build("a", { href: `#${id}` }, title)));
  return build("ul", { role: "list" }, ...rows);
}

// @ts-check
// Shared parts of exams and runs with feedback: the strip, the questions, and the topics with wrong answers.
import { build } from "../../dom.js";
import { fill } from "../../words.js";
import { findWeakTopics } from "./draw.js";
/** @typedef {import("./page.js").Run} Run */

/** @param {HTMLElement} element */
export function focusOn(element) {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/**
 * @param {Run} run
 * @returns {HTMLElement} links to the questions, for `showStrip` to mark
 */
export function buildStrip({ answerings, words }) {
  const links = answerings.map(({ question }, index) => build("a", { href: `#${question.id}` }, String(index + 1)));
  const list = build("ol", { role: "list" }, ...links.map((link) => build("li", {}, link)));
  return build("nav", { class: "strip", "aria-label": words.strip }, list);
}

/**
 * @param {Run} run
 * @returns {HTMLElement} its questions; on paper, followed by their key
 */
export function buildSheet({ answerings, words }) {
  const paper = { "data-key-title": words.key_title, "data-name-line": words.taker_name };
  return build("div", { class: "run-questions questions", ...paper }, ...answerings.map(({ question }) => question.element));
}

/** @param {Record<string, string>} words */
export function buildPrintButton(words) {
  return build("button", { type: "button", popovertarget: "print_sheet" }, words.print);
}

/**
 * Add the topics with wrong answers, linked to their pages. Adds nothing if the map cannot be loaded.
 * @param {HTMLElement} card
 * @param {Run} run
 */
export async function addWeakTopics(card, { state, words, getMap, pages }) {
  const outcomes = new Map(Object.entries(state.standings).map(([id, { first }]) => [id, first]));
  const map = await getMap().catch(() => undefined);
  const weak = map ? findWeakTopics(map, outcomes) : [];
  if (!map || !weak.length) return;
  const { lang } = document.documentElement;
  const rows = weak.map(({ topic, wrong, count }) => {
    const link = build("a", { href: fill(pages, { path: `topics/${topic}` }) }, map.topics[topic].title[lang] ?? topic);
    return build("li", {}, link, " ", build("span", { class: "count" }, fill(words.weak_topic, { wrong, count })));
  });
  const title = build("h3", {}, words.weak_topics);
  const topics = build("div", { class: "weak-topics" }, title, build("ul", { role: "list" }, ...rows));
  card.querySelector(".weak-topics")?.remove();
  (card.querySelector(".buttons") ?? card).before(topics);
}

// @ts-check
// Topic grid: how well each topic is remembered, in word and shade, and the weakest ones to practice.
import { build } from "../../dom.js";
import { fill } from "../../words.js";
import { showNumber } from "../you/phrases.js";
/** @typedef {import("../../words.js").Words} Words */
/** @typedef {import("./overview.js").Overview["memory"][number]} Topic */

/** From these chances of remembering on, a topic is firm, or fading. */
const [FIRM, FADING] = [0.9, 0.75];

/** Number of weak topics to practice at a time. */
const WEAKEST = 5;

/**
 * @param {Words} words
 * @param {Topic[]} topics
 * @param {string} pages link to any page, with a placeholder for its path
 */
export function buildMemory(words, topics, pages) {
  const seen = topics.filter((one) => one.seen);
  const unseen = topics.filter((one) => !one.seen);
  const rest = build("summary", {}, `${words.memory_rest} `, build("span", { class: "count" }, showNumber(unseen.length)));
  const fold = unseen.length ? [build("details", { class: "fold" }, rest, buildGrid(words, unseen, pages))] : [];
  const shown = [...seen].sort((one, other) => one.recall - other.recall);
  return [build("p", {}, words.memory_about), ...buildWeakest(words, shown, pages), buildGrid(words, shown, pages), ...fold];
}

/**
 * @param {Words} words
 * @param {Topic[]} topics
 * @param {string} pages
 */
function buildGrid(words, topics, pages) {
  return build("ul", { class: "memory", role: "list" }, ...topics.map((one) => buildCell(words, one, pages)));
}

/** @param {Topic} topic */
function judge({ seen, recall }) {
  if (!seen) return "none";
  return recall >= FIRM ? "3" : recall >= FADING ? "2" : "1";
}

/**
 * @param {Words} words
 * @param {Topic} topic
 * @param {string} pages
 */
function buildCell(words, topic, pages) {
  const step = judge(topic);
  const link = build("a", { href: fill(pages, { path: `topics/${topic.topic}` }) }, nameTopic(topic));
  const counts = fill(words.memory_seen, { seen: showNumber(topic.seen), total: showNumber(topic.total) });
  const note = topic.seen ? `${words[`memory_${step}`]} · ${counts}` : counts;
  return build("li", { "data-memory": step }, link, " ", build("small", {}, note));
}

/**
 * @param {Words} words
 * @param {Topic[]} seen weakest first
 * @param {string} pages
 */
function buildWeakest(words, seen, pages) {
  const weak = seen.filter(({ recall }) => recall < FIRM).slice(0, WEAKEST);
  if (!weak.length) return [];
  const sentence = build("p", {}, fill(words.memory_weakest, { topics: listNames(weak) }));
  return [sentence, linkPractice(words.practice_these, weak, pages)];
}

/**
 * A button that practices some topics.
 * @param {string} text
 * @param {{ topic: string }[]} topics
 * @param {string} pages
 */
export function linkPractice(text, topics, pages) {
  const query = new URLSearchParams(topics.map(({ topic }) => ["topic", topic]));
  const href = `${fill(pages, { path: "practice" })}?${query}`;
  return build("p", { class: "to-take" }, build("a", { href }, text));
}

/** @param {{ title: Record<string, string> }[]} topics */
export function listNames(topics) {
  return new Intl.ListFormat(document.documentElement.lang, { type: "unit" }).format(topics.map(nameTopic));
}

/** @param {{ title: Record<string, string> }} topic */
function nameTopic({ title }) {
  return title[document.documentElement.lang] ?? Object.values(title)[0];
}

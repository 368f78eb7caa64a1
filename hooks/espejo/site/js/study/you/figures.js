// @ts-check
// Statistics on the page: totals, and a table by collection.
import { build } from "../../dom.js";
import { fill } from "../../words.js";
import { showCount, showDay, showNumber } from "./phrases.js";
/** @typedef {import("../../words.js").Words} Words */
/** @typedef {import("./summary.js").Group} Group */
/** @typedef {import("./summary.js").Summary} Summary */

/**
 * @param {Words} words
 * @param {Summary} summary
 */
export function buildTotals(words, summary) {
  const { all, days, retired } = summary;
  const totals = build(
    "ul",
    { class: "totals", role: "list" },
    buildTotal(all.answered, fill(words.you_answered, { total: showNumber(all.total) }), countAnswers(words, all.events)),
    buildTotal(all.right, words.you_right),
    buildTotal(days, words[days === 1 ? "you_day_one" : "you_day_many"], nameDays(words, summary)),
  );
  const section = build("section", {}, build("h3", {}, words.you_so_far), totals);
  if (retired) {
    section.append(build("p", { class: "count" }, fill(words.you_retired, { count: showNumber(retired) })));
  }
  return section;
}

/**
 * @param {number} number
 * @param {string} about
 * @param {string} [note]
 */
function buildTotal(number, about, note) {
  const notes = note ? [" ", build("small", {}, note)] : [];
  return build("li", {}, build("strong", {}, showNumber(number)), ` ${about}`, ...notes);
}

/**
 * @param {Words} words
 * @param {number} events
 */
function countAnswers(words, events) {
  return fill(words.you_in_all, { answers: showCount(words, "you_answer", events) });
}

/**
 * The first and the last day. They are local days, formatted as if in UTC.
 * @param {Words} words
 * @param {Summary} summary
 */
function nameDays(words, { first, last, days }) {
  const [from, to] = [first, last].map((day) => showDay(day, { timeZone: "UTC" }));
  return days === 1 ? fill(words.you_first_day, { day: from }) : fill(words.you_days, { first: from, last: to });
}

/**
 * A table of collections.
 * @param {Words} words
 * @param {Group[]} groups
 * @param {string} pages link to any group's page, with a placeholder for its name
 */
export function buildTable(words, groups, pages) {
  const heads = [words.you_collection, words.you_answered_of, words.you_right_of];
  const head = build("tr", {}, ...heads.map((text) => build("th", { scope: "col" }, text)));
  const rows = groups.map((group) => buildRow(words, group, pages));
  const table = build("table", {}, build("thead", {}, head), build("tbody", {}, ...rows));
  const id = "by_collection";
  table.setAttribute("aria-labelledby", id);
  return build("section", {}, build("h3", { id }, words.you_by_collection), build("div", { class: "table" }, table));
}

/**
 * @param {Words} words
 * @param {Group} group
 * @param {string} pages
 */
function buildRow(words, { name, title, answered, right, total }, pages) {
  const link = build("a", { href: fill(pages, { path: encodeURI(name) }) }, nameGroup(title));
  const counts = [fill(words.status_of, { done: showNumber(answered), count: showNumber(total) }), showNumber(right)];
  return build("tr", {}, build("th", { scope: "row" }, link), ...counts.map((text) => build("td", {}, text)));
}

/**
 * A title in the page's language, or in another one if it has none.
 * @param {import("../log/map.js").Title} title
 */
export function nameGroup(title) {
  return title[document.documentElement.lang] ?? Object.values(title)[0];
}

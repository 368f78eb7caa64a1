// @ts-check
// Review outlook: the forecast, the heat map, the calendar, and the topics.
import { build } from "../../dom.js";
import { fill } from "../../words.js";
import { showCount, showDay, showNumber } from "../you/phrases.js";
import { offerCalendar } from "./calendar.js";
import { buildForecast } from "./forecast.js";
import { buildHeatMap } from "./heat_map.js";
import { buildMemory, linkPractice, listNames } from "./memory.js";
/** @typedef {import("../../words.js").Words} Words */

/**
 * @param {Words} words
 * @param {import("./overview.js").Overview} overview
 * @param {DOMStringMap} data of the page
 */
export function buildOutlook(words, overview, { bank = "", name = "", languages = "{}", pages = "{}" }) {
  const { forecast, today, past, memory } = overview;
  const links = JSON.parse(pages);
  const address = location.origin + location.pathname;
  const calendar = offerCalendar(words, { forecast, today, bank, name, address });
  return [
    ...listFuture(words, overview),
    buildSection(words.forecast_title, buildForecast(words, forecast, today), calendar),
    buildSection(words.heat_title, buildHeatMap(words, past, today)),
    buildSection(
      words.memory_title,
      ...buildMemory(words, memory, links[document.documentElement.lang]),
      ...offerOtherLanguages(words, overview, JSON.parse(languages), links),
    ),
  ];
}

/**
 * @param {string} title
 * @param {Node[]} parts
 */
function buildSection(title, ...parts) {
  return build("section", {}, build("h2", {}, title), ...parts);
}

/**
 * @param {Words} words
 * @param {import("./overview.js").Overview} overview
 */
function listFuture(words, { future }) {
  if (!future) return [];
  const blanks = { count: showNumber(future.count), day: showDay(Date.parse(future.latest)) };
  return [build("p", { class: "run-note", role: "alert" }, fill(words.review_future, blanks))];
}

/**
 * For each language in which the reader doesn't know some topics yet that she knows in another: practice in it.
 * @param {Words} words
 * @param {import("./overview.js").Overview} overview
 * @param {Record<string, string>} names
 * @param {Record<string, string>} links to any page in each language
 */
function offerOtherLanguages(words, { languages }, names, links) {
  const pairs = new Map(languages.map((one) => [`${one.known} ${one.open}`, one]));
  return [...pairs.values()].flatMap(({ known, open }) => {
    const topics = languages.filter((one) => one.known === known && one.open === open);
    const blanks = { known: names[known], open: names[open], topics: listNames(topics) };
    const sentence = fill(words.review_other_language, { ...blanks, count: showCount(words, "memory_topic", topics.length) });
    return [build("p", {}, sentence), linkPractice(fill(words.review_other_language_ask, blanks), topics, links[open])];
  });
}

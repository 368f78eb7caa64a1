// @ts-check
// Review outlook: the forecast, the heat map, the calendar, and topics known in one language only.
import { build } from "../../dom.js";
import { fill } from "../../words.js";
import { showDay, showNumber } from "../you/phrases.js";
import { offerCalendar } from "./calendar.js";
import { buildForecast } from "./forecast.js";
import { buildHeatMap } from "./heat_map.js";
/** @typedef {import("../../words.js").Words} Words */

/**
 * @param {Words} words
 * @param {import("./overview.js").Overview} overview
 * @param {DOMStringMap} data of the page
 */
export function buildOutlook(words, overview, { bank = "", name = "", languages = "{}" }) {
  const { forecast, today, past } = overview;
  const address = location.origin + location.pathname;
  const calendar = offerCalendar(words, { forecast, today, bank, name, address });
  return [
    ...listFuture(words, overview),
    buildSection(words.forecast_title, buildForecast(words, forecast, today), calendar),
    buildSection(words.heat_title, buildHeatMap(words, past, today)),
    ...listLanguages(words, overview, JSON.parse(languages)),
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
 * @param {Words} words
 * @param {import("./overview.js").Overview} overview
 * @param {Record<string, string>} names
 */
function listLanguages(words, { languages }, names) {
  if (!languages.length) return [];
  const { lang } = document.documentElement;
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  for (const { title, known, open } of languages) {
    const line = fill(words.review_language_only, { known: names[known], open: names[open] });
    lines.set(line, [...(lines.get(line) ?? []), title[lang]]);
  }
  const entries = [...lines].map(([line, titles]) => build("li", {}, `${line} ${titles.join(", ")}`));
  return [buildSection(words.review_languages, build("ul", {}, ...entries))];
}

// @ts-check
// What both charts are made of: shapes, days as text, and a figure with its sentence and the table behind it.
import { build } from "../../dom.js";
import { DAY } from "../log/days.js";
/** @typedef {import("../../words.js").Words} Words */

/**
 * An SVG element. What it says is text, never markup.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 */
export function draw(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * A function that writes days in the language of the page. One formatter serves a whole chart: each takes time to make.
 * @param {Intl.DateTimeFormatOptions} options
 * @returns {(day: number) => string} of days since 1970
 */
export function makeDayWriter(options) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { timeZone: "UTC", ...options });
  return (day) => format.format(day * DAY);
}

/**
 * A figure: the sentence that says what it shows, which is the name of the drawing too, and its numbers as a table.
 * @param {Words} words
 * @param {string} name
 * @param {string} sentence
 * @param {(id: string) => Element[]} drawAll gets the id of the sentence
 * @param {string[][]} rows of the table, the first of them its head
 */
export function buildFigure(words, name, sentence, drawAll, [heads, ...rows]) {
  const id = `${name}_sentence`;
  const head = build("tr", {}, ...heads.map((text) => build("th", { scope: "col" }, text)));
  const body = rows.map(([first, ...rest]) =>
    build("tr", {}, build("th", { scope: "row" }, first), ...rest.map((text) => build("td", {}, text))),
  );
  const table = build("table", { "aria-labelledby": id }, build("thead", {}, head), build("tbody", {}, ...body));
  return build(
    "figure",
    { class: `review-chart ${name}` },
    build("figcaption", { id }, sentence),
    ...drawAll(id),
    build("details", { class: "fold" }, build("summary", {}, words.chart_table), table),
  );
}

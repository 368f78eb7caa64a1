// @ts-check
// Chart helpers: SVG shapes, day formatting, and a figure with its caption and a data table.
import { build } from "../../dom.js";
import { DAY } from "../log/days.js";
/** @typedef {import("../../words.js").Words} Words */

/**
 * Create an SVG element. Strings become text, never markup.
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
 * Create a function that formats days in the page's language. Share one per chart: formatters are slow to
 * create.
 * @param {Intl.DateTimeFormatOptions} options
 * @returns {(day: number) => string} of days since 1970
 */
export function makeDayWriter(options) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { timeZone: "UTC", ...options });
  return (day) => format.format(day * DAY);
}

/**
 * Build a figure: a caption, which also names the drawing, and the numbers as a table.
 * @param {Words} words
 * @param {string} name
 * @param {string} sentence
 * @param {(id: string) => Element[]} drawAll gets the id of the caption
 * @param {string[][]} rows of the table, header first
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

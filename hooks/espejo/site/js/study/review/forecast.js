// @ts-check
// Forecast chart: reviews due on each of the coming days, as bars in groups of seven.
import { build } from "../../dom.js";
import { fill } from "../../words.js";
import { showCount, showNumber } from "../you/phrases.js";
import { buildFigure, draw, makeDayWriter } from "./chart.js";
import { sayNextDate } from "./next_date.js";
/** @typedef {import("../../words.js").Words} Words */

/** Widths, in days: a bar, and the gap between weeks. */
const [BAR, GAP] = [0.75, 1];

/** Heights, in em: the room for a number on top, the highest bar, and the lowest bar. */
const [TOP, HIGHEST, LOWEST] = [1.4, 7, 0.2];
const BOTTOM = TOP + HIGHEST;

/** @typedef {{ count: number, day: string, short: string }} Due reviews on a day, and the day's names */
/** @typedef {ReturnType<typeof makePlaces>} Place */

/**
 * @param {Words} words
 * @param {number[]} forecast from today on, which includes overdue items
 * @param {number} today
 * @returns {HTMLElement}
 */
export function buildForecast(words, forecast, today) {
  if (!forecast.some(Boolean)) return build("p", {}, words.forecast_none);
  const days = nameDays(forecast, today);
  const busiest = forecast.indexOf(Math.max(...forecast));
  const week = forecast.slice(0, 7).reduce((sum, count) => sum + count, 0);
  const { day, short, count } = days[busiest];
  const sentences = [
    fill(words.forecast_week, { reviews: showCount(words, "forecast_review", week) }),
    fill(words.forecast_busiest, { day: busiest ? day : short, count: showNumber(count) }),
  ];
  const rows = days.filter(({ count }) => count).map(({ day, count }) => [day, showNumber(count)]);
  const head = [words.forecast_day, words.forecast_due];
  const drawAll = (/** @type {string} */ id) => [drawForecast(id, days, busiest)];
  return buildFigure(words, "forecast", sentences.join(" "), drawAll, [head, ...rows]);
}

/**
 * @param {number[]} forecast
 * @param {number} today
 * @returns {Due[]}
 */
function nameDays(forecast, today) {
  const writeLong = makeDayWriter({ weekday: "long", day: "numeric", month: "long" });
  const writeShort = makeDayWriter({ day: "numeric", month: "short" });
  return forecast.map((count, index) => {
    const day = today + index;
    return { count, day: writeLong(day), short: index ? writeShort(day) : sayNextDate(0, document.documentElement.lang) };
  });
}

/**
 * @param {string} id of the caption that names it
 * @param {Due[]} days
 * @param {number} busiest
 */
function drawForecast(id, days, busiest) {
  const place = makePlaces(days.length);
  const parts = [...drawBars(days, days[busiest].count, place), ...drawWeeks(days, place)];
  const late = busiest >= days.length / 2;
  const [x] = place(busiest, late ? BAR : 0);
  const most = { x, y: `${TOP - 0.4}em`, class: "busiest", "text-anchor": late ? "end" : "start" };
  return draw(
    "svg",
    { role: "img", "aria-labelledby": id },
    ...parts,
    draw("text", most, showNumber(days[busiest].count)),
  );
}

/**
 * @param {Due[]} days
 * @param {number} most
 * @param {Place} place
 */
function drawBars(days, most, place) {
  return days.flatMap(({ count, day }, index) => {
    if (!count) return [];
    const [x, width] = place(index);
    const height = Math.max(LOWEST, (count / most) * HIGHEST);
    const size = { x, width, y: `${BOTTOM - height}em`, height: `${height}em` };
    const title = draw("title", {}, `${day}: ${showNumber(count)}`);
    return [draw("rect", { ...size, class: index ? "day" : "day today" }, title)];
  });
}

/**
 * Draw the line below each week, and the date of its first day.
 * @param {Due[]} days
 * @param {Place} place
 */
function drawWeeks(days, place) {
  return days.flatMap(({ short }, index) => {
    if (index % 7) return [];
    const [x] = place(index);
    const [end] = place(index + 6, BAR);
    const line = draw("line", { x1: x, x2: end, y1: `${BOTTOM}em`, y2: `${BOTTOM}em` });
    return [line, draw("text", { x, y: `${BOTTOM + 1.5}em` }, short)];
  });
}

/**
 * Positions of bars, in percent, so that text keeps its size on every screen.
 * @param {number} days
 * @returns {(index: number, shift?: number) => [x: string, width: string]}
 */
function makePlaces(days) {
  const whole = days - 1 + BAR + GAP * (Math.ceil(days / 7) - 1);
  const show = (/** @type {number} */ units) => `${+((100 * units) / whole).toFixed(3)}%`;
  return (index, shift = 0) => [show(index + GAP * Math.floor(index / 7) + shift), show(BAR)];
}

// @ts-check
// Heat map: the number of answers on each day of the past year, as dots of different sizes.
import { build } from "../../dom.js";
import { fill } from "../../words.js";
import { showCount, showNumber } from "../you/phrases.js";
import { buildFigure, draw, makeDayWriter } from "./chart.js";
import { DAY } from "../log/days.js";
/** @typedef {import("../../words.js").Words} Words */
/** @typedef {Map<number, number>} Counts number of answers on each day that has any, by day */

/** Number of weeks; narrow screens show only the latest. */
const [WEEKS, FEW_WEEKS] = [53, 26];

/** Radius of each step's dot, in pixels; the first is for days without answers. */
const RADII = [0.75, 2, 3, 4, 5];

/**
 * In pixels: the first row, and the distance between rows. Columns are in percent, after room for weekday
 * names.
 */
const [FIRST_ROW, ROW] = [28, 13];
const ROOM = 2;

/** Minimum number of answers per step. */
const LEAST = 5;

/**
 * @param {Words} words
 * @param {[day: number, count: number][]} past
 * @param {number} today
 * @returns {HTMLElement}
 */
export function buildHeatMap(words, past, today) {
  const first = findFirstDay(document.documentElement.lang);
  const counts = selectDays(past, startOfWeeks(today, WEEKS, first), today);
  if (!counts.size) return build("p", {}, words.heat_none);
  const drawAll = (/** @type {string} */ id) =>
    [WEEKS, FEW_WEEKS].map((weeks) => drawHeatMap(id, counts, today, weeks, first));
  const head = [words.heat_month, words.heat_days, words.heat_answers];
  return buildFigure(words, "heat-map", tell(words, counts, today), drawAll, [head, ...listMonths(counts)]);
}

/**
 * The first day of the week for a language: 1 is Monday, 7 is Sunday.
 * @param {string} language
 * @returns {number}
 */
export function findFirstDay(language) {
  const locale = /** @type {any} */ (new Intl.Locale(language));
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/**
 * The first day of the last `weeks` weeks, including the current one.
 * @param {number} today
 * @param {number} weeks
 * @param {number} first day of a week
 */
export function startOfWeeks(today, weeks, first) {
  return today - ((today + 11 - first) % 7) - 7 * (weeks - 1); // 1970 began on a Thursday
}

/**
 * @param {[day: number, count: number][]} past
 * @param {number} start
 * @param {number} today
 * @returns {Counts}
 */
export function selectDays(past, start, today) {
  const days = past.filter(([day, count]) => count && day >= start && day <= today);
  return new Map(days.sort(([one], [other]) => one - other));
}

/**
 * The number of consecutive days with answers. A day without answers breaks the streak, except today.
 * @param {Counts} counts
 * @param {number} today
 */
export function countStreak(counts, today) {
  const last = counts.has(today) ? today : today - 1;
  let day = last;
  while (counts.has(day)) day--;
  return last - day;
}

/**
 * The number of answers per step of dot size. Ignores a few outliers.
 * @param {Counts} counts
 */
export function measureStep(counts) {
  const sorted = [...counts.values()].sort((one, other) => one - other);
  return Math.max(LEAST, Math.ceil(sorted[Math.floor(0.9 * (sorted.length - 1))] / 4));
}

/**
 * @param {number} count
 * @param {number} step
 */
export function findStep(count, step) {
  return Math.min(4, Math.ceil(count / step));
}

/**
 * @param {Words} words
 * @param {Counts} counts
 * @param {number} today
 */
function tell(words, counts, today) {
  const answers = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const streak = countStreak(counts, today);
  const [since] = counts.keys();
  const sentence = fill(words.heat_since, {
    answers: showCount(words, "you_answer", answers),
    days: showCount(words, "heat_day", counts.size),
    day: makeDayWriter({ dateStyle: "long" })(since),
  });
  return streak > 1 ? `${sentence} ${fill(words.heat_streak, { count: showNumber(streak) })}` : sentence;
}

/** @param {Counts} counts */
function listMonths(counts) {
  const write = makeDayWriter({ month: "long", year: "numeric" });
  /** @type {Map<string, [days: number, answers: number]>} */
  const months = new Map();
  for (const [day, count] of counts) {
    const month = write(day);
    const [days, answers] = months.get(month) ?? [0, 0];
    months.set(month, [days + 1, answers + count]);
  }
  return [...months].map(([month, numbers]) => [month, ...numbers.map(showNumber)]);
}

/**
 * @param {string} id of the caption that names it
 * @param {Counts} counts
 * @param {number} today
 * @param {number} weeks
 * @param {number} first day of a week
 */
function drawHeatMap(id, counts, today, weeks, first) {
  const start = startOfWeeks(today, weeks, first);
  const step = measureStep(counts);
  const place = (/** @type {number} */ column) => `${+((100 * (column + ROOM)) / (weeks + ROOM)).toFixed(2)}%`;
  return draw(
    "svg",
    { role: "img", "aria-labelledby": id, class: weeks === WEEKS ? "wide" : "narrow" },
    draw("g", { class: "months" }, ...nameMonths(start, weeks, place)),
    draw("g", { class: "weekdays" }, ...nameWeekdays(start)),
    draw("g", { class: "days" }, ...drawDays(counts, step, start, today, place)),
    draw("g", { class: "key" }, ...drawKey(step, place)),
  );
}

/**
 * @param {Counts} counts
 * @param {number} step
 * @param {number} start
 * @param {number} today
 * @param {(column: number) => string} place
 */
function drawDays(counts, step, start, today, place) {
  const write = makeDayWriter({ dateStyle: "full" });
  return Array.from({ length: today - start + 1 }, (_, index) => {
    const count = counts.get(start + index) ?? 0;
    const dot = drawDot(place(Math.floor(index / 7) + 0.5), index % 7, findStep(count, step));
    if (count) dot.append(draw("title", {}, `${write(start + index)}: ${showNumber(count)}`));
    return dot;
  });
}

/**
 * @param {string} cx
 * @param {number} row
 * @param {number} step
 */
function drawDot(cx, row, step) {
  return draw("circle", { cx, cy: FIRST_ROW + ROW * row, r: RADII[step], ...(!step && { class: "empty" }) });
}

/**
 * @param {string | number} x
 * @param {number} row
 * @param {string} text
 */
function drawText(x, row, text) {
  return draw("text", { x, y: FIRST_ROW + ROW * row, dy: "0.32em" }, text);
}

/**
 * Draw the month names above the weeks in which they begin, except the last ones, which lack room.
 * @param {number} start
 * @param {number} weeks
 * @param {(column: number) => string} place
 */
function nameMonths(start, weeks, place) {
  const write = makeDayWriter({ month: "short" });
  const names = [];
  for (let day = start; day < start + 7 * (weeks - 2); day++) {
    const isFirst = new Date(day * DAY).getUTCDate() === 1;
    if (isFirst) names.push(drawText(place(Math.floor((day - start) / 7)), -1.6, write(day)));
  }
  return names;
}

/**
 * Draw the names of Monday, Wednesday, and Friday before their rows.
 * @param {number} start
 */
function nameWeekdays(start) {
  const write = makeDayWriter({ weekday: "narrow" });
  const monday = (11 - (start % 7)) % 7; // 1970 began on a Thursday
  return [0, 2, 4].map((after) => drawText(0, (monday + after) % 7, write(start + ((monday + after) % 7))));
}

/**
 * Draw the legend of dot sizes.
 * @param {number} step
 * @param {(column: number) => string} place
 */
function drawKey(step, place) {
  return [1, 2, 3, 4].flatMap((size) => {
    const [least, most] = [step * (size - 1) + 1, step * size].map(showNumber);
    const column = 6.5 * (size - 1) + 0.5;
    const text = drawText(place(column + 0.9), 8.1, size < 4 ? `${least}–${most}` : `${least}+`);
    return [drawDot(place(column), 8.1, size), text];
  });
}

// @ts-check
// Calendar file (iCalendar, RFC 5545): the coming review days, since a site without accounts cannot remind anybody.
import { build, makeButton } from "../../dom.js";
import { saveFile } from "../../save_file.js";
import { fill } from "../../words.js";
import { showCount } from "../you/phrases.js";
import { makeDayWriter } from "./chart.js";
import { DAY } from "../log/days.js";
/** @typedef {import("../../words.js").Words} Words */
/**
 * @typedef {object} Reviews
 * @property {number[]} forecast from today on
 * @property {number} today
 * @property {string} bank the namespace of the bank
 * @property {string} name of the site
 * @property {string} address of the page of review
 */

/** The most octets of a line. */
const LINE = 75;

/**
 * The button that downloads the calendar file, and what it is good for; hidden if nothing is due.
 * @param {Words} words
 * @param {Reviews} reviews
 */
export function offerCalendar(words, reviews) {
  const status = build("p", { role: "status" });
  const button = makeButton(words.calendar_download, () => {
    const name = `${reviews.bank}-review-${writeDate(reviews.today)}.ics`;
    saveFile(name, writeCalendar(words, reviews, Date.now()), "text/calendar;charset=utf-8");
    status.replaceChildren(fill(words.calendar_downloaded, { name }));
  });
  const act = build("div", { class: "act" }, button);
  const note = build("p", { class: "count" }, words.calendar_note);
  return build("div", { class: "review-calendar", hidden: !reviews.forecast.some(Boolean) }, act, note, status);
}

/**
 * One event for each day on which something is due. It is the same event in every later file, which therefore replaces
 * it. It lasts all day, leaves the day free, and has no alarm: most calendars ignore one in a file.
 * @param {Words} words
 * @param {Reviews} reviews
 * @param {number} now
 * @returns {string}
 */
export function writeCalendar(words, { forecast, today, bank, name, address }, now) {
  const about = fill(words.calendar_about, { day: makeDayWriter({ dateStyle: "long" })(today), address });
  const events = forecast.flatMap((count, index) => {
    if (!count) return [];
    const reviews = showCount(words, "forecast_review", count);
    return [
      "BEGIN:VEVENT",
      `UID:${bank}-review-${writeDate(today + index)}`,
      `DTSTAMP:${new Date(now).toISOString().replace(/[-:]|\.\d+/g, "")}`,
      `SEQUENCE:${Math.floor(now / 60000)}`, // some calendars replace an event only by one with a higher number
      `DTSTART;VALUE=DATE:${writeDate(today + index).replaceAll("-", "")}`,
      `DTEND;VALUE=DATE:${writeDate(today + index + 1).replaceAll("-", "")}`,
      `SUMMARY:${escape(fill(words.calendar_event, { name, reviews }))}`,
      `DESCRIPTION:${escape(about)}`,
      `URL:${address}`,
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
    ];
  });
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", `PRODID:-//${bank}//review`, ...events, "END:VCALENDAR"];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/**
 * A day as in ISO 8601.
 * @param {number} day
 */
function writeDate(day) {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/**
 * The value of a property that is text.
 * @param {string} text
 */
export function escape(text) {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
}

/**
 * A line in parts that are short enough. The space before each further part counts, and no character is split.
 * @param {string} line
 */
export function fold(line) {
  const encoder = new TextEncoder();
  let [folded, size] = ["", 0];
  for (const character of line) {
    const { length } = encoder.encode(character);
    if (size + length > LINE) [folded, size] = [`${folded}\r\n `, 1];
    folded += character;
    size += length;
  }
  return folded;
}

// @ts-check
// Calendar file (iCalendar, RFC 5545) of review days, since a site without accounts can't send reminders.
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

/** Maximum length of a line, in octets. */
const LINE = 75;

/**
 * A button that downloads the calendar file, with an explanation; hidden if nothing is due.
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
 * Write one event per day on which something is due. UIDs are stable, so a later file replaces the events.
 * They last all day, don't block time, and have no alarm, because most calendars ignore alarms in files.
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
      `SEQUENCE:${Math.floor(now / 60000)}`, // some calendars replace events only if it is higher
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
 * Format a day as in ISO 8601.
 * @param {number} day
 */
function writeDate(day) {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/**
 * Escape the value of a text property.
 * @param {string} text
 */
export function escape(text) {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
}

/**
 * Fold a long line. The space before each continuation counts, and no character is split.
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

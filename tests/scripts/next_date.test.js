// @ts-check
// Next dates: how an interval in days is phrased under a grade.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sayNextDate } from "../../hooks/espejo/site/js/study/review/next_date.js";

/** @type {[number, string, string][]} */
const DATES = [
  [0, "today", "hoy"],
  [1, "tomorrow", "mañana"],
  [2, "in 2 days", "pasado mañana"],
  [4, "in 4 days", "dentro de 4 días"],
  [30, "in 30 days", "dentro de 30 días"],
  [60, "in 60 days", "dentro de 60 días"],
  [61, "in 2 months", "dentro de 2 meses"],
  [90, "in 3 months", "dentro de 3 meses"],
  [365, "in 12 months", "dentro de 12 meses"],
  [715, "in 23 months", "dentro de 23 meses"],
  [716, "in 2 years", "dentro de 2 años"],
  [913, "in 2.5 years", "dentro de 2,5 años"],
  [36500, "in 99.9 years", "dentro de 99,9 años"],
];

test("an interval is phrased in a suitable unit, in the page's language", () => {
  for (const [days, en, es] of DATES) {
    assert.deepEqual([sayNextDate(days, "en"), sayNextDate(days, "es")].map((one) => one.replace("\u00a0", " ")), [en, es]);
  }
});

test("no interval is phrased as next week, month, or year, which are ambiguous", () => {
  for (let days = 0; days < 1500; days++) assert.doesNotMatch(sayNextDate(days, "en") + sayNextDate(days, "es"), /next|próxim/);
});

test("a longer interval is never phrased as a shorter one", () => {
  const DAYS = { day: 1, month: 30.4375, year: 365.25 };
  let before = 0;
  for (let days = 2; days <= 36500; days++) {
    const [, count, unit] = /in ([\d.]+)\u00a0(day|month|year)s/.exec(sayNextDate(days, "en")) ?? [];
    const said = Number(count) * DAYS[/** @type {keyof typeof DAYS} */ (unit)];
    assert.ok(said >= before && Math.abs(said - days) <= Math.max(15.3, days / 20), `${days} days`);
    before = said;
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { makeDayWriter } from "../../hooks/espejo/site/js/study/review/chart.js";
import {
  countStreak,
  findFirstDay,
  findStep,
  measureStep,
  selectDays,
  startOfWeeks,
} from "../../hooks/espejo/site/js/study/review/heat_map.js";

const TODAY = 20774; // Tuesday, November 17, 2026
const weekday = (day) => new Date(day * 86400000).getUTCDay() || 7;

test("weeks start as in the language's calendar, and on Monday in browsers that don't know it", () => {
  assert.equal(findFirstDay("en"), 7);
  assert.equal(findFirstDay("es"), 1);
  const { Locale } = Intl;
  Intl.Locale = class {};
  assert.equal(findFirstDay("en"), 1);
  Intl.Locale = class {
    weekInfo = { firstDay: 6 };
  };
  assert.equal(findFirstDay("en"), 6);
  Intl.Locale = Locale;
});

test("weeks start on the first day of a week, and the last one contains the given day", () => {
  for (let today = TODAY; today < TODAY + 400; today++) {
    for (const first of [1, 6, 7]) {
      for (const weeks of [1, 26, 53]) {
        const start = startOfWeeks(today, weeks, first);
        assert.equal(weekday(start), first);
        assert.equal(Math.floor((today - start) / 7), weeks - 1);
      }
    }
  }
});

test("dates don't depend on the reader's time zone or daylight saving", () => {
  const zone = process.env.TZ;
  globalThis.document = { documentElement: { lang: "es" } };
  for (const place of ["UTC", "Europe/Madrid", "America/Santiago", "Pacific/Apia"]) {
    process.env.TZ = place;
    const write = makeDayWriter({ day: "numeric", month: "long" });
    assert.deepEqual([20540, 20541, 20542].map(write), ["28 de marzo", "29 de marzo", "30 de marzo"]);
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test("only days with answers count, in order, and none before the chart or after today", () => {
  const past = [[TODAY, 3], [TODAY + 1, 9], [TODAY - 2, 0], [TODAY - 9, 4], [TODAY - 10, 5]];
  assert.deepEqual([...selectDays(past, TODAY - 9, TODAY)], [[TODAY - 9, 4], [TODAY, 3]]);
});

test("a streak ends today or, if today has no answer yet, yesterday", () => {
  const streak = (...ago) => countStreak(new Map(ago.map((days) => [TODAY - days, 1])), TODAY);
  assert.equal(streak(0, 1, 2), 3);
  assert.equal(streak(1, 2, 4), 2);
  assert.equal(streak(2, 3), 0);
  assert.equal(streak(0), 1);
});

test("dots grow with a day's answers, and one very busy day does not shrink the others", () => {
  const step = (...counts) => measureStep(new Map(counts.map((count, day) => [day, count])));
  assert.equal(step(1), 5);
  assert.equal(step(...Array(20).fill(40)), 10);
  assert.equal(step(...Array(20).fill(40), 2000), 10);
  assert.deepEqual([0, 1, 10, 11, 20, 21, 30, 31, 2000].map((count) => findStep(count, 10)), [0, 1, 1, 2, 2, 3, 3, 4, 4]);
});

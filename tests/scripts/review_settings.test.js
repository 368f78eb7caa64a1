import assert from "node:assert/strict";
import { test } from "node:test";

import { makeSchedule } from "../../hooks/espejo/site/js/study/review/schedule.js";
import { readSettings } from "../../hooks/espejo/site/js/study/review/settings.js";

const DEFAULTS = { fresh: 10, retention: 0.9, mirror: "same" };

test("missing or invalid settings give the defaults", () => {
  for (const value of [undefined, null, 0, "", "text", true, [], {}, () => 1, { fresh: {}, retention: [] }]) {
    assert.deepEqual(readSettings(value), DEFAULTS);
  }
});

test("valid settings stay unchanged", () => {
  const kept = { fresh: 0, retention: 0.83, parts: ["drills", "glossary"], mirror: "across", other: "pt-BR" };
  assert.deepEqual(readSettings(kept), kept);
  assert.deepEqual(readSettings(structuredClone(kept)), kept);
  assert.deepEqual(readSettings({ ...kept, parts: [] }).parts, []);
});

test("numbers are integers within their limits; other values give the default", () => {
  const cases = [[-1, 0], [201, 200], [1e300, 200], [3.4, 3], [200, 200], [NaN, 10], [Infinity, 10], ["7", 10], [null, 10], [7n, 10]];
  for (const [fresh, expected] of cases) assert.equal(readSettings({ fresh }).fresh, expected);
});

test("the retention is an integer between 80 and 95 percent", () => {
  const cases = [[0, 0.8], [0.7999, 0.8], [0.8, 0.8], [0.876, 0.88], [0.95, 0.95], [1, 0.95], [90, 0.95], [NaN, 0.9], ["0.85", 0.9], [1n, 0.9]];
  for (const [retention, expected] of cases) assert.equal(readSettings({ retention }).retention, expected);
});

test("parts are names without duplicates, and absent unless they are a list", () => {
  assert.deepEqual(readSettings({ parts: ["a", "a", 1, "", null, {}, ["b"], "c"] }).parts, ["a", "c"]);
  for (const parts of ["drills", { length: 1 }, 3, null]) assert.ok(!("parts" in readSettings({ parts })));
});

test("the language mode is one of three, and the other language is a name", () => {
  for (const mirror of ["same", "across", "mixed"]) assert.equal(readSettings({ mirror }).mirror, mirror);
  for (const mirror of ["", "other", "__proto__", 1, null, ["across"]]) assert.equal(readSettings({ mirror }).mirror, "same");
  for (const other of ["", 1, null, {}]) assert.ok(!("other" in readSettings({ other })));
});

test("the result is a copy: changing the stored value later has no effect", () => {
  const parts = ["drills"];
  const read = readSettings({ parts });
  parts.push("quizzes");
  assert.deepEqual(read.parts, ["drills"]);
});

test("the interval ratios shown on the page are right: less than half at 95 percent, about three times at 80", () => {
  for (const stability of [30, 100, 1000]) {
    const [low, usual, high] = [0.8, 0.9, 0.95].map((retention) => makeSchedule(retention).findInterval(stability));
    assert.ok(high < usual / 2);
    assert.equal(Math.round(low / usual), 3);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { findMoment, suggestMinutes, timeLeft, writeTime } from "../../hooks/espejo/site/js/study/exam/clock.js";
import { beginRun, parseRun } from "../../hooks/espejo/site/js/study/exam/run_state.js";

const MINUTE = 60_000;

test("the time left depends only on the start, and is never negative", () => {
  const clock = { start: 1000, minutes: 10 };
  assert.equal(timeLeft(clock, 1000), 10 * MINUTE);
  assert.equal(timeLeft(clock, 1000 + 4 * MINUTE), 6 * MINUTE);
  assert.equal(timeLeft(clock, 1000 + 10 * MINUTE), 0);
  assert.equal(timeLeft(clock, 1000 + 9000 * MINUTE), 0);
});

test("setting the clock back never gives more than the full time", () => {
  assert.equal(timeLeft({ start: 50 * MINUTE, minutes: 10 }, 0), 10 * MINUTE);
});

test("five minutes and one minute are announced once each, and only the later one after a long sleep", () => {
  assert.equal(findMoment(5 * MINUTE + 1000, 5 * MINUTE), 5);
  assert.equal(findMoment(5 * MINUTE, 5 * MINUTE - 1000), undefined);
  assert.equal(findMoment(61_000, 59_500), 1);
  assert.equal(findMoment(20 * MINUTE, 30_000), 1);
  assert.equal(findMoment(20 * MINUTE, 0), undefined);
  assert.equal(findMoment(2 * MINUTE, 2 * MINUTE), undefined);
});

test("times show minutes and seconds, and hours if there are any", () => {
  const cases = [[0, "0:00"], [1, "0:01"], [59_001, "1:00"], [754_000, "12:34"], [3_600_000, "1:00:00"], [36_305_000, "10:05:05"]];
  for (const [milliseconds, written] of cases) assert.equal(writeTime(milliseconds), written);
});

test("suggests the questions' share of the estimated minutes, at least one", () => {
  assert.equal(suggestMinutes(10, [{ items: 40, minutes: 60 }]), 15);
  assert.equal(suggestMinutes(10, [{ items: 40, minutes: 60 }, { items: 60, minutes: 40 }]), 10);
  assert.equal(suggestMinutes(1, [{ items: 1000, minutes: 1 }]), 1);
  assert.equal(suggestMinutes(7, []), 7);
});

test("a stored run is read unchanged", () => {
  const run = beginRun({ mode: "exam", where: "exam", minutes: 10, items: [{ id: "q-1", unit: "quizzes/one" }] });
  assert.deepEqual(parseRun(JSON.stringify(run)), run);
});

test("an invalid stored run is ignored", () => {
  const run = beginRun({ mode: "exam", where: "exam", minutes: 10, items: [{ id: "q-1", unit: "quizzes/one" }] });
  const broken = [
    ...[{ mode: "game" }, { where: "<b>" }, { items: [] }, { items: {} }, { items: [null] }, { start: "1" }],
    ...[{ items: [{ id: "q-1", unit: "https://elsewhere.test" }] }, { items: [{ id: "q-1", unit: "../../x" }] }],
    ...[{ minutes: -1 }, { current: null }, { spent: [] }, { standings: null }, { end: "later" }],
  ];
  for (const change of broken) assert.equal(parseRun(JSON.stringify({ ...run, ...change })), null, JSON.stringify(change));
  for (const text of [null, "", "null", "[]", "7", "{", '"run"']) assert.equal(parseRun(text), null);
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { compareEvents, readEvent } from "../../hooks/espejo/site/js/study/log/event.js";
import { EVENTS, NEWER, makeEvent } from "./examples.js";

test("an event of each kind is read unchanged, into a new object", () => {
  for (const event of [...EVENTS, ...NEWER]) {
    const read = readEvent(event);
    assert.deepEqual(read, event);
    assert.notEqual(read, event);
    assert.deepEqual(readEvent(JSON.parse(JSON.stringify(event))), event);
  }
});

test("lists in an event are copied, so that nobody can change them afterwards", () => {
  const answer = [2];
  const read = readEvent(makeEvent({ answer }));
  answer.push(3);
  assert.deepEqual(read.answer, [2]);
});

test("unknown fields are dropped", () => {
  const value = JSON.parse(JSON.stringify(makeEvent({ html: "<b>" })).replace("{", '{"__proto__": {"hint": true},'));
  assert.deepEqual(readEvent(value), EVENTS[0]);
});

test("inherited fields don't count", () => {
  assert.equal(readEvent(Object.create(EVENTS[0])), null);
  const { right, ...rest } = EVENTS[0];
  assert.equal(readEvent(Object.assign(Object.create({ right }), rest)), null);
  assert.equal("hint" in readEvent(Object.assign(Object.create({ hint: true }), EVENTS[0])), false);
});

test("anything but an object is rejected", () => {
  for (const value of [null, undefined, 0, "", "text", true, [], [EVENTS[0]], () => EVENTS[0], Symbol("event")]) {
    assert.equal(readEvent(value), null);
  }
});

test("every field is required unless it is optional by definition", () => {
  for (const event of EVENTS) {
    for (const name of Object.keys(event)) {
      const { [name]: _, ...rest } = event;
      assert.equal(readEvent(rest) !== null, ["hint", "seen"].includes(name), name);
    }
  }
});

const REFUSED = {
  id: ["", "Q-07-01", "q-7-01", "q-07-00001", "q-07-01\n", "__proto__", "<b>-07-01", "term/", "term/A", "other/adam", `term/${"a".repeat(81)}`, 7, ["q-07-01"], null],
  at: [
    ...["2026-02-30T10:00:00.000Z", "2026-13-01T10:00:00.000Z", "2026-11-17T24:00:00.000Z", "2026-11-17T13:43:60.000Z"],
    ...["2026-11-17T13:43:39Z", "2026-11-17T13:43:39.123", "2026-11-17 13:43:39.123Z", "2026-11-17T13:43:39.123+01:00"],
    ...["+012026-11-17T13:43:39.123Z", "", 1763386999123, new Date(0), null],
  ],
  device: ["", "abcdefgh012", "abcdefgh01234", "ABCDEFGH0123", "abcdefgh012<", 123456789012],
  n: [0, -1, 1.5, 9007199254740992, Infinity, NaN, "1", null, 1n],
  kind: ["", "essay", "constructor", "__proto__", "toString", ["single"], null],
  answer: [[0], [100], [1.5], ["1"], [1, 2], [[1]], Array(1), { 0: 1, length: 1 }, 1, "1", true, null],
  right: [0, 1, "true", null],
  grade: ["", "again", "bad", null],
  guess: [0, "false", null],
  hint: [false, 1, null],
  seen: [false, "true", null],
  ms: [-1, 0.5, 3600001, NaN, "1", null],
  lang: ["", "EN", "eng", "en_US", "en-us", "<b>", null],
  answer_lang: ["", "EN", 1, null],
  where: ["", "Quiz", "home page", "a".repeat(17), null],
  key: ["", "0A1B2C3D", "0a1b2c3", "0a1b2c3d4", 12345678, null],
};

for (const [name, values] of Object.entries(REFUSED)) {
  test(`an event with a malformed ${name} is rejected`, () => {
    for (const value of values) assert.equal(readEvent(makeEvent({ [name]: value })), null, `${name}: ${String(value)}`);
  });
}

test("values at the limits are accepted", () => {
  const limits = { id: "abcdefghijklmnopqrst-0001-9999", n: 9007199254740991, ms: 3600000, lang: "zh-Hant-TW", where: "a" };
  for (const at of ["2024-02-29T23:59:59.999Z", "1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]) {
    assert.ok(readEvent(makeEvent({ ...limits, at })));
  }
  assert.ok(readEvent(makeEvent({ ms: 0, where: "somewherenewxxxx", answer: [] })));
});

test("the type of the answer depends on the kind", () => {
  const isRead = (kind, answer, other = {}) => readEvent(makeEvent({ kind, answer, ...other })) !== null;
  const graded = { grade: "good" };
  assert.ok(isRead("multiple", [1, 2, 10]) && !isRead("multiple", [2, 1]) && !isRead("multiple", [1, 1]));
  assert.ok(isRead("truefalse", true) && !isRead("truefalse", [1]) && !isRead("truefalse", "true"));
  assert.ok(isRead("numeric", "") && isRead("numeric", "<b>\n1,5</b>") && isRead("numeric", "\u{1d7d8}".repeat(64)));
  assert.ok(!isRead("numeric", "1".repeat(65)) && !isRead("numeric", 0.5) && !isRead("numeric", [1]));
  assert.ok(isRead("card", [], graded) && !isRead("card", "what was written", graded));
});

test("self-graded kinds need a grade that agrees with the outcome", () => {
  const isRead = (kind, right, grade) => readEvent(makeEvent({ kind, answer: [1], right, grade })) !== null;
  for (const kind of ["free", "recall", "card"]) {
    assert.ok(isRead(kind, false, "forgot") && ["hard", "good", "easy"].every((grade) => isRead(kind, true, grade)));
    assert.ok(!isRead(kind, true, "forgot") && !isRead(kind, false, "good") && !isRead(kind, true, undefined));
  }
  assert.ok(isRead("single", true, "forgot") && isRead("single", false, "good") && isRead("single", true, undefined));
});

test("an event without an answer needs a grade", () => {
  for (const kind of ["single", "multiple", "truefalse", "numeric", "free", "recall", "card"]) {
    const isRead = (right, grade) => readEvent(makeEvent({ kind, answer: null, right, grade })) !== null;
    assert.ok(isRead(true, "easy") && isRead(false, "forgot"));
    assert.ok(!isRead(true, "forgot") && !isRead(false, "easy") && !isRead(true, undefined));
  }
});

test("events are ordered by time, then by device and number", () => {
  const early = makeEvent({ at: "2026-11-16T00:00:00.000Z", device: "zzzzzzzzzzzz", n: 9 });
  const events = [early, EVENTS[0], makeEvent({ n: 10 }), makeEvent({ device: "bbbbbbbbbbbb" })];
  assert.deepEqual([...events].reverse().sort(compareEvents), events);
  assert.equal(compareEvents(early, { ...early }), 0);
});

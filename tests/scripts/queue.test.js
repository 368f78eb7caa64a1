import assert from "node:assert/strict";
import { test } from "node:test";

import { listPool } from "../../hooks/espejo/site/js/study/review/pool.js";
import { buildQueue as build, findDue, findNextDay, forecast, mix } from "../../hooks/espejo/site/js/study/review/queue.js";
import { Session } from "../../hooks/espejo/site/js/study/review/session.js";

const buildQueue = (...values) => build(...values).queue;
const TODAY = 1000;
const KEY = "0a1b2c3d";

/** An item with its learning state: a default `state` with some fields replaced, or none. */
const candidate = (id, topic, different) => ({
  ...{ id, key: KEY, part: "quizzes", unit: `quizzes/${topic}`, topic },
  ...(different && { state: { id, key: KEY, stability: 5, difficulty: 5, first: 900, begun: false, day: 990, rating: 3, sure: true, langs: {}, ...different } }),
});
const find = (...candidates) => findDue(candidates, new Map(candidates.flatMap((one) => (one.state ? [[one.id, one.state]] : []))), Math.round);
const mixOne = (items) => mix([items], items.map(() => 0));
const ids = (queue) => queue.map(({ id }) => id);

test("an item is due when its interval is over, its last answer was wrong, or its key has changed", () => {
  const due = find(
    ...[candidate("a", "x", { day: 995 }), candidate("b", "x", { day: 996 }), candidate("c", "x", { day: TODAY, rating: 1 })],
    ...[candidate("d", "x", { day: TODAY, key: "ffffffff" }), candidate("e", "x")],
  );
  assert.deepEqual(due.map((one) => one.due), [TODAY, TODAY + 1, -Infinity, -Infinity, Infinity]);
  assert.deepEqual(ids(buildQueue(due, TODAY, 0)).sort(), ["a", "c", "d"]);
});

test("missed items come first, sure ones before guesses, then those most likely forgotten", () => {
  const due = find(
    ...[candidate("old", "v", { day: 900 }), candidate("older", "w", { day: 800 }), candidate("guess", "x", { rating: 1, sure: false })],
    candidate("sure", "y", { rating: 1, day: TODAY }),
  );
  assert.deepEqual(ids(buildQueue(due, TODAY, 0)), ["sure", "guess", "older", "old"]);
});

test("new items are limited, in bank order, and spread among the due ones", () => {
  const fresh = ["f1", "f2", "f3"].map((id) => candidate(id, id));
  const due = ["d1", "d2", "d3", "d4"].map((id) => candidate(id, id, { day: 900 }));
  const queue = buildQueue(find(...fresh, ...due), TODAY, 2);
  assert.deepEqual(ids(queue.filter((one) => one.fresh)), ["f1", "f2"]);
  assert.equal(queue[0].fresh || queue.at(-1).fresh === queue.at(-2).fresh, false, ids(queue).join());
  assert.equal(buildQueue(find(...fresh), TODAY, 0).length, 0);
  assert.equal(build(find(...fresh, ...due), TODAY, 2).unseen, 1);
});

test("new items come after all missed ones, and topics alternate across both groups", () => {
  const missed = ["m1", "m2"].map((id, at) => candidate(id, "ab"[at], { rating: 1, day: TODAY }));
  const due = ["d1", "d2", "d3"].map((id, at) => candidate(id, "aba"[at], { day: 900 }));
  const fresh = ["f1", "f2", "f3"].map((id, at) => candidate(id, "bca"[at]));
  const all = [...fresh, ...due, ...missed];
  const queue = ids(buildQueue(find(...all), TODAY, 3));
  assert.deepEqual(queue.slice(0, 2), ["m1", "m2"]);
  const topics = queue.map((id) => all.find((one) => one.id === id).topic);
  assert.equal(topics.some((topic, at) => topic === topics[at - 1]), false, queue.join());
});

test("new items come from each part in turn", () => {
  const fresh = [..."aaab"].map((part, at) => ({ ...candidate(`${part}${at}`, part), part }));
  assert.deepEqual(ids(buildQueue(find(...fresh), TODAY, 3)).sort(), ["a0", "a1", "b3"]);
});

test("only one side of a term is asked per day", () => {
  const sides = (term, meaning) => find(candidate("term/a", "x", term), candidate("meaning/a", "x", meaning));
  const old = { day: 900 };
  assert.deepEqual(ids(buildQueue(sides(), TODAY, 9)), ["term/a"]);
  assert.deepEqual(ids(buildQueue(sides(undefined, old), TODAY, 9)), ["meaning/a"]);
  assert.equal(buildQueue(sides(old, old), TODAY, 9).length, 1);
  assert.deepEqual(buildQueue(sides({ day: TODAY }, old), TODAY, 9), [], "the other one was asked today");
  assert.deepEqual(ids(buildQueue(sides({ day: TODAY, rating: 1 }, old), TODAY, 9)), ["term/a"], "and is to be asked again");
});

test("topics alternate as far as possible, and each topic keeps its order", () => {
  const items = [..."aaaaabbbcc"].map((topic, at) => ({ topic, at }));
  const mixed = mixOne(items);
  assert.equal(mixed.some((one, at) => at && one.topic === mixed[at - 1].topic), false);
  for (const topic of "abc") {
    const places = mixed.filter((one) => one.topic === topic).map(({ at }) => at);
    assert.deepEqual(places, [...places].sort((one, other) => one - other));
  }
  assert.deepEqual(mixOne([..."aaab"].map((topic) => ({ topic }))).map(({ topic }) => topic).join(""), "abaa");
  assert.deepEqual(mixOne([]), []);
});

test("ten thousand items are mixed in linear time", () => {
  const items = Array.from({ length: 10000 }, (_, at) => ({ topic: String(at % 40) }));
  assert.equal(mixOne(items).length, 10000);
});

test("the forecast counts overdue items as today's, and the items due on each day", () => {
  const candidates = find(candidate("a", "x", { day: 900 }), candidate("b", "x", { day: 997 }), candidate("c", "x", { day: 997 }), candidate("d", "x"));
  const counts = forecast(candidates, TODAY);
  assert.equal(counts.length, 28);
  assert.deepEqual([counts[0], counts[2], counts.reduce((sum, count) => sum + count)], [1, 2, 3]);
  assert.equal(findNextDay(candidates, TODAY), 1002);
  assert.equal(findNextDay([], TODAY), undefined);
});

const MAP = {
  items: { "q-01-01": KEY, "q-01-02": KEY, "d-01-01": KEY },
  units: { "quizzes/one": { items: ["q-01-01", "q-01-02"], minutes: 3 }, "drill/one": { items: ["d-01-01"] } },
  collections: { quizzes: { units: ["quizzes/one"] }, drill: { units: ["drill/one"] } },
  courses: {},
  topics: { sums: { items: ["q-01-02", "d-01-01"] }, other: { items: ["d-01-01"] } },
  glossary: { title: {}, key: "ffffffff", terms: ["adam"] },
};

test("the pool has the items of the chosen parts, each with its page and first topic", () => {
  assert.deepEqual(listPool(MAP, undefined), [
    { id: "q-01-01", key: KEY, part: "quizzes", unit: "quizzes/one", topic: "quizzes/one", minutes: 1.5 },
    { id: "q-01-02", key: KEY, part: "quizzes", unit: "quizzes/one", topic: "sums", minutes: 1.5 },
    { id: "d-01-01", key: KEY, part: "drill", unit: "drill/one", topic: "sums", minutes: 1 },
  ]);
  assert.deepEqual(ids(listPool(MAP, ["drill", "gone"])), ["d-01-01"]);
  assert.deepEqual(ids(listPool(MAP, ["glossary"])), ["term/adam", "meaning/adam"]);
  assert.deepEqual(listPool({ ...MAP, glossary: undefined }, ["glossary"]), []);
  assert.deepEqual(listPool(MAP, ["gone"]), listPool(MAP, undefined), "none that was chosen is left");
});

const queueOf = (letters) => [...letters].map((id) => ({ id, fresh: true, missed: false }));
const left = (session) => ids(session.queue).join("");

test("missed items come back until they are right, sooner if the answer was sure", () => {
  const session = new Session(queueOf("abcdefghijkl"));
  session.answer(false, true);
  assert.equal(left(session), "bcdaefghijkl");
  session.answer(false, false);
  assert.equal(left(session), "cdaefghibjkl");
  assert.equal(session.queue[2].missed, true);
  for (let count = 0; session.current; count++) {
    assert.ok(count < 20);
    session.answer(true, true);
  }
  assert.deepEqual([session.asked, session.known], [12, 10]);
});

test("the last missed item comes back at once, and the session ends when it is right", () => {
  const session = new Session(queueOf("a"));
  session.answer(false, true);
  assert.equal(left(session), "a");
  session.answer(true, true);
  assert.deepEqual([session.current, session.asked, session.known], [undefined, 1, 0]);
});

test("undo works step by step for items that come back repeatedly", () => {
  const session = new Session(queueOf("ab"));
  const seen = [left(session)];
  for (let step = 0; step < 5; step++) {
    session.answer(false, true);
    seen.push(left(session));
  }
  assert.deepEqual([session.asked, session.known], [2, 0]);
  for (const before of seen.slice(0, -1).reverse()) {
    session.undo();
    assert.equal(left(session), before);
  }
  assert.deepEqual([session.asked, session.known], [0, 0]);
});

test("undo goes back to the first answer", () => {
  const session = new Session(queueOf("abc"));
  session.answer(false, true);
  session.answer(true, true);
  session.undo();
  assert.deepEqual([left(session), session.asked, session.known], ["bca", 1, 0]);
  session.undo();
  session.undo();
  assert.deepEqual([left(session), session.asked, session.known], ["abc", 0, 0]);
  session.answer(true, true);
  assert.deepEqual([session.asked, session.known], [1, 1]);
  session.drop();
  assert.equal(left(session), "c");
});

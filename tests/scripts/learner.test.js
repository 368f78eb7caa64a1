import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { START, tryLearner } from "../fuzz/learner.js";
import { addEvents, deleteKeptState } from "../../hooks/espejo/site/js/study/log/changes.js";
import { openLog } from "../../hooks/espejo/site/js/study/log/log.js";
import { dayOf } from "../../hooks/espejo/site/js/study/log/days.js";
import { Learner } from "../../hooks/espejo/site/js/study/review/learner.js";
import { ANSWERS, EVENTS, makeEvent } from "./examples.js";

let log;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  process.env.TZ = "UTC";
  mock.timers.enable({ apis: ["Date"], now: START });
  log = await openLog();
});

afterEach(() => {
  log.close();
  mock.restoreAll();
  mock.timers.reset();
});

test("the state always equals a full replay of the log, with two tabs and a changing clock", async () => {
  for (let seed = 1; seed <= 30; seed++) await tryLearner(seed, 20);
});

test("nothing is stored for a reader who has never answered", async () => {
  await new Learner(log).update();
  assert.deepEqual(await indexedDB.databases(), []);
});

test("an answer on this page is added without rereading the log", async () => {
  await addEvents(log, EVENTS);
  const learner = new Learner(log);
  await learner.update();
  const read = mock.method(IDBIndex.prototype, "getAll");
  await learner.update(await log.append(ANSWERS[0]));
  assert.equal(read.mock.callCount(), 0);
  assert.equal(learner.days.get(dayOf(Date.now())), 8);
  await new Learner(log).update();
  assert.notEqual(read.mock.callCount(), 0);
});

test("the database that earlier versions kept next to the log is deleted, and the log stays", async () => {
  await addEvents(log, EVENTS);
  const opening = indexedDB.open("espejo-review", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("items");
  await new Promise((resolve) => (opening.onsuccess = resolve));
  opening.result.onversionchange = () => opening.result.close();
  await deleteKeptState();
  assert.deepEqual((await indexedDB.databases()).map(({ name }) => name), ["espejo"]);
  assert.equal(await log.count(), EVENTS.length);
});

test("an answer that cannot be stored counts until the reader leaves the page", async () => {
  await addEvents(log, [EVENTS[0]]);
  const learner = new Learner(log);
  await learner.update();
  const full = mock.method(IDBObjectStore.prototype, "put", () => {
    throw new DOMException("no room", "QuotaExceededError");
  });
  const event = await log.append(ANSWERS[0]);
  await learner.update(event);
  const { states, days } = await learner.view();
  assert.equal(states.get(event.id).at, event.at);
  assert.equal(days.get(dayOf(Date.now())), 2);
  full.mock.restore();
});

test("an answer from the future counts once its day has come", async () => {
  await addEvents(log, [EVENTS[0], makeEvent({ n: 9, at: "2027-11-17T14:00:00.000Z" }), makeEvent({ n: 10, at: "2026-12-17T14:00:00.000Z" })]);
  const learner = new Learner(log);
  await learner.update();
  assert.deepEqual(learner.future, { count: 2, latest: "2027-11-17T14:00:00.000Z" });
  assert.equal(learner.states.get(EVENTS[0].id).at, EVENTS[0].at);
  mock.timers.setTime(Date.parse("2026-12-18T14:00:00.000Z"));
  await learner.update();
  assert.deepEqual([learner.future.count, learner.states.get(EVENTS[0].id).at], [1, "2026-12-17T14:00:00.000Z"]);
});

test("after a read error in the middle of the log, no partial state is kept", async () => {
  await addEvents(log, Array.from({ length: 5000 }, (_, n) => makeEvent({ id: `q-01-${10 + (n % 50)}`, n: n + 1 })));
  let reads = 0;
  const getAll = IDBIndex.prototype.getAll;
  const read = mock.method(IDBIndex.prototype, "getAll", function (...values) {
    if (++reads > 1) throw new DOMException("no answer", "UnknownError");
    return getAll.apply(this, values);
  });
  const learner = new Learner(log);
  await assert.rejects(learner.update(), /cannot be read/);
  read.mock.restore();
  for (const one of [learner, new Learner(log)]) {
    await one.update();
    assert.equal(one.states.size, 50);
  }
});

test("a day begins at four in the morning, even on days when the clock changes", () => {
  process.env.TZ = "Europe/Madrid"; // summer time begins on 29 March 2026 at 2, and ends on 25 October at 3
  const day = (text) => dayOf(Date.parse(text)) - dayOf(Date.parse("2026-03-28T12:00:00+01:00"));
  assert.equal(day("2026-03-29T03:59:59+02:00"), 0);
  assert.equal(day("2026-03-29T04:00:00+02:00"), 1);
  assert.equal(day("2026-10-25T03:59:59+01:00") + 1, day("2026-10-25T04:00:00+01:00"));
  assert.equal(day("2026-10-25T12:00:00+01:00"), 211);
});

test("more simultaneous events than a batch holds are all replayed, and never read as one list", async () => {
  await addEvents(log, Array.from({ length: 4100 }, (_, n) => makeEvent({ n: n + 1 })));
  const learner = new Learner(log);
  const read = mock.method(IDBObjectStore.prototype, "getAll");
  await learner.update();
  assert.equal(read.mock.callCount(), 0);
  assert.equal(learner.days.get(dayOf(Date.parse(EVENTS[0].at))), 4100);
});

test("invalid records in the database don't stop the learner", async () => {
  await addEvents(log, EVENTS);
  await log.write(async (events) => {
    for (const [device, n] of [["x", "y"], [[], new Date(0)], [new Uint8Array(2), 1], ["abcdefgh0123", 5000]]) {
      await events.put({ device, n, id: "<b>", at: [[]] });
    }
    return true;
  });
  const learner = new Learner(log);
  await learner.update();
  assert.equal(learner.states.size, 7);
});

import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { openLog } from "../../hooks/espejo/site/js/study/log/log.js";
import { readLog } from "../../hooks/espejo/site/js/study/log/read_log.js";
import { describeStanding, findNext, listItems } from "../../hooks/espejo/site/js/study/progress/standing.js";
import { ANSWERS, makeEvent } from "./examples.js";

const KEY = "0a1b2c3d";
const IDS = ["q-01-01", "q-01-02", "q-01-03", "q-02-01", "q-02-02", "q-03-01", "d-01-01"];
const [A, B, C, D, E, F, CARD] = IDS;
const title = { en: "a title", es: "un título" };

/** A bank of three quizzes, the last two of which form a course, and a deck. */
const MAP = {
  items: Object.fromEntries(IDS.map((id) => [id, KEY])),
  units: {
    "quizzes/one": { title, items: [A, B, C] },
    "quizzes/two": { title, items: [D, E] },
    "quizzes/three": { title, items: [F] },
    "drills/one": { title, items: [CARD] },
  },
  collections: {
    quizzes: { title, units: ["quizzes/one", "quizzes/two", "quizzes/three"] },
    drills: { title, units: ["drills/one"] },
  },
  courses: { "quizzes#late": { title, units: ["quizzes/two", "quizzes/three"] } },
  topics: { shapes: { title, items: [A, E, CARD] } },
};

/** The state of a log in which these items were answered in turn. */
function answered(ids, { different = {}, restarts = {} } = {}) {
  const last = new Map();
  ids.forEach((id, place) => last.set(id, makeEvent({ id, at: time(place), n: place + 1, ...different[id] })));
  return { last, restarts };
}

const time = (minute) => `2026-11-17T13:${String(minute).padStart(2, "0")}:00.000Z`;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test("lists the items of a quiz, a collection, a course, and a topic, and none for unknown names", () => {
  assert.deepEqual(listItems(MAP, "quizzes/two"), [D, E]);
  assert.deepEqual(listItems(MAP, "quizzes"), [A, B, C, D, E, F]);
  assert.deepEqual(listItems(MAP, "quizzes#late"), [D, E, F]);
  assert.deepEqual(listItems(MAP, "topics/shapes"), [A, E, CARD]);
  for (const part of ["quizzes/gone", "topics/gone", "gone#gone", "gone"]) assert.deepEqual(listItems(MAP, part), []);
});

test("right answers to the current key count as right, wrong ones as answered, others not at all", () => {
  const different = { [B]: { right: false }, [C]: { key: "ffffffff" } };
  const standing = describeStanding(MAP, answered([A, B, C], { different }), [A, B, C, D]);
  assert.deepEqual(standing, { answered: 2, right: 1, total: 4, marks: [true, false, false, false] });
});

test("a reader continues at the next open question after the last answer", () => {
  const next = { unit: "quizzes/one", item: B, answered: 1, total: 3 };
  assert.deepEqual(findNext(MAP, answered([A])), next);
  assert.deepEqual(findNext(MAP, answered([A, B])), { ...next, item: C, answered: 2 });
});

test("a skipped question comes after those that follow, and a question with a changed key is open again", () => {
  assert.equal(findNext(MAP, answered([B])).item, C);
  assert.equal(findNext(MAP, answered([B, C])).item, A);
  const different = { [A]: { key: "ffffffff" } };
  assert.deepEqual(findNext(MAP, answered([A, B, C], { different })), {
    ...{ unit: "quizzes/one", item: A },
    ...{ answered: 2, total: 3 },
  });
});

test("a complete quiz leads to the next open one of its collection, and the last one to the first", () => {
  const all = (ids) => findNext(MAP, answered(ids));
  assert.deepEqual(all([A, B, C]), { unit: "quizzes/two", item: D, answered: 0, total: 2 });
  assert.deepEqual(all([D, E, A, B, C]), { unit: "quizzes/three", item: F, answered: 0, total: 1 });
  assert.deepEqual(all([F]), { unit: "quizzes/one", item: A, answered: 0, total: 3 });
  assert.equal(all([A, B, C, D, E, F]), undefined);
});

test("the time of answers decides where a reader stopped, not the order of ids", () => {
  const log = answered([D, CARD, A]);
  assert.equal(findNext(MAP, { ...log, last: new Map([...log.last].sort()) }).unit, "quizzes/one");
});

test("an answer to a retired question does not affect where to continue", () => {
  assert.equal(findNext(MAP, answered([D, "q-09-09"])).item, E);
  assert.equal(findNext(MAP, answered(["q-09-09"])), undefined);
  assert.equal(findNext(MAP, answered(["__proto__", "constructor"])), undefined);
});

test("a restarted quiz is open again, though its answers still count as right", () => {
  const log = answered([A, B, C], { restarts: { "quizzes/one": time(1) } });
  assert.deepEqual(findNext(MAP, log), { unit: "quizzes/one", item: A, answered: 1, total: 3 });
  assert.equal(describeStanding(MAP, log, [A, B, C]).right, 3);
});

test("reading does not create a database", async () => {
  assert.deepEqual(await readLog(), { last: new Map(), restarts: {} });
  assert.deepEqual(await indexedDB.databases(), []);
  const log = await openLog();
  const event = await log.append(ANSWERS[0]);
  assert.deepEqual((await readLog()).last, new Map([[event.id, event]]));
  log.close();
});

test("reads when quizzes were restarted", async () => {
  const log = await openLog();
  await log.setAbout("restarts", { "quizzes/one": time(1) });
  assert.deepEqual((await readLog()).restarts, { "quizzes/one": time(1) });
  log.close();
});

test("a database with other stores and blocked storage both read as empty", async () => {
  const opening = indexedDB.open("espejo");
  await new Promise((resolve) => Object.assign(opening, { onsuccess: resolve }));
  opening.result.close();
  assert.equal((await readLog()).last.size, 0);
  globalThis.indexedDB = {
    open() {
      throw new DOMException("no storage here", "SecurityError");
    },
  };
  assert.equal((await readLog()).last.size, 0);
});

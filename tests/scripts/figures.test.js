import assert from "node:assert/strict";
import { test } from "node:test";

import { addToFigures, findEnds, startFigures } from "../../hooks/espejo/site/js/study/log/figures.js";
import { summarize } from "../../hooks/espejo/site/js/study/you/summary.js";
import { EVENTS, makeEvent } from "./examples.js";

const KEY = EVENTS[0].key;
const title = { en: "One", es: "Uno" };
const MAP = {
  items: Object.fromEntries(EVENTS.slice(0, 6).map(({ id }) => [id, KEY])),
  units: {
    "quizzes/a": { title, items: ["q-07-01", "q-07-02"] },
    "quizzes/b": { title, items: ["q-07-03", "q-07-04"] },
    "guide/c": { title, items: ["pt-03-10", "pt-03-11"] },
  },
  collections: {
    quizzes: { title, units: ["quizzes/a", "quizzes/b", "quizzes/gone"] },
    guide: { title, units: ["guide/c"] },
    drills: { title, units: [] },
  },
  topics: { autograd: { title, items: ["q-07-01", "pt-03-11"] }, tensors: { title, items: ["q-99-99"] } },
};

/** The statistics of some batches of events. */
function count(...lists) {
  const figures = startFigures();
  lists.forEach((events) => addToFigures(figures, events));
  return figures;
}

const tell = ({ name, answered, right, total, events }) => [name, answered, right, total, events];

test("the summary counts items and answers in total, by collection, and by topic, without retired items", () => {
  const again = makeEvent({ n: 50, right: false, at: "2026-11-18T09:00:00.000Z" });
  const found = summarize(count(EVENTS, [again]), MAP);
  assert.deepEqual(found.all, { answered: 6, right: 3, total: 6, events: 7 });
  assert.deepEqual(found.retired, 1);
  assert.deepEqual(found.collections.map(tell), [
    ["quizzes", 4, 2, 4, 5],
    ["guide", 2, 1, 2, 2],
  ]);
});

test("glossary answers are counted as their own group, and not as items or retired", () => {
  const glossary = { title, key: KEY, terms: ["adam", "axis"] };
  const said = { kind: "card", answer: "good", grade: "good", right: true };
  const answers = [
    makeEvent({ ...said, id: "term/adam", n: 60 }),
    makeEvent({ ...said, id: "meaning/adam", n: 61, answer: "forgot", grade: "forgot", right: false }),
    makeEvent({ ...said, id: "meaning/adam", n: 62, at: "2026-12-01T00:00:00.000Z" }),
    makeEvent({ ...said, id: "term/gone", n: 63 }),
  ];
  const [without, found] = [summarize(count(EVENTS), MAP), summarize(count(EVENTS, answers), { ...MAP, glossary })];
  assert.deepEqual(found.all, without.all);
  assert.equal(found.retired, without.retired + 1);
  assert.deepEqual(found.collections.map(tell), [...without.collections.map(tell), ["glossary", 2, 2, 4, 3]]);
  assert.deepEqual(summarize(count(EVENTS), { ...MAP, glossary }).collections.map(tell), without.collections.map(tell));
});

test("an item whose key changed is unanswered again, but its old answers still count as answers", () => {
  const found = summarize(count(EVENTS), { ...MAP, items: { ...MAP.items, "q-07-01": "ffffffff" } });
  assert.deepEqual(found.all.events - found.all.answered, EVENTS.length - found.retired - found.all.answered);
  assert.equal(found.all.answered, summarize(count(EVENTS), MAP).all.answered - 1);
});

test("statistics depend neither on the order of events nor on their batches", () => {
  const figures = count(...EVENTS.map((event) => [event]));
  assert.deepEqual(count([...EVENTS].reverse()), figures);
  const later = makeEvent({ at: "2026-12-01T00:00:00.000Z", n: 9, right: false });
  assert.equal(count([later], EVENTS).items.get("q-07-01").last, later);
  assert.equal(count(EVENTS, [later]).items.get("q-07-01").last, later);
});

test("days follow the reader's clock and begin at four in the morning, as in the review", () => {
  const zone = process.env.TZ;
  const late = [makeEvent({ at: "2026-11-18T03:30:00.000Z" }), makeEvent({ at: "2026-11-18T04:30:00.000Z", n: 2 })];
  const daysIn = (place) => {
    process.env.TZ = place;
    const figures = count(late);
    const { first, last } = findEnds(figures);
    return [figures.days.size, ...[first, last].map((day) => new Date(day).toISOString().slice(0, 10))];
  };
  assert.deepEqual(daysIn("UTC"), [2, "2026-11-17", "2026-11-18"]);
  assert.deepEqual(daysIn("Europe/Madrid"), [1, "2026-11-18", "2026-11-18"]);
  assert.deepEqual(daysIn("America/Bogota"), [1, "2026-11-17", "2026-11-17"]);
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test("the earliest and latest possible times give valid dates", () => {
  const figures = count(["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"].map((at) => makeEvent({ at })));
  assert.equal(figures.days.size, 2);
  const { first, last } = findEnds(figures);
  assert.ok(!isNaN(+new Date(first)) && !isNaN(+new Date(last)));
});

test("sure and guessed answers are counted separately, without self-graded and previously seen ones", () => {
  const { sure, guess } = count([...EVENTS, makeEvent({ seen: true }), makeEvent({ guess: true })]);
  assert.deepEqual([sure, guess], [
    { count: 3, right: 3 },
    { count: 2, right: 1 },
  ]);
});

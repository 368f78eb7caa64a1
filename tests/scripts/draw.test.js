import assert from "node:assert/strict";
import { test } from "node:test";

import { draw, findWeakTopics, listItems } from "../../hooks/espejo/site/js/study/exam/draw.js";
import { parseQuery } from "../../hooks/espejo/site/js/study/exam/query.js";

const MAP = {
  units: {
    "quizzes/one": { items: ["q-1", "q-2"] },
    "quizzes/two": { items: ["q-3"] },
    "guide/three": { items: ["g-1", "g-2"] },
    "drills/four": { items: ["d-1"] },
  },
  collections: {
    quizzes: { units: ["quizzes/one", "quizzes/two"] },
    guide: { units: ["guide/three"] },
    drills: { units: ["drills/four"] },
  },
  courses: { "guide#basics": { units: ["guide/three"] } },
  topics: {
    graphs: { title: {}, items: ["q-2", "g-1", "d-1"] },
    shapes: { title: {}, items: ["q-1", "q-3", "g-1"] },
  },
};

/** A deterministic random number generator (mulberry32). */
function makeRandom(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const choose = (chosen) => ({ collection: [], course: [], topic: [], ...chosen });
const ids = (items) => items.map(({ id }) => id);

test("collections, courses, and topics are merged without duplicates", () => {
  const found = listItems(MAP, choose({ collection: ["quizzes"], course: ["guide#basics"], topic: ["graphs"] }));
  assert.deepEqual(ids(found).sort(), ["d-1", "g-1", "g-2", "q-1", "q-2", "q-3"]);
  assert.deepEqual(found.find(({ id }) => id === "g-1"), { id: "g-1", unit: "guide/three" });
});

test("a topic's cards are left out unless their deck was chosen", () => {
  assert.deepEqual(ids(listItems(MAP, choose({ topic: ["graphs"] }), ["drills"])), ["q-2", "g-1"]);
  assert.ok(ids(listItems(MAP, choose({ topic: ["graphs"], collection: ["drills"] }), ["drills"])).includes("d-1"));
});

test("names that are not in the bank are ignored, including those that every object inherits", () => {
  const strange = ["gone", "__proto__", "constructor", "toString"];
  assert.deepEqual(listItems(MAP, choose({ collection: strange, course: strange, topic: strange })), []);
});

test("draws the requested number of distinct items, or all of them if there are fewer", () => {
  const items = Array.from({ length: 50 }, (_, number) => ({ id: `q-${number}`, unit: "u" }));
  const random = makeRandom(7);
  for (const count of [1, 10, 49, 50, 51, 9999]) {
    const drawn = ids(draw(items, count, random));
    assert.equal(drawn.length, Math.min(count, 50));
    assert.equal(new Set(drawn).size, drawn.length);
  }
  for (const odd of [0, -3, NaN, 0.5]) assert.equal(draw(items, odd, random).length, 1);
});

test("every item is equally likely in every position", () => {
  const items = ["a", "b", "c", "d", "e"].map((id) => ({ id, unit: "u" }));
  const random = makeRandom(2026);
  const rounds = 20_000;
  const counts = new Map();
  for (let round = 0; round < rounds; round++) {
    ids(draw(items, 3, random)).forEach((id, place) => counts.set(`${id}${place}`, (counts.get(`${id}${place}`) ?? 0) + 1));
  }
  assert.equal(counts.size, 15);
  for (const [name, count] of counts) assert.ok(Math.abs(count - rounds / 5) < 4 * Math.sqrt(rounds * 0.16), `${name}: ${count}`);
});

test("topics with a larger share of wrong answers come first; topics without any are left out", () => {
  const outcomes = new Map([["q-2", false], ["g-1", true], ["q-1", true], ["q-3", true]]);
  assert.deepEqual(findWeakTopics(MAP, outcomes), [{ topic: "graphs", wrong: 1, count: 2 }]);
  outcomes.set("q-1", false).set("q-3", false);
  assert.deepEqual(findWeakTopics(MAP, outcomes).map(({ topic }) => topic), ["shapes", "graphs"]);
  assert.deepEqual(findWeakTopics(MAP, new Map()), []);
});

test("the query string chooses collections, courses, and topics, several of each", () => {
  assert.deepEqual(parseQuery("?course=study-guide%23fundamentals&topic=autograd&topic=tensors&topic=autograd"), {
    collection: [],
    course: ["study-guide#fundamentals"],
    topic: ["autograd", "tensors"],
  });
  assert.deepEqual(parseQuery("?collection=&other=1&__proto__=x&topic=%"), { collection: [], course: [], topic: ["%"] });
});

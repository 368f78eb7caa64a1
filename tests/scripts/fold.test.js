import assert from "node:assert/strict";
import { test } from "node:test";

import { byItem, isCurrent, progressOf } from "../../docs/assets/js/memory/fold.js";
import { EVENTS, makeEvent } from "./examples.js";

const KEY = EVENTS[0].key;
const at = (minute) => `2026-11-17T14:${minute}:00.000Z`;

test("the latest event of each item is the last by time, whatever the order of the list", () => {
  const events = [makeEvent({ at: at("30"), n: 1 }), makeEvent({ at: at("10"), n: 3 }), makeEvent({ at: at("20"), n: 2 })];
  assert.deepEqual(byItem(events), new Map([["q-07-01", events[0]]]));
  assert.deepEqual(byItem([]), new Map());
  assert.equal(events[1].n, 3, "the list is as it was");
});

test("an event is current while the same is right", () => {
  assert.equal(isCurrent(EVENTS[0], KEY), true);
  assert.equal(isCurrent(EVENTS[0], "ffffffff"), false);
  assert.equal(isCurrent(undefined, KEY), false);
});

test("progress counts items whose key is the same as when they were answered", () => {
  const items = [
    { id: "q-07-01", key: KEY },
    { id: "q-07-02", key: KEY },
    { id: "q-07-03", key: "ffffffff" },
    { id: "q-99-99", key: KEY },
  ];
  assert.deepEqual(progressOf(byItem(EVENTS), items), { answered: 2, right: 1, total: 4 });
  assert.deepEqual(progressOf(new Map(), []), { answered: 0, right: 0, total: 0 });
});


import assert from "node:assert/strict";
import { test } from "node:test";

import { isCurrent, progressOf } from "../../hooks/espejo/site/js/study/log/tally.js";
import { EVENTS, findLast } from "./examples.js";

const KEY = EVENTS[0].key;

test("an event is current while the answer key is unchanged", () => {
  assert.equal(isCurrent(EVENTS[0], KEY), true);
  assert.equal(isCurrent(EVENTS[0], "ffffffff"), false);
  assert.equal(isCurrent(undefined, KEY), false);
});

test("progress counts items whose key is unchanged since they were answered", () => {
  const items = [
    { id: "q-07-01", key: KEY },
    { id: "q-07-02", key: KEY },
    { id: "q-07-03", key: "ffffffff" },
    { id: "q-99-99", key: KEY },
  ];
  assert.deepEqual(progressOf(findLast(EVENTS), items), { answered: 2, right: 1, total: 4 });
  assert.deepEqual(progressOf(new Map(), []), { answered: 0, right: 0, total: 0 });
});


import assert from "node:assert/strict";
import { test } from "node:test";

import { fuzz } from "../fuzz/log_reader.js";

test("a sample of damaged files does no harm", async () => {
  const { tally, failures } = await fuzz({ seed: 1, files: 2000 });
  assert.deepEqual(failures.map(({ report }) => report), []);
  assert.ok(tally.accepted > 200 && tally.loaded > 10 && tally.damaged > 500 && tally.foreign > 50 && tally.future > 50);
});

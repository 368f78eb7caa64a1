import assert from "node:assert/strict";
import { test } from "node:test";

import { MUTATIONS, makeMutant } from "../fuzz/log_mutants.js";
import { TRIED, fuzz } from "../fuzz/log_reader.js";

test("damaged files do no harm", async () => {
  const { tally, failures } = await fuzz({ seed: 1, files: 2000 });
  assert.deepEqual(failures.map(({ report }) => report), []);
  assert.ok(tally.accepted > 200 && tally.loaded > 10 && tally.damaged > 500 && tally.foreign > 50 && tally.future > 50);
});

test("the same seed and number give the same mutant, and every mutation is used", () => {
  const mutants = Array.from({ length: 1000 }, (_, number) => makeMutant(3, number));
  assert.deepEqual(makeMutant(3, 999), mutants[999]);
  assert.deepEqual(new Set(mutants.flatMap(({ steps }) => steps)), new Set(MUTATIONS));
  assert.ok(new Set(mutants.map(({ text }) => text)).size > 850);
});

/** Log readers with one bug each. */
const FAULTY = {
  "throws on JSON that is damaged": (text) => ({ events: JSON.parse(text).events }),
  "accepts events that are malformed": (text) => {
    try {
      const { events } = JSON.parse(text);
      return { events: Array.isArray(events) ? events : [] };
    } catch {
      return { refused: "damaged" };
    }
  },
  "keeps two events with one identity": (text, bank) => {
    const read = TRIED.readLogFile(text, bank);
    return "events" in read ? { events: [...read.events, ...read.events] } : read;
  },
  "loses an event": (text, bank) => {
    const read = TRIED.readLogFile(text, bank);
    return "events" in read ? { events: read.events.slice(1) } : read;
  },
  "refuses without a reason": () => ({ refused: "" }),
};

for (const [fault, readLogFile] of Object.entries(FAULTY)) {
  test(`the fuzzer notices a reader that ${fault}`, async () => {
    const { failures } = await fuzz({ seed: 1, files: 200, tried: { ...TRIED, readLogFile } });
    assert.ok(failures.length > 0);
  });
}

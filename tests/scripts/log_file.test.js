import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { test } from "node:test";

import { addEvents } from "../../hooks/espejo/site/js/study/log/changes.js";
import { openLog } from "../../hooks/espejo/site/js/study/log/log.js";
import { MAX_SIZE, compare, readLogFile, writeLogFile } from "../../hooks/espejo/site/js/study/log/log_file.js";
import { EVENTS, makeEvent } from "./examples.js";

const file = (different) => JSON.stringify({ espejo_log: 1, bank: "espejo", events: EVENTS, ...different });
const refused = (text, why) => assert.deepEqual(readLogFile(text, "espejo"), { refused: why }, text.slice(0, 80));

test("what was written is read again", () => {
  assert.deepEqual(readLogFile(writeLogFile(EVENTS, "espejo"), "espejo"), { events: EVENTS });
  assert.deepEqual(readLogFile(writeLogFile([], "espejo"), "espejo"), { events: [] });
  assert.deepEqual(readLogFile(file({}), "espejo"), { events: EVENTS });
});

test("text as typed survives the file, with quotes, markup, control characters and halves of characters", () => {
  for (const answer of ['"', "\\", "<script>alert(1)</script>", "\u0000\n\u2028", "\ud800", "½ ١٢"]) {
    const events = [makeEvent({ kind: "numeric", answer })];
    assert.deepEqual(readLogFile(writeLogFile(events, "espejo"), "espejo"), { events });
  }
});

test("a file with anything malformed is refused as damaged, as a whole", () => {
  const text = file({});
  for (const broken of [
    ...["", "no JSON", text.slice(0, -1), text.slice(1), `${text}x`, "[".repeat(1000000), `{"a":`.repeat(200000)],
    ...[0, -1, 1.5, "1", null, [1], true].map((version) => file({ espejo_log: version })),
    ...[undefined, null, 7, ["espejo"]].map((bank) => file({ bank })),
    ...[undefined, null, {}, "[]", 7, [null], [[]], [...EVENTS, {}], [EVENTS]].map((events) => file({ events })),
    ...[makeEvent({ right: "<b>" }), makeEvent({ at: "2026-02-30T00:00:00.000Z" })].map((event) =>
      file({ events: [...EVENTS, event] }),
    ),
  ]) {
    refused(broken, "damaged");
  }
});

test("another bank's log and other JSON are foreign", () => {
  refused(file({ bank: "another" }), "foreign");
  refused(file({ bank: "__proto__" }), "foreign");
  for (const other of ["null", "7", '"espejo_log"', "[]", "{}", '{"version": 1, "items": []}']) refused(other, "foreign");
  refused(`{"__proto__": ${file({})}}`, "foreign");
});

test("a file of a later version is refused as such, whatever is in it", () => {
  refused(file({ espejo_log: 3 }), "future");
  refused('{"espejo_log": 3, "years": {}}', "future");
});

test("a file that is too large is refused", () => {
  refused(" ".repeat(MAX_SIZE + 1), "large");
  refused(`{"espejo_log": 1, "bank": "espejo", "events": [${"0,".repeat(1000000)}0]}`, "large");
});

test("a million events fit into a file that is read", () => {
  const longest = Math.max(...EVENTS.map((event) => JSON.stringify(event).length));
  assert.ok((longest + 2) * 1000000 < MAX_SIZE);
});

test("of events with the same identity the first counts", () => {
  const events = [EVENTS[0], makeEvent({ right: false }), EVENTS[0]];
  assert.deepEqual(readLogFile(file({ events }), "espejo"), { events: [EVENTS[0]] });
});

test("names of prototypes in a file do nothing", () => {
  const text = file({}).replaceAll("{", '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}},');
  const read = readLogFile(text, "espejo");
  assert.deepEqual(read, { events: EVENTS });
  assert.equal({}.polluted, undefined);
  assert.equal(read.events[0].polluted, undefined);
});

test("before a file is loaded, it is known what it would add, and nothing is changed", async () => {
  const log = await openLog();
  await addEvents(log, EVENTS.slice(0, 3));
  const events = [...EVENTS, makeEvent({ device: "another00000" })];
  const preview = await compare(events, log);
  assert.deepEqual(preview, { added: 5, known: 3 });
  assert.equal(await log.count(), 3);
  assert.deepEqual(await addEvents(log, events), preview);
  log.close();
});

import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { test } from "node:test";

import { addEvents } from "../../hooks/espejo/site/js/study/log/changes.js";
import { openLog } from "../../hooks/espejo/site/js/study/log/log.js";
import { MAX_SIZE, compare, readLogFile, writeLogFile } from "../../hooks/espejo/site/js/study/log/log_file.js";
import { EVENTS, makeEvent } from "./examples.js";

const file = (different) => JSON.stringify({ espejo_log: 1, bank: "espejo", events: EVENTS, ...different });
const refused = (text, why) => assert.deepEqual(readLogFile(text, "espejo"), { refused: why }, text.slice(0, 80));

test("a written log can be read again", () => {
  assert.deepEqual(readLogFile(writeLogFile(EVENTS, "espejo"), "espejo"), { events: EVENTS });
  assert.deepEqual(readLogFile(writeLogFile([], "espejo"), "espejo"), { events: [] });
  assert.deepEqual(readLogFile(file({}), "espejo"), { events: EVENTS });
});

test("text survives unchanged, including quotes, markup, control characters, and lone surrogates", () => {
  for (const answer of ['"', "\\", "<script>alert(1)</script>", "\u0000\n\u2028", "\ud800", "½ ١٢"]) {
    const events = [makeEvent({ kind: "numeric", answer })];
    assert.deepEqual(readLogFile(writeLogFile(events, "espejo"), "espejo"), { events });
  }
});

test("a file with anything malformed is rejected as a whole, as damaged", () => {
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

test("another bank's log and other JSON are rejected as foreign", () => {
  refused(file({ bank: "another" }), "foreign");
  refused(file({ bank: "__proto__" }), "foreign");
  for (const other of ["null", "7", '"espejo_log"', "[]", "{}", '{"version": 1, "items": []}']) refused(other, "foreign");
  refused(`{"__proto__": ${file({})}}`, "foreign");
});

test("a file of a later version is rejected as such, whatever it contains", () => {
  refused(file({ espejo_log: 3 }), "future");
  refused('{"espejo_log": 3, "years": {}}', "future");
});

test("a file that is too large is rejected", () => {
  refused(" ".repeat(MAX_SIZE + 1), "large");
  refused(`{"espejo_log": 1, "bank": "espejo", "events": [${"0,".repeat(1000000)}0]}`, "large");
});

test("a file may have a million events", () => {
  const longest = Math.max(...EVENTS.map((event) => JSON.stringify(event).length));
  assert.ok((longest + 2) * 1000000 < MAX_SIZE);
});

test("duplicate events keep the first", () => {
  const events = [EVENTS[0], makeEvent({ right: false }), EVENTS[0]];
  assert.deepEqual(readLogFile(file({ events }), "espejo"), { events: [EVENTS[0]] });
});

test("prototype names in a file have no effect", () => {
  const text = file({}).replaceAll("{", '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}},');
  const read = readLogFile(text, "espejo");
  assert.deepEqual(read, { events: EVENTS });
  assert.equal({}.polluted, undefined);
  assert.equal(read.events[0].polluted, undefined);
});

test("previewing a file counts what it would add without changing anything", async () => {
  const log = await openLog();
  await addEvents(log, EVENTS.slice(0, 3));
  const events = [...EVENTS, makeEvent({ device: "another00000" })];
  const preview = await compare(events, log);
  assert.deepEqual(preview, { added: 5, known: 3 });
  assert.equal(await log.count(), 3);
  assert.deepEqual(await addEvents(log, events), preview);
  log.close();
});

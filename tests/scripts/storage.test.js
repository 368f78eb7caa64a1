import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { addEvents } from "../../hooks/espejo/site/js/study/log/changes.js";
import { openLog } from "../../hooks/espejo/site/js/study/log/log.js";
import { askToPersist, describeStorage, judgeStorage, noteBackup } from "../../hooks/espejo/site/js/study/log/storage.js";
import { makeEvent } from "./examples.js";

const DAY = 86400000;
const NOW = 1000 * DAY;
const FACTS = { trouble: "", count: 0, persisted: false, vendor: "Google Inc.", installed: false, backup: undefined, now: NOW };
const judge = (different) => judgeStorage({ ...FACTS, ...different });

test("reports whether answers are kept, and if not, why", () => {
  assert.equal(judge({}).kept, true);
  for (const trouble of ["blocked", "full"]) {
    const { kept, trouble: why } = judge({ trouble });
    assert.deepEqual([kept, why], [false, trouble]);
  }
});

test("browsers with Apple's engine erase stored data unless the site is installed", () => {
  const erased = (different) => judge(different).erasedAfterSevenDays;
  assert.equal(erased({ vendor: "Apple Computer, Inc." }), true);
  assert.equal(erased({ vendor: "Apple Computer, Inc.", installed: true }), false);
  assert.equal(erased({ vendor: "Apple Computer, Inc.", trouble: "blocked" }), false);
  assert.equal(erased({ vendor: "Google Inc." }) || erased({ vendor: "" }), false);
});

test("a backup is due when fifty events lack one and the last is older than thirty days", () => {
  const due = (count, backup) => judge({ count, backup }).backupDue;
  assert.deepEqual([due(49), due(50)], [false, true]);
  const old = { at: NOW - 31 * DAY, count: 100 };
  assert.deepEqual([due(149, old), due(150, old)], [false, true]);
  assert.equal(due(1000, { at: NOW - 29 * DAY, count: 100 }), false);
  assert.equal(due(10, old), false, "after most was erased");
});

test("an invalid backup record is ignored", () => {
  for (const backup of [null, 7, "yesterday", {}, { at: "x", count: 1 }, { at: 1 }, { at: NaN, count: 1 }]) {
    const { backupDue, lastBackup } = judge({ count: 50, backup });
    assert.deepEqual([backupDue, lastBackup], [true, null]);
  }
});

let log;
/** Calls to the browser's storage API, and its responses. */
let asked;
let answers;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  asked = [];
  answers = { persist: async () => true, persisted: async () => false };
  const storage = {
    persist: () => (asked.push("persist"), answers.persist()),
    persisted: () => answers.persisted(),
  };
  Object.defineProperty(navigator, "storage", { value: storage, configurable: true });
  log = await openLog();
});

afterEach(() => {
  log.close();
  delete navigator.storage;
});

const fill = (count) => addEvents(log, Array.from({ length: count }, (_, at) => makeEvent({ n: at + 1 })));

test("the browser is asked to persist once, when there is something to lose", async () => {
  assert.equal(await askToPersist(log), false);
  await fill(9);
  assert.equal(await askToPersist(log), false);
  assert.deepEqual(asked, []);
  await fill(10);
  assert.equal(await askToPersist(log), true);
  assert.equal(await askToPersist(log), false);
  assert.deepEqual(asked, ["persist"]);
  answers.persisted = async () => true;
  assert.equal(await askToPersist(log), true);
  assert.deepEqual(asked, ["persist"]);
});

test("a browser that cannot persist, or fails to, causes no error", async () => {
  await fill(10);
  answers.persisted = answers.persist = async () => Promise.reject(new TypeError("no origin"));
  assert.equal(await askToPersist(log), false);
  Object.defineProperty(navigator, "storage", { value: undefined, configurable: true });
  assert.equal(await askToPersist(log), false);
  assert.equal((await describeStorage(log)).persisted, false);
});

test("the storage report combines what the browser and the log say", async () => {
  await fill(60);
  answers.persisted = async () => true;
  const before = await describeStorage(log);
  assert.deepEqual([before.kept, before.persisted, before.backupDue, before.lastBackup], [true, true, true, null]);
  await noteBackup(log);
  const after = await describeStorage(log);
  assert.deepEqual([after.backupDue, typeof after.lastBackup], [false, "number"]);
});

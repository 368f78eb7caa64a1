import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { openDB } from "idb";

import { addEvents, eraseEvents, regradeAnswer, undoAnswer } from "../../hooks/espejo/site/js/study/log/changes.js";
import { readBatches } from "../../hooks/espejo/site/js/study/log/batches.js";
import { readEnds } from "../../hooks/espejo/site/js/study/log/ends.js";
import { openLog } from "../../hooks/espejo/site/js/study/log/log.js";
import { noteRestart, readRestart } from "../../hooks/espejo/site/js/study/log/restarts.js";
import { readLog } from "../../hooks/espejo/site/js/study/log/read_log.js";
import { ANSWERS, EVENTS, findLast, makeEvent } from "./examples.js";

const logs = [];
const [ANSWER, OTHER] = ANSWERS;

/** Opens a log, as a tab does. */
async function openTab() {
  const log = await openLog();
  logs.push(log);
  return log;
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  mock.timers.enable({ apis: ["Date"], now: new Date("2026-11-17T12:00:00.000Z") });
});

afterEach(() => {
  logs.splice(0).forEach((log) => log.close());
  mock.restoreAll();
  mock.timers.reset();
});

/** Makes every write to the store fail as if the disk were full. Returns a function that undoes this. */
function fillStorage() {
  const put = mock.method(IDBObjectStore.prototype, "put", () => {
    throw new DOMException("no room", "QuotaExceededError");
  });
  return () => put.mock.restore();
}

const BLOCKED = [
  ["SecurityError", () => mock.method(indexedDB, "open", () => fail("SecurityError"))],
  ["no IndexedDB at all", () => (globalThis.indexedDB = undefined)],
];

function fail(name) {
  throw new DOMException("not here", name);
}

/** Puts a raw value into the store, as another program could. */
async function putRaw(store, ...values) {
  const database = await openDB("espejo", 1);
  await database.put(store, ...values);
  database.close();
}

test("an answer becomes an event with time, device, and number, and is there on the next visit", async () => {
  const first = await openTab();
  const one = await first.append(ANSWER);
  const two = await first.append(OTHER);
  assert.match(one.device, /^[a-z0-9]{12}$/);
  assert.deepEqual(one, { ...ANSWER, at: "2026-11-17T12:00:00.000Z", device: one.device, n: 1 });
  assert.deepEqual([two.device, two.n], [one.device, 2]);
  first.close();
  const second = await openTab();
  assert.deepEqual(await second.all(), [one, two]);
  assert.equal((await second.append(ANSWER)).n, 3);
  assert.equal(await second.count(), 3);
  assert.equal(second.trouble, "");
});

test("two tabs that write at the same time lose nothing", async () => {
  const tabs = [await openTab(), await openTab()];
  const appended = await Promise.all(Array.from({ length: 40 }, (_, at) => tabs[at % 2].append(ANSWER)));
  const numbers = appended.map(({ n }) => n).sort((one, other) => one - other);
  assert.deepEqual(numbers, Array.from({ length: 40 }, (_, at) => at + 1));
  assert.equal(new Set(appended.map(({ device }) => device)).size, 1);
  assert.equal(await tabs[0].count(), 40);
});

test("the duration is clamped, and flags that are false are left out", async () => {
  const log = await openTab();
  const append = (ms) => log.append({ ...ANSWER, ms, hint: false, seen: undefined });
  assert.equal((await append(1e9)).ms, 3600000);
  assert.equal((await append(-5)).ms, 0);
  assert.equal((await append(NaN)).ms, 0);
  const event = await append(12.6);
  assert.equal(event.ms, 13);
  assert.equal("hint" in event || "seen" in event, false);
});

test("appending anything but an answer throws, and stores nothing", async () => {
  const log = await openTab();
  await assert.rejects(log.append({ ...ANSWER, key: "" }), TypeError);
  assert.equal(await log.count(), 0);
  assert.equal(log.trouble, "");
});

test("finds the latest event of each item, for some items and for all", async () => {
  const log = await openTab();
  const old = EVENTS.map((event) => ({ ...event, at: event.at.replace("2026", "2025"), n: event.n + 100 }));
  await addEvents(log, [...EVENTS, ...old]);
  const all = new Map(EVENTS.map((event) => [event.id, event]));
  assert.deepEqual(findLast(await log.all()), all);
  assert.deepEqual((await readLog()).last, all);
  assert.deepEqual(findLast(await log.of(["q-07-02", "q-99-99"])), new Map([["q-07-02", EVENTS[1]]]));
  assert.deepEqual(await log.of(["q-07-02", "d-03-01"]), [old[1], old[6], EVENTS[1], EVENTS[6]]);
});

test("of simultaneous events, the one with the highest number is the latest", async () => {
  const log = await openTab();
  await log.append(ANSWER);
  const second = await log.append({ ...ANSWER, right: false });
  assert.deepEqual((findLast(await log.of([ANSWER.id]))).get(ANSWER.id), second);
  assert.deepEqual((findLast(await log.all())).get(ANSWER.id), second);
});

test("setting the clock back a little keeps the order; setting it back a lot is believed", async () => {
  const log = await openTab();
  const first = await log.append(ANSWER);
  mock.timers.setTime(Date.parse("2026-11-17T07:00:00.000Z"));
  const second = await log.append({ ...ANSWER, right: false });
  assert.equal(Date.parse(second.at), Date.parse(first.at) + 1, "no two answers have the same time");
  assert.equal((findLast(await log.of([ANSWER.id]))).get(ANSWER.id).n, 2);
  mock.timers.setTime(Date.parse("2020-01-01T00:00:00.000Z"));
  const third = await log.append(ANSWER);
  assert.deepEqual([third.at, third.n], ["2020-01-01T00:00:00.000Z", 3]);
  assert.deepEqual((await log.all()).map(({ n }) => n), [3, 1, 2]);
});

test("merging events skips known identities and never overwrites an event", async () => {
  const log = await openTab();
  assert.deepEqual(await addEvents(log, EVENTS), { added: 7, known: 0 });
  const changed = makeEvent({ right: false });
  const fresh = makeEvent({ device: "another00000" });
  assert.deepEqual(await addEvents(log, [changed, fresh, { ...fresh, right: false }]), { added: 1, known: 2 });
  assert.deepEqual(await log.all(), [EVENTS[0], fresh, ...EVENTS.slice(1)]);
});

test("invalid events are skipped when merging", async () => {
  const log = await openTab();
  assert.deepEqual(await addEvents(log, [null, {}, makeEvent({ n: [] }), EVENTS[0]]), { added: 1, known: 0 });
  assert.deepEqual(await log.all(), [EVENTS[0]]);
  assert.equal(log.trouble, "");
});

test("after exchanging their events, two devices have the same log", async () => {
  const one = await openTab();
  await one.append(ANSWER);
  const fromOne = await one.all();
  globalThis.indexedDB = new IDBFactory();
  const other = await openTab();
  await other.append(OTHER);
  const fromOther = await other.all();
  await addEvents(one, fromOther);
  await addEvents(other, fromOne);
  assert.equal((await one.all()).length, 2);
  assert.deepEqual(await one.all(), await other.all());
});

test("batches of any size contain every event once, including those that could not be stored", async () => {
  const log = await openTab();
  await addEvents(log, EVENTS);
  fillStorage();
  const unsaved = await log.append(ANSWER);
  for (const size of [1, 2, EVENTS.length - 1, EVENTS.length, 100]) {
    const lists = await Array.fromAsync(readBatches(log, size));
    assert.deepEqual(lists.flat(), [...EVENTS, unsaved]);
    assert.ok(lists.every(({ length }) => length <= size));
  }
});

test("erasing everything removes the events and the log's metadata", async () => {
  const log = await openTab();
  const before = await log.append(ANSWER);
  await log.setAbout("backup", { at: 1, count: 1 });
  assert.equal(await eraseEvents(log), 1);
  assert.deepEqual([await log.count(), await log.about("backup")], [0, undefined]);
  const after = await log.append(ANSWER);
  assert.equal(after.n, 1);
  assert.notEqual(after.device, before.device);
});

test("erasing some items keeps the others, and no identity is reused", async () => {
  const log = await openTab();
  const [one, two] = [await log.append(OTHER), await log.append(ANSWER)];
  await log.setAbout("backup", 1);
  assert.equal(await eraseEvents(log, [ANSWER.id, ANSWER.id, "q-99-99"]), 1);
  assert.deepEqual(await log.all(), [one]);
  assert.equal(await log.about("backup"), 1);
  await log.append(ANSWER);
  assert.deepEqual(await addEvents(log, [two]), { added: 1, known: 0 });
});

test("changes are announced in this tab and in others", async () => {
  const [here, there] = [await openTab(), await openTab()];
  let own = 0;
  here.onChange(() => own++);
  for (const change of [
    () => here.append(ANSWER),
    () => addEvents(here, EVENTS),
    () => here.setAbout("restarts", {}),
    () => eraseEvents(here),
  ]) {
    const heard = new Promise((resolve) => there.onChange(resolve));
    await change();
    await heard;
  }
  assert.equal(own, 4);
});

for (const [name, block] of BLOCKED) {
  test(`with blocked storage (${name}), everything works until the page is closed`, async () => {
    block();
    const log = await openTab();
    assert.equal(log.trouble, "blocked");
    const one = await log.append(ANSWER);
    const two = await log.append({ ...ANSWER, right: false });
    assert.deepEqual([one.n, two.n, one.device], [1, 2, two.device]);
    assert.deepEqual(await log.all(), [one, two]);
    assert.deepEqual(findLast(await log.all()), new Map([[ANSWER.id, two]]));
    assert.deepEqual(findLast(await log.of([OTHER.id])), new Map());
    assert.deepEqual(await addEvents(log, [EVENTS[1], two]), { added: 1, known: 1 });
    await log.setAbout("backup", 5);
    assert.deepEqual([await log.about("backup"), await log.count()], [5, 3]);
    assert.equal(await eraseEvents(log, [OTHER.id]), 1);
    assert.equal(await eraseEvents(log), 2);
    assert.deepEqual([await log.all(), await log.about("backup")], [[], undefined]);
    assert.equal(log.trouble, "blocked");
    assert.deepEqual((await readLog()).last, new Map());
  });
}

test("when storage is full, the event stays in memory alongside the stored events", async () => {
  const log = await openTab();
  const stored = await log.append(ANSWER);
  fillStorage();
  const unsaved = await log.append(OTHER);
  assert.equal(log.trouble, "full");
  assert.notEqual(unsaved.device, stored.device);
  assert.deepEqual(await log.all(), [stored, unsaved].sort((one, other) => (one.device < other.device ? -1 : 1)));
  assert.equal(await log.count(), 2);
  assert.equal(log.trouble, "full");
  assert.deepEqual((findLast(await log.of([OTHER.id]))).get(OTHER.id), unsaved);
});

test("once there is room again, events in memory are stored together with the next one", async () => {
  const log = await openTab();
  const makeRoom = fillStorage();
  const unsaved = [await log.append(ANSWER), await log.append(OTHER)];
  makeRoom();
  const stored = await log.append(ANSWER);
  assert.equal(log.trouble, "");
  const other = await openTab();
  const identities = (events) => events.map(({ device, n }) => `${device} ${n}`).sort();
  assert.deepEqual(identities(await other.all()), identities([...unsaved, stored]));
});

test("a transaction that fails on commit loses nothing", async () => {
  const log = await openTab();
  const real = IDBObjectStore.prototype.put;
  const put = mock.method(IDBObjectStore.prototype, "put", function (...values) {
    const request = real.apply(this, values);
    if (this.name === "events") this.count().onsuccess = () => this.transaction.abort(); // after the event is put
    return request;
  });
  const event = await log.append(ANSWER);
  assert.deepEqual(await log.all(), [event]);
  assert.equal(log.trouble, "blocked");
  put.mock.restore();
  await log.append(OTHER);
  assert.equal(log.trouble, "");
  assert.equal(await (await openTab()).count(), 2);
});

test("a log loaded while storage is full stays in memory until the page is closed", async () => {
  const log = await openTab();
  fillStorage();
  assert.deepEqual(await addEvents(log, [...EVENTS, EVENTS[0]]), { added: 7, known: 1 });
  assert.deepEqual(await log.all(), EVENTS);
  assert.equal(log.trouble, "full");
});

test("a database of a newer build is not touched", async () => {
  (await openDB("espejo", 2, { upgrade: (database) => void database.createObjectStore("other") })).close();
  const log = await openTab();
  assert.equal(log.trouble, "blocked");
  const event = await log.append(ANSWER);
  assert.deepEqual(await log.all(), [event]);
  assert.deepEqual((await readLog()).last, new Map());
});

test("a tab releases the database to a newer build that upgrades it, and continues in memory", async () => {
  const log = await openTab();
  await log.append(ANSWER);
  const newer = await openDB("espejo", 2, {});
  const event = await log.append(OTHER);
  assert.equal(log.trouble, "blocked");
  assert.deepEqual(await log.all(), [event]);
  assert.equal(await newer.count("events"), 1);
  newer.close();
});

test("a deleted database is created again", async () => {
  const log = await openTab();
  await log.append(ANSWER);
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase("espejo");
    Object.assign(request, { onsuccess: resolve, onerror: reject });
  });
  const event = await log.append(OTHER);
  assert.deepEqual(await log.all(), [event]);
  assert.deepEqual([log.trouble, event.n], ["", 1]);
});

test("a connection closed by the browser is reopened", async () => {
  const connections = [];
  const { open } = IDBFactory.prototype;
  mock.method(IDBFactory.prototype, "open", function (...values) {
    const request = open.apply(this, values);
    request.addEventListener("success", () => connections.push(request.result));
    return request;
  });
  const log = await openTab();
  await log.append(ANSWER);
  connections[0].close();
  const second = await log.append(ANSWER);
  assert.deepEqual([second.n, log.trouble, connections.length], [2, "", 2]);
});

test("reading does not create a database, but an answer does", async () => {
  const log = await openTab();
  assert.deepEqual([await log.all(), await log.count(), findLast(await log.of([ANSWER.id]))], [[], 0, new Map()]);
  assert.deepEqual([await indexedDB.databases(), log.trouble], [[], ""]);
  await log.append(ANSWER);
  assert.deepEqual(await indexedDB.databases(), [{ name: "espejo", version: 1 }]);
  assert.equal(await log.count(), 1);
});

test("finds the first and the latest answer since a restart, whether or not they are stored", async () => {
  const log = await openTab();
  const [first, second] = [await log.append(ANSWER), await log.append({ ...ANSWER, guess: true })];
  assert.deepEqual(await readEnds(log, [ANSWER.id, OTHER.id], ""), new Map([[ANSWER.id, { first, last: second }]]));
  mock.timers.tick(1000);
  await noteRestart(log, "quizzes/one");
  assert.deepEqual([await readRestart(log, "quizzes/two"), await readRestart(log, "toString")], ["", ""]);
  const since = await readRestart(log, "quizzes/one");
  assert.deepEqual(await readEnds(log, [ANSWER.id], since), new Map(), "what was answered before is not of this pass");
  mock.timers.tick(1000);
  const empty = fillStorage();
  const third = await log.append(ANSWER);
  assert.deepEqual(await readEnds(log, [ANSWER.id], since), new Map([[ANSWER.id, { first: third, last: third }]]));
  empty();
});

test("invalid records in the database are not treated as events", async () => {
  const log = await openTab();
  await log.setAbout("backup", 1); // only a write creates a database
  await putRaw("events", { device: "x", n: "y", id: "<b>", at: 1 });
  await putRaw("events", { device: [], n: new Date(0) });
  await putRaw("events", { device: "x", n: 2, id: "q-07-01", at: [[]] });
  await putRaw("events", { device: "x", n: 3, id: new Uint8Array(2), at: "" });
  await putRaw("events", makeEvent({ right: "yes" }));
  const event = await log.append(OTHER);
  assert.deepEqual(await log.all(), [event]);
  assert.deepEqual(findLast(await log.all()), new Map([[OTHER.id, event]]));
  assert.deepEqual(findLast(await log.of([ANSWER.id])), new Map());
  assert.equal(log.trouble, "");
});

for (const device of [7, "", "<script>", {}, null, new Date(0)]) {
  test(`an invalid device name is replaced: ${JSON.stringify(device)}`, async () => {
    const log = await openTab();
    await log.setAbout("backup", 1);
    await putRaw("about", device, "device");
    const event = await log.append(ANSWER);
    assert.match(event.device, /^[a-z0-9]{12}$/);
    assert.deepEqual([(await log.append(ANSWER)).n, log.trouble], [2, ""]);
  });
}

test("a device whose numbers are used up, as by a hostile file, gets a new name", async () => {
  const log = await openTab();
  const { device } = await log.append(ANSWER);
  await addEvents(log, [makeEvent({ device, n: Number.MAX_SAFE_INTEGER })]);
  const event = await log.append(ANSWER);
  assert.notEqual(event.device, device);
  assert.equal(event.n, 1);
  assert.equal((await log.append(ANSWER)).n, 2);
});

test("the log works without BroadcastChannel", async () => {
  const real = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = undefined;
  try {
    const log = await openTab();
    let told = 0;
    log.onChange(() => told++);
    await log.append(ANSWER);
    assert.equal(told, 1);
  } finally {
    globalThis.BroadcastChannel = real;
  }
});

test("an undone answer is deleted, and its number is not reused", async () => {
  const log = await openTab();
  const [first, second] = [await log.append(ANSWER), await log.append(OTHER)];
  const edit = await log.about("edit");
  await undoAnswer(log, second);
  assert.deepEqual(await log.all(), [first]);
  assert.notEqual(await log.about("edit"), edit, "what was derived from it is to be derived anew");
  const third = await log.append(OTHER);
  assert.deepEqual([third.device, third.n], [second.device, 3]);
  await undoAnswer(log, first);
  assert.equal((await log.append(ANSWER)).n, 4, "also if it was an earlier one");
});

test("an answer that could not be stored can still be regraded and undone", async () => {
  const log = await openTab();
  await log.append(OTHER);
  const empty = fillStorage();
  const event = await log.append(ANSWER);
  assert.deepEqual((findLast(await log.of([ANSWER.id]))).get(ANSWER.id), event);
  await regradeAnswer(log, event, "hard");
  assert.deepEqual((findLast(await log.of([ANSWER.id]))).get(ANSWER.id), { ...event, grade: "hard" });
  await undoAnswer(log, event);
  assert.equal((findLast(await log.of([ANSWER.id]))).size, 0);
  empty();
});

test("regrading replaces the grade of the stored answer", async () => {
  const log = await openTab();
  const event = await log.append(ANSWER);
  const edit = await log.about("edit");
  await regradeAnswer(log, event, "easy");
  assert.deepEqual(await log.all(), [{ ...event, grade: "easy" }]);
  assert.notEqual(await log.about("edit"), edit);
});

test("an Anki review of an unknown item is updated when it is imported again with a newer bank", async () => {
  const log = await openTab();
  const known = makeEvent({ n: 7, device: "ankireviews0", answer: null, grade: "good", where: "anki" });
  const unknown = { ...known, kind: "card", key: "00000000" };
  assert.deepEqual(await addEvents(log, [unknown]), { added: 1, known: 0 });
  assert.deepEqual(await addEvents(log, [unknown]), { added: 0, known: 1 });
  assert.deepEqual(await addEvents(log, [known]), { added: 1, known: 0 });
  for (const again of [known, unknown]) assert.deepEqual(await addEvents(log, [again]), { added: 0, known: 1 });
  assert.deepEqual(await log.all(), [known]);
});

test("a grade that contradicts its answer is rejected", async () => {
  const log = await openTab();
  const unknown = await log.append({ ...ANSWER, answer: null, right: false, grade: "forgot" });
  await regradeAnswer(log, unknown, "good");
  assert.deepEqual(await log.all(), [unknown]);
});

test("numbers are not reused after an answer of an earlier visit was undone", async () => {
  const log = await openTab();
  const empty = fillStorage();
  const unsaved = await log.append(ANSWER);
  empty();
  const [, second] = [await log.append(OTHER), await log.append(OTHER)];
  assert.notEqual(unsaved.device, second.device);
  await undoAnswer(log, second);
  await undoAnswer(log, unsaved);
  assert.equal((await log.append(OTHER)).n, second.n + 1);
});

test("a review reimported from Anki is recognized by its item and time", async () => {
  const log = await openTab();
  await addEvents(log, EVENTS);
  const back = (at, id = EVENTS[0].id, n = Date.parse(at)) =>
    makeEvent({ id, at, n, device: "ankireviews0", answer: null, grade: "good", where: "anki" });
  const [same, later, other] = [back("2026-11-17T13:00:00.003Z"), back("2026-11-17T13:00:01.001Z"), back("2026-11-17T13:00:00.000Z", "q-99-01")];
  assert.deepEqual(await addEvents(log, [same, later, other]), { added: 2, known: 1 });
  assert.deepEqual(await addEvents(log, [other, later, same]), { added: 0, known: 3 }, "twice adds nothing");
  const near = back("2026-11-17T12:59:59.000Z");
  assert.deepEqual(await addEvents(log, [near]), { added: 0, known: 1 });
  const plain = { ...same, device: "another00000" };
  assert.deepEqual(await addEvents(log, [plain]), { added: 1, known: 0 }, "other devices go by identity alone");
});

test("two quick reviews in Anki stay two, even if one of them is already in the log", async () => {
  const log = await openTab();
  await addEvents(log, [EVENTS[0]]);
  const back = (at) => makeEvent({ at, n: Date.parse(at), device: "ankireviews0", answer: null, grade: "good", where: "anki" });
  const quick = [back("2026-11-17T13:00:00.001Z"), back("2026-11-17T13:00:00.700Z")];
  assert.deepEqual(await addEvents(log, quick), { added: 1, known: 1 });
  assert.deepEqual(await addEvents(log, quick), { added: 0, known: 2 });
});

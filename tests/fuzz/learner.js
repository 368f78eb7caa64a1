// Learners: after any change to the log, their state equals a full replay.
import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { mock } from "node:test";
import { parseArgs } from "node:util";

import { addEvents, eraseEvents, regradeAnswer, undoAnswer } from "../../hooks/espejo/site/js/study/log/changes.js";
import { compareEvents, identityOf } from "../../hooks/espejo/site/js/study/log/event.js";
import { openLog } from "../../hooks/espejo/site/js/study/log/log.js";
import { dayOf } from "../../hooks/espejo/site/js/study/log/days.js";
import { follow } from "../../hooks/espejo/site/js/study/review/item_state.js";
import { Learner } from "../../hooks/espejo/site/js/study/review/learner.js";
import { makeSchedule } from "../../hooks/espejo/site/js/study/review/schedule.js";
import { EVENTS, NEWER } from "../scripts/examples.js";
import { makeRandom } from "./log_mutants.js";

const HOUR = 3600000;
const DAY = 24 * HOUR;

/** Start time of each round. */
export const START = Date.parse("2026-11-17T14:00:00.000Z");

/** Number of actions per round. */
const STEPS = 40;
const ZONES = ["UTC", "America/New_York", "Europe/Madrid", "Asia/Kolkata", "Pacific/Apia"];

/** Replay a whole log. Events in the future don't count. */
function fold(events) {
  const states = new Map();
  const days = new Map();
  const schedule = makeSchedule(0.9);
  const past = events.filter(({ at }) => Date.parse(at) <= Date.now() + DAY);
  for (const event of past.sort(compareEvents)) {
    states.set(event.id, follow(states.get(event.id), event, schedule));
    const day = dayOf(Date.parse(event.at));
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return { states, days, future: events.filter((event) => !past.includes(event)) };
}

/** @param {Learner} learner */
async function compare(learner, log, seed) {
  await learner.update();
  const { states, days, future } = fold(await log.all());
  const view = await learner.view();
  assert.deepEqual(new Map([...view.states].sort()), new Map([...states].sort()), seed);
  assert.deepEqual(new Map([...view.days].filter(([, count]) => count).sort()), new Map([...days].sort()), seed);
  const stored = future.filter((event) => !log.unsaved.has(identityOf(event)));
  assert.equal(learner.future.count, stored.length, seed);
}

/** What may happen to a log. Each function gets a tab and a context with the random numbers. */
let put = /** @type {any} */ ({});
let isFull = false;
const HAPPENINGS = {
  async time(tab, { random }) {
    const days = random.pick([1, 40, -1, -40, -400]); // shorter steps might leave future events there
    mock.timers.setTime(Date.now() + days * DAY);
  },
  async answer(tab, { random }) {
    const { at, device, n, ...answer } = random.pick([...EVENTS, ...NEWER]);
    const event = await tab.log.append({ ...answer, key: random.pick(["0a1b2c3d", "0a1b2c3d", "ffffffff"]) });
    await tab.learner.update(event);
  },
  async file(tab, { random }) {
    if (isFull) return; // events that can't be stored stay in memory, and may duplicate those in the log
    const events = Array.from({ length: random.below(6) }, () => ({
      ...random.pick(EVENTS),
      device: random.pick(["filedevice00", "filedevice01", "ankireviews0"]),
      n: 1 + random.below(30),
      at: new Date(Date.now() - random.below(90 * 24) * HOUR).toISOString(),
    }));
    await addEvents(tab.log, events);
  },
  async undo(tab, { random }) {
    const events = await tab.log.all();
    const event = events.length && random.pick(events);
    if (event) await undoAnswer(tab.log, event);
  },
  async regrade(tab, { random }) {
    const events = (await tab.log.all()).filter(({ kind, answer }) => kind === "single" && answer);
    const event = events.length && random.pick(events);
    const grade = random.pick(["forgot", "hard", "good", "easy"]);
    if (event) await regradeAnswer(tab.log, event, grade);
  },
  async erase(tab, { random }) {
    await eraseEvents(tab.log, random.below(3) ? [random.pick(EVENTS).id] : undefined);
  },
  async reopen(tab) {
    tab.learner = new Learner(tab.log); // as on another visit
  },
  async unreadable(tab, context) {
    await context.random.pick([HAPPENINGS.reopen, HAPPENINGS.erase, HAPPENINGS.file, HAPPENINGS.undo, HAPPENINGS.zone])(tab, context);
    const read = mock.method(IDBIndex.prototype, "getAll", () => {
      throw new DOMException("no answer", "UnknownError");
    });
    await tab.learner.update().catch(() => {});
    read.mock.restore();
  },
  async zone(tab, { random }) {
    process.env.TZ = random.pick(ZONES);
  },
  async full() {
    put.mock?.restore();
    isFull = true;
    put = mock.method(IDBObjectStore.prototype, "put", () => {
      throw new DOMException("no room", "QuotaExceededError");
    });
  },
  async free() {
    put.mock?.restore();
    isFull = false;
  },
};
const OFTEN = ["full", "free", "free", "answer", "answer", "answer", "answer", "time", "time", "reopen", "file", "undo", "regrade", "erase", "zone", "unreadable"];

/**
 * Run random actions on a log open in two tabs, and compare after each one. Needs node:test's mocked clock.
 * @param {number} seed
 * @param {number} [steps]
 */
export async function tryLearner(seed, steps = STEPS) {
  globalThis.indexedDB = new IDBFactory();
  mock.timers.setTime(START);
  process.env.TZ = "UTC";
  const random = makeRandom(seed);
  const tabs = await Promise.all([openLog(), openLog()].map(async (opening) => {
    const log = await opening;
    return { log, learner: new Learner(log) };
  }));
  try {
    await letHappen(tabs, random, steps, seed);
  } finally {
    await HAPPENINGS.free();
    tabs.forEach(({ log }) => log.close());
  }
}

async function letHappen(tabs, random, steps, seed) {
  const done = [];
  for (let step = 0; step < steps; step++) {
    const [tab, name] = [random.pick(tabs), random.pick(OFTEN)];
    done.push(name);
    await HAPPENINGS[name](tab, { random });
    for (const one of random.below(2) ? tabs : [tab]) await compare(one.learner, one.log, `seed ${seed}: ${done.join(", ")}`);
  }
}

async function main() {
  const { values } = parseArgs({ options: { seed: { type: "string" } } });
  mock.timers.enable({ apis: ["Date"] });
  for (let round = 0; round < 20; round++) await tryLearner(Number(values.seed) + round);
}

if (import.meta.main) await main();

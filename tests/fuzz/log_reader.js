// Log files: reads damaged ones, and checks that they do no harm.
import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { parseArgs } from "node:util";

import { addEvents } from "../../hooks/espejo/site/js/study/log/changes.js";
import { compareEvents } from "../../hooks/espejo/site/js/study/log/event.js";
import { addToFigures, startFigures } from "../../hooks/espejo/site/js/study/log/figures.js";
import { progressOf } from "../../hooks/espejo/site/js/study/log/tally.js";
import { openLog } from "../../hooks/espejo/site/js/study/log/log.js";
import { compare, readLogFile, writeLogFile } from "../../hooks/espejo/site/js/study/log/log_file.js";
import { summarize } from "../../hooks/espejo/site/js/study/you/summary.js";
import { ANSWERS, EVENTS, findLast } from "../scripts/examples.js";
import { makeMutant } from "./log_mutants.js";

/** One in this many accepted files is also loaded into a log, the slowest of all checks. */
const LOADED = 20;

const REFUSALS = ["damaged", "foreign", "future", "large"];

const NAMES = /^(?:id|at|device|n|kind|answer|right|grade|guess|hint|seen|ms|lang|answer_lang|where|key)$/;
const KINDS = ["single", "multiple", "truefalse", "numeric", "free", "recall", "card"];
const GRADES = [undefined, "forgot", "hard", "good", "easy"];

const ITEMS = EVENTS.map(({ id, key }) => ({ id, key }));
const MAP = {
  items: Object.fromEntries(ITEMS.map(({ id, key }) => [id, key])),
  units: { "quizzes/a": { items: ITEMS.map(({ id }) => id) } },
  collections: { quizzes: { units: ["quizzes/a"] } },
  topics: { autograd: { items: ["q-07-01"] } },
};

/**
 * Read a file and check the result.
 * @param {string} text
 * @returns {any} the events, or why it was rejected
 */
function checkFile(text) {
  const read = /** @type {any} */ (readLogFile(text, "espejo"));
  if ("refused" in read) {
    assert.deepEqual(Object.keys(read), ["refused"]);
    assert.ok(REFUSALS.includes(read.refused), read.refused);
    return read.refused;
  }
  read.events.forEach(checkEvent);
  checkTogether(read.events);
  assert.deepEqual(plain(readLogFile(writeLogFile(read.events, "espejo"), "espejo")), plain(read));
  return read.events;
}

const plain = (/** @type {unknown} */ value) => JSON.parse(JSON.stringify(value));

/** @param {any} event */
function checkEvent(event) {
  const { id, device, n, kind, answer, right, grade, guess, ms, lang, where, key } = event;
  assert.equal(Object.getPrototypeOf(event), Object.prototype);
  for (const name of Object.keys(event)) assert.match(name, NAMES);
  assert.match(id, /^(?:[a-z]+-\d+-\d+|(?:term|meaning)\/[a-z0-9-]+)$/);
  assert.match([device, where, key, lang].join(), /^[a-z0-9]{12},[a-z]{1,16},[0-9a-f]{8},[a-zA-Z-]{2,10}$/);
  assert.ok(KINDS.includes(kind) && GRADES.includes(grade) && Number.isSafeInteger(n) && n > 0);
  assert.deepEqual([right, guess].map((one) => typeof one), ["boolean", "boolean"]);
  assert.ok(answer === null || Array.isArray(answer) || typeof answer === { truefalse: "boolean", numeric: "string" }[kind]);
  assert.ok(Number.isSafeInteger(ms) && ms >= 0);
  assert.equal(new Date(event.at).toJSON(), event.at);
  assert.ok(event.ms <= 3600000 && String(event.answer).length <= 300);
  if (Array.isArray(event.answer)) assert.deepEqual(event.answer, [...new Set(event.answer)].sort((a, b) => a - b));
}

/** @param {any[]} events */
function checkTogether(events) {
  assert.equal(new Set(events.map(({ device, n }) => `${device} ${n}`)).size, events.length);
  const last = findLast([...events].sort(compareEvents));
  assert.equal(last.size, new Set(events.map(({ id }) => id)).size);
  const { answered, right, total } = progressOf(last, ITEMS);
  assert.ok(right <= answered && answered <= total);
  const figures = startFigures();
  addToFigures(figures, events);
  const { all, retired } = summarize(figures, MAP);
  assert.equal(all.events + retired, events.length);
  assert.ok([figures.sure, figures.guess].every(({ count, right: good }) => good <= count));
}

/**
 * Load events into a log twice, and continue answering.
 * @param {any[]} events
 */
async function checkLoading(events) {
  globalThis.indexedDB = new IDBFactory();
  const log = await openLog();
  try {
    assert.deepEqual(await compare(events, log), { added: events.length, known: 0 });
    assert.deepEqual(await addEvents(log, events), { added: events.length, known: 0 });
    assert.deepEqual(await addEvents(log, events), { added: 0, known: events.length });
    assert.deepEqual(plain(await log.all()), plain([...events].sort(compareEvents)));
    await log.append(/** @type {any} */ (ANSWERS[0]));
    assert.deepEqual([await log.count(), log.trouble], [events.length + 1, ""]);
  } finally {
    log.close();
  }
}

/**
 * Try mutants in sequence.
 * @param {{ seed: number, first?: number, files: number }} options
 */
export async function fuzz({ seed, first = 0, files }) {
  const tally = { accepted: 0, loaded: 0, ...Object.fromEntries(REFUSALS.map((name) => [name, 0])) };
  const failures = [];
  for (let number = first; number < first + files; number++) {
    const { text, steps } = makeMutant(seed, number);
    try {
      const outcome = checkFile(text);
      tally[typeof outcome === "string" ? outcome : "accepted"]++;
      if (typeof outcome !== "string" && tally.accepted % LOADED === 1) {
        await checkLoading(outcome);
        tally.loaded++;
      }
    } catch (error) {
      failures.push({ number, text, report: `mutant ${number} of seed ${seed}, ${steps.join(" + ")}: ${String(error).slice(0, 800)}` });
    }
  }
  return { tally, failures };
}

async function main() {
  const { values } = parseArgs({ options: { seed: { type: "string" }, first: { type: "string" } } });
  const { failures } = await fuzz({ seed: Number(values.seed), first: Number(values.first), files: 1000 });
  failures.slice(0, 10).forEach(({ text, report }) => console.log(`${report}\n${text.slice(0, 2000)}`));
  process.exitCode = failures.length ? 1 : 0;
}

if (import.meta.main) await main();

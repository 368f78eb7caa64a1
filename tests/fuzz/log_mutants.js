// Mutants of log files: valid files damaged at random. The same seed and number give the same mutant.
import { EVENTS as OLDER, NEWER } from "../scripts/examples.js";

const EVENTS = [...OLDER, ...NEWER];

/** JSON that a program might not expect as a value. */
const HOSTILE = [
  ...['""', '"<img src=x onerror=alert(1)>"', '"__proto__"', '"constructor"', '"\\u0000"', '"\\ud800"', '"2026-02-30T00:00:00.000Z"'],
  ...["null", "true", "false", "0", "-0", "-1", "1.5", "1e999", "1e-7", "999999999", "1000000000", "9007199254740993", "NaN"],
  ...["[]", "[1]", "[3,1]", "[[[[]]]]", '["1"]', "{}", '{"__proto__":null}', '{"length":1}', '{"toString":null}', "undefined"],
  `"${"x".repeat(5000)}"`,
  `${"[".repeat(3000)}${"]".repeat(3000)}`,
];

const DATES = ["0000-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z", "2026-11-17T12:59:59.999Z", "9999-12-31T23:59:59.999Z"];
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/g;

/**
 * Pseudorandom number generator with a seed (mulberry32).
 * @param {number} seed
 */
export function makeRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (/** @type {number} */ limit) => Math.floor(next() * limit);
  return { below, pick: (/** @type {any} */ list) => list[below(list.length)] };
}

/** Changes to a file's values. Each function gets the file and the random numbers. */
const CHANGES = {
  nothing: () => {},
  set: (file, { pick }) => change(file, pick, (event, name) => (event[name] = pick(EVENTS)[name])),
  drop: (file, { pick }) => change(file, pick, (event, name) => delete event[name]),
  unknown: (file, { pick }) => change(file, pick, (event) => (event[pick(["html", "score", "toString"])] = "<b>")),
  clock: (file, { pick }) => change(file, pick, (event) => (event.at = pick(DATES))),
  number: (file, { pick, below }) => change(file, pick, (event) => (event.n = pick([below(5), Number.MAX_SAFE_INTEGER, 2 ** 53]))),
  device: (file, { pick }) => change(file, pick, (event) => (event.device = pick(["zzzzzzzzzzzz", "Z"]))),
  place: (file, { pick }) => change(file, pick, (event) => (event.where = pick(["somewhere", "quiz2"]))),
  twin: (file, { pick }) => change(file, pick, (event) => file.events.push({ ...event, right: !event.right })),
  repeat: (file, { pick }) => change(file, pick, (event) => file.events.push(event)),
  reverse: (file) => Array.isArray(file.events) && file.events.reverse(),
  version: (file, { pick }) => (file.espejo_log = pick([0, 1, 2, 3, 99, "1"])),
  bank: (file, { pick }) => (file.bank = pick(["another", "", 7, "espejo"])),
  events: (file, { pick }) => (file.events = pick([{}, null, "events", file.events])),
  other: (file, { pick }) => delete file[pick(["espejo_log", "bank", "events"])],
};

/** @param {any} file @param {any} pick @param {any} edit changes one of its events */
function change(file, pick, edit) {
  if (!Array.isArray(file.events) || !file.events.length) return;
  const event = pick(file.events);
  edit(event, pick(Object.keys(pick(EVENTS))));
}

/** Changes to a file's text. */
const EDITS = {
  replaceValue: (text, { pick }) => replaceToken(text, pick, pick(HOSTILE)),
  replaceName: (text, { pick }) => text.replace(pick(["id", "at", "right", "events", "kind"]), pick(["__proto__", "n", "key"])),
  nest: (text, { pick }) => replaceToken(text, pick, `${"[".repeat(50000)}`),
  truncate: (text, { below }) => text.slice(0, below(text.length + 1)),
  remove: (text, { below }) => cut(text, below(text.length + 1), 1 + below(20), ""),
  insert: (text, { below, pick }) => cut(text, below(text.length + 1), 0, pick(['"', "}", ",", "\u0000", "\ufeff", " ", "é"])),
  flip: (text, { below }) => cut(text, below(text.length + 1), 1, String.fromCharCode(32 + below(95))),
  prototype: (text) => text.replaceAll("{", '{"__proto__":{"hint":true,"events":[]},'),
  double: (text) => text + text,
};

/** @param {string} text @param {number} at @param {number} count @param {string} instead */
function cut(text, at, count, instead) {
  return text.slice(0, at) + instead + text.slice(at + count);
}

/** @param {string} text @param {any} pick @param {string} instead */
function replaceToken(text, pick, instead) {
  const tokens = [...text.matchAll(TOKEN)];
  if (!tokens.length) return instead;
  const token = pick(tokens);
  return cut(text, token.index, token[0].length, instead);
}

/**
 * Make a damaged file and list its changes. In half of the files only values change, so that many stay valid.
 * @param {number} seed
 * @param {number} number
 */
export function makeMutant(seed, number) {
  const random = makeRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const { below, pick } = random;
  const events = Array.from({ length: below(12) }, (_, at) => ({ ...pick(EVENTS), n: at + 1 }));
  const file = { espejo_log: 2, bank: "espejo", events };
  const steps = Array.from({ length: 1 + below(3) }, () => pick(Object.keys(CHANGES)));
  steps.forEach((name) => CHANGES[name](file, random));
  const edits = Array.from({ length: below(2) * (1 + below(2)) }, () => pick(Object.keys(EDITS)));
  const text = edits.reduce((edited, name) => EDITS[name](edited, random), JSON.stringify(file));
  return { text, steps: [...steps, ...edits] };
}

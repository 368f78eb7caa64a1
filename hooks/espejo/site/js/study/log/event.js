// @ts-check
/**
 * An answer in the log. `log.schema.json` describes the same format for other programs.
 * @typedef {object} LogEvent
 * @property {string} id the item that was answered
 * @property {string} at time in UTC, always 24 characters, so that times sort as text
 * @property {string} device a random name; `device` and `n` together are the identity of an event
 * @property {number} n a sequence number of the device, from 1
 * @property {Kind} kind
 * @property {number[] | boolean | string | null} answer the choices, the ticked points, true or false, or a
 *   number as typed; null if unknown, as for reviews in Anki
 * @property {boolean} right
 * @property {Grade} [grade] the reader's own grade, or her correction of the automatic one
 * @property {boolean} guess
 * @property {true} [hint] whether the hint was opened first
 * @property {true} [seen] whether the answer was opened first
 * @property {number} ms how long it took, at most an hour
 * @property {string} lang the language of the question
 * @property {string} [answer_lang] the language of the answer, if it differs
 * @property {string} where quiz, topic, exam, review, card, anki, or a value from a newer version
 * @property {string} key fingerprint of the correct answer when the question was asked
 */
/** @typedef {keyof typeof KINDS} Kind */
/** @typedef {"forgot" | "hard" | "good" | "easy"} Grade */
/** @typedef {Omit<LogEvent, "at" | "device" | "n">} Answer */
/** @typedef {(value: any) => boolean} Check */

import { KINDS } from "./kinds.js";

/** The highest sequence number of a device. */
export const MAX_N = Number.MAX_SAFE_INTEGER;

/** The longest time to answer, in milliseconds. */
export const MAX_MS = 3600000;

/** @type {(pattern: RegExp) => Check} */
const text = (pattern) => (value) => typeof value === "string" && pattern.test(value);
/** @type {(least: number, most: number) => Check} */
const whole = (least, most) => (value) => Number.isInteger(value) && value >= least && value <= most;
/** @type {Check} */
const flag = (value) => typeof value === "boolean";
/** @type {Check} */
const mark = (value) => value === true;
const language = text(/^[a-z]{2}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/);

/** @type {Check} numbers of choices or points, in ascending order */
const numbers = (value) =>
  Array.isArray(value) && value.every((one, at) => whole(at ? value[at - 1] + 1 : 1, 99)(one));

/** @type {Check} a time that exists: no 30 February, no hour 24 */
const time = (value) => {
  const date = new Date(text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)(value) ? value : NaN);
  return !isNaN(+date) && date.toISOString() === value;
};

/** What an answer looks like, by its form in `KINDS`. @type {Record<typeof KINDS[Kind]["logged"], Check>} */
const FORMS = {
  number: (value) => numbers(value) && value.length < 2,
  numbers,
  truth: flag,
  text: text(/^[^]{0,64}$/u),
};

/** The fields of an event, in the order in which they are written. @type {Record<string, Check>} */
const FIELDS = {
  id: text(/^([a-z]{1,20}(-\d{2,4}){1,2}|(term|meaning)\/[a-z\d-]{1,80})$/),
  at: time,
  device: text(/^[a-z0-9]{12}$/),
  n: whole(1, MAX_N),
  kind: (value) => typeof value === "string" && Object.hasOwn(KINDS, value),
  answer: () => true, // depends on the kind
  right: flag,
  grade: text(/^(forgot|hard|good|easy)$/),
  guess: flag,
  hint: mark,
  seen: mark,
  ms: whole(0, MAX_MS),
  lang: language,
  answer_lang: language,
  where: text(/^[a-z]{1,16}$/),
  key: text(/^[0-9a-f]{8}$/),
};
const CHECKS = Object.entries(FIELDS);
const OPTIONAL = ["grade", "hint", "seen", "answer_lang"];

/**
 * Validate an event from a file or a database that anybody may have written. Returns a new object with only
 * the known fields: unknown ones are unchecked.
 * @param {unknown} value
 * @returns {LogEvent | null} null if anything about it is invalid
 */
export function readEvent(value) {
  /** @type {any} */
  const event = {};
  for (const [name, check] of CHECKS) {
    /** @type {any} */
    let field = Object.hasOwn(Object(value), name) ? /** @type {any} */ (value)[name] : undefined;
    if (field === undefined && OPTIONAL.includes(name)) continue;
    if (Array.isArray(field)) field = [...field];
    if (!check(field)) return null;
    event[name] = field;
  }
  const isAnswer = event.answer === null || FORMS[KINDS[/** @type {Kind} */ (event.kind)].logged](event.answer);
  return isAnswer && isGraded(event) ? event : null;
}

/**
 * The valid events among some values.
 * @param {unknown[]} values
 */
export function readEvents(values) {
  return values.map(readEvent).filter((event) => event !== null);
}

/**
 * Whether readers grade their answers to this kind themselves.
 * @param {Kind} kind
 */
export function isSelfGraded(kind) {
  return KINDS[kind].selfGraded;
}

/**
 * Whether the event has a grade if it needs one, and the grade agrees with `right`.
 * @param {LogEvent} event
 */
function isGraded({ kind, answer, grade, right }) {
  return (answer !== null && !isSelfGraded(kind)) || (!!grade && right === (grade !== "forgot"));
}

/**
 * Compare events for sorting: by time, then in a stable order.
 * @param {LogEvent} one
 * @param {LogEvent} other
 */
export function compareEvents(one, other) {
  return compare(one.at, other.at) || compare(one.device, other.device) || one.n - other.n;
}

/**
 * @param {string} one
 * @param {string} other
 */
function compare(one, other) {
  return one < other ? -1 : +(one > other);
}

/**
 * The identity of an event: two events with the same one are the same answer.
 * @param {Pick<LogEvent, "device" | "n">} event
 */
export function identityOf({ device, n }) {
  return `${device},${n}`;
}

/**
 * Merge two lists without duplicates; of events with the same identity, the first stays.
 * @param {LogEvent[]} one
 * @param {LogEvent[]} other
 */
export function uniteLists(one, other) {
  /** @type {Map<string, LogEvent>} */
  const united = new Map();
  for (const event of [...one, ...other]) {
    const identity = identityOf(event);
    if (!united.has(identity)) united.set(identity, event);
  }
  return [...united.values()];
}

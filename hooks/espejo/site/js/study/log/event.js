// @ts-check
/**
 * An answer, as the log keeps it. `log.schema.json` describes the same format for other programs.
 * @typedef {object} LogEvent
 * @property {string} id the item that was answered
 * @property {string} at when, in UTC, always 24 characters, so that times sort as text
 * @property {string} device a random name; `device` and `n` together are the identity of an event
 * @property {number} n the running number of the device, from 1
 * @property {Kind} kind
 * @property {number[] | boolean | string | null} answer the choices, the points ticked, true or false, or a number as
 *   typed; null if it is not known, as in Anki
 * @property {boolean} right
 * @property {Grade} [grade] how the reader graded herself, or corrected the grade that followed from her answer
 * @property {boolean} guess
 * @property {true} [hint] whether the hint was open before
 * @property {true} [seen] whether the answer had been open before
 * @property {number} ms how long it took, at most an hour
 * @property {string} lang the language of the question
 * @property {string} [answer_lang] that of the answer, if it was shown in another one
 * @property {string} where quiz, topic, exam, review, card, anki, or a place that we do not know yet
 * @property {string} key the fingerprint of what was right when the question was asked
 */
/** @typedef {"single" | "multiple" | "truefalse" | "numeric" | "free" | "recall" | "card"} Kind */
/** @typedef {"forgot" | "hard" | "good" | "easy"} Grade */
/** @typedef {Omit<LogEvent, "at" | "device" | "n">} Answer */
/** @typedef {(value: any) => boolean} Check */

/** The highest running number of a device. */
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

/** @type {Check} whether it is a time that exists: no 30 February, no hour 24 */
const time = (value) => {
  const date = new Date(text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)(value) ? value : NaN);
  return !isNaN(+date) && date.toISOString() === value;
};

/** What an answer to each kind looks like. @type {Record<Kind, Check>} */
const ANSWERS = {
  single: (value) => numbers(value) && value.length < 2,
  multiple: numbers,
  truefalse: flag,
  numeric: text(/^[^]{0,64}$/u),
  free: numbers,
  recall: numbers,
  card: numbers,
};

/** The fields of an event, in the order in which they are written. @type {Record<string, Check>} */
const FIELDS = {
  id: text(/^([a-z]{1,20}-\d{2,4}-\d{2,4}|(term|meaning)\/[a-z\d-]{1,80})$/),
  at: time,
  device: text(/^[a-z0-9]{12}$/),
  n: whole(1, MAX_N),
  kind: (value) => typeof value === "string" && Object.hasOwn(ANSWERS, value),
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
 * Read an event from a file or a database that anybody may have written. The event is a new object with the fields
 * that we know: others are left out, because nobody has checked what is in them.
 * @param {unknown} value
 * @returns {LogEvent | null} null if anything about it is not as it should be
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
  const isAnswer = event.answer === null || ANSWERS[/** @type {Kind} */ (event.kind)](event.answer);
  return isAnswer && isGraded(event) ? event : null;
}

/**
 * The events among some values.
 * @param {unknown[]} values
 */
export function readEvents(values) {
  return values.map(readEvent).filter((event) => event !== null);
}

/**
 * Whether readers grade their answers to this kind themselves.
 * @param {string} kind
 */
export function isSelfGraded(kind) {
  return kind === "free" || kind === "recall" || kind === "card";
}

/**
 * Whether the grade is there if nothing else says how it went, and then says the same as `right`.
 * @param {LogEvent} event
 */
function isGraded({ kind, answer, grade, right }) {
  return (answer !== null && !isSelfGraded(kind)) || (!!grade && right === (grade !== "forgot"));
}

/**
 * The order of events, for sorting: by time, and where the times are the same always alike.
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
 * Both lists without repetitions; the first event of those with the same identity stays.
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

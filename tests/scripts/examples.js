// Sample events: one of each kind, and others made from the first by changing some fields.

const COMMON = { guess: false, ms: 4200, lang: "en", where: "quiz", key: "0a1b2c3d" };

/** An answer to a question of each kind, as the log receives it. */
export const ANSWERS = [
  { id: "q-07-01", kind: "single", answer: [2], right: true, ...COMMON },
  { id: "q-07-02", kind: "multiple", answer: [1, 3], right: false, ...COMMON, guess: true, hint: true },
  { id: "q-07-03", kind: "truefalse", answer: false, right: true, ...COMMON, lang: "es" },
  { id: "q-07-04", kind: "numeric", answer: "0,5", right: true, ...COMMON, where: "exam" },
  { id: "pt-03-10", kind: "free", answer: [1, 2], right: true, grade: "hard", ...COMMON },
  { id: "pt-03-11", kind: "recall", answer: [], right: false, grade: "forgot", ...COMMON, seen: true },
  { id: "d-03-01", kind: "card", answer: [], right: true, grade: "good", ...COMMON, where: "card" },
];

/** An event of each kind, a minute apart. */
export const EVENTS = ANSWERS.map((answer, at) => ({
  ...answer,
  at: `2026-11-17T13:0${at}:00.000Z`,
  device: "abcdefgh0123",
  n: at + 1,
}));

/** The first event with some fields replaced. */
export const makeEvent = (different) => ({ ...EVENTS[0], ...different });

/** Events that only version 2 of the log has: corrected and best grades, other languages, Anki, the glossary. */
export const NEWER = [
  { answer: [2], grade: "hard", answer_lang: "es", where: "review" },
  { id: "q-07-03", kind: "truefalse", answer: null, right: false, grade: "forgot", where: "anki" },
  { id: "term/weight-decay", kind: "card", answer: [], grade: "easy", where: "review" },
].map((different, at) => makeEvent({ ...different, n: 101 + at }));

/** The latest event of each item, from events in order of time. */
export const findLast = (events) => new Map(events.map((event) => [event.id, event]));

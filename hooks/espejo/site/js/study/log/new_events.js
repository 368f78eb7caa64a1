// @ts-check
// Import filter: which events of a file are not in the log yet.
/** @typedef {import("./event.js").LogEvent} LogEvent */
import { compareEvents, identityOf, uniteLists } from "./event.js";

/** The device of reviews in Anki. Its numbers are the times of the reviews, which Anki uses as ids. */
const ANKI = "ankireviews0";

/** A review in Anki and an answer to the same item within this many milliseconds are the same. */
const NEAR = 1000;

/** The key of a review whose item wasn't in the bank when it was imported from Anki. */
const UNKNOWN_KEY = "00000000";

/** @param {LogEvent} event */
export function isFromAnki({ device }) {
  return device === ANKI;
}

/**
 * The events that aren't stored yet. A review that went from the log to Anki and back has another identity:
 * it is recognized by its item and its time, which Anki may have shifted by a few milliseconds. A review
 * imported while its item was unknown counts as new once the item is known.
 * @param {LogEvent[]} events
 * @param {(Pick<LogEvent, "device" | "n"> & Partial<LogEvent>)[]} stored complete events, if any of `events`
 *   are from Anki
 */
export function findNew(events, stored) {
  const named = new Set(events.filter(({ key }) => key !== UNKNOWN_KEY).map(identityOf));
  const known = stored.filter((one) => one.key !== UNKNOWN_KEY || !named.has(identityOf(one)));
  const identities = new Set(known.map(identityOf));
  const again = new Set(events.map(identityOf).filter((identity) => identities.has(identity)));
  const fresh = uniteLists([], events).filter((event) => !again.has(identityOf(event)));
  const reviews = fresh.filter(isFromAnki);
  if (!reviews.length) return fresh;
  const answers = [.../** @type {LogEvent[]} */ (known), ...fresh.filter((event) => !isFromAnki(event))];
  const same = findSame(reviews, answers.filter((event) => !again.has(identityOf(event))));
  return fresh.filter((event) => !same.has(event));
}

/**
 * The reviews that match an answer. Each answer matches one review only, so that two quick ones in Anki stay
 * two.
 * @param {LogEvent[]} reviews
 * @param {LogEvent[]} answers
 */
function findSame(reviews, answers) {
  /** Times of the answers to each item, latest first. @type {Map<string, number[]>} */
  const times = new Map(answers.map(({ id }) => [id, []]));
  for (const { id, at } of [...answers].sort(compareEvents).reverse()) times.get(id)?.push(Date.parse(at));
  const same = new Set();
  for (const review of [...reviews].sort(compareEvents)) {
    const waiting = times.get(review.id) ?? [];
    const at = Date.parse(review.at);
    while (waiting.length && waiting[waiting.length - 1] < at - NEAR) waiting.pop();
    if (waiting.length && waiting[waiting.length - 1] <= at + NEAR) {
      waiting.pop();
      same.add(review);
    }
  }
  return same;
}

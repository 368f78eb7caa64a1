// @ts-check
// Which events of a file are new beside the log.
/** @typedef {import("./event.js").LogEvent} LogEvent */
import { compareEvents, identityOf, uniteLists } from "./event.js";

/** The device of what was reviewed in Anki. Its numbers are the times of the reviews, by which Anki tells them apart. */
const ANKI = "ankireviews0";

/** A review in Anki is the same as an answer to the same item at most so many milliseconds before or after it. */
const NEAR = 1000;

/** The key of a review of an item that the bank did not have when it was read out of Anki. */
const UNKNOWN_KEY = "00000000";

/** @param {LogEvent} event */
export function isFromAnki({ device }) {
  return device === ANKI;
}

/**
 * The events that are not known yet. A review that went from the log to Anki and came back has another identity by then:
 * it is known by its item and its time, which Anki may have moved by a few milliseconds. And one of an item that was not
 * known then is new if the item is known now.
 * @param {LogEvent[]} events
 * @param {(Pick<LogEvent, "device" | "n"> & Partial<LogEvent>)[]} stored whole events, if there are any from Anki among
 *   `events`
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
 * The reviews that are one of the answers. Each answer stands for one review, so that two quick ones in Anki stay two.
 * @param {LogEvent[]} reviews
 * @param {LogEvent[]} answers
 */
function findSame(reviews, answers) {
  /** The times of the answers to each item, the latest first. @type {Map<string, number[]>} */
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

// @ts-check
// Progress by part of the bank, derived from the log: how far a reader is, and where to continue.
import { isCurrent, progressOf } from "../log/tally.js";
/** @typedef {import("../log/map.js").BankMap} BankMap */
/** @typedef {Awaited<ReturnType<typeof import("../log/read_log.js").readLog>>} LogState */

/**
 * The ids of the questions and cards in a part of the bank.
 * @param {BankMap} map
 * @param {string} part a quiz, deck, collection, course, or topic: `topics/autograd`
 * @returns {string[]} empty if it isn't in the bank
 */
export function listItems({ units, collections, courses, topics }, part) {
  const group = collections[part] ?? courses[part];
  if (group) return group.units.flatMap((path) => units[path].items);
  return (units[part] ?? topics[part.replace("topics/", "")])?.items ?? [];
}

/**
 * A reader's progress in some items.
 * @param {BankMap} map
 * @param {LogState} log
 * @param {string[]} ids
 */
export function describeStanding(map, { last }, ids) {
  const items = ids.map((id) => ({ id, key: map.items[id] }));
  const marks = items.map(({ id, key }) => isCurrent(last.get(id), key) && !!last.get(id)?.right);
  return { ...progressOf(last, items), marks };
}

/**
 * Where to continue: at the next open question of the quiz or deck of the last answer or, if that is
 * complete, of the next one in its collection, wrapping around at the end.
 * @param {BankMap} map
 * @param {LogState} log
 * @returns {{ unit: string, item: string, answered: number, total: number } | undefined} undefined if nothing is open
 */
export function findNext(map, { last, restarts }) {
  const latest = findLatest(map, last);
  const own = Object.keys(map.units).find((path) => map.units[path].items.includes(latest));
  const paths = Object.values(map.collections).find(({ units }) => own && units.includes(own))?.units ?? [];
  for (const unit of startAt(paths, paths.indexOf(own ?? ""))) {
    const { items } = map.units[unit];
    const since = restarts[unit] ?? "";
    const open = startAt(items, items.indexOf(latest) + 1).filter((id) => {
      const event = last.get(id);
      return !isCurrent(event, map.items[id]) || event.at <= since;
    });
    if (open.length) return { unit, item: open[0], answered: items.length - open.length, total: items.length };
  }
}

/**
 * The most recently answered item that is in the bank; "" if there is none.
 * @param {BankMap} map
 * @param {LogState["last"]} last
 */
function findLatest(map, last) {
  let [latest, time] = ["", ""];
  for (const [id, { at }] of last) {
    if (at >= time && Object.hasOwn(map.items, id)) [latest, time] = [id, at];
  }
  return latest;
}

/**
 * Rotate a list so that it begins at this index.
 * @param {string[]} list
 * @param {number} place
 */
function startAt(list, place) {
  return [...list.slice(place), ...list.slice(0, place)];
}

// @ts-check
// Random draw: lists the items to draw from, and draws some of them.
import { shuffle } from "../practice/shuffle.js";
/** @typedef {import("./query.js").Chosen} Chosen */

/** @typedef {import("../log/map.js").BankMap} BankMap */
/** @typedef {{id: string, unit: string}} Item a question or card, and the path of its page */

/**
 * @param {BankMap} map
 * @param {Chosen} chosen sources; those the bank no longer has are skipped
 * @param {string[]} [leftOut] collections whose items are included only if chosen directly, not through a
 *   topic
 * @returns {Item[]} all items to draw from, without duplicates
 */
export function listItems(map, chosen, leftOut = []) {
  const units = [
    ...chosen.collection.flatMap((name) => own(map.collections, name)?.units ?? []),
    ...chosen.course.flatMap((name) => own(map.courses, name)?.units ?? []),
  ];
  const held = units.flatMap((unit) => (own(map.units, unit)?.items ?? []).map((id) => ({ id, unit })));
  const topical = listTopical(map, chosen.topic, new Set(leftOut.flatMap((name) => own(map.collections, name)?.units ?? [])));
  return [...new Map([...held, ...topical].map((item) => [item.id, item])).values()];
}

/**
 * @param {BankMap} map
 * @param {string[]} topics
 * @param {Set<string>} leftOut units
 * @returns {Item[]}
 */
function listTopical(map, topics, leftOut) {
  const wanted = new Set(topics.flatMap((name) => own(map.topics, name)?.items ?? []));
  if (!wanted.size) return [];
  return Object.entries(map.units).flatMap(([unit, { items }]) =>
    leftOut.has(unit) ? [] : items.filter((id) => wanted.has(id)).map((id) => ({ id, unit })),
  );
}

/**
 * @param {Item[]} items
 * @param {number} count
 * @param {() => number} [random]
 * @returns {Item[]} `count` of them, or all if there are fewer, in random order
 */
export function draw(items, count, random = Math.random) {
  return shuffle(items, random).slice(0, Math.max(1, Math.floor(count) || 1));
}

/**
 * The topics with wrong answers: by share of wrong answers, then by number.
 * @param {BankMap} map
 * @param {Map<string, boolean>} outcomes whether each item was right
 * @returns {{topic: string, wrong: number, count: number}[]}
 */
export function findWeakTopics(map, outcomes) {
  const counted = Object.entries(map.topics).map(([topic, { items }]) => {
    const answers = items.flatMap((id) => outcomes.get(id) ?? []);
    return { topic, wrong: answers.filter((right) => !right).length, count: answers.length };
  });
  const share = (/** @type {{wrong: number, count: number}} */ { wrong, count }) => wrong / count;
  const weak = counted.filter(({ wrong }) => wrong);
  return weak.sort((one, other) => share(other) - share(one) || other.wrong - one.wrong).slice(0, 5);
}

/**
 * An object's own property, ignoring inherited ones.
 * @template T
 * @param {Record<string, T>} record
 * @param {string} name
 * @returns {T | undefined}
 */
function own(record, name) {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

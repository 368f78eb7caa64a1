// @ts-check
// Review queue: which items to ask today, in which order, and the forecast.
import { PATH } from "./pool.js";
/** @typedef {import("./item_state.js").ItemState} ItemState */
/** @typedef {import("./pool.js").PoolItem} PoolItem */
/** @typedef {{ id: string, key: string, unit: string, fresh: boolean, missed: boolean, langs: Record<string, boolean> }} QueueItem */
/** @typedef {PoolItem & { state?: ItemState, due: number }} Candidate `due`: day, Infinity if new, -Infinity if open */

/** Number of days in the forecast. */
const FORECAST = 28;

/**
 * When each item is due. If its last answer was wrong, or its key has changed, it is due at once.
 * @param {PoolItem[]} pool
 * @param {Map<string, ItemState>} states
 * @param {(stability: number) => number} findInterval
 * @returns {Candidate[]}
 */
export function findDue(pool, states, findInterval) {
  return pool.map((item) => {
    const state = states.get(item.id);
    if (!state) return { ...item, due: Infinity };
    const isOpen = state.rating === 1 || state.key !== item.key;
    return { ...item, state, due: isOpen ? -Infinity : state.day + findInterval(state.stability) };
  });
}

/**
 * Today's items: missed ones first, then due ones, most forgotten first, with new ones in between. Topics
 * take turns.
 * @param {Candidate[]} candidates
 * @param {number} today
 * @param {number} most maximum number of new items
 * @returns {{ queue: QueueItem[], unseen: number }} today's queue, and the number of new items left
 */
export function buildQueue(candidates, today, most) {
  const isSide = chooseSides(candidates, today);
  const sorted = candidates.filter((one) => one.due <= today).sort((one, other) => forgotten(other, today) - forgotten(one, today));
  const due = sorted.filter(isSide);
  const missed = due.filter(isMissed);
  const sure = missed.filter(({ state }) => state?.sure);
  const guessed = missed.filter(({ state }) => !state?.sure);
  const rest = due.filter((one) => !isMissed(one));
  const open = takeTurns(candidates.filter((one) => !one.state && isSide(one)));
  const fresh = open.slice(0, most);
  const turns = [...sure.map(() => 0), ...guessed.map(() => 1), ...spread(rest.map(() => 2), fresh.map(() => 3))];
  const queue = mix([sure, guessed, rest, fresh], turns).map((one) => ({
    ...{ id: one.id, key: one.key, unit: one.unit, fresh: !one.state, missed: isMissed(one) },
    langs: one.state?.langs ?? {},
  }));
  return { queue, unseen: open.length - fresh.length };
}

/**
 * Interleave new items, one from each part of the bank in turn, each part in its own order, after those of the path.
 * @param {Candidate[]} candidates
 */
function takeTurns(candidates) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const turns = candidates.map((candidate) => {
    const turn = candidate.part === PATH ? -1 : (counts.get(candidate.part) ?? 0);
    counts.set(candidate.part, turn + 1);
    return { candidate, turn };
  });
  return turns.sort((one, other) => one.turn - other.turn).map(({ candidate }) => candidate);
}

/**
 * Choose one of a term's two sides per day, because each gives the other away.
 * @param {Candidate[]} candidates
 * @param {number} today
 * @returns {(candidate: Candidate) => boolean} whether it is the chosen side; the first one tested is
 */
function chooseSides(candidates, today) {
  /** @type {Map<string, string>} */
  const chosen = new Map();
  const isChosen = (/** @type {Candidate} */ { id }) => {
    const [, term] = id.split("/");
    if (term && !chosen.has(term)) chosen.set(term, id);
    return !term || chosen.get(term) === id;
  };
  candidates.filter(({ state }) => state?.day === today).forEach(isChosen);
  return isChosen;
}

/** @param {Candidate} candidate */
function isMissed({ state, key }) {
  return state?.rating === 1 && state.key === key;
}

/**
 * How forgotten an item is: days since its last answer, relative to its stability.
 * @param {Candidate} candidate
 * @param {number} today
 */
function forgotten({ state }, today) {
  return state ? (today - state.day) / state.stability : 0;
}

/**
 * Interleave the items of some lists so that topics take turns: each item comes from the topic with the most
 * items left in its list, but not from the topic just asked. Within a topic of a list, the order stays.
 * @template {{ topic: string }} Item
 * @param {Item[][]} lists
 * @param {number[]} turns the list that each item comes from
 * @returns {Item[]}
 */
export function mix(lists, turns) {
  const left = lists.map(groupByTopic);
  /** @type {Item[]} */
  const mixed = [];
  for (const turn of turns) mixed.push(takeNext(left[turn], mixed.at(-1)?.topic));
  return mixed;
}

/**
 * @template {{ topic: string }} Item
 * @param {Item[]} items
 * @returns {Item[][]} items by topic, reversed; largest topics first
 */
function groupByTopic(items) {
  /** @type {Map<string, Item[]>} */
  const groups = new Map();
  for (const item of items) {
    const group = groups.get(item.topic);
    if (group) group.push(item);
    else groups.set(item.topic, [item]);
  }
  return [...groups.values()].map((group) => group.reverse()).sort((one, other) => other.length - one.length);
}

/**
 * Take an item from the longest group of another topic, if there is one. To keep the groups sorted by length,
 * the group first swaps places with the last one of its length, found by binary search.
 * @template {{ topic: string }} Item
 * @param {Item[][]} groups
 * @param {string} [topic] the one just asked
 * @returns {Item}
 */
function takeNext(groups, topic) {
  const at = groups.length > 1 && groups[0][0].topic === topic ? 1 : 0;
  const { length } = groups[at];
  let [last, end] = [at, groups.length];
  while (end - last > 1) {
    const middle = (last + end) >> 1;
    if (groups[middle].length === length) last = middle;
    else end = middle;
  }
  [groups[at], groups[last]] = [groups[last], groups[at]];
  const item = /** @type {Item} */ (groups[last].pop());
  if (length === 1) groups.pop();
  return item;
}

/**
 * Spread some items evenly among others.
 * @template Item
 * @param {Item[]} items
 * @param {Item[]} others
 * @returns {Item[]}
 */
function spread(items, others) {
  const places = [
    ...items.map((item, at) => ({ item, place: (at + 0.5) / items.length })),
    ...others.map((item, at) => ({ item, place: (at + 0.6) / others.length })),
  ];
  return places.sort((one, other) => one.place - other.place).map(({ item }) => item);
}

/**
 * The number of items due on each of the coming days; the first includes everything overdue.
 * @param {Candidate[]} candidates
 * @param {number} today
 */
export function forecast(candidates, today) {
  const counts = Array(FORECAST).fill(0);
  for (const { due } of candidates) {
    const ahead = Math.max(due - today, 0);
    if (ahead < FORECAST) counts[ahead] += 1;
  }
  return counts;
}

/**
 * The next day after today on which something is due.
 * @param {Candidate[]} candidates
 * @param {number} today
 * @returns {number | undefined}
 */
export function findNextDay(candidates, today) {
  let next = Infinity;
  for (const { due } of candidates) if (due > today && due < next) next = due;
  return next === Infinity ? undefined : next;
}

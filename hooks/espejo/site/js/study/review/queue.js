// @ts-check
// Queue: what to ask today, in which order, and what the coming days bring.
/** @typedef {import("./item_state.js").ItemState} ItemState */
/** @typedef {import("./pool.js").PoolItem} PoolItem */
/** @typedef {{ id: string, key: string, unit: string, fresh: boolean, missed: boolean, langs: Record<string, boolean> }} QueueItem */
/** @typedef {PoolItem & { state?: ItemState, due: number }} Candidate `due` is a day; Infinity for what is new */

/** How many days the forecast has. */
const FORECAST = 28;

/**
 * When each item is due. One that was answered wrong the last time, or to another key, is due at once.
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
 * The items of today: what was missed first, then what is due, the most forgotten first, with new ones in between. Topics
 * take turns.
 * @param {Candidate[]} candidates
 * @param {number} today
 * @param {number} most how many new ones
 * @returns {{ queue: QueueItem[], unseen: number }} and how many new ones are left
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
 * New items, one of each part of the bank in turn. Within a part, the order stays.
 * @param {Candidate[]} candidates
 */
function takeTurns(candidates) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const turns = candidates.map((candidate) => {
    const turn = counts.get(candidate.part) ?? 0;
    counts.set(candidate.part, turn + 1);
    return { candidate, turn };
  });
  return turns.sort((one, other) => one.turn - other.turn).map(({ candidate }) => candidate);
}

/**
 * Of the two sides of a term, one is asked a day: it gives the other one away.
 * @param {Candidate[]} candidates
 * @param {number} today
 * @returns {(candidate: Candidate) => boolean} whether it is that side; the first one that is looked at is
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
 * How much of an item is forgotten: the more, the more days have passed for what was stable in memory.
 * @param {Candidate} candidate
 * @param {number} today
 */
function forgotten({ state }, today) {
  return state ? (today - state.day) / state.stability : 0;
}

/**
 * The items of some lists, in an order in which topics take turns: each time one of the topic that has most left in its
 * list, and was not just asked. Within a topic of a list, the order stays.
 * @template {{ topic: string }} Item
 * @param {Item[][]} lists
 * @param {number[]} turns from which list each one comes
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
 * @returns {Item[][]} those of each topic, the first of them last; the topics with most of them first
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
 * Take an item out of the longest group that is of another topic, if there is one. The groups stay sorted by length: the
 * one that gets shorter first changes places with the last one of its length, which is found by halving.
 * @template {{ topic: string }} Item
 * @param {Item[][]} groups
 * @param {string} [topic] that was just asked
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
 * Put some items evenly between others.
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
 * How many items are due on each of the coming days; on the first, with all that is overdue.
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

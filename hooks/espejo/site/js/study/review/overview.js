// @ts-check
// Review overview: the data for the review page, from the learner's state and the bank map.
import { dayOf } from "../log/days.js";
import { listOneSided } from "./languages.js";
import { listPool } from "./pool.js";
import { buildQueue, findDue, findNextDay, forecast } from "./queue.js";
import { makeSchedule } from "./schedule.js";
/** @typedef {import("../log/map.js").BankMap} BankMap */
/** @typedef {import("./learner.js").Learner} Learner */
/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {ReturnType<typeof describe>} Overview */

/** Number of past days in the heat map. */
const PAST = 371;

/** What a topic's items are worth whose last answer was wrong. */
const FORGOTTEN = 0;

/**
 * @param {BankMap} map
 * @param {Awaited<ReturnType<Learner["view"]>>} learner
 * @param {Pick<Settings, "fresh" | "retention" | "parts">} settings
 * @param {number} [more] extra new items, on top of the settings
 * @param {number} [now]
 */
export function describe(map, { states, days, future }, settings, more = 0, now = Date.now()) {
  const today = dayOf(now);
  const { findInterval } = makeSchedule(settings.retention);
  const candidates = findDue(listPool(map, settings.parts), states, findInterval);
  const begun = [...states.values()].filter(({ first, begun }) => begun && first === today).length;
  const { queue, unseen } = buildQueue(candidates, today, Math.max(settings.fresh - begun, 0) + more);
  const fresh = queue.filter((item) => item.fresh).length;
  const due = queue.length - fresh;
  const times = new Map(candidates.map(({ id, minutes }) => [id, minutes]));
  const minutes = queue.reduce((sum, { id }) => sum + (times.get(id) ?? 0), 0);
  const [overdue, tomorrow, ...later] = forecast(candidates, today);
  return {
    ...{ today, queue, fresh, due, unseen, minutes: Math.ceil(minutes) },
    forecast: [due, tomorrow + overdue - due, ...later], // a term's other side waits until tomorrow
    past: [...days].filter(([day, count]) => count && day <= today && day > today - PAST),
    next: overdue > due ? today + 1 : findNextDay(candidates, today),
    languages: listOneSided(map.topics, states),
    memory: measureTopics(map, states, today),
    glossaryKey: map.glossary?.key,
    future: future.count ? future : undefined,
  };
}

/**
 * How well each topic is remembered.
 * @param {BankMap} map
 * @param {Map<string, import("./item_state.js").ItemState>} states
 * @param {number} today
 * @returns {{ topic: string, title: Record<string, string>, seen: number, total: number, recall: number }[]} `recall` is
 *   the mean chance of remembering its answered items; 0 without any
 */
function measureTopics(map, states, today) {
  const { recall } = makeSchedule(0.9);
  return Object.entries(map.topics).map(([topic, { title, items }]) => {
    const seen = items.flatMap((id) => states.get(id) ?? []).filter(({ id, key }) => key === map.items[id]);
    const chances = seen.map(({ rating, day, stability }) => (rating === 1 ? FORGOTTEN : recall(Math.max(0, today - day), stability)));
    const mean = chances.reduce((sum, chance) => sum + chance, 0) / (chances.length || 1);
    return { topic, title, seen: seen.length, total: items.length, recall: mean };
  });
}

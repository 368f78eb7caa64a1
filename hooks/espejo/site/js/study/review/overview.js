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
  const [overdue, tomorrow, ...later] = forecast(candidates, today);
  return {
    ...{ today, queue, fresh, due, unseen },
    forecast: [due, tomorrow + overdue - due, ...later], // a term's other side waits until tomorrow
    past: [...days].filter(([day, count]) => count && day <= today && day > today - PAST),
    next: overdue > due ? today + 1 : findNextDay(candidates, today),
    languages: listOneSided(map.topics, states),
    glossaryKey: map.glossary?.key,
    future: future.count ? future : undefined,
  };
}

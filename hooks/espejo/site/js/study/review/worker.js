// @ts-check
// Review worker: has the log and the learner's state, off the main thread. Calls run one after the other,
// except that answers are stored at once.
import { deleteKeptState, regradeAnswer, undoAnswer } from "../log/changes.js";
import { openLog } from "../log/log.js";
import { fetchMap } from "../log/map.js";
import { dayOf } from "../log/days.js";
import { Learner } from "./learner.js";
import { describe } from "./overview.js";
import { makeSchedule } from "./schedule.js";
import { readSettings } from "./settings.js";
/** @typedef {import("../log/event.js").LogEvent} LogEvent */
/** @typedef {import("./settings.js").Settings} Settings */

/** @typedef {Awaited<ReturnType<typeof makeCalls>>["calls"]} Calls */

const making = makeCalls();

/** @type {Promise<unknown>} */
let before = Promise.resolve();

/** @param {() => Promise<unknown>} act runs after all earlier calls */
function queue(act) {
  before = before.then(act);
}

addEventListener("message", ({ data: { number, name, values } }) => {
  const act = async () => {
    try {
      const { calls, log } = await making;
      const result = await /** @type {any} */ (calls)[name](...values);
      postMessage({ number, result, trouble: log.trouble });
      return result;
    } catch (error) {
      postMessage({ number, error: String(error) });
    }
  };
  const done = name === "append" && act();
  queue(done ? () => done.then(follow) : act); // later calls see the answer
});

/**
 * Update the learner's state after an answer. If that fails, the next call tries again.
 * @param {LogEvent} [answer]
 */
async function follow(answer) {
  try {
    await (await making).learner.update(answer);
  } catch {
    // The log cannot be read: the next call reports it.
  }
}

/** The calls available to the page. */
async function makeCalls() {
  const log = await openLog();
  deleteKeptState();
  const learner = new Learner(log);

  /** @type {Promise<import("../log/map.js").BankMap | null> | undefined} */
  let loading;

  const calls = {
    /**
     * The review overview: what is due, the forecast, and the past.
     * @param {string} address of the map
     * @param {Pick<Settings, "fresh" | "retention" | "parts">} settings
     * @param {number} [more] extra new items, on top of the settings
     */
    async open(address, settings, more) {
      const [map] = await Promise.all([(loading ??= fetchMap(address)), learner.update()]);
      if (map) return describe(map, await learner.view(), settings, more);
      loading = undefined;
      throw new Error("the map of the bank cannot be loaded");
    },

    /**
     * Today, for the home page and the number in the header.
     * @param {string} address of the map
     */
    async today(address) {
      const { queue, forecast, minutes, fresh, past, today } = await calls.open(address, readSettings(await log.about("review")));
      const week = past.filter(([day]) => day > today - 7).reduce((sum, [, count]) => sum + count, 0);
      return { ids: listDue(queue), later: forecast.slice(1), minutes, fresh, week };
    },

    /**
     * Days until an item's next review, for each rating.
     * @param {string} id
     * @param {string} key
     * @param {number} retention
     */
    async preview(id, key, retention) {
      await learner.update();
      const state = (await learner.view()).states.get(id);
      const { review, findInterval } = makeSchedule(retention);
      const known = state?.key === key ? state : null;
      const elapsed = known ? Math.max(0, dayOf(Date.now()) - known.day) : 0;
      return [1, 2, 3, 4].map((rating) => findInterval(review(known, elapsed, /** @type {any} */ (rating)).stability));
    },

    /** @param {LogEvent} event */
    undo: (event) => undoAnswer(log, event),

    /**
     * @param {LogEvent} event
     * @param {import("../log/event.js").Grade} grade
     */
    regrade: (event, grade) => regradeAnswer(log, event, grade),

    ...{ append: log.append, count: log.count, about: log.about, setAbout: log.setAbout },
  };

  return { calls, log, learner };
}

/** @param {import("./queue.js").QueueItem[]} queue */
function listDue(queue) {
  return queue.filter(({ fresh }) => !fresh).map(({ id }) => id);
}

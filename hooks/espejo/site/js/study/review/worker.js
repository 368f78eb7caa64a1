// @ts-check
// Worker of the review: it has the log and the state of the learner, beside the page. It does what the page asks one
// after the other; only an answer is stored at once, whatever else is going on.
import { regradeAnswer, undoAnswer } from "../log/changes.js";
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

/** @param {() => Promise<unknown>} act what comes after all that was asked before */
function queue(act) {
  before = before.then(act);
}

addEventListener("message", ({ data: { number, name, values } }) => {
  const act = async () => {
    try {
      const { calls, log } = await making;
      postMessage({ number, result: await /** @type {any} */ (calls)[name](...values), trouble: log.trouble });
    } catch (error) {
      postMessage({ number, error: String(error) });
    }
  };
  const done = name === "append" && act();
  queue(done ? () => done.then(follow) : act); // what is asked after an answer knows of it
});

/** Have the state of the learner follow an answer. If that fails, whoever asks next tries again. */
async function follow() {
  try {
    await (await making).learner.update();
  } catch {
    // The log cannot be read: what is asked next says so.
  }
}

/** What the page may ask for. */
async function makeCalls() {
  const log = await openLog();
  const learner = new Learner(log);

  /** @type {Promise<import("../log/map.js").BankMap | null> | undefined} */
  let loading;

  const calls = {
    /**
     * What is due, and more about the review.
     * @param {string} address of the map
     * @param {Pick<Settings, "fresh" | "retention" | "parts">} settings
     * @param {number} [more] new items than the settings say
     */
    async open(address, settings, more) {
      const [map] = await Promise.all([(loading ??= fetchMap(address)), learner.update()]);
      if (map) return describe(map, await learner.view(), settings, more);
      loading = undefined;
      throw new Error("the map of the bank cannot be loaded");
    },

    /**
     * The ids of what is due.
     * @param {string} address of the map
     */
    async listDue(address) {
      const { queue } = await calls.open(address, readSettings(await log.about("review")));
      return queue.filter(({ fresh }) => !fresh).map(({ id }) => id);
    },

    /**
     * The days until the next review of an item, by how it goes now.
     * @param {string} id
     * @param {string} key
     * @param {number} retention
     */
    async preview(id, key, retention) {
      const state = (await learner.view()).states.get(id);
      const { review, findInterval } = makeSchedule(retention);
      const known = state?.key === key ? state : null;
      const elapsed = known ? Math.max(0, dayOf(Date.now()) - known.day) : 0;
      return [1, 2, 3, 4].map((rating) => findInterval(review(known, elapsed, /** @type {any} */ (rating)).stability));
    },

    /** @param {LogEvent} event */
    undo: async (event) => learner.followEdit(event, true, await undoAnswer(log, event)),

    /**
     * @param {LogEvent} event
     * @param {import("../log/event.js").Grade} grade
     */
    regrade: async (event, grade) => learner.followEdit(event, false, await regradeAnswer(log, event, grade)),

    ...{ append: log.append, count: log.count, about: log.about, setAbout: log.setAbout },
  };

  return { calls, log, learner };
}

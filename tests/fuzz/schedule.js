// Schedules and learners in the review scripts: JSON in, JSON out. `schedules.py` compares them with fsrs.
import "fake-indexeddb/auto";
import { readFileSync } from "node:fs";

import { addEvents } from "../../hooks/espejo/site/js/study/log/changes.js";
import { openLog } from "../../hooks/espejo/site/js/study/log/log.js";
import { Learner } from "../../hooks/espejo/site/js/study/review/learner.js";
import { makeSchedule } from "../../hooks/espejo/site/js/study/review/schedule.js";

/** The stability, difficulty, and interval after each review of a history. */
function review({ retention, reviews }) {
  const schedule = makeSchedule(retention);
  let memory = null;
  return reviews.map(([elapsed, rating]) => {
    memory = schedule.review(memory, elapsed, rating);
    return [memory.stability, memory.difficulty, schedule.findInterval(memory.stability)];
  });
}

/** Each item's state after replaying a log in a time zone. */
async function learn({ zone, now, retention, events }) {
  process.env.TZ = zone;
  Date.now = () => now;
  globalThis.indexedDB = new IDBFactory();
  const log = await openLog();
  await addEvents(log, events);
  const learner = new Learner(log);
  await learner.update();
  log.close();
  const { findInterval } = makeSchedule(retention);
  const states = [...learner.states.values()].map((state) => [state.id, { ...state, interval: findInterval(state.stability) }]);
  return { states: Object.fromEntries(states), future: learner.future.count };
}

const { histories, logs } = JSON.parse(readFileSync(0, "utf-8"));
const learned = [];
for (const log of logs) learned.push(await learn(log));
console.log(JSON.stringify({ histories: histories.map(review), logs: learned }));

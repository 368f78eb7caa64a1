// Typed numbers, queues, and sessions in the site's scripts: JSON in, JSON out. `queues.py` compares them.
import { readFileSync } from "node:fs";

import { readNumbers } from "../../hooks/espejo/site/js/study/practice/kinds/numeric.js";
import { buildQueue, findDue, findNextDay } from "../../hooks/espejo/site/js/study/review/queue.js";
import { Session } from "../../hooks/espejo/site/js/study/review/session.js";

/** Build a day's queue. The intervals of items are given. */
function list({ pool, states, today, most }) {
  const known = new Map(Object.entries(states));
  const candidates = findDue(pool, known, (stability) => [...known.values()].find((one) => one.stability === stability).interval);
  const { queue } = buildQueue(candidates, today, most);
  return { queue: queue.map(({ id, fresh, missed }) => [id, fresh, missed]).sort(), next: findNextDay(candidates, today) ?? null };
}

/** Run a session with these answers. */
function run({ queue, answers }) {
  const session = new Session(queue);
  const asked = [];
  for (const [isKnown, sure] of answers) {
    if (!session.current) break;
    asked.push(session.current.id);
    session.answer(isKnown, sure);
  }
  return { asked, left: session.queue.map(({ id }) => id), counts: [session.asked, session.known] };
}

const { numbers, queues, sessions } = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify({ numbers: numbers.map((text) => readNumbers(text).map(String)), queues: queues.map(list), sessions: sessions.map(run) }));

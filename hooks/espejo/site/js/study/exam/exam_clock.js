// @ts-check
// Exam clock on the page: a countdown that can be hidden, and announces the time left near the end.
import { build, makeButton } from "../../dom.js";
import { fill } from "../../words.js";
import { findMoment, timeLeft, writeTime } from "./clock.js";
/** @typedef {import("./page.js").Run} Run */

/**
 * @param {Run} run
 * @param {() => void} onEnd
 * @returns {{element: HTMLElement, stop: () => void}}
 */
export function startClock({ state, words }, onEnd) {
  const timer = build("span", { class: "exam-timer", role: "timer", "aria-label": words.exam_time_left });
  const said = build("span", { class: "unseen", role: "status" });
  const toggle = makeButton("", () => setHidden(!state.hidesClock));
  const setHidden = (/** @type {boolean} */ hides) => {
    state.hidesClock = timer.hidden = hides;
    toggle.textContent = hides ? words.exam_show_clock : words.exam_hide_clock;
  };
  let left = timeLeft(state, Date.now());
  let waiting = 0;
  const tick = () => {
    clearTimeout(waiting);
    const before = left;
    left = timeLeft(state, Date.now());
    timer.textContent = writeTime(left);
    const moment = findMoment(before, left);
    if (moment) said.textContent = moment === 1 ? words.exam_last_minute : fill(words.exam_minutes_left, { count: moment });
    if (left) waiting = window.setTimeout(tick, left % 1000 || 1000);
    else onEnd();
  };
  const stop = () => {
    clearTimeout(waiting);
    document.removeEventListener("visibilitychange", tick);
  };
  document.addEventListener("visibilitychange", tick); // a sleeping tab misses ticks
  setHidden(state.hidesClock);
  timer.textContent = writeTime(left);
  waiting = window.setTimeout(tick);
  return { element: build("div", { class: "exam-clock" }, timer, toggle, said), stop };
}

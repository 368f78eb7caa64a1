// @ts-check
// Number of items due for review, next to the link to the review on every page. Computing it takes the whole log, so
// the pages that do so anyway keep it here, and answers change it.
import { dayOf } from "./study/log/days.js";

const KEY = "due";

/** @returns {Due} */
const NOTHING = () => ({ day: dayOf(Date.now()), ids: [], later: [] });

/** @typedef {{ day: number, ids: string[], later: number[] }} Due items due on a day, and how many more on each day after */

/**
 * Keep what is due today.
 * @param {string[]} ids
 * @param {number[]} later how many more will be due tomorrow, on the day after, and so on
 */
export function keepDue(ids, later) {
  write({ day: dayOf(Date.now()), ids, later });
}

/**
 * Note whether the reader has a past, for the home page.
 * @param {boolean} isKnown
 */
export function noteReader(isKnown) {
  if (isKnown && !read()) write(NOTHING());
  else if (!isKnown && read()) write(undefined);
}

/** Show what is due, and follow the answers given on this page. */
export function showDueCount() {
  show(read());
  addEventListener("espejo:answered", (event) => {
    const due = read();
    const { id, right } = /** @type {CustomEvent} */ (event).detail;
    const { ids, ...rest } = due ?? NOTHING();
    write({ ...rest, ids: [...ids.filter((one) => one !== id), ...(right ? [] : [id])] });
  });
}

/** @param {Due | undefined} due */
function write(due) {
  try {
    if (due) localStorage.setItem(KEY, JSON.stringify(due));
    else localStorage.removeItem(KEY);
  } catch {
    // The number is a convenience.
  }
  show(due);
}

/** @returns {Due | undefined} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "") ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {Due | undefined} due */
function show(due) {
  const days = due ? dayOf(Date.now()) - due.day : 0;
  const count = due ? due.ids.length + due.later.slice(0, Math.max(0, days)).reduce((sum, one) => sum + one, 0) : 0;
  for (const link of document.querySelectorAll(".sections [data-review]")) {
    if (count) link.setAttribute("data-due-count", String(count));
    else link.removeAttribute("data-due-count");
  }
}

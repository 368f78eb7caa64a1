// @ts-check
// Due counts: how much is due for review, from the review worker, for pages that show progress.
import { keepDue } from "../../due_count.js";
import { build } from "../../dom.js";
import { makeKeeper } from "../review/keeper.js";
import { fill } from "../../words.js";
import { listItems } from "./standing.js";
/** @typedef {import("../../words.js").Words} Words */

/** @type {import("../review/keeper.js").Keeper | undefined} */
let keeper;

/**
 * @param {Words} words
 * @param {() => Worker} startWorker
 * @param {import("../log/map.js").BankMap} map
 * @param {string} address of the map
 */
export async function showDue(words, startWorker, map, address) {
  const today = await readToday(startWorker, address);
  if (!today) return; // old browsers lack module workers
  keepDue(today.ids, today.later);
  const due = new Set(today.ids);
  for (const place of document.querySelectorAll("[data-due]")) {
    const count = listItems(map, place.getAttribute("data-due") ?? "").filter((id) => due.has(id)).length;
    place.textContent = count ? fill(words.review_due_short, { count }) : "";
    place.toggleAttribute("hidden", !count);
  }
  const shown = document.querySelector(".today-due");
  shown?.replaceChildren(...describeToday(words, today));
}

/**
 * What a returning reader sees first on the home page.
 * @param {Words} words
 * @param {Awaited<ReturnType<import("../review/keeper.js").Keeper["today"]>>} today
 */
function describeToday(words, { ids, fresh, minutes, week }) {
  const due = ids.length ? fill(words.review_due_short, { count: ids.length }) : words.home_none_due;
  const counts = [due, ...(fresh ? [fill(words.home_new, { count: fresh })] : []), ...(minutes ? [fill(words.minutes_short, { count: minutes })] : [])];
  const past = build("small", {}, fill(words[`home_week_${week === 1 ? "one" : "many"}`], { count: week }));
  return [build("strong", {}, counts.join(" · ")), " ", past];
}

/**
 * @param {() => Worker} startWorker
 * @param {string} address
 */
async function readToday(startWorker, address) {
  try {
    keeper ??= makeKeeper(startWorker);
    return await keeper.today(new URL(address, location.href).href);
  } catch {
    return undefined;
  }
}

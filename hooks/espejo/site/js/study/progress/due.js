// @ts-check
// Due counts: how much is due for review, from the review worker, for pages that show progress.
import { makeKeeper } from "../review/keeper.js";
import { fill } from "../../words.js";
import { listItems } from "./standing.js";

/** @type {import("../review/keeper.js").Keeper | undefined} */
let keeper;

/**
 * @param {import("../../words.js").Words} words
 * @param {() => Worker} startWorker
 * @param {import("../log/map.js").BankMap} map
 * @param {string} address of the map
 */
export async function showDue(words, startWorker, map, address) {
  const due = await listDue(startWorker, address);
  for (const place of document.querySelectorAll("[data-due]")) {
    const part = place.getAttribute("data-due");
    const count = part ? listItems(map, part).filter((id) => due.has(id)).length : due.size;
    place.textContent = count ? fill(words.review_due_short, { count }) : "";
    place.toggleAttribute("hidden", !count);
  }
}

/**
 * @param {() => Worker} startWorker
 * @param {string} address
 * @returns {Promise<Set<string>>} the ids of the due items
 */
async function listDue(startWorker, address) {
  try {
    keeper ??= makeKeeper(startWorker);
    return new Set(await keeper.listDue(new URL(address, location.href).href));
  } catch {
    return new Set(); // old browsers lack module workers
  }
}

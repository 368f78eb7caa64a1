// @ts-check
// Progress display: the reader's progress in each entry of a page, and on the home page where to continue.
// Without answers, the page stays as it is.
import { build } from "../../dom.js";
import { noteReader } from "../../due_count.js";
import { openChannel } from "../log/channel.js";
import { fetchMap } from "../log/map.js";
import { readLog } from "../log/read_log.js";
import { fill } from "../../words.js";
import { describeStanding, findNext, listItems } from "./standing.js";
/** @typedef {import("../log/map.js").BankMap} BankMap */
/** @typedef {import("./standing.js").LogState} LogState */
/** @typedef {import("../../words.js").Words} Words */

/** Maximum number of marks that fit on the line of a quiz or deck. */
const MOST_MARKS = 10;

/** @typedef {(map: BankMap, address: string) => Promise<void>} ShowDue */

/**
 * @param {Words} words
 * @param {ShowDue} showDue shows what is due for review
 */
export function showProgress(words, showDue) {
  let updating = Promise.resolve();
  const again = () => (updating = updating.then(() => update(words, showDue)).catch(() => {})); // keep the page
  again();
  addEventListener("pageshow", ({ persisted }) => persisted && again());
  openChannel(again); // without a channel, the next page load shows changes
}

/**
 * @param {Words} words
 * @param {ShowDue} showDue
 */
async function update(words, showDue) {
  const log = await readLog();
  const map = log.last.size ? await loadMap() : null;
  for (const element of document.querySelectorAll("[data-progress]")) {
    const part = element.getAttribute("data-progress") ?? "";
    const shown = map && (part ? describePart(map, log, part, words) : describeNext(map, log, words));
    element.replaceChildren(...(shown ?? []));
  }
  noteReader(map !== null);
  const due = document.querySelectorAll("[data-due], .home-today");
  if (map && due.length) return showDue(map, findMapAddress());
  document.querySelectorAll("[data-due]").forEach((place) => place.setAttribute("hidden", ""));
}

/** @type {Promise<BankMap | null> | undefined} */
let loading;

/** The bank map, fetched once and only if anything was answered. */
function loadMap() {
  loading ??= fetchMap(findMapAddress());
  return loading;
}

function findMapAddress() {
  return document.querySelector("[data-map]")?.getAttribute("data-map") ?? "";
}

/**
 * @param {BankMap} map
 * @param {LogState} log
 * @param {string} part
 * @param {Words} words
 */
function describePart(map, log, part, words) {
  const { marks, answered, right, total } = describeStanding(map, log, listItems(map, part));
  if (!answered) return;
  const few = total <= MOST_MARKS ? marks : [];
  const complete = right === total;
  return [
    build("span", { class: "marks", "aria-hidden": "true" }, ...few.map((one) => build("i", { "data-right": one }))),
    build("span", { class: "tally", "data-complete": complete }, fill(words.progress, { right, total })),
    build("span", { class: "unseen" }, ` ${complete ? words.progress_complete : words.progress_right}`),
  ];
}

/**
 * @param {BankMap} map
 * @param {LogState} log
 * @param {Words} words
 */
function describeNext(map, log, words) {
  const next = findNext(map, log);
  if (!next) return;
  const { unit, item, answered, total } = next;
  const count = answered ? ` · ${fill(words.continue_answered, { answered, total })}` : "";
  const title = map.units[unit].title[document.documentElement.lang];
  const pages = document.querySelector("[data-pages]")?.getAttribute("data-pages") ?? "";
  const parts = [build("small", {}, words.continue + count), " ", build("strong", {}, title)];
  return [build("a", { href: `${fill(pages, { path: unit })}#${item}` }, ...parts)];
}

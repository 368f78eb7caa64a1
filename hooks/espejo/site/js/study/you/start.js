// @ts-check
// What is kept: figures from the reader's log, with export, import, and erasing. Part of the review page.
import { build } from "../../dom.js";
import { readBatches } from "../log/batches.js";
import { addToFigures, startFigures } from "../log/figures.js";
import { openLog } from "../log/log.js";
import { fetchMap } from "../log/map.js";
import { askToPersist, describeStorage } from "../log/storage.js";
import { fill } from "../../words.js";
import { buildCalibration } from "./calibration.js";
import { buildErasing } from "./erasing.js";
import { buildTable, buildTotals } from "./figures.js";
import { buildStorageLines, download } from "./keeping.js";
import { buildLoading } from "./loading.js";
import { showNumber } from "./phrases.js";
import { summarize } from "./summary.js";
/** @typedef {import("../../words.js").Words} Words */
/** @typedef {import("../log/figures.js").Figures} Figures */

/** @param {Words} words */
export async function showYou(words) {
  const box = document.querySelector(".you");
  if (!(box instanceof HTMLElement)) return;
  const { bank = "", pages = "", map: address = "" } = box.dataset;
  const [log, map] = await Promise.all([openLog(), fetchMap(address)]);
  const status = build("p", { role: "status", class: "told", tabindex: -1 });
  const say = (/** @type {string} */ text) => status.replaceChildren(text);
  const save = () => download(words, log, bank);
  const shown = build("div", {});
  const heading = build("h3", {}, words.you_keep);
  const lines = build("div", {});
  const button = build("button", { type: "button", class: "primary" }, words.you_download);
  const act = build("div", { class: "act" }, button);
  const erasing = buildErasing(words, log, save, (text) => {
    status.focus(); // the pressed button may be gone
    say(text);
  });
  button.addEventListener("click", async () => say(await save()));

  const update = async () => {
    const figures = startFigures();
    for await (const events of readBatches(log)) addToFigures(figures, events);
    const summary = map && summarize(figures, map);
    const storage = await describeStorage(log);
    shown.replaceChildren(...buildShown(words, figures, summary, pages));
    lines.replaceChildren(...(figures.events || storage.trouble ? buildStorageLines(words, storage) : []));
    heading.hidden = act.hidden = !figures.events;
    erasing.update(summary?.collections ?? [], figures.events);
  };

  const loading = buildLoading(words, log, bank, status, say);
  const updateSoon = soon(update);
  log.onChange(updateSoon); // before the first read, in case another tab changes the log meanwhile
  await askToPersist(log);
  await updateSoon();
  const keeping = build("section", {}, heading, lines, act, loading);
  box.append(shown, keeping, erasing.section);
}

/**
 * @param {Words} words
 * @param {Figures} figures
 * @param {import("./summary.js").Summary | null} summary null without a bank map
 * @param {string} pages link to any page, with a placeholder for its path
 */
function buildShown(words, figures, summary, pages) {
  if (!figures.events) return [];
  const calibration = buildCalibration(words, figures);
  if (!summary) return [build("p", {}, fill(words.you_no_map, { count: showNumber(figures.events) })), calibration];
  const { collections } = summary;
  return [
    buildTotals(words, summary),
    calibration,
    ...(collections.length ? [buildTable(words, collections, pages)] : []),
  ];
}

/**
 * Coalesce calls to an async function: calls made while it runs cause only one more run.
 * @param {() => Promise<void>} work
 */
function soon(work) {
  let [waiting, working] = [false, false];
  return async () => {
    waiting = true;
    if (working) return;
    working = true;
    while (waiting) {
      waiting = false;
      await work();
    }
    working = false;
  };
}

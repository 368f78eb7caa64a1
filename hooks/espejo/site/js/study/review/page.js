// @ts-check
// Page of the review: what is due, a session that asks it, and what the coming days bring.
import { build, makeButton } from "../../dom.js";
import { openChannel } from "../log/channel.js";
import { fill } from "../../words.js";
import { showCount } from "../you/phrases.js";
import { makeDayWriter } from "./chart.js";
import { makeFetcher } from "./fetch_item.js";
import { makeKeeper } from "./keeper.js";
import { runSession } from "./run.js";
import { offerSettings, readSettings, showSettings } from "./settings.js";
/** @typedef {import("../../words.js").Words} Words */
/** @typedef {import("./overview.js").Overview} Overview */

/** So many more new items are offered at the end. */
const MORE = 10;

/**
 * @param {Words} words
 * @param {() => Worker} startWorker
 * @param {() => void} serveNewParts lets code be copied, and boxes be scrolled, on what has come to the page
 * @param {() => Promise<typeof import("./outlook.js")>} loadOutlook what only readers with a past need
 */
export async function showReview(words, startWorker, serveNewParts, loadOutlook) {
  const box = /** @type {HTMLElement} */ (document.querySelector(".review"));
  const form = /** @type {HTMLFormElement} */ (document.querySelector(".review-settings"));
  const { map = "", pages = "{}" } = box.dataset;
  const address = new URL(map, location.href).href;
  box.replaceChildren(build("p", { class: "run-note", role: "status" }, words.review_loading));
  const keeper = makeKeeper(startWorker);
  /** @type {import("./settings.js").Settings} */
  let settings;
  /** Of the last session, and the button that takes its last answer back. */
  let [result, undo] = /** @type {HTMLElement[][]} */ ([[], []]);
  let isAsking = false;
  let more = 0;
  let shown = "";

  /** Another tab may have changed the settings since they were read. */
  const open = async () => {
    const isFirst = !settings;
    settings = readSettings(await keeper.about("review"));
    if (isFirst) offerSettings(form, settings, change);
    else if (!form.contains(document.activeElement)) showSettings(form, settings);
    return keeper.open(address, settings, more);
  };

  const change = (/** @type {typeof settings} */ changed) => {
    keeper.setAbout("review", changed).catch(() => {}); // then the review cannot be shown either, and says so
    show();
  };

  /** Show what is due, unless that is what the page shows: then nothing moves, and nothing loses the focus. */
  const show = async () => {
    try {
      const overview = await open();
      const now = JSON.stringify(overview);
      if (isAsking || now === shown) return;
      shown = now;
      const outlook = build("div", { class: "review-outlook" });
      box.replaceChildren(...result, describeToday(words, overview), offerStart(overview), outlook);
      if (overview.past.length || overview.future) addCharts(outlook, overview);
    } catch {
      fail(show);
    }
  };

  /**
   * @param {HTMLElement} outlook
   * @param {Overview} overview
   */
  const addCharts = async (outlook, overview) => {
    const loaded = await loadOutlook().catch(() => null); // without it, there is still a review
    outlook.append(...(loaded?.buildOutlook(words, overview, box.dataset) ?? []));
  };

  /** @param {() => void} act */
  const fail = (act) => {
    shown = "";
    const note = build("p", { class: "run-note", role: "alert" }, words.review_failed);
    const again = makeButton(words.try_again, act);
    box.replaceChildren(...result, note, build("div", { class: "act" }, again));
    again.focus();
  };

  /** @param {Overview} overview */
  const offerStart = ({ queue, fresh, unseen }) => {
    const start = queue.length ? [makeButton(words.review_start, () => ask(), true)] : [];
    const further = Math.min(MORE, unseen);
    const add = () => {
      more = further;
      ask();
    };
    const rest = !fresh && further ? [makeButton(fill(words.review_more_new, { count: further }), add)] : [];
    return build("div", { class: "act" }, build("div", { class: "buttons" }, ...start, ...rest, ...undo));
  };

  /** Ask what is due by now: another tab may have asked it, or another day have begun. */
  const ask = async () => {
    try {
      const { queue, glossaryKey } = await open();
      const fetchItem = makeFetcher(JSON.parse(pages), words, glossaryKey);
      runSession({ words, box, keeper, settings, fetchItem, serveNewParts, queue, onBegin, onEnd });
    } catch {
      fail(ask);
    }
  };

  const onBegin = () => {
    isAsking = true;
  };

  /** @type {import("./run.js").Run["onEnd"]} */
  const onEnd = async (ended, taking) => {
    isAsking = false;
    more = 0;
    [result, undo] = [[ended], taking];
    shown = "";
    await show();
    ended.scrollIntoView();
    ended.focus({ preventScroll: true });
  };

  await show();
  const update = () => isAsking || document.hidden || show();
  openChannel(update);
  document.addEventListener("visibilitychange", update); // another day may have begun
}

/**
 * What is due today, in words.
 * @param {Words} words
 * @param {Overview} overview
 */
function describeToday(words, { due, fresh, next }) {
  const counts = [...(due ? [showCount(words, "review_due", due)] : []), ...(fresh ? [showCount(words, "review_new", fresh)] : [])];
  const nothing = next === undefined ? words.review_empty : fill(words.review_none, { day: makeDayWriter({ dateStyle: "long" })(next) });
  const today = counts.length ? build("p", { class: "today" }, counts.join(" · ")) : build("p", {}, nothing);
  return build("div", { class: "review-today" }, today);
}

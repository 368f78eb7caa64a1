// @ts-check
// Review page: shows what is due, runs a session, and shows the outlook.
import { build, makeButton } from "../../dom.js";
import { keepDue } from "../../due_count.js";
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

/** Number of extra new items offered when none are left for today. */
const MORE = 10;

/**
 * @param {Words} words
 * @param {() => Worker} startWorker
 * @param {() => void} serveNewParts adds copy buttons and keyboard scrolling to new parts of the page
 * @param {() => Promise<typeof import("./outlook.js")>} loadOutlook loads the charts, which only readers with
 *   answers need
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
  /** The result of the last session, and the button that undoes its last answer. */
  let [result, undo] = /** @type {HTMLElement[][]} */ ([[], []]);
  let isAsking = false;
  let more = 0;
  let shown = "";

  /** Read the settings again, since another tab may have changed them, and fetch the overview. */
  const open = async () => {
    const isFirst = !settings;
    settings = readSettings(await keeper.about("review"));
    if (isFirst) offerSettings(form, settings, change);
    else if (!form.contains(document.activeElement)) showSettings(form, settings);
    return keeper.open(address, settings, more);
  };

  const change = (/** @type {typeof settings} */ changed) => {
    keeper.setAbout("review", changed).catch(() => {}); // `show` fails, too, and reports it
    show();
  };

  /** Show what is due, unless nothing has changed, so that nothing moves or loses the focus. */
  const show = async () => {
    try {
      const overview = await open();
      const now = JSON.stringify(overview);
      if (isAsking || now === shown) return;
      shown = now;
      if (overview.past.length) keepDue(overview.queue.flatMap(({ id, fresh }) => (fresh ? [] : [id])), overview.forecast.slice(1));
      const outlook = build("div", { class: "review-outlook" });
      box.classList.add("shown");
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
    const loaded = await loadOutlook().catch(() => null); // the review works without it
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

  /** Start a session with what is due now: another tab may have asked some, or a new day may have begun. */
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
  if (new URLSearchParams(location.search).has("start")) {
    history.replaceState(history.state, "", location.pathname);
    await ask();
  }
  const update = () => isAsking || document.hidden || show();
  openChannel(update);
  document.addEventListener("visibilitychange", update); // a new day may have begun
}

/**
 * Describe what is due today.
 * @param {Words} words
 * @param {Overview} overview
 */
function describeToday(words, { due, fresh, next, minutes }) {
  const counts = [...(due ? [showCount(words, "review_due", due)] : []), ...(fresh ? [showCount(words, "review_new", fresh)] : [])];
  const nothing = next === undefined ? words.review_empty : fill(words.review_none, { day: makeDayWriter({ dateStyle: "long" })(next) });
  if (counts.length) counts.push(showCount(words, "review_minute", minutes));
  const today = counts.length ? build("p", { class: "today" }, counts.join(" · ")) : build("p", {}, nothing);
  return build("div", { class: "review-today" }, today);
}

// @ts-check
// Calibration: how often the reader was right when sure, and when guessing.
import { build } from "../../dom.js";
import { fill } from "../../words.js";
import { showNumber } from "./phrases.js";
/** @typedef {import("../../words.js").Words} Words */
/** @typedef {import("../log/figures.js").Figures} Figures */
/** @typedef {import("../log/figures.js").Share} Share */

/** With fewer answers, a share is meaningless. */
const LEAST = 10;

/**
 * @param {Words} words
 * @param {Figures} figures
 */
export function buildCalibration(words, figures) {
  const { count } = figures.sure;
  const section = build("section", {}, build("h3", {}, words.you_calibration));
  if (count < LEAST) section.append(build("p", {}, fill(words.you_calibration_few, { least: LEAST, count })));
  else section.append(buildChart(words, figures));
  section.append(build("p", { class: "count" }, words.you_calibration_about));
  return section;
}

/**
 * @param {Words} words
 * @param {Figures} figures
 */
function buildChart(words, { sure, guess }) {
  const shares = /** @type {[string, Share][]} */ ([["sure", sure], ["guess", guess]]).filter(([, { count }]) => count);
  const sentences = shares.map(([name, share]) => fill(words[`you_${name}_said`], showShare(share)));
  const bars = shares.map(([name, share]) => buildBar(words, name, share));
  return build("figure", {}, build("figcaption", {}, sentences.join(" ")), build("div", { class: "chart" }, ...bars));
}

/**
 * @param {Words} words
 * @param {string} name
 * @param {Share} share
 */
function buildBar(words, name, share) {
  const { right, count } = showShare(share);
  const bar = build("progress", { max: share.count, value: share.right });
  const of = build("span", { class: "of" }, fill(words.status_of, { done: right, count }));
  return build("label", { class: "meter" }, build("span", {}, words[`you_${name}`]), " ", bar, " ", of);
}

/** @param {Share} share */
function showShare({ right, count }) {
  return { right: showNumber(right), count: showNumber(count) };
}

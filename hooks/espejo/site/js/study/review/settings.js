// @ts-check
// Review settings: validation of stored settings, and the form that changes them.
import { fill } from "../../words.js";

/**
 * @typedef {object} Settings
 * @property {number} fresh number of new questions and cards per day
 * @property {number} retention desired share of answers remembered
 * @property {string[]} [parts] folders of collections, and `glossary`; by default, all collections without
 *   the glossary
 * @property {Mirror} mirror
 * @property {string} [other] the language to pair with the page's, if there is a choice
 */
/** @typedef {"same" | "across" | "mixed"} Mirror languages of question and answer */

const MOST_FRESH = 200;
const LEAST_RETENTION = 80; // of 100
const MOST_RETENTION = 95;

/** @type {Settings} */
const DEFAULTS = { fresh: 10, retention: 0.9, mirror: "same" };

/**
 * Read settings from untrusted storage. Invalid values are dropped or clamped.
 * @param {unknown} value
 * @returns {Settings}
 */
export function readSettings(value) {
  const { fresh, retention, parts, mirror, other } = Object(value);
  return {
    fresh: isNumber(fresh) ? clamp(fresh, 0, MOST_FRESH) : DEFAULTS.fresh,
    retention: isNumber(retention) ? clamp(retention * 100, LEAST_RETENTION, MOST_RETENTION) / 100 : DEFAULTS.retention,
    ...(Array.isArray(parts) && { parts: [...new Set(parts.filter(isName))] }),
    mirror: mirror === "across" || mirror === "mixed" ? mirror : DEFAULTS.mirror,
    ...(isName(other) && { other }),
  };
}

/** @param {unknown} value */
function isName(value) {
  return typeof value === "string" && value !== "";
}

/** @type {(value: unknown) => value is number} */
function isNumber(value) {
  return Number.isFinite(value);
}

/**
 * Round a number and clamp it to a range.
 * @param {number} number
 * @param {number} least
 * @param {number} most
 */
function clamp(number, least, most) {
  return Math.min(most, Math.max(least, Math.round(number)));
}

/**
 * Show the settings in their form, which is inert until then, and report the reader's changes. If no part is
 * selected, the form says so and reports nothing.
 * @param {HTMLFormElement} form
 * @param {Settings} settings
 * @param {(settings: Settings) => void} onChange
 */
export function offerSettings(form, settings, onChange) {
  const none = /** @type {HTMLElement} */ (form.querySelector(".none"));
  showSettings(form, settings);
  form.inert = false;
  form.addEventListener("input", () => showRetention(form));
  form.addEventListener("submit", (event) => event.preventDefault()); // Enter only triggers `change`
  form.addEventListener("change", () => {
    const read = collect(form);
    const empty = read.parts?.length === 0;
    none.textContent = empty ? (none.dataset.words ?? "") : "";
    showNumbers(form, read);
    if (!empty) onChange(read);
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {Settings} settings
 */
export function showSettings(form, settings) {
  showNumbers(form, settings);
  const boxes = listBoxes(form);
  const chosen = boxes.filter(({ value }) => settings.parts?.includes(value)); // some may be gone
  for (const box of boxes) box.checked = chosen.length ? chosen.includes(box) : "default" in box.dataset;
  for (const radio of find(form, "mirror")) radio.checked = radio.value === settings.mirror;
  const [other] = /** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll("[name=other]"));
  if (other && [...other.options].some(({ value }) => value === settings.other)) other.value = settings.other ?? "";
}

/**
 * @param {HTMLFormElement} form
 * @param {Settings} settings
 */
function showNumbers(form, { fresh, retention }) {
  find(form, "fresh")[0].value = String(fresh);
  find(form, "retention")[0].value = String(Math.round(retention * 100));
  showRetention(form);
}

/**
 * Show the slider's value next to it, and to screen readers.
 * @param {HTMLFormElement} form
 */
function showRetention(form) {
  const [slider] = find(form, "retention");
  const output = /** @type {HTMLElement} */ (form.querySelector("output"));
  output.textContent = fill(output.dataset.words ?? "", { count: slider.value });
  slider.setAttribute("aria-valuetext", output.textContent);
}

/**
 * Read the settings from the form.
 * @param {HTMLFormElement} form
 */
function collect(form) {
  const said = new FormData(form);
  const boxes = listBoxes(form);
  const parts = boxes.filter(({ checked }) => checked).map(({ value }) => value);
  const usual = boxes.every((box) => box.checked === "default" in box.dataset);
  const typed = /** @type {string} */ (said.get("fresh"));
  return readSettings({
    fresh: typed ? Number(typed) : undefined,
    retention: Number(said.get("retention")) / 100,
    ...(!usual && { parts }), // the default stays unset, to include future collections
    ...{ mirror: said.get("mirror"), other: said.get("other") },
  });
}

/** @param {HTMLFormElement} form */
function listBoxes(form) {
  return find(form, "part");
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function find(form, name) {
  return /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(`[name=${name}]`)]);
}

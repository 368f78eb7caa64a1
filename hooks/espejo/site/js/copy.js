// @ts-check
import { build } from "./dom.js";
/** @typedef {import("./words.js").Words} Words */

const MESSAGE_MILLISECONDS = 2000;
const SVG = "http://www.w3.org/2000/svg";
const TWO_SHEETS = "M9 9h11v11H9zM5 15H4V4h11v1";

/**
 * Add a copy button to each code listing.
 * @param {Words} words
 */
export function offerCopying(words) {
  for (const listing of document.querySelectorAll("pre.highlight")) {
    const frame = build("div", { class: "listing" });
    listing.replaceWith(frame);
    frame.append(listing, copyButton(words, () => listing.textContent ?? ""));
  }
}

/**
 * @param {Words} words
 * @param {() => string} read
 */
function copyButton(words, read) {
  const looks = { class: "copy", title: words.copy, "aria-label": words.copy };
  const button = build("button", { type: "button", ...looks }, drawIcon());
  const status = build("span", { class: "copied", role: "status" });
  button.addEventListener("click", async () => {
    status.textContent = (await copyText(read())) ? words.copied : words.copy_failed;
    setTimeout(() => (status.textContent = ""), MESSAGE_MILLISECONDS);
  });
  return build("span", { class: "copying" }, status, button);
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} false if permission was denied or there is no clipboard (pages without HTTPS)
 */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function drawIcon() {
  const icon = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  const looks = { fill: "none", stroke: "currentColor", "stroke-width": "2", "stroke-linejoin": "round" };
  for (const [name, value] of Object.entries({ ...looks, d: TWO_SHEETS })) path.setAttribute(name, value);
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  icon.append(path);
  return icon;
}

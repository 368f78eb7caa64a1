// @ts-check
// Glossary popover: shows a term of the glossary where it is used, in every language and with its meaning.
import { build } from "./dom.js";
import { fetchPage, takePart } from "./study/practice/taken.js";

/** @type {HTMLElement | undefined} */
let popover;

/**
 * @param {HTMLAnchorElement} link to an entry of the glossary
 * @returns {Promise<boolean>} whether it is shown; otherwise the link has to be followed
 */
export async function showTerm(link) {
  const fetched = await fetchPage(new URL(link.href)).catch(() => undefined);
  const entry = fetched && takePart(fetched, decodeURIComponent(link.hash.slice(1)), ".terms > div");
  if (!entry) return false;
  entry.querySelector(".used")?.remove();
  entry.removeAttribute("id");
  const name = entry.querySelector("dt a");
  if (name instanceof HTMLAnchorElement) name.href = link.href;
  popover?.remove();
  popover = build("div", { class: "term-popover", popover: "auto", role: "dialog", "aria-label": link.textContent ?? "", tabindex: -1 }, build("dl", {}, entry));
  link.after(popover);
  popover.showPopover();
  place(popover, link);
  popover.focus({ preventScroll: true });
  popover.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "closed") link.focus({ preventScroll: true });
  });
  return true;
}

/**
 * Put it below its link, or above where there is no room, within the window.
 * @param {HTMLElement} box
 * @param {HTMLElement} link
 */
function place(box, link) {
  const { left, bottom, top } = link.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const root = document.documentElement;
  const below = bottom + height < root.clientHeight || top < height;
  box.style.left = `${Math.max(0, Math.min(left, root.clientWidth - width)) + scrollX}px`;
  box.style.top = `${(below ? bottom : top - height) + scrollY}px`;
}

// @ts-check
import { findCurrent, TURNED } from "./reading.js";

/** Highlight the outline entry being read, and fold the outline when the reader follows an entry. */
export function followReader() {
  const outline = document.querySelector(".outline");
  const list = outline?.querySelector("ol");
  if (!outline || !list) return;
  const links = new Map([...list.querySelectorAll("a")].map((link) => [targetOf(link), link]));
  const targets = [...links.keys()].filter((target) => target !== null);
  let waiting = false;
  const update = () => {
    waiting = false;
    const current = findCurrent(targets);
    mark(list, current && links.get(current));
  };
  const updateSoon = () => {
    if (!waiting) requestAnimationFrame(update);
    waiting = true;
  };
  for (const event of ["scroll", "resize", "hashchange", TURNED]) {
    addEventListener(event, updateSoon, { passive: true });
  }
  updateSoon();
  list.addEventListener("click", () => outline.querySelector("details")?.removeAttribute("open"));
}

/** @param {HTMLAnchorElement} link */
function targetOf(link) {
  return document.getElementById(decodeURIComponent(link.hash.slice(1)));
}

/**
 * @param {HTMLElement} list
 * @param {HTMLAnchorElement | undefined} link
 */
function mark(list, link) {
  const marked = list.querySelector("[aria-current]");
  if (marked === link || (!marked && !link)) return;
  marked?.removeAttribute("aria-current");
  link?.setAttribute("aria-current", "true");
  if (link) showIn(list, link);
}

/**
 * Scroll the list, and only the list, so that the link is visible.
 * @param {HTMLElement} list
 * @param {HTMLElement} link
 */
function showIn(list, link) {
  const [outer, inner] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }
}

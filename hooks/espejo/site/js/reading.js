// @ts-check

/** Distance of the reading line from the top of the window, in rem: a little below the target of a jump. */
const READING_LINE_REM = 6;

/** @returns {number} the distance of the reading line from the top of the window, in pixels */
export function readingLine() {
  return READING_LINE_REM * parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** Event: another element is being read, although nothing scrolled. */
export const TURNED = "espejo:turned";

/**
 * The element being read: the card shown alone; or the target of a jump if the page is too short to scroll it
 * up; or the last element that begins above the reading line. A binary search, so few elements are measured.
 * @template {Element} T
 * @param {T[]} elements in the order of the page
 * @returns {T | undefined} undefined above the first element
 */
export function findCurrent(elements) {
  const current = elements.find((element) => element.matches(".current"));
  if (current) return current;
  const target = elements.find((element) => element.matches(":target"));
  if (target && atEnd() && target.getBoundingClientRect().top >= 0) return target;
  const line = readingLine();
  let [from, to] = [0, elements.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (elements[middle].getBoundingClientRect().top <= line) from = middle + 1;
    else to = middle;
  }
  return elements[from - 1];
}

/** Event: dispatched on an element before scrolling to it. Focus responds by showing the question. */
export const ASKED_FOR = "espejo:askedfor";

/**
 * Scroll to an element and focus it.
 * @param {HTMLElement} element
 */
export function goTo(element) {
  if (!element.dispatchEvent(new Event(ASKED_FOR, { bubbles: true, cancelable: true }))) return;
  element.tabIndex = -1;
  element.scrollIntoView();
  element.focus({ preventScroll: true });
}

/** @param {Element} element */
export function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function atEnd() {
  return innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
}

// @ts-check

/** Make boxes that scroll sideways focusable, and skip those whose content fits. */
export function reachScrollingBoxes() {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) updateTabStop(target);
  });
  for (const box of document.querySelectorAll(".page :is(pre, .table, .formula, math)")) {
    if (!box.parentElement?.matches(".formula")) observer.observe(box);
  }
}

/**
 * Keep a formula in a sentence as narrow as its sentence. WebKit ignores its maximum width, but not its width.
 * @param {Element} box
 */
function limitWidth(box) {
  const room = box.matches("math") && box.closest("p, li, td, div")?.clientWidth;
  if (room && box.getBoundingClientRect().width > room + 1) /** @type {MathMLElement} */ (box).style.width = `${room}px`;
}

/** @param {Element} box */
function updateTabStop(box) {
  limitWidth(box);
  if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
  else if (box !== document.activeElement) box.removeAttribute("tabindex");
}

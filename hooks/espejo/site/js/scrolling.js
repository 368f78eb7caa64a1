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

/** @param {Element} box */
function updateTabStop(box) {
  if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
  else if (box !== document.activeElement) box.removeAttribute("tabindex");
}

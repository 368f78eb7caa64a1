// @ts-check

/** The links that keys follow. Each names its key in `aria-keyshortcuts`. */
const LINKS = {
  b: 'a[aria-keyshortcuts="b"]', // to both languages side by side and back
};

/** Let keys follow links, unless the reader is typing or means another command. */
export function offerKeys() {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.repeat) return;
    if (event.defaultPrevented || isTyping(event.target)) return;
    const selector = Object.entries(LINKS).find(([key]) => key === event.key.toLowerCase())?.[1];
    const link = selector && document.querySelector(selector);
    if (link instanceof HTMLAnchorElement) link.click();
  });
}

/**
 * Whether a key that is pressed there belongs to a field or a dialog, and so is no command for the page.
 * @param {EventTarget | null} target
 */
export function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable], dialog") !== null;
}

// @ts-check
// Fetching ahead: a reader who reaches for the link to another language will most likely follow it.

/** Links to this page in another language, also those of its questions. */
const MIRRORS = "a[data-mirror], .languages a:not([aria-current]), .question a[hreflang]";

/**
 * Fetch a mirror of this page as soon as a pointer or the focus is on a link to it, each address once. What comes is left to
 * the browser's cache, from which the link is then followed. Not for readers who have asked their browser to save data.
 */
export function fetchMirrorsAhead() {
  const { saveData } = /** @type {{ saveData?: boolean }} */ (Reflect.get(navigator, "connection") ?? {});
  if (saveData) return;
  const fetched = new Set();
  const fetchAhead = (/** @type {Event} */ { target }) => {
    const link = target instanceof Element && target.closest(MIRRORS);
    if (!(link instanceof HTMLAnchorElement)) return;
    const address = new URL(link.href);
    address.hash = "";
    if ("mirror" in link.dataset) address.search = location.search; // as it will be when it is followed: see place.js
    if (fetched.has(address.href)) return;
    fetched.add(address.href);
    // Without reading it to its end, a browser may not keep it.
    void fetch(address, { priority: "low" }).then((answer) => answer.arrayBuffer(), () => {});
  };
  for (const event of ["pointerover", "pointerdown", "focusin"]) document.addEventListener(event, fetchAhead, { passive: true });
}

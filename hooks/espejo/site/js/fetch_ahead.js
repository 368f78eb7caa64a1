// @ts-check
// Prefetching: a reader who points at the link to another language will most likely follow it.

/** Links to this page, or to one of its questions, in another language. */
const MIRRORS = "a[data-mirror], .languages a:not([aria-current]), .question a[hreflang]";

/**
 * Prefetch a mirror of this page into the browser's cache when a link to it is hovered or focused, each URL
 * once. Skipped if the browser is set to save data.
 */
export function fetchMirrorsAhead() {
  const { saveData } = /** @type {{ saveData?: boolean }} */ (Reflect.get(navigator, "connection") ?? {});
  if (saveData) return;
  const fetched = new Set();
  const fetchAhead = (/** @type {Event} */ { target }) => {
    const link = target instanceof Element && /** @type {HTMLAnchorElement | null} */ (target.closest(MIRRORS));
    if (!link) return;
    const address = new URL(link.href);
    address.hash = "";
    if ("mirror" in link.dataset) address.search = location.search; // as place.js does on a click
    if (fetched.has(address.href)) return;
    fetched.add(address.href);
    // A browser may not cache a response that isn't read to its end.
    void fetch(address, { priority: "low" }).then((answer) => answer.arrayBuffer(), () => {});
  };
  for (const event of ["pointerover", "pointerdown", "focusin"]) document.addEventListener(event, fetchAhead, { passive: true });
}

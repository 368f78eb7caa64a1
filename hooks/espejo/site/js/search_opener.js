// @ts-check
import { isTyping } from "./keys.js";

/** Open the search dialog from its link in the header and with Ctrl-K. Its scripts load only then. */
export function offerSearchDialog() {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll("a.search-link");
  for (const link of links) {
    link.setAttribute("aria-keyshortcuts", "/ Control+K Meta+K");
    link.addEventListener("click", (event) => {
      if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      openSearch(link.href);
    });
  }
  document.addEventListener("keydown", (event) => {
    if (!links[0] || !asksForSearch(event)) return;
    event.preventDefault();
    openSearch(links[0].href);
  });
}

/**
 * Open the dialog, or focus the field if the page has one. If the dialog can't load, follow the link.
 * @param {string} address of the search page
 */
async function openSearch(address) {
  const field = document.querySelector("article .search-box input");
  if (field instanceof HTMLInputElement) return field.select();
  try {
    const { showSearchDialog } = await import("./search_dialog.js");
    await showSearchDialog(address);
  } catch {
    location.assign(address);
  }
}

/**
 * Whether it is Ctrl-K outside any field. (`keys.js` handles the slash.)
 * @param {KeyboardEvent} event
 */
function asksForSearch(event) {
  if (event.defaultPrevented || event.altKey || event.isComposing || isTyping(event.target)) return false;
  return event.key.toLowerCase() === "k" && event.ctrlKey !== event.metaKey && !event.shiftKey;
}

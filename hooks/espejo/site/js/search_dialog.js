// @ts-check
import { loadDialogStyles } from "./dialog_styles.js";
import { offerSearch } from "./search_box.js";

/** @type {Promise<HTMLDialogElement> | undefined} */
let made;

/**
 * Show the search in a dialog. It is built once, so the query stays while the reader is on the page.
 * @param {string} address of the search page, which has the search form and its texts
 */
export async function showSearchDialog(address) {
  made ??= makeDialog(address);
  try {
    const dialog = await made;
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("input")?.select();
  } catch (error) {
    made = undefined;
    throw error;
  }
}

/** @param {string} address */
async function makeDialog(address) {
  const [box] = await Promise.all([loadBox(address), loadDialogStyles()]);
  const dialog = document.createElement("dialog");
  dialog.className = "search-dialog";
  const { words } = offerSearch(box, (query) => {
    all.hidden = !query;
    all.href = `${address}?q=${encodeURIComponent(query)}`;
  });
  dialog.setAttribute("aria-label", words.search_title);
  const all = makeLink(words.search_page);
  const panel = document.createElement("div");
  panel.append(makeCloseButton(words.search_close, () => dialog.close()), box, all);
  dialog.append(panel);
  listen(dialog, box);
  document.body.append(dialog);
  return dialog;
}

/**
 * Fetch the search form from the search page, so that other pages don't need it.
 * @param {string} address
 */
async function loadBox(address) {
  const response = await fetch(address);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const box = page.querySelector(".search-box");
  if (!(response.ok && box instanceof HTMLElement)) throw new Error("the search page has no search form");
  box.dataset.search = new URL(box.dataset.search ?? "", new URL(address, location.href)).href;
  return document.adoptNode(box);
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} box
 */
function listen(dialog, box) {
  dialog.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest(".results a") : null;
    if (event.target === dialog || (link && !event.defaultPrevented)) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault(); // otherwise Escape would clear the field first
    dialog.close();
  });
  box.querySelector("form")?.addEventListener("submit", () => {
    const first = box.querySelector(".results a");
    if (first instanceof HTMLAnchorElement && !box.hasAttribute("aria-busy")) first.click();
  });
}

/** @param {string} text */
function makeLink(text) {
  const link = document.createElement("a");
  link.className = "all-results";
  link.textContent = text;
  link.hidden = true;
  return link;
}

/**
 * @param {string} name
 * @param {() => void} close
 */
function makeCloseButton(name, close) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "close";
  button.setAttribute("aria-label", name);
  button.textContent = "×";
  button.addEventListener("click", close);
  return button;
}

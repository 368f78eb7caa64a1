// @ts-check
// Service worker registration: reports visited pages to the worker, and announces when a page has changed.
import { build, makeButton } from "../dom.js";
import { OUTDATED } from "./outdated.js";
/** @typedef {import("../words.js").Words} Words */

/**
 * Keep this page, its mirrors in other languages, and their assets.
 * @param {Words} words
 * @param {string} worker its URL
 */
export function keepVisited(words, worker) {
  addEventListener(OUTDATED, () => announceChange(words));
  if (!canBeKept()) return void hurryRemoval();
  const begin = () => void register(worker, words).catch(() => {}); // the site works without it
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
}

/** Ask the waiting self-removing worker again to take over: browsers put it off while the old one is busy. */
async function hurryRemoval() {
  (await navigator.serviceWorker?.getRegistration())?.waiting?.postMessage([]);
}

/** Whether pages can be kept: over HTTPS only, and if the site was built for it. */
export function canBeKept() {
  return Boolean(document.querySelector("article[data-worker]") && navigator.serviceWorker);
}

/**
 * @param {string} address
 * @param {Words} words
 */
async function register(address, words) {
  const { serviceWorker } = navigator;
  let isKept = Boolean(serviceWorker.controller);
  serviceWorker.addEventListener("controllerchange", () => {
    if (isKept) announceChange(words);
    isKept = true;
  });
  await serviceWorker.register(address);
  const { waiting, active } = await serviceWorker.ready;
  (waiting ?? active)?.postMessage(listVisited());
}

/** @returns {string[]} */
function listVisited() {
  const mirrors = [...document.querySelectorAll(".languages a")].map((link) => /** @type {HTMLAnchorElement} */ (link).href);
  const maps = [...document.querySelectorAll("[data-map]")].map((part) => new URL(part.getAttribute("data-map") ?? "", location.href).href);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  return [location.href, ...mirrors, ...maps, ...loaded]; // a map may load later, or in a worker
}

/**
 * Announce that this page has changed, if it has. It never reloads by itself: somebody may be reading.
 * @param {Words} words
 */
async function announceChange(words) {
  const response = await fetch(location.pathname, { cache: "no-cache" }).catch(() => undefined);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const isSame = readVersion(page) === readVersion(document);
  if (isSame || document.querySelector(".page-changed")) return;
  const box = build("aside", { class: "page-changed act", role: "status" });
  const close = makeButton("×", () => box.remove());
  close.setAttribute("aria-label", words.keys_close);
  document.body.append(box);
  box.append(build("span", {}, words.page_changed), makeButton(words.page_reload, () => location.reload(), true), close);
}

/** @param {Document} page */
function readVersion(page) {
  return page.querySelector("article")?.dataset.version;
}

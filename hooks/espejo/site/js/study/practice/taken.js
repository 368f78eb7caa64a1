// @ts-check
// Page parts: fetches other pages and extracts questions from them that work on this one.
import { OUTDATED } from "../../offline/outdated.js";

/** @typedef {{address: URL, page: Document}} Fetched a parsed page, not shown */

/**
 * @param {URL} address
 * @returns {Promise<Fetched>} an empty page if it no longer exists
 * @throws if it cannot be fetched, or belongs to a build with other scripts and no older copy is kept
 */
export async function fetchPage(address) {
  const response = await fetch(address);
  if (!response.ok && response.status !== 404) throw new Error(`${response.status}`);
  const page = parse(response.ok ? await response.text() : "");
  if (!response.ok || hasSameScripts(page)) return { address, page };
  dispatchEvent(new Event(OUTDATED));
  const kept = parse((await (await globalThis.caches?.match(address))?.text()) ?? "");
  if (!hasSameScripts(kept)) throw new Error("a newer build");
  return { address, page: kept };
}

/** @param {string} html */
function parse(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

/**
 * Whether a page has the same scripts as this one, which can then parse it.
 * @param {Document} page
 */
function hasSameScripts(page) {
  const [own, other] = [document, page].map((one) => one.querySelector("script[src*='/main.js']")?.getAttribute("src"));
  return own?.split("?")[1] === other?.split("?")[1];
}

/**
 * @param {Fetched} fetched
 * @param {string} id
 * @param {string} [selector] that it must match
 * @returns {HTMLElement | null} a copy, for this document, of the part with this id; by default a question or
 *   card
 */
export function takePart({ address, page }, id, selector = ".question[data-kind]") {
  const part = page.getElementById(id);
  if (!part?.matches(selector)) return null;
  makeAbsolute(part, address); // before copying: images load as soon as they belong to this document
  for (const script of part.querySelectorAll("script")) script.remove();
  return document.importNode(part, true);
}

/**
 * Resolve relative links and images against their own page. References within drawings stay.
 * @param {HTMLElement} part
 * @param {URL} address of its page
 */
function makeAbsolute(part, address) {
  for (const name of ["href", "src"]) {
    for (const element of part.querySelectorAll(`:not(svg *)[${name}]`)) {
      const { origin, pathname, search, hash, href } = new URL(element.getAttribute(name) ?? "", address);
      element.setAttribute(name, origin === address.origin ? pathname + search + hash : href);
    }
  }
}

// @ts-check
// Glossary cards: built from glossary entries, from term to meaning and back.
import { build } from "../../dom.js";
import { takePart } from "../practice/taken.js";
/** @typedef {import("../practice/taken.js").Fetched} Fetched */

/** Replaces the term on the front where its meaning mentions it. */
const BLANK = "…";

/**
 * @param {Fetched} fetched the glossary
 * @param {string} id such as `term/adam` or `meaning/adam`
 * @param {string} key the key of all glossary cards
 * @returns {HTMLElement | null} a card with the HTML of a deck's card; null if the term is missing
 */
export function buildTermCard(fetched, id, key) {
  const [side, term] = id.split("/");
  const entry = takePart(fetched, term, ".terms > div");
  const [name, meaning] = ["dt a", ".meaning"].map((selector) => entry?.querySelector(selector));
  if (!entry || !name || !meaning) return null;
  meaning.querySelector(".used")?.remove();
  const front = side === "term" ? [build("p", {}, ...copyContent(name))] : blankTerm(meaning);
  const title = build("h2", { id: `${id}-title` }, linkGlossary(fetched, side === "term" ? `#${term}` : ""));
  const asked = build("div", { class: "asked" }, title, build("div", { class: "prompt front" }, ...front));
  const answer = build("div", { class: "answer-body" }, ...listAnswer(entry, name, meaning));
  const turned = build("details", { class: "answer" }, build("summary"), answer);
  const attributes = { class: "question card", id, "data-kind": "card", "data-key": key, "aria-labelledby": title.id };
  return build("section", attributes, asked, turned);
}

/**
 * @param {Fetched} fetched
 * @param {string} anchor
 */
function linkGlossary({ address, page }, anchor) {
  return build("a", { class: "id", href: address.pathname + anchor }, page.querySelector("h1")?.textContent ?? "");
}

/**
 * The complete entry: the linked term, its translations, and the meaning.
 * @param {HTMLElement} entry
 * @param {Element} name
 * @param {Element} meaning
 */
function listAnswer(entry, name, meaning) {
  const others = [...entry.querySelectorAll(".other")].map((one) => build("p", { lang: one.getAttribute("lang") ?? "" }, ...one.childNodes));
  return [build("p", {}, build("strong", {}, name)), ...others, ...meaning.childNodes];
}

/**
 * The meaning of a term, with the term itself blanked out and without links.
 * @param {Element} meaning
 */
function blankTerm(meaning) {
  const copy = /** @type {Element} */ (meaning.cloneNode(true));
  for (const own of copy.querySelectorAll(".own-term")) own.replaceWith(BLANK);
  for (const link of copy.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  return [...copy.childNodes];
}

/** @param {Element} element */
function copyContent(element) {
  return [...element.cloneNode(true).childNodes];
}

// @ts-check
import { fold } from "./search_text.js";
import { fill } from "./words.js";

/**
 * A term on the page: its element, and its names in all languages, folded for comparison.
 * @typedef {{ row: HTMLElement, names: string }} Term
 * @typedef {{ section: HTMLElement, link: HTMLElement | null, terms: Term[] }} LetterGroup
 */

/** Show the field that filters the glossary. It doesn't change the URL. */
export function offerTermFilter() {
  const filter = document.querySelector(".filter");
  const input = filter?.querySelector("input");
  const status = filter?.querySelector("[role=status]");
  if (!(filter instanceof HTMLElement) || !input || !(status instanceof HTMLElement)) return;
  const groups = [...document.querySelectorAll("section.letter")].map(readGroup);

  const update = () => {
    const words = fold(input.value).split(/\s+/).filter(Boolean);
    const left = groups.reduce((sum, group) => sum + filterGroup(group, words), 0);
    status.textContent = countTerms(status.dataset, left, input.value.trim());
  };

  input.addEventListener("input", update);
  // A term that a link leads to must be visible.
  window.addEventListener("hashchange", () => {
    input.value = "";
    update();
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  });
  filter.hidden = false;
  // The browser may have restored what was typed before.
  if (input.value) update();
}

/**
 * @param {Element} section
 * @returns {LetterGroup}
 */
function readGroup(section) {
  if (!(section instanceof HTMLElement)) throw new TypeError("a group is an element of the page");
  const link = document.querySelector(`.letters a[href="#${section.getAttribute("aria-labelledby")}"]`);
  const rows = [...section.querySelectorAll(".terms > div")].filter((row) => row instanceof HTMLElement);
  return { section, link: link?.closest("li") ?? null, terms: rows.map((row) => ({ row, names: readNames(row) })) };
}

/** @param {Element} row */
function readNames(row) {
  return fold([...row.querySelectorAll("dt, .other")].map((name) => name.textContent).join(" "));
}

/**
 * Hide the terms of a letter that lack one of the words, and the letter itself if no term is left.
 * @param {LetterGroup} group
 * @param {string[]} words
 * @returns {number} how many terms are left
 */
function filterGroup({ section, link, terms }, words) {
  let left = 0;
  for (const { row, names } of terms) {
    row.hidden = !words.every((word) => names.includes(word));
    left += row.hidden ? 0 : 1;
  }
  section.hidden = left === 0;
  if (link) link.inert = left === 0;
  return left;
}

/**
 * @param {DOMStringMap} sentences
 * @param {number} count
 * @param {string} query
 */
function countTerms(sentences, count, query) {
  if (count === 0) return fill(sentences.none ?? "", { query });
  return count === 1 ? sentences.one ?? "" : fill(sentences.many ?? "", { count });
}

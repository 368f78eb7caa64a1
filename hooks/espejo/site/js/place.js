// @ts-check
import { findCurrent, readingLine } from "./reading.js";
import { loadPlace, markSwitch, savePlace } from "./saved_place.js";
/** @typedef {import("./saved_place.js").Place} Place */

/** Parts of a question that open and close. */
const FOLDS = ["answer", "hint", "proof"];

/** Blocks used to measure the position within a question. Both languages have the same ones. */
const BLOCKS = "h2, h3, p, li, pre, summary, figure, tr, .formula";

/**
 * Keep the question being read, its open parts, and the position within it, for mirrors, reloads, and Back.
 * @returns {() => void} restores the place; call it once the page is complete
 */
export function keepPlace() {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll("a[data-mirror], .question a[hreflang]");
  links.forEach(keepPlaceThrough);
  return () => {
    const place = loadPlace();
    if (place) restorePlace(place);
    addEventListener("pagehide", () => savePlace(findPlace()));
  };
}

/** @param {HTMLAnchorElement} link to a mirror of this page or of one of its questions */
function keepPlaceThrough(link) {
  if ("mirror" in link.dataset) {
    const update = () => {
      link.hash = findQuestion()?.id ?? "";
      link.search = location.search; // the search query
    };
    for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, update);
  }
  link.addEventListener("click", (event) => {
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!elsewhere) markSwitch();
  });
}

function findQuestion() {
  return findCurrent(/** @type {HTMLElement[]} */ ([...document.querySelectorAll(".question")]));
}

/** @returns {Place} */
function findPlace() {
  const folds = [...document.querySelectorAll(".question details[open]")];
  const open = folds.flatMap((fold) => {
    const kind = FOLDS.find((one) => fold.classList.contains(one));
    return kind ? [`${fold.closest(".question")?.id} ${kind}`] : [];
  });
  const question = findQuestion();
  const spot = question ? findSpot(question) : { blocks: 0, block: 0, share: 0 };
  return { open, question: question?.id ?? "", ...spot };
}

/**
 * @param {HTMLElement} question
 * @returns {{blocks: number, block: number, share: number}} the number of blocks, the one on the reading
 *   line, and the share of it above the line
 */
function findSpot(question) {
  const blocks = listBlocks(question);
  const line = readingLine();
  const above = blocks.filter((one) => one.checkVisibility() && one.getBoundingClientRect().top <= line);
  const block = above.at(-1) ?? question;
  const { top, height } = block.getBoundingClientRect();
  return { blocks: blocks.length, block: blocks.indexOf(block), share: height ? (line - top) / height : 0 };
}

/** @param {HTMLElement} question */
function listBlocks(question) {
  return [question, ...question.querySelectorAll(BLOCKS)];
}

/** @param {Place} place */
function restorePlace(place) {
  for (const one of place.open) {
    const [id, kind] = one.split(" ");
    for (const fold of document.getElementById(id)?.querySelectorAll("details") ?? []) {
      if (fold.classList.contains(kind)) fold.open = true;
    }
  }
  const question = document.getElementById(place.question);
  const asked = document.getElementById(location.hash.slice(1));
  if (question && (!place.switched || asked === question)) {
    scrollUntilLoaded(() => scrollToSpot(question, place));
  } else if (asked && place.switched) {
    scrollUntilLoaded(() => asked.scrollIntoView());
  }
}

/**
 * Scroll to the line being read, or to the question if its blocks differ here, as side by side.
 * @param {HTMLElement} question
 * @param {Place} place
 */
function scrollToSpot(question, { blocks, block, share }) {
  const here = listBlocks(question);
  if (here.length !== blocks) return question.scrollIntoView();
  const { top, height } = here[block].getBoundingClientRect();
  scrollTo({ top: scrollY + top + share * height - readingLine(), behavior: "instant" });
}

/**
 * Scroll now, and again until the page has loaded, unless the reader scrolls: the browser jumps to the hash
 * with the first frame and, after loading, to this page's last scroll position, even from the other language.
 * @param {() => void} scroll
 */
function scrollUntilLoaded(scroll) {
  const reader = new AbortController();
  const scrollUnlessRead = () => reader.signal.aborted || scroll();
  for (const event of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(event, () => reader.abort(), { passive: true, signal: reader.signal });
  }
  const finish = () => {
    scrollUnlessRead();
    history.scrollRestoration = "auto";
    reader.abort();
  };
  history.scrollRestoration = "manual";
  scroll();
  requestAnimationFrame(() => setTimeout(scrollUnlessRead));
  if (document.readyState === "complete") requestAnimationFrame(() => setTimeout(finish));
  else addEventListener("load", () => requestAnimationFrame(() => setTimeout(finish)), { once: true });
}

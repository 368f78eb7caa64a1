// @ts-check
// Entry point of the scripts. Each feature is independent, and the page works without any of them.
import { offerAnswerTools, offerPrinting } from "./answers.js";
import { offerCopying } from "./copy.js";
import { showDueCount } from "./due_count.js";
import { fetchMirrorsAhead } from "./fetch_ahead.js";
import { offerKeys } from "./keys.js";
import { keepVisited } from "./offline/register.js";
import { followReader } from "./outline.js";
import { keepPlace } from "./place.js";
import { reachScrollingBoxes } from "./scrolling.js";
import { offerSearchDialog } from "./search_opener.js";
import { offerThemes } from "./themes.js";
import { readWords } from "./words.js";

/** The review schedule is computed in a worker. */
const startReviewWorker = () => new Worker(new URL("./study/review/worker.js", import.meta.url), { type: "module" });

/** The service worker, at the site root. */
const WORKER = new URL("../../service_worker.js", import.meta.url).href;

/** Add copy buttons and keyboard scrolling to newly added parts of the page. */
const serveNewParts = () => {
  offerCopying(words);
  reachScrollingBoxes();
};

const loadEnding = async () => await import("./study/practice/ending.js");

/** On the home page, offer the language that the browser prefers. */
const offerLanguage = () => {
  for (const offer of document.querySelectorAll(".offer-language")) {
    offer.toggleAttribute("hidden", !navigator.language.startsWith(offer.getAttribute("lang") ?? "?"));
  }
};

const words = readWords();
offerThemes();
showDueCount();
const findPlace = keepPlace(); // this and the next three before any await, so that no key press is lost
offerKeys(words);
offerSearchDialog();
fetchMirrorsAhead();
offerCopying(words);
if (document.querySelector(".question[data-kind]")) {
  const { startPractice } = await import("./study/practice/start.js");
  startPractice(words, loadEnding);
}
if (document.querySelector("form.setup")) {
  const { offerPractice } = await import("./study/exam/page.js");
  offerPractice(words, serveNewParts, loadEnding);
}
if (document.querySelector(".review")) {
  const { showReview } = await import("./study/review/page.js");
  showReview(words, startReviewWorker, serveNewParts, async () => await import("./study/review/outlook.js"));
}
if (document.querySelector("[data-progress]")) {
  const { showProgress } = await import("./study/progress/show.js");
  showProgress(words, async (...map) => {
    const { showDue } = await import("./study/progress/due.js");
    await showDue(words, startReviewWorker, ...map);
  });
}
offerLanguage();
findPlace();
followReader();
reachScrollingBoxes();
offerAnswerTools();
offerPrinting();
if (document.querySelector(".search-box")) {
  const { offerSearchPage } = await import("./search_box.js");
  offerSearchPage();
}
if (document.querySelector(".filter")) {
  const { offerTermFilter } = await import("./glossary.js");
  offerTermFilter();
}
if (document.querySelector(".you")) {
  const { showYou } = await import("./study/you/start.js");
  showYou(words);
}
if (document.querySelector(".offline")) {
  const { showOffline } = await import("./offline/page.js");
  showOffline(words);
}
document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element && event.target.closest(".page a.term");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { showTerm } = await import("./term_popover.js");
  if (!(await showTerm(link))) location.assign(link.href);
});
keepVisited(words, WORKER); // last, so that it knows everything the page has loaded

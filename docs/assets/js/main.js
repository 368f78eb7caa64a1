// @ts-check
// Entry point of the scripts. Each feature is independent, and the page works without any of them.
import { offerAnswerTools } from "./answers.js";
import { offerCopying } from "./copy.js";
import { offerKeys } from "./keys.js";
import { followReader } from "./outline.js";
import { keepPlace } from "./place.js";
import { reachScrollingBoxes } from "./scrolling.js";
import { offerSearchDialog } from "./search_opener.js";
import { offerThemes } from "./themes.js";
import { readWords } from "./words.js";

const words = readWords();
offerThemes();
offerCopying(words);
if (document.querySelector(".deck")) {
  const { showCards } = await import("./cards.js");
  showCards();
}
keepPlace();
followReader();
reachScrollingBoxes();
offerKeys();
offerAnswerTools();
offerSearchDialog();
if (document.querySelector(".search-box")) {
  const { offerSearchPage } = await import("./search_box.js");
  offerSearchPage();
}
if (document.querySelector(".filter")) {
  const { offerTermFilter } = await import("./glossary.js");
  offerTermFilter();
}

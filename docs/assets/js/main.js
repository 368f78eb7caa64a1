// @ts-check
// Entry point of the scripts. Each feature is independent, and the page works without any of them.
import { offerAnswerTools } from "./answers.js";
import { offerCopying } from "./copy.js";
import { offerKeys } from "./keys.js";
import { keepPlace } from "./place.js";
import { offerThemes } from "./themes.js";
import { readWords } from "./words.js";

const words = readWords();
offerThemes();
keepPlace();
offerKeys();
offerAnswerTools();
offerCopying(words);
if (document.querySelector("form[data-search]")) {
  const { offerSearch } = await import("./search.js");
  offerSearch(words);
}
if (document.querySelector(".filter")) {
  const { offerTermFilter } = await import("./glossary.js");
  offerTermFilter();
}

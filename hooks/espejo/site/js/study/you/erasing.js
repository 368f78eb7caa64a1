// @ts-check
// Erasing: deletes everything, or the answers to one collection, after a confirmation that offers a download.
import { build } from "../../dom.js";
import { eraseEvents } from "../log/changes.js";
import { fill } from "../../words.js";
import { nameGroup } from "./figures.js";
import { showCount, showNumber } from "./phrases.js";
/** @typedef {import("../../words.js").Words} Words */
/** @typedef {import("../log/log.js").Log} Log */
/** @typedef {import("./summary.js").Group} Group */
/** @typedef {{ what: string, answers: string, ids?: string[] }} Erasure what to erase; without `ids`, everything */

/**
 * @param {Words} words
 * @param {Log} log
 * @param {() => Promise<string>} save downloads everything, and returns a message about it
 * @param {(text: string) => void} finish
 */
export function buildErasing(words, log, save, finish) {
  /** @type {Group[]} */
  let groups = [];
  let count = 0;
  const field = build("select", {});
  const button = build("button", { type: "button" }, `${words.you_erase}…`);
  button.addEventListener("click", () => {
    const group = groups.find(({ name }) => name === field.value);
    const answers = showCount(words, "you_answer", group ? group.events : count);
    const what = group ? nameGroup(group.title) : words.you_everything;
    ask(words, { what, answers, ids: group?.items }, log, save, finish);
  });
  const label = build("label", {}, words.you_erase_what, " ", field);
  const act = build("div", { class: "act" }, build("div", { class: "field" }, label), button);
  const section = build("section", { hidden: true }, build("h3", {}, words.you_erase), act);
  /**
   * Show what can be erased.
   * @param {Group[]} collections
   * @param {number} events
   */
  const update = (collections, events) => {
    [groups, count] = [collections, events];
    const chosen = field.value;
    const options = groups.map(({ name, title }) => build("option", { value: name }, nameGroup(title)));
    field.replaceChildren(build("option", { value: "" }, words.you_everything), ...options);
    if (groups.some(({ name }) => name === chosen)) field.value = chosen;
    section.hidden = !count;
  };
  return { section, update };
}

/**
 * @param {Words} words
 * @param {Erasure} erasure
 * @param {Log} log
 * @param {() => Promise<string>} save
 * @param {(text: string) => void} finish
 */
function ask(words, { what, answers, ids }, log, save, finish) {
  const question = build("p", { id: "erase_question" }, fill(words.you_erase_ask, { answers, what }));
  const keep = build("button", { type: "button", class: "primary" }, words.you_cancel);
  const first = build("button", { type: "button" }, words.you_download);
  const erase = build("button", { type: "button" }, fill(words.you_erase_now, { answers }));
  const buttons = build("div", { class: "buttons" }, keep, first, erase);
  const status = build("p", { role: "status" });
  const act = build("div", { class: "act" }, buttons);
  const dialog = build("dialog", { class: "ask", "aria-labelledby": question.id }, question, act, status);
  keep.addEventListener("click", () => dialog.close());
  first.addEventListener("click", async () => status.replaceChildren(await save()));
  erase.addEventListener("click", async () => {
    dialog.close();
    const erased = await eraseEvents(log, ids);
    finish(fill(words.you_erased, { count: showNumber(erased), what }));
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

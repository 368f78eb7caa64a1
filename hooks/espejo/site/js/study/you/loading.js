// @ts-check
// Log import: shows what a file would add, then adds it if the reader agrees.
import { build } from "../../dom.js";
import { addEvents } from "../log/changes.js";
import { MAX_SIZE, compare, readLogFile } from "../log/log_file.js";
import { fill } from "../../words.js";
import { showCount, showNumber } from "./phrases.js";
/** @typedef {import("../../words.js").Words} Words */
/** @typedef {import("../log/log.js").Log} Log */
/** @typedef {import("../log/event.js").LogEvent} LogEvent */

/**
 * @param {Words} words
 * @param {Log} log
 * @param {string} bank
 * @param {HTMLElement} status live region, after which the offer is inserted
 * @param {(text: string) => void} say
 */
export function buildLoading(words, log, bank, status, say) {
  const about = build("p", { id: "you_load" }, words.you_load);
  const field = build("input", { type: "file", id: "you_file", accept: ".json,application/json", "aria-labelledby": "you_load you_pick" });
  const pick = build("label", { class: "pick", id: "you_pick", for: field.id }, words.you_choose_file); // the field itself speaks the browser's language
  const offer = build("div", { class: "offer" });
  const close = () => {
    offer.replaceChildren();
    field.value = "";
  };
  field.addEventListener("change", async () => {
    offer.replaceChildren();
    const [file] = field.files ?? [];
    if (!file) return;
    const read = await readFile(file, bank);
    if ("refused" in read) {
      close();
      say(words[`you_refused_${read.refused}`]);
    } else await showOffer(words, log, read.events, { offer, say, close, field });
  });
  return build("div", {}, about, build("div", { class: "field" }, field, pick), status, offer);
}

/**
 * @param {File} file
 * @param {string} bank
 * @returns {Promise<ReturnType<typeof readLogFile>>}
 */
async function readFile(file, bank) {
  if (file.size > MAX_SIZE) return { refused: "large" };
  try {
    return readLogFile(await file.text(), bank);
  } catch {
    return { refused: "damaged" }; // deleted or unreadable
  }
}

/**
 * @param {Words} words
 * @param {Log} log
 * @param {LogEvent[]} events
 * @param {{ offer: HTMLElement, say: (text: string) => void, close: () => void, field: HTMLElement }} page
 */
async function showOffer(words, log, events, { offer, say, close, field }) {
  const { added, known } = await compare(events, log);
  if (!added) {
    close();
    return say(words.you_adds_nothing);
  }
  const devices = showCount(words, "you_device", new Set(events.map(({ device }) => device)).size);
  const answers = showCount(words, "you_answer", added);
  say(fill(words.you_adds, { answers, devices, known: showNumber(known) }));
  const add = build("button", { type: "button", class: "primary" }, words.you_add);
  const cancel = build("button", { type: "button" }, words.you_cancel);
  add.addEventListener("click", async () => {
    close();
    field.focus();
    say(words.you_adding);
    const done = await addEvents(log, events);
    say(fill(words.you_added, { count: showNumber(done.added) }));
  });
  cancel.addEventListener("click", () => {
    close();
    field.focus();
    say("");
  });
  offer.append(build("div", { class: "act" }, build("div", { class: "buttons" }, add, cancel)));
  add.focus();
}

// @ts-check
import { build } from "../../dom.js";
import { readSession, writeSession } from "../../session.js";

const TOLD = "trouble-told";

/**
 * Say once per visit, at the bottom of the window, that answers cannot be stored.
 * @param {{ trouble: string }} log
 * @param {import("../../words.js").Words} words
 */
export function showTrouble(log, words) {
  if (!log.trouble || readSession(TOLD) || document.querySelector(".trouble")) return;
  writeSession(TOLD, "yes");
  const close = build("button", { type: "button" }, words.trouble_close);
  const line = build("p", { class: "trouble", role: "status" });
  close.addEventListener("click", () => line.remove());
  document.querySelector(".page")?.append(line);
  line.append(words[`trouble_${log.trouble}`], " ", close); // only later additions are announced
}

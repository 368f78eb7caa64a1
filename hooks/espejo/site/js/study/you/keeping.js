// @ts-check
// Storage status and backup: what the browser keeps, and a download of all of it.
import { build } from "../../dom.js";
import { writeLogFile } from "../log/log_file.js";
import { noteBackup } from "../log/storage.js";
import { saveFile } from "../../save_file.js";
import { fill } from "../../words.js";
import { showDay, showNumber } from "./phrases.js";
/** @typedef {import("../../words.js").Words} Words */
/** @typedef {import("../log/log.js").Log} Log */

/**
 * Lines about the state of the storage.
 * @param {Words} words
 * @param {ReturnType<typeof import("../log/storage.js").judgeStorage>} storage
 */
export function buildStorageLines(words, storage) {
  const lines = [storage.trouble ? words[`trouble_${storage.trouble}`] : nameRisk(words, storage)];
  const { lastBackup, backupDue } = storage;
  lines.push(
    (lastBackup ? fill(words.you_backup, { day: showDay(lastBackup) }) : words.you_backup_never) +
      (backupDue ? ` ${words.you_backup_due}` : ""),
  );
  return lines.map((line) => build("p", {}, line));
}

/**
 * @param {Words} words
 * @param {{ persisted: boolean, erasedAfterSevenDays: boolean }} storage
 */
function nameRisk(words, { persisted, erasedAfterSevenDays }) {
  if (erasedAfterSevenDays) return words.you_seven_days;
  return persisted ? words.you_persisted : words.you_not_persisted;
}

/**
 * Download everything as one file.
 * @param {Words} words
 * @param {Log} log
 * @param {string} bank
 * @returns {Promise<string>} what to tell the reader
 */
export async function download(words, log, bank) {
  const events = await log.all();
  const name = `${bank}-log-${new Date().toLocaleDateString("sv")}.json`; // Swedish dates are in ISO 8601
  saveFile(name, writeLogFile(events, bank), "application/json");
  await noteBackup(log);
  return fill(words.you_downloaded, { name, count: showNumber(events.length) });
}

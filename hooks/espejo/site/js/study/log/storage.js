// @ts-check
// Storage health: whether the browser will keep the log, and what the reader can do about it.
/** @typedef {import("./log.js").Log} Log */
/** @typedef {Pick<Log, "append" | "count" | "about" | "setAbout" | "trouble">} Appendable a log or a substitute */
/**
 * Facts about the storage.
 * @typedef {object} Facts
 * @property {"" | "blocked" | "full"} trouble
 * @property {number} count the number of events
 * @property {boolean} persisted whether the browser promised to keep them
 * @property {string} vendor of the browser, as `navigator.vendor`
 * @property {boolean} installed whether the site runs as an app
 * @property {unknown} backup what is stored about the last backup
 * @property {number} now current time in milliseconds
 */
/** @typedef {{ at: number, count: number }} Backup when it was made, and the number of events in it */
import { DAY } from "./days.js";

/** A backup is due when the last one is older than this many days and lacks at least this many events. */
const BACKUP_DAYS = 30;
const BACKUP_EVENTS = 50;

/** Ask for persistent storage after this many answers, not at the first: the browser may prompt the user. */
const WORTH_KEEPING = 10;

const BACKUP = "backup";
const ASKED = "asked_to_persist";

/**
 * What to tell the reader about the storage.
 * @param {Facts} facts
 */
export function judgeStorage({ trouble, count, persisted, vendor, installed, backup, now }) {
  const last = readBackup(backup);
  const missing = count - (last?.count ?? 0);
  return {
    kept: !trouble,
    trouble,
    persisted,
    // WebKit, hence every browser on an iPhone, erases script-written storage after seven days of browser use
    // without a visit to the site, except for apps on the home screen. This can't be feature-detected, only
    // by vendor.
    erasedAfterSevenDays: !trouble && vendor.startsWith("Apple") && !installed,
    backupDue: missing >= BACKUP_EVENTS && (!last || now - last.at > BACKUP_DAYS * DAY),
    lastBackup: last?.at ?? null,
  };
}

/**
 * @param {any} value
 * @returns {Backup | null} null if there is none, or something else is stored there
 */
function readBackup(value) {
  const isBackup = Number.isFinite(value?.at) && Number.isFinite(value?.count);
  return isBackup ? { at: value.at, count: value.count } : null;
}

/**
 * Collect the facts and decide what to tell the reader about the storage.
 * @param {Log} log
 */
export async function describeStorage(log) {
  const count = await log.count();
  const backup = await log.about(BACKUP);
  const persisted = await askBrowser("persisted");
  const browser = { vendor: navigator.vendor ?? "", installed: isInstalled(), now: Date.now() };
  return judgeStorage({ trouble: log.trouble, count, backup, persisted, ...browser });
}

/**
 * Record that everything was downloaded.
 * @param {Log} log
 */
export async function noteBackup(log) {
  await log.setAbout(BACKUP, { at: Date.now(), count: await log.count() });
}

/**
 * Ask the browser once for persistent storage, when there is something to lose.
 * @param {Appendable} log
 * @returns {Promise<boolean>} whether it was granted
 */
export async function askToPersist(log) {
  if (await askBrowser("persisted")) return true;
  if (log.trouble || (await log.about(ASKED)) || (await log.count()) < WORTH_KEEPING) return false;
  await log.setAbout(ASKED, true);
  return askBrowser("persist");
}

/**
 * @param {"persist" | "persisted"} question
 * @returns {Promise<boolean>} false if the browser lacks the method, or it fails
 */
async function askBrowser(question) {
  try {
    return await navigator.storage[question]();
  } catch {
    return false;
  }
}

/** Whether the site runs as an app, from the home screen or the dock. */
function isInstalled() {
  return globalThis.matchMedia?.("(display-mode: standalone), (display-mode: minimal-ui)").matches ?? false;
}

// @ts-check
// What the browser keeps, for how long, and what the reader can do about it.
/** @typedef {import("./log.js").Log} Log */
/** @typedef {Pick<Log, "append" | "count" | "about" | "setAbout" | "trouble">} Appendable a log, or what stands for one */
/**
 * What is known about the storage.
 * @typedef {object} Facts
 * @property {"" | "blocked" | "full"} trouble
 * @property {number} count how many events there are
 * @property {boolean} persisted whether the browser promised to keep them
 * @property {string} vendor of the browser, as `navigator.vendor`
 * @property {boolean} installed whether the site runs as an app
 * @property {unknown} backup what is stored about the last backup
 * @property {number} now the time in milliseconds
 */
/** @typedef {{ at: number, count: number }} Backup when it was made, and of how many events */
import { DAY } from "./days.js";

/** A backup is due when the last is older than this, in days, and lacks so many events. */
const BACKUP_DAYS = 30;
const BACKUP_EVENTS = 50;

/** With so many answers there is something to lose. A browser may ask its user: never at the first answer. */
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
    // WebKit, which is every browser on an iPhone, erases what scripts stored after seven days of use without a visit
    // to the site. Only what is on the home screen is exempt. No feature tells: the vendor does.
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
 * Find out what to tell the reader about the storage.
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
 * Note that everything was downloaded.
 * @param {Log} log
 */
export async function noteBackup(log) {
  await log.setAbout(BACKUP, { at: Date.now(), count: await log.count() });
}

/**
 * Ask the browser to keep the log, once, when there is something to lose.
 * @param {Appendable} log
 * @returns {Promise<boolean>} whether it promised
 */
export async function askToPersist(log) {
  if (await askBrowser("persisted")) return true;
  if (log.trouble || (await log.about(ASKED)) || (await log.count()) < WORTH_KEEPING) return false;
  await log.setAbout(ASKED, true);
  return askBrowser("persist");
}

/**
 * @param {"persist" | "persisted"} question
 * @returns {Promise<boolean>} false if the browser does not know the question, or refuses to answer
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

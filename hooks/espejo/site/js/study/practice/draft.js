// @ts-check
// Drafts: selected, typed, and shown answers, kept while the tab is open, for both languages.
import { readSession, writeSession } from "../../session.js";

let store = "drafts";

/**
 * Keep the drafts of this page apart from those of its questions' own pages.
 * @param {string} name
 */
export function keepDraftsAs(name) {
  store = name;
}

/**
 * @typedef {object} Draft
 * @property {string} key the fingerprint of the question
 * @property {unknown} answer
 * @property {string} written
 * @property {boolean} answered
 * @property {string} grade
 * @property {boolean} guess
 * @property {boolean} hint
 * @property {boolean} seen
 * @property {string[]} order of the choices, if not the file's
 */

/** Changes since the page opened, by id; stored on leaving. @type {Map<string, Draft | undefined>} */
const changed = new Map();

addEventListener("pagehide", writeDrafts);
addEventListener("visibilitychange", writeDrafts); // a phone may kill a hidden page without warning

/**
 * @param {{id: string, key: string}} question
 * @returns {Draft | undefined} undefined if the correct answer has changed
 */
export function loadDraft({ id, key }) {
  const draft = new Map([...Object.entries(readDrafts()), ...changed]).get(id);
  return draft && typeof draft === "object" && draft.key === key ? draft : undefined;
}

/**
 * @param {string} id
 * @param {Draft} draft
 */
export function saveDraft(id, draft) {
  changed.set(id, draft);
}

/** Draft storage, for pages that keep drafts. */
export const DRAFTS = { load: loadDraft, save: saveDraft };

/** @param {string[]} ids of questions that start over */
export function dropDrafts(ids) {
  for (const id of ids) changed.set(id, undefined);
}

/** Forget all drafts of this page. */
export function dropAllDrafts() {
  changed.clear();
  writeSession(store, "");
}

function writeDrafts() {
  if (changed.size) writeSession(store, JSON.stringify({ ...readDrafts(), ...Object.fromEntries(changed) }));
}

/** @returns {Record<string, Draft>} by id */
function readDrafts() {
  try {
    const drafts = JSON.parse(readSession(store) ?? "{}");
    return drafts && typeof drafts === "object" && !Array.isArray(drafts) ? drafts : {};
  } catch {
    return {};
  }
}

// @ts-check
// Drafts: what is selected, typed and shown of each question, kept while the tab is open, for both languages.
import { readSession, writeSession } from "../../session.js";

let store = "drafts";

/**
 * Keep the drafts of this page apart from those of the pages where its questions stand.
 * @param {string} name
 */
export function keepDraftsAs(name) {
  store = name;
}

/**
 * @typedef {object} Draft
 * @property {string} key the fingerprint of the question that was asked
 * @property {unknown} answer
 * @property {string} written
 * @property {boolean} answered
 * @property {string} grade
 * @property {boolean} guess
 * @property {boolean} hint
 * @property {boolean} seen
 * @property {string[]} order of the choices, if it is not that of the file
 */

/** What changed since the page was opened, by id; written when the reader leaves it. @type {Map<string, Draft | undefined>} */
const changed = new Map();

addEventListener("pagehide", writeDrafts);
addEventListener("visibilitychange", writeDrafts); // a phone may end a page that is out of sight without another word

/**
 * @param {{id: string, key: string}} question
 * @returns {Draft | undefined} nothing if another answer is right by now
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

/** Drafts, for the questions of a page that keeps them. */
export const DRAFTS = { load: loadDraft, save: saveDraft };

/** @param {string[]} ids of questions that begin anew */
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

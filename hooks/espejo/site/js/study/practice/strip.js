// @ts-check
// Progress strip: one mark per question, which shows its status by shape and in words.
import { fill } from "../../words.js";

/** @typedef {"open" | "right" | "wrong"} Standing */

/**
 * @param {ParentNode} root that contains the strip
 * @param {Record<string, string>} words
 * @returns {(id: string, standing: Standing) => void} marks a question
 */
export function showStrip(root, words) {
  const strip = root.querySelector(".strip");
  const links = new Map([...(strip?.querySelectorAll("a") ?? [])].map((link) => [link.hash.slice(1), link]));
  const mark = (/** @type {string} */ id, /** @type {Standing} */ standing) => {
    const link = links.get(id);
    if (!link) return;
    link.dataset.standing = standing;
    link.setAttribute("aria-label", fill(words[`dot_${standing}`], { number: link.textContent ?? "" }));
  };
  for (const id of links.keys()) mark(id, "open");
  strip?.removeAttribute("hidden");
  return mark;
}

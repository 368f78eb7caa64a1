// @ts-check
// Kinds `free`, `recall`, and `card`: the reader compares her answer to the model answer and grades herself.
import { build } from "../../../dom.js";
import { labelRow, listContent, sidesOf } from "../question.js";
/** @typedef {import("../question.js").Question} Question */
/** @typedef {import("../kinds.js").Form} Form */

/** Grades, from worst to best. Only the first counts as wrong. */
export const GRADES = /** @type {const} */ (["forgot", "hard", "good"]);

/**
 * @param {Question} question
 * @param {Record<string, string>} words
 * @returns {Form}
 */
export function askOpenly({ id, kind, points }, words) {
  const text = build("textarea", { id: `${id}-text`, rows: 2, maxlength: 5000 });
  const boxes = points.map((point, index) => {
    const box = build("input", { type: "checkbox", id: `${id}-point-${index + 1}`, value: index + 1 });
    for (const side of sidesOf(point)) side.append(build("span", {}, ...listContent(side)));
    labelRow(point, box);
    return box;
  });
  return {
    parts: kind === "card" ? [] : [build("div", { class: "field" }, build("label", { for: text.id }, words.your_words), text)],
    missing: "",
    grades: true,
    read: () => boxes.filter((box) => box.checked).map((box) => Number(box.value)),
    write(answer, written = "") {
      const ticked = Array.isArray(answer) ? answer : [];
      for (const box of boxes) box.checked = ticked.includes(Number(box.value));
      text.value = written.slice(0, 5000);
    },
    written: () => text.value,
    judge: () => ({ right: true, said: "", own: [], first: [] }),
    suggest: () => suggestGrade(boxes.filter((box) => box.checked).length, boxes.length),
  };
}

/**
 * @param {number} ticked points
 * @param {number} total points
 * @returns {typeof GRADES[number] | undefined} undefined if no point is ticked
 */
export function suggestGrade(ticked, total) {
  if (!ticked) return undefined;
  if (ticked === total) return "good";
  return ticked * 2 >= total ? "hard" : "forgot";
}

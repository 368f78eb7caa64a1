// @ts-check
// Practice logic without a page: parsing numbers, grades, labels, and shuffling.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readNumbers } from "../../hooks/espejo/site/js/study/practice/kinds/numeric.js";
import { suggestGrade } from "../../hooks/espejo/site/js/study/practice/kinds/open.js";
import { renameLabels, shuffle } from "../../hooks/espejo/site/js/study/practice/shuffle.js";

/** @type {[string, number[]][]} */
const NUMBERS = [
  ["0.5", [0.5]],
  ["0,5", [0.5]],
  [" 12 ", [12]],
  ["-3", [-3]],
  ["−3,25", [-3.25]],
  ["+.5", [0.5]],
  ["5.", [5]],
  ["1e-3", [0.001]],
  ["1,5e3", [1500]],
  ["1.234,5", [1234.5]],
  ["1,234.5", [1234.5]],
  ["1,234,567", [1234567]],
  ["1 000 000", [1000000]],
  ["12'000", [12000]],
  ["1,000", [1000, 1]],
  ["1.000", [1, 1000]],
];

test("numbers may be written as in any language, and ambiguous ones are read both ways", () => {
  for (const [text, numbers] of NUMBERS) assert.deepEqual(readNumbers(text), numbers, text);
});

test("text that isn't a number is rejected", () => {
  const texts = ["", ".", ",", "-", "four", "4x", "1.2.3,4,5", "1,23,456", "0x10", "Infinity", "NaN", "1e9999", "<b>1</b>", "1".repeat(65) + "x"];
  for (const text of texts) assert.deepEqual(readNumbers(text), [], text);
});

test("a long run of digits and separators is rejected quickly", () => {
  assert.deepEqual(readNumbers("1,".repeat(50_000)), []);
});

test("the number of checked points suggests a grade, and none suggests nothing", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((ticked) => suggestGrade(ticked, 4)),
    [undefined, "forgot", "hard", "hard", "good"],
  );
  assert.equal(suggestGrade(0, 0), undefined);
});

test("a verdict gets the labels on the screen, in their order, and nothing else in it changes", () => {
  assert.equal(renameLabels("Choice 2.", ["2"], ["4"]), "Choice 4.");
  assert.equal(renameLabels("Choices 1 and 3.", ["1", "3"], ["4", "2"]), "Choices 2 and 4.");
  assert.equal(renameLabels("Correctas: A, B y E.", ["A", "B", "E"], ["D", "A", "C"]), "Correctas: A, C y D.");
});

test("all orders of three values are about equally likely", () => {
  let state = 1;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  /** @type {Record<string, number>} */
  const counts = {};
  for (let draw = 0; draw < 6000; draw++) {
    const order = shuffle(["1", "2", "3"], random).join("");
    counts[order] = (counts[order] ?? 0) + 1;
  }
  assert.equal(Object.keys(counts).length, 6);
  for (const count of Object.values(counts)) assert.ok(Math.abs(count - 1000) < 150, String(count));
});

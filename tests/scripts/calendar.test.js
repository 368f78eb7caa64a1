import assert from "node:assert/strict";
import { test } from "node:test";

import { escape, fold } from "../../hooks/espejo/site/js/study/review/calendar.js";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The lines of a file, as bytes. */
function splitLines(text) {
  const lines = [[]];
  for (const octet of new TextEncoder().encode(text)) {
    if (octet === 10) lines.push([]);
    else lines.at(-1).push(octet);
  }
  return lines;
}

test("lines of at most 75 octets stay whole", () => {
  for (const line of ["", "x", "x".repeat(75), "ñ".repeat(37), "😀".repeat(18)]) assert.equal(fold(line), line);
  assert.equal(fold("x".repeat(76)), `${"x".repeat(75)}\r\n x`);
  assert.equal(fold(`${"x".repeat(74)}ñ`), `${"x".repeat(74)}\r\n ñ`);
});

test("folding gives parts of at most 75 octets, splits no character, and loses no text", () => {
  const signs = ["a", "ñ", "—", "😀", "\\,", " "];
  for (let seed = 1; seed < 200; seed++) {
    const line = Array.from({ length: seed * 3 }, (_, place) => signs[(place * seed + (place >> 2)) % signs.length]).join("");
    const parts = splitLines(fold(line));
    for (const part of parts) {
      const octets = part.at(-1) === 13 ? part.slice(0, -1) : part;
      assert.ok(octets.length <= 75);
      decoder.decode(new Uint8Array(octets));
    }
    assert.equal(fold(line).replaceAll("\r\n ", ""), line);
  }
});

test("backslashes, commas, semicolons, and newlines in text are escaped", () => {
  assert.equal(escape("a\\b,c;d:e\nf\r\ng\rh"), "a\\\\b\\,c\\;d:e\\nf\\ng\\nh");
});

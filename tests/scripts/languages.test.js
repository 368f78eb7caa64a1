// @ts-check
// The language in which a review asks each item, and topics that the reader knows in one language only.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseLanguages, listOneSided } from "../../hooks/espejo/site/js/study/review/languages.js";

const BOTH = ["en", "es"];

test("in the same language, the page's language asks and answers, whatever the reader knows", () => {
  for (const known of [{}, { en: true }, { es: false }]) {
    assert.deepEqual(chooseLanguages("same", "es", BOTH, known, "q-01-01"), { ask: "es", answer: "es" });
  }
});

test("across languages, the page's language asks and another one answers", () => {
  assert.deepEqual(chooseLanguages("across", "en", BOTH, {}, "q-01-01"), { ask: "en", answer: "es" });
  assert.deepEqual(chooseLanguages("across", "es", BOTH, { en: true }, "q-01-01"), { ask: "es", answer: "en" });
  const answers = ["q-01-01", "q-01-02"].map((id) => chooseLanguages("across", "es", ["en", "es", "fr"], {}, id).answer);
  assert.deepEqual(answers.sort(), ["en", "fr"]);
});

test("when mixed, an item is asked in the language in which the reader missed it or never tried it", () => {
  for (const page of BOTH) {
    for (const known of [{ en: true }, { en: true, es: false }]) {
      assert.deepEqual(chooseLanguages("mixed", page, BOTH, known, "q-01-01"), { ask: "es", answer: "es" });
    }
    assert.deepEqual(chooseLanguages("mixed", page, BOTH, { es: true, en: false }, "q-01-01"), { ask: "en", answer: "en" });
  }
});

test("if several languages are possible, consecutive items alternate, and each item keeps its language", () => {
  for (const known of [{}, { en: false, es: false }, { en: true, es: true }]) {
    const ask = (/** @type {string} */ id) => chooseLanguages("mixed", "en", BOTH, known, id).ask;
    const asked = ["q-01-01", "q-01-02", "q-01-03", "q-01-04"].map(ask);
    assert.notEqual(asked[0], asked[1]);
    assert.deepEqual(asked, [asked[0], asked[1], asked[0], asked[1]]);
    assert.equal(ask("q-01-01"), asked[0]);
  }
});

test("a bank in one language uses that language in every mode", () => {
  for (const mode of /** @type {const} */ (["same", "across", "mixed"])) {
    assert.deepEqual(chooseLanguages(mode, "en", ["en"], { en: true }, "q-01-01"), { ask: "en", answer: "en" });
  }
});

const TITLES = { en: "Graphs", es: "Grafos" };
const TOPICS = {
  shapes: { title: TITLES, items: ["b-1", "b-2", "b-3", "b-4", "b-5", "b-6"] },
  graphs: { title: TITLES, items: ["a-1", "a-2", "a-3", "a-4"] },
};

/** @param {Record<string, Record<string, boolean>>} langs of each item */
const stand = (langs) => new Map(Object.entries(langs).map(([id, own]) => [id, { langs: own }]));

/** @param {ReturnType<typeof listOneSided>} found */
const brief = (found) => found.map(({ topic, known, open }) => `${topic}: ${known}, not ${open}`);

test("a topic is known in a language after three right answers", () => {
  const right = { "a-1": { en: true }, "a-2": { en: true }, "b-1": { es: false } };
  assert.deepEqual(listOneSided(TOPICS, stand(right)), []);
  const enough = stand({ ...right, "a-3": { en: true } });
  assert.deepEqual(listOneSided(TOPICS, enough), [{ topic: "graphs", title: TITLES, known: "en", open: "es" }]);
});

test("a topic is not known if half of the answers were wrong", () => {
  const three = { "b-1": { es: true }, "b-2": { es: true }, "b-3": { es: true } };
  const wrong = { "b-4": { es: false }, "b-5": { es: false, en: true } };
  assert.deepEqual(brief(listOneSided(TOPICS, stand({ ...three, ...wrong }))), ["shapes: es, not en"]);
  assert.deepEqual(listOneSided(TOPICS, stand({ ...three, ...wrong, "b-6": { es: false } })), []);
});

test("topics known in every language are left out, and topics are sorted by id", () => {
  const langs = Object.fromEntries(TOPICS.shapes.items.map((id) => [id, { en: true, es: true }]));
  for (const id of TOPICS.graphs.items) langs[id] = { en: false, es: true };
  assert.deepEqual(brief(listOneSided(TOPICS, stand(langs))), ["graphs: es, not en"]);
  for (const id of TOPICS.shapes.items) langs[id] = { en: true, es: false };
  assert.deepEqual(brief(listOneSided(TOPICS, stand(langs))), ["graphs: es, not en", "shapes: en, not es"]);
});

test("readers of one language get no hint about the other one", () => {
  const langs = Object.fromEntries(TOPICS.graphs.items.map((id) => [id, { en: true }]));
  assert.deepEqual(listOneSided(TOPICS, stand(langs)), []);
  assert.deepEqual(listOneSided(TOPICS, new Map()), []);
});

test("languages that the bank doesn't have are ignored", () => {
  const known = Object.fromEntries(["a-1", "a-2", "a-3"].map((id) => [id, { en: true, es: true }]));
  assert.deepEqual(listOneSided(TOPICS, stand({ ...known, "a-4": { fr: true } })), []);
});

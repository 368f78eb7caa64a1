// @ts-check
/**
 * The parts of Pagefind's API that we use.
 * @typedef {{ url: string, content: string, meta: Record<string, string> }} Data
 * @typedef {{ id: string, score: number, data: () => Promise<Data> }} Result
 * @typedef {{ search: (query: string) => Promise<{ results: Result[] }> }} Pagefind
 */
/**
 * A search hit: its kind, and how many of the words it has.
 * @typedef {{ id: string, kind: string, count: number, phrase: boolean, score: number, data: () => Promise<Data> }} Hit
 */
/**
 * Search results: the records with all the words, those with some, or, if there are none, those with similar
 * words; and the words to highlight.
 * @typedef {{ words: string[], all: Hit[], some: Hit[], near: Hit[] }} Outcome
 */
import { ALIKE, findSimilar, hasPrefix, partsOf, squeeze, wordsOf } from "./search_text.js";

/**
 * The kinds of records besides questions. Each record contains a word nobody types that identifies its kind.
 */
const KINDS = ["card", "term", "formula", "pattern", "topic", "page"];

/** How many records to load to check whether they contain a word. */
const CHECKED = 8;

/** How many records to load to look for a similar word. */
const COMPARED = 40;

/** Words up to this long must match exactly: as prefixes they would match nearly every record. */
const SHORT = 3;

const MAX_WORDS = 12;

/**
 * Create a search that ranks records with all the words of a query before those with some.
 * @param {string} address of Pagefind's script
 * @param {string[]} stopwords ignored unless the query has only these
 */
export function makeEngine(address, stopwords) {
  const skipped = new Set(stopwords.map(squeeze));
  /** @type {Promise<{ library: Pagefind, kinds: Map<string, string> }> | undefined} */
  let loaded;

  const load = () => {
    loaded ??= loadLibrary(address);
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };

  /**
   * @param {string} query
   * @returns {Promise<Outcome>}
   */
  const find = async (query) => {
    const { library, kinds } = await load();
    const typed = wordsOf(query).slice(0, MAX_WORDS);
    const counting = typed.filter((word) => !skipped.has(squeeze(word)));
    const words = counting.length ? counting : typed;
    const found = await Promise.all(words.map((word, at) => findWord(library, word, at === words.length - 1)));
    const phrase = typed.length > 1 ? await findExact(library, typed.join(" ")) : [];
    const hits = collect(found, phrase, kinds);
    if (!hits.length) return findNear(library, words, kinds);
    const all = hits.filter((hit) => hit.count === words.length);
    return { words, all, some: hits.filter((hit) => hit.count < words.length), near: [] };
  };

  return { load, find };
}

/** @param {string} address */
async function loadLibrary(address) {
  /** @type {Pagefind} */
  const library = await import(address);
  const kinds = new Map();
  const found = await Promise.all(KINDS.map((kind) => findExact(library, `ofkind${kind}`)));
  found.forEach((results, at) => results.forEach(({ id }) => kinds.set(id, KINDS[at])));
  return { library, kinds };
}

/**
 * @param {Pagefind} library
 * @param {string} phrase
 */
async function findExact(library, phrase) {
  return (await library.search(`"${phrase}"`)).results;
}

/**
 * The records that have a word, or a word that begins with it. Pagefind shortens an unknown word until
 * something matches; those results are dropped.
 * @param {Pagefind} library
 * @param {string} word
 * @param {boolean} isLast whether the reader may still be typing it
 * @returns {Promise<Result[]>}
 */
async function findWord(library, word, isLast) {
  const [exact, { results }] = await Promise.all([findExact(library, word), library.search(word)]);
  if (exact.length) {
    const whole = new Set(exact.map(({ id }) => id));
    const isWhole = !isLast && squeeze(word).length <= SHORT;
    return isWhole ? results.filter(({ id }) => whole.has(id)) : results;
  }
  const texts = await Promise.all(results.slice(0, CHECKED).map(readText));
  const begun = texts.map((text) => hasPrefix(text, word));
  if (begun.every(Boolean)) return results;
  const parts = partsOf(word);
  if (parts.length > 1 && !begun.some(Boolean)) return findParts(library, parts);
  return results.filter((_, at) => begun[at]);
}

/**
 * The records that have every part of a name such as `nn.functional`, since the index may only have the
 * parts.
 * @param {Pagefind} library
 * @param {string[]} parts
 */
async function findParts(library, parts) {
  const [first, ...others] = await Promise.all(parts.map((part) => findWord(library, part, true)));
  const ids = others.map((results) => new Set(results.map(({ id }) => id)));
  return first.filter(({ id }) => ids.every((found) => found.has(id)));
}

/**
 * The records with words that the query may have misspelled.
 * @param {Pagefind} library
 * @param {string[]} words
 * @param {Map<string, string>} kinds
 * @returns {Promise<Outcome>}
 */
async function findNear(library, words, kinds) {
  /** @type {Set<string>} */
  const meant = new Set();
  const long = words.filter((word) => squeeze(word).length > ALIKE);
  const found = await Promise.all(
    long.map(async (word) => {
      const { results } = await library.search(squeeze(word).slice(0, ALIKE));
      const texts = await Promise.all(results.slice(0, COMPARED).map(readText));
      const similar = texts.map((text) => findSimilar(text, word));
      similar.forEach((one) => one && meant.add(one));
      return results.filter((_, at) => similar[at]);
    }),
  );
  return { words: [...meant], all: [], some: [], near: collect(found, [], kinds) };
}

/** @param {Result} result */
async function readText(result) {
  const { content, meta } = await result.data();
  return [content, ...Object.values(meta)].join(" ");
}

/**
 * Merge the results of all words: records with the phrase first, then by number of words, then by score.
 * @param {Result[][]} found the results of each word
 * @param {Result[]} phrase the results for the exact phrase
 * @param {Map<string, string>} kinds
 * @returns {Hit[]}
 */
function collect(found, phrase, kinds) {
  const inRow = new Set(phrase.map(({ id }) => id));
  /** @type {Map<string, Hit>} */
  const hits = new Map();
  for (const results of found) {
    for (const { id, score, data } of results) {
      const hit = hits.get(id) ?? {
        ...{ id, data, kind: kinds.get(id) ?? "question" },
        ...{ count: 0, phrase: inRow.has(id), score: 0 },
      };
      hits.set(id, { ...hit, count: hit.count + 1, score: hit.score + score });
    }
  }
  return [...hits.values()].sort(
    (one, other) =>
      Number(other.phrase) - Number(one.phrase) || other.count - one.count || other.score - one.score,
  );
}

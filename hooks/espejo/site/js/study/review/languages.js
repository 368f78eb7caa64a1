// @ts-check
// Languages of a review: in which one an item is asked and answered, and what a reader knows in one language only.

/** So many items of a topic must have been right in a language for the topic to be known in it. */
const ENOUGH = 3;

/**
 * @param {"same" | "across" | "mixed"} mode
 * @param {string} page the language of the page
 * @param {string[]} all the languages of the bank
 * @param {Record<string, boolean>} known the last outcome of the item in each language in which it was answered
 * @param {string} seed decides where several languages will do, always alike: the id of the item
 * @returns {{ask: string, answer: string}}
 */
export function chooseLanguages(mode, page, all, known, seed) {
  if (mode === "across") return { ask: page, answer: pick(all.filter((lang) => lang !== page), seed) ?? page };
  const open = all.filter((lang) => known[lang] !== true);
  const ask = (mode === "mixed" && pick(open.length ? open : all, seed)) || page;
  return { ask, answer: ask };
}

/**
 * @param {string[]} languages
 * @param {string} seed ids that follow each other take turns
 * @returns {string | undefined}
 */
function pick(languages, seed) {
  const sum = [...seed].reduce((total, sign) => total + sign.charCodeAt(0), 0);
  return languages[sum % languages.length];
}

/**
 * The topics that a reader knows in one language and not in another one, in the order of their ids.
 * @param {Record<string, {title: Record<string, string>, items: string[]}>} topics
 * @param {Map<string, {langs: Record<string, boolean>}>} states the last outcome of each item in each language
 * @returns {{topic: string, title: Record<string, string>, known: string, open: string}[]}
 */
export function listOneSided(topics, states) {
  const languages = [...new Set([...states.values()].flatMap(({ langs }) => Object.keys(langs)))].sort();
  if (languages.length < 2) return [];
  return Object.keys(topics).sort().flatMap((topic) => {
    const { title, items } = topics[topic];
    const written = languages.filter((lang) => lang in title); // a log may come from a bank with others
    const known = written.filter((lang) => isKnown(items, lang, states));
    const open = written.filter((lang) => known.length && !known.includes(lang));
    return open.map((lang) => ({ topic, title, known: known[0], open: lang }));
  });
}

/**
 * @param {string[]} items
 * @param {string} lang
 * @param {Map<string, {langs: Record<string, boolean>}>} states
 */
function isKnown(items, lang, states) {
  const outcomes = items.flatMap((id) => states.get(id)?.langs[lang] ?? []);
  const right = outcomes.filter(Boolean).length;
  return right >= ENOUGH && right * 2 > outcomes.length;
}

// @ts-check
// Review languages: chooses the languages of an item, and finds topics a reader knows in one language only.

/** How many items of a topic a reader must get right in a language to know the topic in it. */
const ENOUGH = 3;

/**
 * @param {"same" | "across" | "mixed"} mode
 * @param {string} page the language of the page
 * @param {string[]} all the languages of the bank
 * @param {Record<string, boolean>} known the item's last outcome in each language it was answered in
 * @param {string} seed the item's id, for a deterministic choice among several languages
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
 * @param {string} seed consecutive ids take turns
 * @returns {string | undefined}
 */
function pick(languages, seed) {
  const sum = [...seed].reduce((total, sign) => total + sign.charCodeAt(0), 0);
  return languages[sum % languages.length];
}

/**
 * The topics a reader knows in one language but not in another, by id.
 * @param {Record<string, {title: Record<string, string>, items: string[]}>} topics
 * @param {Map<string, {langs: Record<string, boolean>}>} states each item's last outcome in each language
 * @returns {{topic: string, title: Record<string, string>, known: string, open: string}[]}
 */
export function listOneSided(topics, states) {
  const languages = [...new Set([...states.values()].flatMap(({ langs }) => Object.keys(langs)))].sort();
  if (languages.length < 2) return [];
  return Object.keys(topics).sort().flatMap((topic) => {
    const { title, items } = topics[topic];
    const written = languages.filter((lang) => lang in title); // the log may have languages the bank lacks
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

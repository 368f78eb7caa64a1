// @ts-check
/** @typedef {import("./search_box.js").Settings} Settings */
/** @typedef {import("./search_engine.js").Data} Data */
/** @typedef {import("./search_engine.js").Hit} Hit */
/** @typedef {import("./search_engine.js").Outcome} Outcome */
/** @typedef {{ words: string[], settings: Settings, searchFor: (query: string) => void }} Context */
import { fold, markWords, takeExcerpt } from "./search_text.js";
import { fill } from "./words.js";

/** How many results of a group to show at first, and how many more each time. */
const AT_FIRST = 5;
const AT_ONCE = 10;

/** Separator between the names of a term. */
const BETWEEN = " · ";

/**
 * Build the search results: a sentence that sums them up, and the hits in groups.
 * @param {Outcome} outcome
 * @param {string} query
 * @param {Settings} settings
 * @param {(query: string) => void} searchFor
 */
export async function buildResults(outcome, query, settings, searchFor) {
  const context = { words: outcome.words, settings, searchFor };
  const best = [outcome.all, outcome.some, outcome.near].find((hits) => hits.length) ?? [];
  const nodes = await buildGroups(best, query, context);
  if (outcome.all.length && outcome.some.length) nodes.push(restButton(outcome.some, query, context));
  return { sentence: fill(chooseSentence(outcome, settings.words), { query, count: best.length }), nodes };
}

/**
 * @param {Outcome} outcome
 * @param {import("./words.js").Words} words
 */
function chooseSentence({ all, some, near }, words) {
  if (all.length) return all.length === 1 ? words.search_one : words.search_some;
  if (some.length) return words.search_partial;
  return near.length ? words.search_near : words.search_none;
}

/**
 * @param {Hit[]} hits
 * @param {string} query
 * @param {Context} context
 * @returns {Promise<HTMLElement[]>} a section per group; a group with an exact name match comes first
 */
async function buildGroups(hits, query, context) {
  const pair = await findPair(hits, query);
  const others = hits.filter((hit) => hit !== pair?.hit);
  const groups = await Promise.all(
    context.settings.groups.map(async ([kind, heading]) => {
      const members = others.filter((hit) => hit.kind === kind);
      const first = await load(members.slice(0, AT_FIRST));
      const named = first.filter((data) => isNamed(data, query));
      const rest = first.filter((data) => !named.includes(data));
      return { heading, members, first: [...named, ...rest], named: named.length > 0 };
    }),
  );
  const filled = groups.filter(({ members }) => members.length);
  const ordered = [...filled.filter(({ named }) => named), ...filled.filter(({ named }) => !named)];
  const sections = ordered.map((group) => buildGroup(group, context));
  return pair ? [buildPair(pair, context), ...sections] : sections;
}

/** @param {Hit[]} hits */
function load(hits) {
  return Promise.all(hits.map((hit) => hit.data()));
}

/**
 * Whether the query is the title, the id, or a synonym of a record.
 * @param {Data} data
 * @param {string} query
 */
function isNamed({ meta }, query) {
  return [meta.id, ...namesOf(meta)].some((name) => fold(name) === fold(query));
}

/** @param {Record<string, string>} meta */
function namesOf(meta) {
  return [meta.title, ...(meta.also ?? "").split(BETWEEN)];
}

/**
 * The term whose name in another language is the query, if its name in this one differs.
 * @param {Hit[]} hits
 * @param {string} query
 */
async function findPair(hits, query) {
  for (const hit of hits.filter(({ kind }) => kind === "term").slice(0, AT_FIRST)) {
    const data = await hit.data();
    if (namesOf(data.meta).some((name) => fold(name) === fold(query))) return undefined;
    for (const [key, names] of Object.entries(data.meta)) {
      const name = key.startsWith("term-") && names.split(BETWEEN).find((one) => fold(one) === fold(query));
      if (name) return { hit, data, name, locale: key.slice("term-".length) };
    }
  }
  return undefined;
}

/**
 * A term in another language with its name in this one: exactitud → accuracy.
 * @param {{ data: Data, name: string, locale: string }} pair
 * @param {Context} context
 */
function buildPair({ data, name, locale }, { settings, searchFor }) {
  const { title } = data.meta;
  const sentence = fill(settings.words.search_again, { term: title });
  const again = element("a", { class: "again", href: `?q=${encodeURIComponent(title)}` }, [sentence]);
  again.addEventListener("click", (event) => {
    event.preventDefault();
    searchFor(title);
  });
  const term = element("a", { href: data.url }, [title]);
  return element("p", { class: "pair" }, [element("span", { lang: locale }, [name]), " → ", term, " ", again]);
}

/**
 * @param {{ heading: string, members: Hit[], first: Data[] }} group
 * @param {Context} context
 */
function buildGroup({ heading, members, first }, context) {
  const list = element("ol", { role: "list" }, first.map((data) => buildItem(data, context)));
  const count = element("span", { class: "count" }, [String(members.length)]);
  const section = element("section", {}, [element("h2", {}, [heading, " ", count]), list]);
  let rest = members.slice(AT_FIRST);
  if (!rest.length) return section;
  const more = button(context.settings.words.more, async () => {
    const items = (await load(rest.slice(0, AT_ONCE))).map((data) => buildItem(data, context));
    rest = rest.slice(AT_ONCE);
    list.append(...items);
    items[0].querySelector("a")?.focus();
    if (!rest.length) more.remove();
  });
  more.setAttribute("aria-label", `${context.settings.words.more}: ${heading}`);
  section.append(more);
  return section;
}

/**
 * @param {Data} data
 * @param {Context} context
 */
function buildItem({ url, content, meta }, { words }) {
  const item = element("li", {}, [element("a", { href: url }, markWords(meta.title, words))]);
  if (meta.unit) {
    const id = element("span", { class: "found-id" }, markWords(meta.id, words));
    item.append(element("small", {}, [...markWords(meta.unit, words), BETWEEN, id]));
  }
  if (content !== meta.title) item.append(element("p", {}, markWords(takeExcerpt(content, words), words)));
  return item;
}

/**
 * A button that is replaced by the records with only some of the words.
 * @param {Hit[]} hits
 * @param {string} query
 * @param {Context} context
 */
function restButton(hits, query, context) {
  const rest = button(fill(context.settings.words.search_rest, { count: hits.length }), async () => {
    const sections = await buildGroups(hits, query, context);
    rest.replaceWith(...sections);
    sections[0].querySelector("a")?.focus();
  });
  return rest;
}

/**
 * @param {string} text
 * @param {() => void} onClick
 */
function button(text, onClick) {
  const made = element("button", { type: "button" }, [text]);
  made.addEventListener("click", onClick);
  return made;
}

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
function element(name, attributes, children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

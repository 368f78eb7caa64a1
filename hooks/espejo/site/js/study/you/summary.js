// @ts-check
// Progress summary for the table and totals of the review page.
import { findEnds } from "../log/figures.js";
import { listTermCards } from "../log/map.js";
import { progressOf } from "../log/tally.js";
/** @typedef {import("../log/figures.js").Figures} Figures */
/** @typedef {import("../log/map.js").BankMap} BankMap */
/** @typedef {import("../log/map.js").Title} Title */
/**
 * A collection or the glossary in which something was answered.
 * @typedef {object} Group
 * @property {string} name
 * @property {Title} title
 * @property {string[]} items
 * @property {number} answered how many of the items were answered
 * @property {number} right how many of them were right the last time
 * @property {number} total
 * @property {number} events the number of answers, including repeated ones
 */
/** @typedef {ReturnType<typeof summarize>} Summary */

/**
 * @param {Figures} figures
 * @param {BankMap} map
 */
export function summarize(figures, map) {
  const last = new Map([...figures.items].map(([id, item]) => [id, item.last]));
  const cards = Object.fromEntries(listTermCards(map).map(({ id, key }) => [id, key]));
  const keys = { ...map.items, ...cards };
  const measure = (/** @type {string[]} */ ids) => ({
    ...progressOf(last, ids.map((id) => ({ id, key: keys[id] }))),
    events: ids.reduce((sum, id) => sum + (figures.items.get(id)?.events ?? 0), 0),
  });
  const all = measure(Object.keys(map.items));
  const { glossary } = map;
  const terms = glossary ? listGroups({ glossary }, () => Object.keys(cards), measure) : [];
  return {
    all,
    retired: figures.events - all.events - (terms[0]?.events ?? 0),
    days: figures.days.size,
    ...findEnds(figures),
    collections: [...listGroups(map.collections, (name) => itemsOf(map, name), measure), ...terms],
  };
}

/**
 * The groups in which something was answered.
 * @param {Record<string, { title: Title }>} titled
 * @param {(name: string) => string[]} list
 * @param {(ids: string[]) => { answered: number, right: number, total: number, events: number }} measure
 * @returns {Group[]}
 */
function listGroups(titled, list, measure) {
  const groups = Object.entries(titled).map(([name, { title }]) => {
    const items = list(name);
    return { name, title, items, ...measure(items) };
  });
  return groups.filter(({ events }) => events);
}

/**
 * The items of a collection.
 * @param {BankMap} map
 * @param {string} collection
 */
function itemsOf(map, collection) {
  return map.collections[collection].units.flatMap((unit) => map.units[unit]?.items ?? []);
}

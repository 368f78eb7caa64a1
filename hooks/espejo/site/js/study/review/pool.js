// @ts-check
// Item pool: the items that may be asked, from the bank map.
import { GLOSSARY, listTermCards } from "../log/map.js";
/** @typedef {import("../log/map.js").BankMap} BankMap */
/** @typedef {{ id: string, key: string, part: string, unit: string, topic: string, minutes: number }} PoolItem */

/** The part of items on the path for newcomers, which are asked first, in its order. */
export const PATH = "path";

/** Minutes that a term takes. */
const TERM = 0.25;

/**
 * @param {BankMap} map
 * @param {string[] | undefined} parts folders of collections, and the glossary; by default, all collections
 * @returns {PoolItem[]} in the order of the bank
 */
export function listPool(map, parts) {
  const topics = nameTopics(map);
  const isThere = (/** @type {string} */ part) => part === GLOSSARY || Object.hasOwn(map.collections, part);
  const chosen = parts?.some(isThere) ? parts : undefined; // collections may have been removed since
  const folders = Object.keys(map.collections).filter((folder) => chosen?.includes(folder) ?? true);
  const units = folders.flatMap((part) => map.collections[part].units.map((unit) => ({ part, unit })));
  let items = units.flatMap(({ part, unit }) =>
    map.units[unit].items.map((id) => ({ id, key: map.items[id], part, unit, topic: topics.get(id) ?? unit, minutes: measure(map, unit) })),
  );
  const path = (map.path ?? []).flatMap((step) => step.items);
  const first = path.flatMap((id) => items.find((item) => item.id === id) ?? []).map((item) => ({ ...item, part: PATH }));
  items = [...first, ...items.filter(({ id }) => !path.includes(id))];
  if (!chosen?.includes(GLOSSARY)) return items;
  return [...items, ...listTermCards(map).map((card) => ({ ...card, part: GLOSSARY, unit: GLOSSARY, topic: GLOSSARY, minutes: TERM }))];
}

/**
 * Minutes that an item of a quiz or deck takes, on average.
 * @param {BankMap} map
 * @param {string} unit
 */
function measure(map, unit) {
  const { items, minutes = items.length } = map.units[unit];
  return minutes / items.length;
}

/**
 * The first topic of each item.
 * @param {BankMap} map
 */
function nameTopics({ topics }) {
  /** @type {Map<string, string>} */
  const named = new Map();
  for (const [topic, { items }] of Object.entries(topics)) {
    for (const id of items) if (!named.has(id)) named.set(id, topic);
  }
  return named;
}

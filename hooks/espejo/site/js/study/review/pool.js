// @ts-check
// Item pool: the items that may be asked, from the bank map.
import { GLOSSARY, listTermCards } from "../log/map.js";
/** @typedef {import("../log/map.js").BankMap} BankMap */
/** @typedef {{ id: string, key: string, part: string, unit: string, topic: string }} PoolItem */

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
  const items = units.flatMap(({ part, unit }) =>
    map.units[unit].items.map((id) => ({ id, key: map.items[id], part, unit, topic: topics.get(id) ?? unit })),
  );
  if (!chosen?.includes(GLOSSARY)) return items;
  return [...items, ...listTermCards(map).map((card) => ({ ...card, part: GLOSSARY, unit: GLOSSARY, topic: GLOSSARY }))];
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

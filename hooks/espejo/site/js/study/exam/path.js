// @ts-check
// Path for newcomers: questions of several quizzes, in steps; and the check that tells where on it to begin.
import { build } from "../../dom.js";
import { readEnds } from "../log/ends.js";
import { openLog } from "../log/log.js";
import { fill } from "../../words.js";
/** @typedef {import("../log/map.js").BankMap} BankMap */
/** @typedef {import("./draw.js").Item} Item */

/** Number of questions at a time. */
const MOST = 10;

/** What the address asks for, and the `where` of its run. */
const [PATH, CHECK] = ["path", "check"];

/** @param {string} search such as `?path`, `?path=3` for its third step, or `?check` */
export function asksForPath(search) {
  const query = new URLSearchParams(search);
  return query.has(PATH) || query.has(CHECK);
}

/**
 * @param {BankMap} map
 * @param {string} search
 * @returns {Promise<{ where: string, items: Item[] }>} no items if the bank has no path
 */
export async function listPath(map, search) {
  const query = new URLSearchParams(search);
  const steps = map.path ?? [];
  if (query.has(CHECK)) return { where: CHECK, items: place(map, steps.map(({ check }) => check)) };
  const from = Math.max(1, Number(query.get(PATH)) || 1);
  const ids = steps.slice(from - 1).flatMap(({ items }) => items);
  const ends = await readEnds(await openLog(), ids, "");
  const open = ids.filter((id) => ends.get(id)?.last.key !== map.items[id]);
  return { where: PATH, items: place(map, (open.length ? open : ids).slice(0, MOST)) };
}

/**
 * @param {BankMap} map
 * @param {string[]} ids
 * @returns {Item[]}
 */
function place(map, ids) {
  return ids.flatMap((id) => {
    const unit = Object.keys(map.units).find((path) => map.units[path].items.includes(id));
    return unit ? { id, unit } : [];
  });
}

/**
 * Add to the card at the end of a run where to go on.
 * @param {HTMLElement} card
 * @param {import("./page.js").Run} run
 */
export async function addOnward(card, { state, words, getMap, pages }) {
  if (state.where !== PATH && state.where !== CHECK) return;
  const map = await getMap().catch(() => undefined);
  if (!map?.path || card.querySelector(".to-take.onward-path")) return;
  const page = fill(pages, { path: "practice" });
  const missed = map.path.findIndex(({ check }) => !state.standings[check]?.first);
  const [address, text] =
    state.where === PATH
      ? [`${page}?path`, words.path_continue]
      : missed < 0
        ? [`${page}?mode=exam`, words.path_skip]
        : [`${page}?path=${missed + 1}`, fill(words.path_begin, { title: nameStep(map.path[missed]) })];
  card.querySelector(".buttons")?.before(build("p", { class: "to-take onward-path" }, build("a", { href: address }, text)));
}

/** @param {{ title: Record<string, string> }} step */
function nameStep({ title }) {
  return title[document.documentElement.lang] ?? Object.values(title)[0];
}

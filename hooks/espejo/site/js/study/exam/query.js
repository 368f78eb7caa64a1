// @ts-check
// Query of the address: what a link to the page of practice has chosen already.

/** @typedef {{collection: string[], course: string[], topic: string[]}} Chosen what to draw from, by the name of each */

/** The kinds of things to draw from: the names of the fields, and of the parameters of the address. */
export const SOURCES = /** @type {const} */ (["collection", "course", "topic"]);

/**
 * @param {string} search `?course=study-guide%23fundamentals&topic=autograd`
 * @returns {Chosen}
 */
export function parseQuery(search) {
  const parameters = new URLSearchParams(search);
  const [collection, course, topic] = SOURCES.map((name) => [...new Set(parameters.getAll(name).filter(Boolean))]);
  return { collection, course, topic };
}

// @ts-check
// URL query of the practice page: what a link has already selected.

/** @typedef {{collection: string[], course: string[], topic: string[]}} Chosen names of what to draw from */

/** What one can draw from: the names of the form fields and of the URL parameters. */
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

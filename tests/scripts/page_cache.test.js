// @ts-check
// Page cache of a review: which pages are fetched, and which are kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cachePages } from "../../hooks/espejo/site/js/study/review/page_cache.js";

/**
 * A page cache with a fake fetch that records its requests.
 * @param {(address: string) => boolean} [fails]
 */
function count(fails = () => false) {
  /** @type {string[]} */
  const fetched = [];
  const getPage = cachePages(async (address) => {
    fetched.push(address.pathname);
    if (fails(address.pathname)) throw new Error("500");
    return { address, page: /** @type {Document} */ ({}) };
  });
  return { fetched, open: (/** @type {string} */ path) => getPage(`https://espejo.test${path}`) };
}

test("a page is fetched once, even if it is requested twice at the same time", async () => {
  const { fetched, open } = count();
  const [one, other] = await Promise.all([open("/one/"), open("/one/")]);
  assert.equal(one, other);
  assert.equal(await open("/one/"), one);
  assert.deepEqual(fetched, ["/one/"]);
});

test("thirty pages are kept, and the least recently used one is evicted first", async () => {
  const { fetched, open } = count();
  for (let number = 1; number <= 30; number++) await open(`/${number}/`);
  await open("/1/");
  await open("/31/");
  for (const number of [1, 3, 30, 31]) await open(`/${number}/`);
  assert.equal(fetched.length, 31);
  await open("/2/");
  assert.deepEqual(fetched.slice(31), ["/2/"]);
});

test("a page that failed to load is fetched again on the next request", async () => {
  let broken = true;
  const { fetched, open } = count(() => broken);
  await assert.rejects(open("/one/"), /500/);
  broken = false;
  await open("/one/");
  await open("/one/");
  assert.deepEqual(fetched, ["/one/", "/one/"]);
});

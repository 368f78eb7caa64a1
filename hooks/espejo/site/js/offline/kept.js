// @ts-check
// Offline cache: one cache per build, holding only files with that build's hashes.
// Shared by the service worker and the page about offline use.
/** @typedef {{ bytes: number, files: Record<string, string> }} Group the hash of each file, by address */
/** @typedef {"site" | "downloads"} GroupName */
/**
 * @typedef {object} OfflineList the files of a build
 * @property {string} build
 * @property {string[]} always
 * @property {Group} site without the search index, until `completeList` adds it
 * @property {string} search the address of the list of search index files; empty once they are in `site`
 * @property {Group} downloads
 */

const LIST = "offline.json";

/** Cache key of the groups the reader has asked to keep. */
const WANTED = `${LIST}?wanted`;

/** Number of parallel fetches. */
const AT_ONCE = 6;

/** Style sheets, scripts, and fonts in a page's HTML. */
const NAMED = /(?:href|src)="([^"]+\.(?:css|js|woff2)(?:\?v=[^"]*)?)"/g;

/**
 * The name of a build's cache. It includes the site's folder, since other sites may share the host.
 * @param {string} scope the URL of the home page
 * @param {string} build
 */
export function nameCache(scope, build) {
  return `espejo ${new URL(scope).pathname} ${build}`;
}

/**
 * @param {string} scope
 * @returns {Promise<string[]>} the names of this site's caches, newest last
 */
export async function listCaches(scope) {
  return (await caches.keys()).filter((name) => name.startsWith(nameCache(scope, "")));
}

/**
 * The newest cache of another build, which may have some of the same files.
 * @param {string} scope
 * @param {string} build
 */
export async function findEarlierCache(scope, build) {
  const others = (await listCaches(scope)).filter((name) => name !== nameCache(scope, build));
  return others.length ? caches.open(others[others.length - 1]) : undefined;
}

/**
 * The address of a file as listed: relative to home, without the hash and any query but the version.
 * @param {string} url
 * @param {string} scope
 * @returns {string | null} null if it isn't part of the site
 */
export function findAddress(url, scope) {
  const [{ origin, pathname, searchParams }, root] = [new URL(url), new URL(scope)];
  if (origin !== root.origin || !pathname.startsWith(root.pathname)) return null;
  const path = pathname.slice(root.pathname.length);
  const version = searchParams.get("v");
  return version ? `${path}?v=${version}` : path;
}

/**
 * The file names an address may have in the list: hosts serve a page without the end of its file name.
 * @param {string} address
 * @returns {string[]}
 */
export function listNames(address) {
  const path = address.replace(/(^|\/)index\.html$/, "$1");
  return [path, path + (/(^|\/)$/.test(path) ? "index.html" : ".html")];
}

/**
 * @param {string} scope
 * @returns {Promise<OfflineList>} of the published build; without a network, of the kept one
 */
export async function fetchList(scope) {
  const response = await fetch(new URL(LIST, scope), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

/**
 * Add the files of the search index, needed only to keep the whole site.
 * @param {string} scope
 * @param {OfflineList} list
 * @returns {Promise<OfflineList>}
 */
export async function completeList(scope, list) {
  if (!list.search) return list;
  const files = await (await fetch(new URL(list.search, scope))).json();
  return { ...list, search: "", site: { ...list.site, files: { ...list.site.files, ...files } } };
}

/**
 * @param {string} scope
 * @param {OfflineList} list
 * @returns {Promise<Cache>} the cache of the list's build, with the list itself in it
 */
export async function openCache(scope, list) {
  const cache = await caches.open(nameCache(scope, list.build));
  if (!(await readList(scope, cache))) await cache.put(new URL(LIST, scope), Response.json(list));
  return cache;
}

/**
 * @param {string} scope
 * @param {Cache} cache
 * @returns {Promise<OfflineList | undefined>} the list stored in a cache
 */
export async function readList(scope, cache) {
  return (await cache.match(new URL(LIST, scope)))?.json();
}

/**
 * @param {string} scope
 * @param {Cache} [cache]
 * @returns {Promise<GroupName[]>} the groups the reader asked to keep in full
 */
export async function readWanted(scope, cache) {
  return (await (await cache?.match(new URL(WANTED, scope)))?.json()) ?? [];
}

/**
 * @param {string} scope
 * @param {Cache} cache
 * @param {GroupName[]} groups
 */
export async function writeWanted(scope, cache, groups) {
  await cache.put(new URL(WANTED, scope), Response.json(groups));
}

/**
 * Keep files of a build. A page is stored after everything it loads, so it is never incomplete. A file that
 * an earlier cache has with the same content isn't fetched again.
 * @param {string} scope
 * @param {OfflineList} list
 * @param {Iterable<string>} addresses those not in the list are skipped
 * @param {{ before?: Cache, onKept?: (count: number) => void, signal?: AbortSignal }} [options]
 * @returns {Promise<string[]>} files not available with the listed hash
 * @throws if there is no room for a file
 */
export async function keepFiles(scope, list, addresses, { before, onKept, signal } = {}) {
  const cache = await openCache(scope, list);
  const known = new Map([...Object.entries(list.site.files), ...Object.entries(list.downloads.files)]);
  const wanted = [...new Set(addresses)].filter((address) => known.has(address));
  const next = wanted.values();
  /** @type {Map<string, Promise<boolean>>} whether each file was stored */
  const keeping = new Map();
  let [count, isFull] = [0, false];

  const keep = (/** @type {string} */ address) => {
    const kept = keeping.get(address) ?? keepOne(address);
    keeping.set(address, kept);
    return kept;
  };

  const keepOne = async (/** @type {string} */ address) => {
    const url = new URL(address, scope).href;
    if (await cache.match(url)) return true;
    const content = await findContent(url, known.get(address) ?? "", before);
    const named = [...(content?.html.matchAll(NAMED) ?? [])].map(([, name]) => findAddress(new URL(name, url).href, scope) ?? "");
    const parts = await Promise.all(named.filter((part) => known.has(part)).map(keep));
    if (!content || !parts.every(Boolean)) return false;
    await cache.put(url, content.response);
    return true;
  };

  const work = async () => {
    for (const address of next) {
      if (signal?.aborted || isFull) return;
      try {
        await keep(address);
      } catch (error) {
        isFull = true;
        throw error;
      }
      onKept?.((count += 1));
    }
  };

  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const results = await Promise.all(wanted.map(async (address) => ((await keeping.get(address)) === false ? address : "")));
  return results.filter(Boolean);
}

/**
 * @param {string} url
 * @param {string} hash
 * @param {Cache} [before]
 * @returns {Promise<{ response: Response, html: string } | null>} null if not available with this hash;
 *   `html` is empty for anything but a page
 */
async function findContent(url, hash, before) {
  for (const get of [() => before?.match(url), () => fetch(url), () => fetch(url, { cache: "reload" })]) {
    const response = await get()?.catch(() => undefined);
    const bytes = response?.ok && (await response.arrayBuffer().catch(() => undefined));
    if (!response || !bytes || (await takeHash(bytes)) !== hash) continue;
    const type = response.headers.get("Content-Type") ?? "";
    const html = type.startsWith("text/html") ? new TextDecoder().decode(bytes) : "";
    return { response: new Response(bytes, { headers: { "Content-Type": type } }), html };
  }
  return null;
}

/** @param {ArrayBuffer} bytes */
async function takeHash(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

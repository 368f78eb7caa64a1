// @ts-check
// Live reload: reloads the page when it has changed. Only in pages built by `mkdocs serve`.

const RETRY_MILLISECONDS = 3000;
const mount = new URL(findScript(document)?.dataset.mount ?? "./", location.href);
const shown = describe(document);
let epoch = 0; // the number of the last build; MkDocs answers at once if its own is higher

let polling = new AbortController();

/** Poll only while the tab is visible: each request holds a connection, and browsers have few. */
function follow() {
  polling.abort();
  polling = new AbortController();
  if (document.visibilityState === "visible") poll(polling.signal);
}

/**
 * Long-poll until this page has changed. The server answers after a build, or after a minute.
 * @param {AbortSignal} signal
 */
async function poll(signal) {
  while (!signal.aborted) {
    try {
      const latest = Number(await request(new URL(`/livereload/${epoch}/${Date.now()}`, mount).href, signal));
      if (latest > epoch && (await hasChanged(signal))) return location.reload(); // place.js keeps the place
      epoch = Math.max(epoch, latest);
    } catch {
      // The server has stopped, another server has its port, or the tab is hidden.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
    }
  }
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether the server has another version of this page or its assets
 */
async function hasChanged(signal) {
  const page = await request(location.href, signal);
  return describe(new DOMParser().parseFromString(page, "text/html")) !== shown;
}

/** @param {Document} page */
function describe(page) {
  const article = page.querySelector("article");
  return `${article?.dataset.version} ${findScript(page)?.dataset.loaded}`;
}

/**
 * @param {string} address
 * @param {AbortSignal} signal
 */
async function request(address, signal) {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

/** @param {Document} page */
function findScript(page) {
  const found = page.querySelector("script[data-loaded]");
  return found instanceof HTMLElement ? found : null;
}

document.addEventListener("visibilitychange", follow);
follow();

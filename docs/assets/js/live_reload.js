// @ts-check
// Load the page again when it has changed. Only `mkdocs serve` has this script, and puts it into each page.

const RETRY_MILLISECONDS = 3000;
const script = findScript(document);
let epoch = Number(script?.dataset.epoch);

let polling = new AbortController();

/** Ask the server, but only for a tab in view: each question holds a connection, and browsers have few of them. */
function follow() {
  polling.abort();
  polling = new AbortController();
  if (document.visibilityState === "visible") poll(polling.signal);
}

/**
 * Ask whether the site was built again, until this page has changed. The server answers when it was, or after a minute.
 * @param {AbortSignal} signal
 */
async function poll(signal) {
  while (!signal.aborted) {
    try {
      const answer = await request(`/livereload/${epoch}/${Date.now()}`, signal);
      const latest = Number(answer);
      if (latest > epoch && (await hasChanged(signal))) return location.reload(); // place.js keeps the place
      epoch = Math.max(epoch, latest);
    } catch {
      // The server has stopped, another one has its port, or the tab is out of view.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
    }
  }
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether the server has another version of this page, or has something else to say about it
 */
async function hasChanged(signal) {
  const page = await fetch(location.href, { signal });
  const served = new DOMParser().parseFromString(await page.text(), "text/html");
  return findScript(served)?.dataset.state !== script?.dataset.state;
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
  const found = page.querySelector("script[data-epoch]");
  return found instanceof HTMLElement ? found : null;
}

document.addEventListener("visibilitychange", follow);
follow();

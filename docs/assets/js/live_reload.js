// @ts-check
// Reload the page when it was built anew. Only `mkdocs serve` has this script, and puts it into each page.

const RETRY_MILLISECONDS = 3000;
const script = document.querySelector("script[data-epoch]");
const epoch = Number(script instanceof HTMLElement && script.dataset.epoch);

let polling = new AbortController();

/** Ask the server, but only for a tab in view: each question holds a connection, and browsers have few of them. */
function follow() {
  polling.abort();
  polling = new AbortController();
  if (document.visibilityState === "visible") poll(polling.signal);
}

/**
 * Ask until there is something new. The server answers when there is, or after a minute.
 * @param {AbortSignal} signal
 */
async function poll(signal) {
  while (!signal.aborted) {
    try {
      const answer = await fetch(`/livereload/${epoch}/${Date.now()}`, { signal });
      if (!answer.ok) throw new Error(answer.statusText);
      if (Number(await answer.text()) > epoch) return location.reload();
    } catch {
      // The server has stopped, another one has its port, or the tab is out of view.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
    }
  }
}

document.addEventListener("visibilitychange", follow);
follow();

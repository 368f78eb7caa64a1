// @ts-check
// What has to be known before the first paint: the reader's theme, whether fonts are used, what is searched for.
// This is a plain script in the head: a module would run too late, and the page would flash.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage may be blocked; the system preference is good enough.
  }
  /** @type {{ rtt?: number, saveData?: boolean }} Chromium alone knows what a connection is like. */
  const { rtt = 0, saveData } = /** @type {any} */ (navigator).connection ?? {};
  // Text waits a tenth of a second for a font. If an answer takes longer, it would wait for nothing (faces.css), unless
  // the worker answers: it has been here before, and keeps fonts.
  const worker = navigator.serviceWorker?.controller;
  if (!worker && (saveData || rtt > 100)) root.classList.add("system-fonts");
  if (/[?&]q=./.test(location.search)) root.classList.add("searching"); // until results are there
  root.classList.replace("no-js", "js");
})();

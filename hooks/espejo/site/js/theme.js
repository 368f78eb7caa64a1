// @ts-check
// What has to be known before the first paint: the reader's theme, whether fonts are used, what is searched for.
// This is a plain script in the head: a module would run too late, and the page would flash.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem("theme");
    if (theme) root.dataset.theme = theme;
  } catch {
    // Storage may be blocked; the theme of the site is good enough.
  }
  // What Material's style sheets call the theme that is shown: they are on the pages written by hand.
  const system = matchMedia("(prefers-color-scheme: dark)");
  const nameScheme = () => {
    const { colorScheme } = getComputedStyle(root);
    const isDark = colorScheme === "light dark" ? system.matches : colorScheme === "dark";
    root.dataset.mdColorScheme = isDark ? "slate" : "default";
  };
  nameScheme();
  system.onchange = nameScheme;
  new MutationObserver(nameScheme).observe(root, { attributeFilter: ["data-theme"] });
  /** @type {{ rtt?: number, saveData?: boolean }} Chromium alone knows what a connection is like. */
  const { rtt = 0, saveData } = /** @type {any} */ (navigator).connection ?? {};
  // Text waits a tenth of a second for a font. If an answer takes longer, it would wait for nothing (faces.css), unless
  // the worker answers: it has been here before, and keeps fonts.
  const worker = navigator.serviceWorker?.controller;
  if (!worker && (saveData || rtt > 100)) root.classList.add("system-fonts");
  if (/[?&]q=./.test(location.search)) root.classList.add("searching"); // until results are there
  root.classList.replace("no-js", "js");
})();

// @ts-check
// Setup before the first paint: the reader's theme, whether to load fonts, whether there is a search query.
// A plain script in the head: a module would run too late, and the page would flash.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem("theme");
    if (theme) root.dataset.theme = theme;
    if (localStorage.getItem("due")) root.classList.add("returning"); // home begins with what is due
  } catch {
    // Storage may be blocked: use the site's theme.
  }
  // The theme's name in Material's style sheets, which handwritten pages use.
  const system = matchMedia("(prefers-color-scheme: dark)");
  const nameScheme = () => {
    const { colorScheme } = getComputedStyle(root);
    const isDark = colorScheme === "light dark" ? system.matches : colorScheme === "dark";
    root.dataset.mdColorScheme = isDark ? "slate" : "default";
  };
  nameScheme();
  system.onchange = nameScheme;
  new MutationObserver(nameScheme).observe(root, { attributeFilter: ["data-theme"] });
  /** @type {{ rtt?: number, saveData?: boolean }} only Chromium has this. */
  const { rtt = 0, saveData } = /** @type {any} */ (navigator).connection ?? {};
  // Text waits a tenth of a second for a font (faces.css). On slower connections that would be in vain,
  // unless the service worker, which keeps fonts, is there to answer.
  const worker = navigator.serviceWorker?.controller;
  if (!worker && (saveData || rtt > 100)) root.classList.add("system-fonts");
  else {
    // Preload them on phones, too. Found only in the style sheet, they would be late for the first page and in
    // time for the next one, so that the typeface would change in between.
    /** @type {NodeListOf<HTMLLinkElement>} */
    const links = document.querySelectorAll("[as=font]");
    for (const link of links) link.media = "";
  }
  if (/[?&]q=./.test(location.search)) root.classList.add("searching"); // until the results are there
  root.classList.replace("no-js", "js");
})();

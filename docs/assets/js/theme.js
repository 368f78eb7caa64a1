// @ts-check
// What has to be known before the first paint: the reader's theme, whether fonts are used, what is searched for.
// This is a plain script in the head: a module would run too late, and the page would flash.
(() => {
  const root = document.documentElement;

  /**
   * What the reader's browser has stored under a name.
   * @param {string} name
   */
  const read = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // Storage may be blocked; what the system prefers is good enough.
    }
  };

  /** @type {{ rtt?: number, saveData?: boolean }} Chromium alone knows what a connection is like. */
  const { rtt = 0, saveData = false } = /** @type {any} */ (navigator).connection ?? {};

  const theme = read("theme"); // without a choice, the system preference applies
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  // Text waits a tenth of a second for a font. If an answer takes longer, it would wait for nothing (faces.css).
  if ((rtt > 100 || saveData) && !read("fonts")) root.classList.add("system-fonts");
  if (new URLSearchParams(location.search).get("q")) root.classList.add("searching"); // until results are there
  root.classList.replace("no-js", "js");
})();

// @ts-check
// The reader's choice of theme, before the first paint. Without one, the system's preference holds.
// Loaded as a plain script in the head: a module would come too late and the page would flash.
(() => {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; the system's preference is good enough.
  }
  document.documentElement.classList.replace("no-js", "js");
})();

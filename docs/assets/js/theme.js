// @ts-check
// Apply the reader's choice of theme before the first paint. Without a choice, the system preference applies.
// This is a plain script in the head: a module would run too late, and the page would flash.
(() => {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be blocked; the system preference is good enough.
  }
  document.documentElement.classList.replace("no-js", "js");
})();

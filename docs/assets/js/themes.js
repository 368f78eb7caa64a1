// @ts-check

/** Show the button in the header that switches between dark and light, and remember the choice. */
export function offerThemes() {
  const button = document.querySelector("button.theme");
  if (!(button instanceof HTMLButtonElement)) return;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;

  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches);
  const show = () => button.setAttribute("aria-pressed", String(isDark()));

  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // Without storage, the choice lasts until the page is left.
    }
    show();
  });
  prefersDark.addEventListener("change", show);
  button.hidden = false;
  show();
}

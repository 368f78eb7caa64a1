// @ts-check

/** Show the choice of theme, apply what the reader chooses, and remember it. "system" is no choice. */
export function offerThemes() {
  const choices = document.querySelector(".themes");
  if (!(choices instanceof HTMLElement)) return;
  /** @type {NodeListOf<HTMLInputElement>} */
  const radios = choices.querySelectorAll("input[name=theme]");

  const show = () => {
    const theme = document.documentElement.dataset.theme ?? "system";
    for (const radio of radios) radio.checked = radio.value === theme;
    const chosen = choices.querySelector("label:has(:checked)");
    choices.querySelector(".theme-now")?.replaceChildren(chosen?.textContent?.trim() ?? "");
    colorBrowser(theme === "system");
  };

  choices.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    apply(target.value);
    store(target.value);
    show();
  });
  // The reader may choose in another window, or come back to a page of which the browser has kept an older choice.
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== "theme") return;
    apply(newValue);
    show();
  });
  addEventListener("pageshow", () => {
    apply(readStored());
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  choices.hidden = false;
  show();
}

/** @param {string | null} theme */
function apply(theme) {
  const root = document.documentElement;
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  else delete root.dataset.theme;
}

/** @param {string} theme */
function store(theme) {
  try {
    if (theme === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // Without storage, the choice lasts until the page is left.
  }
}

/** @returns {string | null} the theme that the reader has chosen, now or earlier */
function readStored() {
  try {
    return localStorage.getItem("theme");
  } catch {
    return document.documentElement.dataset.theme ?? null;
  }
}

/** @type {Map<HTMLMetaElement, string>} */
const colors = new Map();

/**
 * Give the bar of the browser the color of the page.
 * @param {boolean} follow whether the bar follows the system, as the page was written
 */
function colorBrowser(follow) {
  const paper = getComputedStyle(document.body).backgroundColor;
  /** @type {NodeListOf<HTMLMetaElement>} */
  const metas = document.querySelectorAll("meta[name=theme-color]");
  for (const meta of metas) {
    if (!colors.has(meta)) colors.set(meta, meta.content);
    meta.content = follow ? (colors.get(meta) ?? "") : paper;
  }
}

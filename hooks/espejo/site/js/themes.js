// @ts-check

/** Theme switch: applies the reader's choice and stores it, unless it is the site's own theme. */
export function offerThemes() {
  const choices = /** @type {HTMLElement | null} */ (document.querySelector(".themes"));
  if (!choices) return;
  const { dataset } = document.documentElement;
  const radios = [...choices.querySelectorAll("input")];
  // The site's default (themes.html)
  const own = /** @type {HTMLInputElement} */ (choices.querySelector("[checked]"));

  /** @param {string | null | undefined} theme the reader's choice */
  const show = (theme) => {
    const radio = radios.find(({ value }) => value === theme) ?? own;
    radio.checked = true;
    dataset.theme = radio.value;
    choices.querySelector(".theme-now")?.replaceChildren(radio.parentElement?.textContent?.trim() ?? "");
    colorBrowser(radio.value === "system");
  };

  for (const radio of radios) {
    radio.addEventListener("change", () => {
      show(radio.value);
      try {
        if (radio === own) localStorage.removeItem("theme");
        else localStorage.setItem("theme", radio.value);
      } catch {
        // Without storage, the choice lasts until the reader leaves the page.
      }
    });
  }
  // The reader may switch in another window, or return to a page the browser restored with an older choice.
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "theme") show(newValue);
  });
  addEventListener("pageshow", () => {
    try {
      show(localStorage.getItem("theme"));
    } catch {
      // Without storage, keep the current theme.
    }
  });
  choices.hidden = false;
  show(dataset.theme);
}

/**
 * Give the browser's toolbar the color of the page.
 * @param {boolean} follow whether the toolbar follows the system, as in the page's HTML
 */
function colorBrowser(follow) {
  const paper = getComputedStyle(document.body).backgroundColor;
  /** @type {NodeListOf<HTMLMetaElement>} */
  const metas = document.querySelectorAll("meta[name=theme-color]");
  for (const meta of metas) {
    meta.dataset.written ??= meta.content;
    meta.content = follow ? meta.dataset.written : paper;
  }
}

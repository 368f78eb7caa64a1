// @ts-check

/** Show the choice of theme, apply what the reader chooses, and remember it, unless it is the theme of the site. */
export function offerThemes() {
  const choices = document.querySelector(".themes");
  if (!(choices instanceof HTMLElement)) return;
  const { dataset } = document.documentElement;
  const radios = [...choices.querySelectorAll("input")];
  // What the site has for readers without a choice (themes.html)
  const own = /** @type {HTMLInputElement} */ (choices.querySelector("[checked]"));

  /** @param {string | null | undefined} theme what the reader has chosen */
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
        // Without storage, the choice lasts until the page is left.
      }
    });
  }
  // The reader may choose in another window, or come back to a page of which the browser has kept an older choice.
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "theme") show(newValue);
  });
  addEventListener("pageshow", () => {
    try {
      show(localStorage.getItem("theme"));
    } catch {
      // Without storage, there is no other choice than what is shown.
    }
  });
  choices.hidden = false;
  show(dataset.theme);
}

/**
 * Give the bar of the browser the color of the page.
 * @param {boolean} follow whether the bar follows the system, as the page was written
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

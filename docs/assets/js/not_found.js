// @ts-check
// Put the language of the address first on 404.html, which holds all of them. This is a plain script beside what it
// moves: a module would run too late, and the page would jump.
(() => {
  const inAddress = (/** @type {HTMLElement} */ section) => location.pathname.startsWith(section.dataset.home ?? "/");
  const sections = [...document.querySelectorAll("section.lost")].filter((one) => one instanceof HTMLElement);
  const [own] = sections.filter(inAddress).sort((a, b) => (b.dataset.home ?? "").length - (a.dataset.home ?? "").length);
  own?.parentElement?.prepend(own);
})();

// @ts-check
// Put the language of the address first on 404.html, which holds all of them. This is a plain script beside what it
// moves: a module would run too late, and the page would jump.
(() => {
  const folderOf = (/** @type {HTMLElement} */ { dataset }) => (dataset.home ?? "").replace(/[^/]*$/, "");
  const sections = [...document.querySelectorAll("section.lost")].filter((one) => one instanceof HTMLElement);
  const [own] = sections.filter((one) => location.pathname.startsWith(folderOf(one))).sort((a, b) => folderOf(b).length - folderOf(a).length);
  own?.parentElement?.prepend(own);
})();

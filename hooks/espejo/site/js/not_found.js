// @ts-check
// 404 page: moves the section in the URL's language to the top. A plain script next to the sections, because
// a module would run too late, and the page would jump.
(() => {
  const folderOf = (/** @type {HTMLElement} */ { dataset }) => (dataset.home ?? "").replace(/[^/]*$/, "");
  const sections = [...document.querySelectorAll("section.lost")].filter((one) => one instanceof HTMLElement);
  const [own] = sections.filter((one) => location.pathname.startsWith(folderOf(one))).sort((a, b) => folderOf(b).length - folderOf(a).length);
  own?.parentElement?.prepend(own);
})();

// @ts-check
// What a screen reader needs to know of parts that Material's templates and script leave without a name.

for (const fold of document.querySelectorAll(".md-nav__container > label")) {
  const title = document.createElement("span");
  title.className = "unseen";
  title.textContent = fold.previousElementSibling?.textContent?.trim() ?? "";
  fold.append(title);
}

const nameParts = () => {
  for (const buttons of document.querySelectorAll(".md-code__nav")) buttons.setAttribute("role", "none");
  for (const mark of document.querySelectorAll("a.md-annotation__index > [data-md-annotation-id]")) {
    mark.parentElement?.setAttribute("aria-label", mark.getAttribute("data-md-annotation-id") ?? "");
  }
};

nameParts();
new MutationObserver(nameParts).observe(document.body, { childList: true, subtree: true });

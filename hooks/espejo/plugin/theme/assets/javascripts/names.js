// @ts-check
// What a screen reader needs to know of parts that Material's templates and script leave without a role or a name.

document.querySelector(".md-dialog")?.setAttribute("role", "status");

for (const fold of document.querySelectorAll(".md-nav__container > label")) {
  const title = document.createElement("span");
  title.className = "unseen";
  title.textContent = fold.previousElementSibling?.textContent?.trim() ?? "";
  fold.append(title);
}

const nameParts = () => {
  for (const buttons of document.querySelectorAll(".md-code__nav")) buttons.setAttribute("role", "none");
  for (const button of document.querySelectorAll(".md-code__button[title]")) {
    button.setAttribute("aria-label", button.getAttribute("title") ?? ""); // a tooltip takes the title away
  }
  for (const mark of document.querySelectorAll("a.md-annotation__index > [data-md-annotation-id]")) {
    mark.parentElement?.setAttribute("aria-label", mark.getAttribute("data-md-annotation-id") ?? "");
  }
  for (const footnote of document.querySelectorAll(".md-tooltip2[role=dialog]")) {
    footnote.setAttribute("aria-labelledby", footnote.id);
  }
};

nameParts();
new MutationObserver(nameParts).observe(document.body, { childList: true, subtree: true });

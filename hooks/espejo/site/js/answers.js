// @ts-check

/** Show the buttons that open or close all answers. */
export function offerAnswerTools() {
  const tools = /** @type {HTMLElement | null} */ (document.querySelector(".tools"));
  if (!tools) return;
  tools.addEventListener("click", ({ target }) => {
    const act = /** @type {Element} */ (target).closest("button[data-answers]")?.getAttribute("data-answers");
    for (const answer of act ? document.querySelectorAll("details.answer") : []) {
      answer.toggleAttribute("open", act === "open");
    }
  });
  tools.hidden = false;
}

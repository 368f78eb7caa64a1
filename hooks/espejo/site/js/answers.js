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

/** Print what the reader chooses: the questions, their key, or both, which the browser's own command prints. */
export function offerPrinting() {
  const { dataset } = document.documentElement;
  document.querySelector("#print_sheet")?.addEventListener("click", ({ target }) => {
    const { value } = /** @type {HTMLButtonElement} */ (target);
    if (!value) return; // beside the buttons
    dataset.print = value;
    print();
  });
  addEventListener("afterprint", () => delete dataset.print);
}

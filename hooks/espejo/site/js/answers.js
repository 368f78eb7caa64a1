// @ts-check

/** Show the buttons that open or close all answers. */
export function offerAnswerTools() {
  const tools = document.querySelector(".tools");
  if (!(tools instanceof HTMLElement)) return;
  tools.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("button[data-answers]");
    if (!(button instanceof HTMLElement)) return;
    for (const answer of document.querySelectorAll("details.answer")) {
      answer.toggleAttribute("open", button.dataset.answers === "open");
    }
  });
  tools.hidden = false;
}

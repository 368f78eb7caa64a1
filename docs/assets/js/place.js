// @ts-check

/** Makes the links to this page's mirror lead to the question that is being read. */
export function keepPlace() {
  for (const link of document.querySelectorAll("a[data-mirror]")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    const aim = () => (link.hash = currentQuestion());
    for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, aim);
  }
}

/** How far from the window's top a question that was just jumped to may begin, in pixels. */
const READING_LINE = 120;

/** @returns {string} the id of the last question that begins above the reading line; "" above them all */
function currentQuestion() {
  const questions = [...document.querySelectorAll(".question")];
  const passed = questions.filter((question) => question.getBoundingClientRect().top <= READING_LINE);
  return passed.at(-1)?.id ?? "";
}

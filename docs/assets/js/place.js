// @ts-check

/** Makes the links to this page's mirror lead to the question that is being read. */
export function keepPlace() {
  for (const link of document.querySelectorAll("a[data-mirror]")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    const aim = () => (link.hash = currentQuestion());
    for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, aim);
  }
}

/** @returns {string} the id of the last question whose top has passed the upper third; "" above them all */
function currentQuestion() {
  const line = innerHeight / 3;
  const questions = [...document.querySelectorAll(".question")];
  const passed = questions.filter((question) => question.getBoundingClientRect().top <= line);
  return passed.at(-1)?.id ?? "";
}

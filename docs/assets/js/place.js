// @ts-check

/** Makes the links to this page's mirror lead to the question that is being read. */
export function keepPlace() {
  for (const link of document.querySelectorAll("a[data-mirror]")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    const aim = () => (link.hash = currentQuestion());
    for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, aim);
  }
}

/** How far below the window's top a question that was just jumped to may begin, in the reader's letters. */
const READING_LINE = 7.5;

/**
 * @returns {string} the id of the question that is being read: the last that begins above the reading line,
 *   or the one that was jumped to where the page is too short to bring it there; "" above them all
 */
function currentQuestion() {
  const root = document.documentElement;
  const target = document.querySelector(".question:target");
  const atEnd = innerHeight + scrollY >= root.scrollHeight - 2;
  if (target && atEnd && target.getBoundingClientRect().top >= 0) return target.id;
  const line = READING_LINE * parseFloat(getComputedStyle(root).fontSize);
  const questions = [...document.querySelectorAll(".question")];
  const passed = questions.filter((question) => question.getBoundingClientRect().top <= line);
  return passed.at(-1)?.id ?? "";
}

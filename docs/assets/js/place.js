// @ts-check

/** Make the links to the mirrors of this page lead to the question that is being read. */
export function keepPlace() {
  for (const link of document.querySelectorAll("a[data-mirror]")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    const updateHash = () => (link.hash = currentQuestion());
    for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, updateHash);
  }
}

/** How far below the top of the window a question may begin after a jump to it, in rem. */
const READING_LINE_REM = 7.5;

/**
 * @returns {string} the id of the question that is being read: the last one that begins above the reading line,
 *   or the target of a jump if the page is too short to scroll it there; "" above the first question
 */
function currentQuestion() {
  const root = document.documentElement;
  const target = document.querySelector(".question:target");
  const atEnd = innerHeight + scrollY >= root.scrollHeight - 2;
  if (target && atEnd && target.getBoundingClientRect().top >= 0) return target.id;
  const readingLine = READING_LINE_REM * parseFloat(getComputedStyle(root).fontSize);
  const questions = [...document.querySelectorAll(".question")];
  const above = questions.filter((question) => question.getBoundingClientRect().top <= readingLine);
  return above.at(-1)?.id ?? "";
}

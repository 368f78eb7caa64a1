"""Asking a question in the terminal: shows it, takes hints, answers, and grades, and gives the verdict.

`site/js/study/practice/answering.js` does the same on a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import SystemRandom
from time import monotonic
from typing import Any

from espejo.messages.message import Message, comma_separated, message, sentences
from espejo.model.kinds import KINDS
from espejo.model.quiz import Card, Item, Question
from espejo.model.text import Text
from espejo.study.event import GRADES, Answer, LogEvent
from espejo.study.terminal.kinds import (
    BETWEEN,
    Choices,
    Typed,
    arrange,
    describe_right,
    describe_verdict,
    read_answer,
    say_input,
)
from espejo.study.terminal.quiz_bank import Asked
from espejo.study.terminal.recorder import Recorder, count_ms
from espejo.study.terminal.screen import AGAIN, HINT, NEXT, SHOW
from espejo.study.terminal.view import RIGHT, WRONG, QuestionView
from espejo.study.terminal.words import word

NUMBERS = ("1", "2", "3", "4")
"""What readers type for the grades."""

_GUESSING = message("A question mark at the end says that you are guessing.")
_POINTS = message("Type the numbers of the points that you mentioned, such as 1 3, or nothing for none.")


@dataclass(eq=False)
class Attempt:
    """One attempt at an item: the order of its choices, and whether hint or answer were opened."""

    asked: Asked
    choices: Choices
    start: float = field(default_factory=monotonic)
    hint: bool = False
    seen: bool = False

    @property
    def item(self) -> Item:
        return self.asked.item

    @property
    def judged(self) -> Question | None:
        """The question if the program grades it; None for cards and self-graded questions."""
        is_judged = isinstance(self.item, Question) and not KINDS[self.item.kind].self_graded
        return self.item if isinstance(self.item, Question) and is_judged else None


def order_choices(asked: Asked, *, shuffled: bool = False) -> Choices:
    """Return the choices in file order or, if `shuffled` and allowed, in another."""
    question = asked.item
    if not isinstance(question, Question):
        return Choices((), ())
    order = list(range(1, len(question.choices) + 1))
    if shuffled and question.is_shuffled and len(order) > 2:
        SystemRandom().shuffle(order)
    return arrange(question, asked.labels, order)


class Asker:
    """Asks one item at a time, and records the answers."""

    def __init__(self, view: QuestionView, recorder: Recorder, where: str) -> None:
        self.view = view
        self.screen = view.screen
        self.recorder = recorder
        self.where = where

    def ask(self, asked: Asked, place: str, *, shuffled: bool = False) -> None:
        """Ask an item, and again as long as the reader wants that."""
        is_again = True
        while is_again:
            choices = order_choices(asked, shuffled=shuffled)
            self.view.show_item(asked.item, place, choices)
            attempt = Attempt(asked, choices)
            question = attempt.judged
            is_again = self._ask_judged(attempt, question) if question else self._ask_open(attempt)
            shuffled = True

    def _ask_judged(self, attempt: Attempt, question: Question) -> bool:
        """Ask for an answer, and return whether the reader wants to be asked again."""
        prompt, explained = say_input(question, attempt.choices)
        about = sentences(explained, _GUESSING)
        while True:
            text = self.screen.ask(prompt, about, HINT, SHOW, NEXT)
            if text == NEXT or (not text and attempt.seen):
                self._pass_over(attempt)
                return False
            if text == SHOW:
                prompt = message("Your answer (Enter to go on):")
            if text in (HINT, SHOW):
                self._look(attempt, text)
            elif typed := read_answer(question, attempt.choices, text):
                return self._finish(attempt, question, typed)
            else:
                self.screen.say(explained)

    def _look(self, attempt: Attempt, command: str) -> None:
        """Show the hint or the answer."""
        if command == HINT:
            attempt.hint |= self.view.show_hint(attempt.item)
        else:
            self.view.show_answer(attempt.item, attempt.choices)
            attempt.seen = True
        self.screen.gap()

    def _pass_over(self, attempt: Attempt) -> None:
        """Go on without an answer. A review counts it, if the answer was shown."""

    def _finish(self, attempt: Attempt, question: Question, typed: Typed) -> bool:
        event = self._record(attempt, typed.answer, right=typed.right, guess=typed.guess)
        verdict = describe_verdict(question, attempt.choices, typed)
        self.view.show_result(question, attempt.choices, verdict, typed.chosen, right=typed.right)
        # The verdict may have scrolled away. After a wrong answer, the right one is repeated, too.
        again = f"{RIGHT} {word('right_answer')}"
        if not typed.right:
            answer = describe_right(question, attempt.choices, self.view.say_unit(question))
            again = f"{WRONG} {word('wrong_statement')} {answer}".strip()
        return self._follow(event, again)

    def _record(self, attempt: Attempt, answer: Answer, *, ms: int | None = None, **given: Any) -> LogEvent:
        given |= {"hint": attempt.hint, "seen": attempt.seen}
        spent = count_ms(attempt.start) if ms is None else ms
        event = self.recorder.make_event(attempt.asked, self.where, answer, ms=spent, **given)
        return self.recorder.record(event)

    def _follow(self, event: LogEvent, verdict: str) -> bool:  # noqa: ARG002 (used in reviews)
        """After the verdict, return whether the reader wants to be asked again."""
        prompt = message("{verdict} Enter to go on, :r to be asked again:", verdict=verdict)
        return self.screen.ask(prompt, message("Press Enter to go on."), AGAIN) == AGAIN

    def _ask_open(self, attempt: Attempt) -> bool:
        """Ask a self-graded item: the reader answers, compares with the model answer, and grades herself."""
        is_card = isinstance(attempt.item, Card)
        prompt = message("Enter turns it over:") if is_card else message("Your answer (Enter shows ours):")
        about = message("Think of your answer, or write it, and press Enter. What you write is not kept.")
        commands = (NEXT,) if is_card else (HINT, SHOW, NEXT)
        while (text := self.screen.ask(prompt, about, *commands)) == HINT:
            self._look(attempt, HINT)
        if text != NEXT:
            self.grade_open(attempt)
        return False

    def grade_open(self, attempt: Attempt, *, ms: int | None = None) -> None:
        """Show the answer of a self-graded item, and let the reader check its points and grade herself."""
        item = attempt.item
        self.view.show_answer(item, attempt.choices)
        points = item.points if isinstance(item, Question) else ()
        ticked = self._tick(points) if points else ()
        grade = self._ask_grade(attempt, suggest_grade(len(ticked), len(points)))
        self._record(attempt, ticked, right=grade != GRADES[0], grade=grade, ms=ms)
        self.screen.say(word("graded", grade=name_grade(grade)))
        self.view.show_reading(item)

    def _tick(self, points: Sequence[Text]) -> tuple[int, ...]:
        self.view.show_points(points)
        self.screen.gap()
        prompt = message("Which of these did you mention (1-{count}, Enter for none)?", count=len(points))
        while (ticked := read_points(self.screen.ask(prompt, _POINTS), len(points))) is None:
            self.screen.say(_POINTS)
        return ticked

    def _ask_grade(self, attempt: Attempt, suggested: int | None) -> str:
        self.screen.gap()
        grades = comma_separated(self._list_grades(attempt))
        prompt = message("How did it go: {grades}?", grades=grades)
        if suggested:
            prompt = message("How did it go: {grades}? (Enter: {number})", grades=grades, number=suggested)
        about = message("Type a number from 1 to 4, and press Enter.")
        text = self.read_one_of((*NUMBERS, "") if suggested else NUMBERS, prompt, about)
        return GRADES[int(text or suggested or 0) - 1]

    def read_one_of(self, allowed: Sequence[str], prompt: Message, about: Message) -> str:
        """Ask until the input is one of these texts."""
        while (text := self.screen.ask(prompt, about)) not in allowed:
            self.screen.say(about)
        return text

    def _list_grades(self, attempt: Attempt) -> list[str]:  # noqa: ARG002 (a review adds dates)
        """List the grades with their numbers."""
        return [f"{number} {name_grade(grade)}" for number, grade in enumerate(GRADES, 1)]


def name_grade(grade: str) -> str:
    return word(f"grade_{grade}").lower()


def read_points(line: str, count: int) -> tuple[int, ...] | None:
    """Parse the numbers of the points the reader checks, if the line has nothing else."""
    known = {str(number): number for number in range(1, count + 1)}
    typed = [one for one in BETWEEN.split(line) if one]
    return tuple(sorted({known[one] for one in typed})) if known.keys() >= set(typed) else None


def suggest_grade(ticked: int, total: int) -> int | None:
    """Suggest a grade, from 1, based on the points checked; None if there is no basis for one."""
    if not ticked:
        return None
    if ticked == total:
        return 3
    return 2 if ticked * 2 >= total else 1

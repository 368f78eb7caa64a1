"""Asking a question in the terminal: shows it, takes hints, answers, and grades, and gives the verdict.

`site/js/study/practice/answering.js` does the same on a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Any

from espejo.messages.message import Message, comma_separated, message, sentences
from espejo.model.quiz import Card, Item, Question
from espejo.model.text import Text
from espejo.study.event import GRADES, Answer, LogEvent
from espejo.study.terminal.answers import (
    POINTS,
    Typed,
    arrange,
    describe_verdict,
    is_open,
    is_right,
    read_answer,
    read_points,
    suggest_grade,
)
from espejo.study.terminal.kinds import TERMINAL_KINDS, Choices, NotAnAnswerError
from espejo.study.terminal.prompt import AGAIN, HINT, NEXT, SHOW, ask_line
from espejo.study.terminal.quiz_bank import Asked
from espejo.study.terminal.recorder import Recorder, Stopwatch
from espejo.study.terminal.view import RIGHT, WRONG, QuestionView

NAMES = {
    "forgot": message("forgot"),
    "hard": message("hard"),
    "good": message("good"),
    "easy": message("easy"),
}
NUMBERS = ("1", "2", "3", "4")
"""What readers type for the grades."""

_GUESSING = message("A question mark at the end says that you are guessing.")


@dataclass
class Attempt:
    """One attempt at an item: the order of its choices, and whether hint or answer were opened."""

    asked: Asked
    choices: Choices
    watch: Stopwatch = field(default_factory=Stopwatch)
    hint: bool = False
    seen: bool = False

    @property
    def item(self) -> Item:
        return self.asked.item

    @property
    def judged(self) -> Question | None:
        """The question, unless it's self-graded."""
        return self.item if isinstance(self.item, Question) and not is_open(self.item) else None

    def say_prompt(self, question: Question) -> Message:
        """Return the input prompt for a question that isn't self-graded."""
        if self.seen:
            return message("Your answer (Enter to go on):")
        return TERMINAL_KINDS[question.kind].say_prompt(self.choices)


def begin(asked: Asked, *, shuffled: bool = False) -> Attempt:
    """Start an attempt, with choices in file order or, if `shuffled` and allowed, in another."""
    question = asked.item
    if not isinstance(question, Question):
        return Attempt(asked, Choices((), ()))
    order = list(range(1, len(question.choices) + 1))
    if shuffled and question.is_shuffled and len(order) > 2:
        SystemRandom().shuffle(order)
    return Attempt(asked, arrange(question, asked.labels, order))


class Asker:
    """Asks one item at a time, and records the answers."""

    def __init__(self, view: QuestionView, recorder: Recorder, where: str) -> None:
        self.view = view
        self.screen = view.screen
        self.recorder = recorder
        self.where = where

    def ask(self, asked: Asked, place: Message, *, shuffled: bool = False) -> None:
        """Ask an item, and again as long as the reader wants that."""
        is_again = True
        while is_again:
            attempt = begin(asked, shuffled=shuffled)
            self.view.show_item(asked.item, place, attempt.choices)
            attempt.watch = Stopwatch()
            is_again = self._ask_once(attempt)
            shuffled = True

    def _ask_once(self, attempt: Attempt) -> bool:
        """Ask an item once, and return whether the reader wants to be asked it again."""
        if attempt.judged:
            return self._ask_judged(attempt, attempt.judged)
        self._ask_open(attempt)
        return False

    def _ask_judged(self, attempt: Attempt, question: Question) -> bool:
        about = TERMINAL_KINDS[question.kind].explain(attempt.choices)
        while True:
            prompt = attempt.say_prompt(question)
            line = ask_line(self.screen, prompt, (HINT, SHOW, NEXT), sentences(about, _GUESSING))
            if line.command == NEXT or (not line.text and not line.command and attempt.seen):
                self._pass_over(attempt)
                return False
            if line.command:
                self._look(attempt, line.command)
                continue
            try:
                typed = read_answer(question, attempt.choices, line.text)
            except NotAnAnswerError as error:
                self.screen.say(error.text)
            else:
                return self._finish(attempt, question, typed)

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
        right = is_right(question, typed.answer)
        event = self._record(attempt, typed.answer, right=right, guess=typed.guess, ms=attempt.watch.ms)
        verdict = describe_verdict(question, attempt.choices, typed)
        self.view.show_result(question, attempt.choices, verdict, typed.chosen, right=right)
        return self._follow(event, self._repeat_verdict(attempt, question, right=right))

    def _record(self, attempt: Attempt, answer: Answer, **given: Any) -> LogEvent:
        given |= {"hint": attempt.hint, "seen": attempt.seen}
        return self.recorder.record(self.recorder.make_event(attempt.asked, self.where, answer, **given))

    def _repeat_verdict(self, attempt: Attempt, question: Question, *, right: bool) -> Message:
        """Repeat the verdict, which may have scrolled away, and after a wrong answer, the right one."""
        if right:
            return message("{shape} Right.", shape=RIGHT)
        kind, unit = TERMINAL_KINDS[question.kind], self.view.say_unit(question)
        answer = kind.describe_right(question, attempt.choices, unit)
        return sentences(message("{shape} Not right.", shape=WRONG), answer or "")

    def _follow(self, event: LogEvent, verdict: Message) -> bool:  # noqa: ARG002 (used in reviews)
        """After the verdict, return whether the reader wants to be asked again."""
        prompt = message("{verdict} Enter to go on, :r to be asked again:", verdict=verdict)
        return ask_line(self.screen, prompt, (AGAIN,), message("Press Enter to go on.")).command == AGAIN

    def _ask_open(self, attempt: Attempt) -> None:
        """Ask a self-graded item: the reader answers, compares with the model answer, and grades herself."""
        is_card = isinstance(attempt.item, Card)
        prompt = message("Enter turns it over:") if is_card else message("Your answer (Enter shows ours):")
        about = message("Think of your answer, or write it, and press Enter. What you write is not kept.")
        while True:
            line = ask_line(self.screen, prompt, (NEXT,) if is_card else (HINT, SHOW, NEXT), about)
            if line.command == NEXT:
                return
            if line.command != HINT:
                self.grade_open(attempt)
                return
            self._look(attempt, HINT)

    def grade_open(self, attempt: Attempt, *, ms: int | None = None) -> None:
        """Show the answer of a self-graded item, and let the reader check its points and grade herself."""
        item = attempt.item
        self.view.show_answer(item, attempt.choices)
        points = item.points if isinstance(item, Question) else ()
        ticked = self._tick(points) if points else ()
        grade = self._ask_grade(attempt, suggest_grade(len(ticked), len(points)))
        spent = attempt.watch.ms if ms is None else ms
        self._record(attempt, ticked, right=grade != GRADES[0], grade=grade, ms=spent)
        self.screen.say(message("Noted: {grade}.", grade=NAMES[grade]))
        self.view.show_reading(item)

    def _tick(self, points: Sequence[Text]) -> tuple[int, ...]:
        self.view.show_points(points)
        self.screen.gap()
        prompt = message("Which of these did you mention (1-{count}, Enter for none)?", count=len(points))
        while True:
            line = ask_line(self.screen, prompt, (), POINTS)
            try:
                return read_points(line.text, len(points))
            except NotAnAnswerError as error:
                self.screen.say(error.text)

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
        while (text := ask_line(self.screen, prompt, (), about).text) not in allowed:
            self.screen.say(about)
        return text

    def _list_grades(self, attempt: Attempt) -> list[Message]:  # noqa: ARG002 (a review adds dates)
        """List the grades with their numbers."""
        names = (NAMES[grade] for grade in GRADES)
        return [message("{number} {grade}", number=at, grade=name) for at, name in enumerate(names, 1)]

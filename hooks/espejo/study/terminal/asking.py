"""Asking a question in the terminal: shows it, takes hints, answers, and grades, and gives the verdict.

`site/js/study/practice/answering.js` does the same on a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import SystemRandom

from espejo.messages.message import Message, comma_separated, message, sentences
from espejo.model.quiz import Card, Question
from espejo.model.text import Text
from espejo.study.event import GRADES, LogEvent
from espejo.study.terminal.answers import (
    Typed,
    arrange,
    describe_right,
    describe_verdict,
    is_open,
    is_right,
    read_answer,
    read_points,
    suggest_grade,
)
from espejo.study.terminal.kinds import TERMINAL_KINDS
from espejo.study.terminal.kinds.base import Choices, NotAnAnswerError
from espejo.study.terminal.prompt import AGAIN, HINT, NEXT, SHOW, Line, ask_line
from espejo.study.terminal.quiz_bank import Asked
from espejo.study.terminal.recorder import Given, Recorder, Stopwatch
from espejo.study.terminal.view import RIGHT, WRONG, QuestionView

NAMES = {
    "forgot": message("forgot"),
    "hard": message("hard"),
    "good": message("good"),
    "easy": message("easy"),
}
_GUESSING = message("A question mark at the end says that you are guessing.")


@dataclass
class Attempt:
    """One attempt at an item: the order of its choices, and whether hint or answer were opened."""

    asked: Asked
    choices: Choices
    watch: Stopwatch = field(default_factory=Stopwatch)
    hint: bool = False
    seen: bool = False


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

    def ask(self, asked: Asked, place: Message, *, shuffled: bool = False) -> list[LogEvent]:
        """Ask an item, and return one answer per attempt; none if it was skipped."""
        events: list[LogEvent] = []
        is_again = True
        while is_again:
            attempt = begin(asked, shuffled=shuffled or bool(events))
            self.view.show_item(asked.item, place, attempt.choices)
            attempt.watch = Stopwatch()
            given, is_again = self._ask_open(attempt) if is_open(asked.item) else self._ask_judged(attempt)
            events += given
        return events

    def _ask_judged(self, attempt: Attempt) -> tuple[list[LogEvent], bool]:
        question = attempt.asked.item
        assert isinstance(question, Question)  # noqa: S101 (others are self-graded)
        about = TERMINAL_KINDS[question.kind].explain(attempt.choices)
        while True:
            prompt = say_prompt(question, attempt)
            line = ask_line(self.screen, prompt, (HINT, SHOW, NEXT), sentences(about, _GUESSING))
            if line.command == NEXT or (not line.text and not line.command and attempt.seen):
                return self._pass_over(attempt), False
            if line.command:
                self._look(attempt, line)
                continue
            try:
                typed = read_answer(question, attempt.choices, line.text)
            except NotAnAnswerError as error:
                self.screen.say(error.text)
                continue
            return self._finish(attempt, question, typed)

    def _look(self, attempt: Attempt, line: Line) -> None:
        if line.command == HINT:
            self.view.show_hint(attempt.asked.item)
            attempt.hint = attempt.hint or bool(getattr(attempt.asked.item, "hint", None))
        else:
            self.view.show_answer(attempt.asked.item, attempt.choices)
            attempt.seen = True
        self.screen.gap()

    def _pass_over(self, attempt: Attempt) -> list[LogEvent]:  # noqa: ARG002 (used in reviews)
        return []

    def _finish(self, attempt: Attempt, question: Question, typed: Typed) -> tuple[list[LogEvent], bool]:
        right = is_right(question, typed.answer)
        event = self._record(
            attempt, Given(answer=typed.answer, right=right, guess=typed.guess, ms=attempt.watch.ms)
        )
        verdict = describe_verdict(question, attempt.choices, typed)
        self.view.show_verdict(verdict, right=right)
        own = typed.answer if isinstance(typed.answer, tuple) else ()
        self.view.show_answer(question, attempt.choices, own)
        self.view.show_reading(question)
        self.screen.gap()
        return self._follow(attempt, event)

    def _record(self, attempt: Attempt, given: Given) -> LogEvent:
        looked = replace(given, hint=attempt.hint, seen=attempt.seen)
        event = self.recorder.make_event(attempt.asked, self.where, looked)
        self.recorder.record(event)
        return event

    def _repeat_verdict(self, attempt: Attempt, event: LogEvent) -> Message:
        """Repeat the verdict and, after a wrong answer, the right one."""
        question = attempt.asked.item
        if event.right or not isinstance(question, Question):
            return message("{shape} Right.", shape=RIGHT)
        right = describe_right(question, attempt.choices, self.view.say_unit(question))
        return sentences(message("{shape} Not right.", shape=WRONG), right or "")

    def _follow(self, attempt: Attempt, event: LogEvent) -> tuple[list[LogEvent], bool]:
        """Continue after the answer, or ask again. Repeats the verdict, which may have scrolled away."""
        verdict = self._repeat_verdict(attempt, event)
        prompt = message("{verdict} Enter to go on, :r to be asked again:", verdict=verdict)
        about = message("Press Enter to go on.")
        line = ask_line(self.screen, prompt, (AGAIN,), about)
        return [event], line.command == AGAIN

    def _ask_open(self, attempt: Attempt) -> tuple[list[LogEvent], bool]:
        """Ask a self-graded item: the reader answers, compares with the model answer, and grades herself."""
        item = attempt.asked.item
        is_card = isinstance(item, Card)
        prompt = message("Enter turns it over:") if is_card else message("Your answer (Enter shows ours):")
        about = message("Think of your answer, or write it, and press Enter. What you write is not kept.")
        while True:
            line = ask_line(self.screen, prompt, (NEXT,) if is_card else (HINT, SHOW, NEXT), about)
            if line.command == NEXT:
                return [], False
            if line.command != HINT:
                return [self.grade_open(attempt)], False
            self._look(attempt, line)

    def grade_open(self, attempt: Attempt, *, ms: int | None = None) -> LogEvent:
        """Show the answer of a self-graded item, and let the reader check its points and grade herself."""
        item = attempt.asked.item
        self.view.show_answer(item, attempt.choices)
        points = item.points if isinstance(item, Question) else ()
        ticked = self._tick(points) if points else ()
        grade = self._ask_grade(attempt, suggest_grade(len(ticked), len(points)))
        spent = attempt.watch.ms if ms is None else ms
        given = Given(answer=ticked, right=grade != GRADES[0], grade=grade, ms=spent)
        event = self._record(attempt, given)
        self.screen.say(message("Noted: {grade}.", grade=NAMES[grade]))
        self.view.show_reading(item)
        return event

    def _tick(self, points: Sequence[Text]) -> tuple[int, ...]:
        self.view.show_points(points)
        self.screen.gap()
        about = message(
            "Type the numbers of the points that you mentioned, such as 1 3, or nothing for none."
        )
        while True:
            prompt = message("Which of these did you mention (1-{count}, Enter for none)?", count=len(points))
            line = ask_line(self.screen, prompt, (), about)
            try:
                return read_points(line.text, len(points))
            except NotAnAnswerError as error:
                self.screen.say(error.text)

    def _ask_grade(self, attempt: Attempt, suggested: int | None) -> str:
        self.screen.gap()
        choices = comma_separated(self._list_grades(attempt))
        prompt = message("How did it go: {grades}?", grades=choices)
        if suggested:
            prompt = message("How did it go: {grades}? (Enter: {number})", grades=choices, number=suggested)
        return self._read_grade(prompt, suggested)

    def _list_grades(self, attempt: Attempt) -> Iterable[Message]:  # noqa: ARG002 (a review adds dates)
        return list_grades()

    def _read_grade(self, prompt: Message, suggested: int | None) -> str:
        about = message("Type a number from 1 to 4, and press Enter.")
        while True:
            text = ask_line(self.screen, prompt, (), about).text or str(suggested or "")
            if text in ("1", "2", "3", "4"):
                return GRADES[int(text) - 1]
            self.screen.say(about)


def list_grades(say_date: Callable[[int], Message] | None = None) -> list[Message]:
    """List the grades with their numbers and, in a review, the item's next date."""
    names = [NAMES[grade] for grade in GRADES]
    if not say_date:
        return [message("{number} {grade}", number=at, grade=name) for at, name in enumerate(names, 1)]
    return [
        message("{number} {grade} ({date})", number=at, grade=name, date=say_date(at))
        for at, name in enumerate(names, 1)
    ]


def say_prompt(question: Question, attempt: Attempt) -> Message:
    """Return the input prompt for a question."""
    if attempt.seen:
        return message("Your answer (Enter to go on):")
    return TERMINAL_KINDS[question.kind].say_prompt(attempt.choices)

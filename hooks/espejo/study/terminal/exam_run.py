"""Exam in the terminal: questions without feedback, in any order, until submission or time-out.

`site/js/study/exam/exam.js` does the same on a page. The remaining time is computed from the start time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from time import time

from espejo.messages.message import Message, comma_separated, message, plural, sentences
from espejo.model.quiz import Question
from espejo.study.terminal.answers import (
    Typed,
    describe_verdict,
    is_open,
    is_right,
    read_answer,
)
from espejo.study.terminal.asking import Asker, Attempt, begin, say_prompt
from espejo.study.terminal.kinds import TERMINAL_KINDS
from espejo.study.terminal.kinds.base import NotAnAnswerError
from espejo.study.terminal.prompt import HAND_IN, HINT, NEXT, PREVIOUS, QuitError, ask_line
from espejo.study.terminal.quiz_bank import Asked
from espejo.study.terminal.quiz_run import QuizRun, show_missed
from espejo.study.terminal.recorder import Given, Stopwatch
from espejo.study.terminal.screen import EndOfInputError


@dataclass(eq=False)
class Draft:
    """The answer to a question so far, and how long the question was on screen."""

    attempt: Attempt
    typed: Typed | None = None
    words: str = ""
    spent: int = 0
    visited: bool = False
    recorded: bool = False

    @property
    def is_answered(self) -> bool:
        """Whether it counts as answered; a self-graded question does once it was shown."""
        return self.visited if is_open(self.attempt.asked.item) else self.typed is not None


class TimeUpError(Exception):
    """Time's up."""


class ExamRun:
    """An exam, from first question to result."""

    def __init__(
        self, asker: Asker, items: Sequence[Asked], minutes: int = 0, now: Callable[[], float] = time
    ) -> None:
        self.asker = asker
        self.screen = asker.screen
        self.drafts = [Draft(begin(asked)) for asked in items]
        self._now = now
        self._limit = 60 * minutes
        self._start = now()
        self._result = QuizRun(asker, items)

    def run(self) -> None:
        """Ask, submit, and show the result. Quitting early submits what is there."""
        try:
            self._ask_all()
        except TimeUpError:
            self.screen.say(message("The time is up. The exam is handed in as it is."))
        except (KeyboardInterrupt, EndOfInputError, QuitError):
            self._record_judged()
            self._show_score()
            raise
        except BaseException:  # such as a closed pipe
            self._record_judged()
            raise
        self._record_judged()
        self._grade_open()
        self._show_score()
        self._show_verdicts()
        self.asker.where = "quiz"
        self._result.offer_missed()

    def _ask_all(self) -> None:
        at = 0
        while True:
            if at == len(self.drafts):
                if self._confirm():
                    return
                at -= 1
            step = self._ask(at)
            at = {HAND_IN: len(self.drafts), PREVIOUS: max(0, at - 1)}.get(step, at + 1)

    def _ask(self, at: int) -> str:
        """Ask one question, and return the command that says where to go next."""
        draft = self.drafts[at]
        self.asker.view.show_item(draft.attempt.asked.item, self._say_place(at), draft.attempt.choices)
        watch = Stopwatch()
        draft.visited = True
        try:
            return self._read(draft)
        finally:
            draft.spent += watch.ms

    def _read(self, draft: Draft) -> str:
        item = draft.attempt.asked.item
        commands = (HINT, NEXT, PREVIOUS, HAND_IN)
        while True:
            line = ask_line(self.screen, _say_prompt(draft), commands, _explain(draft))
            if self._limit and self._now() >= self._start + self._limit:
                raise TimeUpError
            if line.command == HINT:
                self.asker.view.show_hint(item)
                draft.attempt.hint = draft.attempt.hint or bool(getattr(item, "hint", None))
                self.screen.gap()
            elif line.command or not line.text:
                return line.command or NEXT
            elif is_open(item) or not isinstance(item, Question):
                draft.words = line.text
                return NEXT
            else:
                try:
                    draft.typed = read_answer(item, draft.attempt.choices, line.text)
                    return NEXT
                except NotAnAnswerError as error:
                    self.screen.say(error.text)

    def _say_place(self, at: int) -> Message:
        place = message("{number} of {count}", number=at + 1, count=len(self.drafts))
        if not self._limit:
            return place
        left = max(0, ceil((self._start + self._limit - self._now()) / 60))
        return sentences(place, plural("· {count} minute left", "· {count} minutes left", left))

    def _confirm(self) -> bool:
        """Confirm the submission, after listing unanswered questions."""
        left = sum(not draft.is_answered for draft in self.drafts)
        self.screen.gap()
        if left:
            self.screen.say(
                plural("{count} question has no answer.", "{count} questions have no answer.", left)
            )
        prompt = message("Enter hands in the exam, :p goes back:")
        about = message("Press Enter to hand in the exam.")
        return ask_line(self.screen, prompt, (PREVIOUS,), about).command != PREVIOUS

    def _record_judged(self) -> None:
        """Check and record answers, except self-graded ones, which come later."""
        for draft in self.drafts:
            item = draft.attempt.asked.item
            if draft.typed and isinstance(item, Question) and not draft.recorded:
                right = is_right(item, draft.typed.answer)
                given = Given(
                    answer=draft.typed.answer,
                    right=right,
                    ms=draft.spent,
                    guess=draft.typed.guess,
                    hint=draft.attempt.hint,
                )
                event = self.asker.recorder.make_event(draft.attempt.asked, self.asker.where, given)
                draft.recorded = True
                self.asker.recorder.record(event)

    def _grade_open(self) -> None:
        """Show the model answers of self-graded questions, one at a time, for grading."""
        for draft in self.drafts:
            item = draft.attempt.asked.item
            if not is_open(item) or not draft.visited:
                continue
            self.asker.view.show_item(item, message("To grade"), draft.attempt.choices)
            if draft.words:
                self.screen.gap()
                self.screen.say(message("You wrote: {words}", words=draft.words))
            self.asker.grade_open(draft.attempt, ms=draft.spent)

    def _show_score(self) -> None:
        """Show the score. Unanswered questions count as missed, and ungraded ones don't count."""
        open_ = [one for one in self.drafts if is_open(one.attempt.asked.item)]
        graded = [
            one for one in self.drafts if one not in open_ or one.attempt.asked.item.id in self._result.first
        ]
        right = sum(self._result.first.values())
        self.screen.gap()
        self.screen.say(message("{right} of {count} right.", right=right, count=len(graded)), "bold")
        left = sum(not one.is_answered for one in self.drafts if one not in open_)
        if left:
            self.screen.say(
                plural("{count} question had no answer.", "{count} questions had no answer.", left)
            )
        show_missed(self.asker, self._result.missed)

    def _show_verdicts(self) -> None:
        """Show missed and unanswered questions one at a time, so that the score doesn't scroll away."""
        missed = [
            (draft, item)
            for draft in self.drafts
            if isinstance(item := draft.attempt.asked.item, Question)
            and not is_open(item)
            and not self._result.first.get(item.id)
        ]
        for draft, item in missed:
            self.screen.gap()
            ask_line(self.screen, message("Enter shows what you missed:"), (), _GO_ON)
            self._show_verdict(draft, item)
        if missed:
            ask_line(self.screen, message("Enter to go on:"), (), _GO_ON)

    def _show_verdict(self, draft: Draft, item: Question) -> None:
        verdict = message("No answer.")
        own: tuple[int, ...] = ()
        if draft.typed:
            verdict = describe_verdict(item, draft.attempt.choices, draft.typed)
            own = draft.typed.answer if isinstance(draft.typed.answer, tuple) else own
        self.asker.view.show_item(item, message("Missed"), draft.attempt.choices)
        self.asker.view.show_verdict(verdict, right=False)
        self.asker.view.show_answer(item, draft.attempt.choices, own)
        self.asker.view.show_reading(item)
        self.screen.gap()


_GO_ON = message("Press Enter to go on.")


def _say_prompt(draft: Draft) -> Message:
    item = draft.attempt.asked.item
    if is_open(item) or not isinstance(item, Question):
        return message("Your answer (Enter to go on):")
    if not draft.typed:
        return say_prompt(item, draft.attempt)
    return message(
        "You answered {answer}. Another answer, or Enter to go on:", answer=_say_answer(draft, draft.typed)
    )


def _say_answer(draft: Draft, typed: Typed) -> Message | str:
    if isinstance(typed.answer, bool):
        return message("true") if typed.answer else message("false")
    if isinstance(typed.answer, tuple):
        return comma_separated(draft.attempt.choices.sort(typed.answer))
    return str(typed.answer)


def _explain(draft: Draft) -> Message:
    item = draft.attempt.asked.item
    if is_open(item) or not isinstance(item, Question):
        return message("Think of your answer, or write it, and press Enter. You grade it at the end.")
    return TERMINAL_KINDS[item.kind].explain(draft.attempt.choices)

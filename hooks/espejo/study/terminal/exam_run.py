"""Exam in the terminal: questions without feedback, in any order, until submission or time-out.

`site/js/study/exam/exam.js` does the same on a page. The remaining time is computed from the start time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from time import time

from espejo.messages.message import Message, comma_separated, message, plural, sentences
from espejo.model.quiz import Question
from espejo.study.terminal.answers import Typed, describe_verdict, is_right, read_answer
from espejo.study.terminal.asking import Asker, Attempt, begin
from espejo.study.terminal.kinds import TERMINAL_KINDS, NotAnAnswerError
from espejo.study.terminal.prompt import HAND_IN, HINT, NEXT, PREVIOUS, QuitError, ask_line
from espejo.study.terminal.quiz_bank import Asked
from espejo.study.terminal.quiz_run import QuizRun, say_place, show_missed
from espejo.study.terminal.recorder import Stopwatch
from espejo.study.terminal.screen import EndOfInputError

_GO_ON = message("Press Enter to go on.")


@dataclass(eq=False)
class Draft(Attempt):
    """The answer to a question so far, and how long the question was on screen."""

    typed: Typed | None = None
    words: str = ""
    spent: int = 0
    visited: bool = False

    @property
    def is_answered(self) -> bool:
        """Whether it counts as answered; a self-graded question does once it was shown."""
        return self.typed is not None if self.judged else self.visited

    def ask_for(self) -> Message:
        """Return the input prompt, with the answer so far."""
        if not self.judged:
            return message("Your answer (Enter to go on):")
        if not self.typed:
            return self.say_prompt(self.judged)
        return message(
            "You answered {answer}. Another answer, or Enter to go on:", answer=self._say_answer(self.typed)
        )

    def _say_answer(self, typed: Typed) -> Message | str:
        if isinstance(typed.answer, bool):
            return message("true") if typed.answer else message("false")
        if isinstance(typed.answer, tuple):
            return comma_separated(self.choices.sort(typed.answer))
        return str(typed.answer)

    def explain(self) -> Message:
        if self.judged:
            return TERMINAL_KINDS[self.judged.kind].explain(self.choices)
        return message("Think of your answer, or write it, and press Enter. You grade it at the end.")


class TimeUpError(Exception):
    """Time's up."""


class ExamRun:
    """An exam, from first question to result."""

    def __init__(
        self, asker: Asker, items: Sequence[Asked], minutes: int = 0, now: Callable[[], float] = time
    ) -> None:
        self.asker = asker
        self.screen = asker.screen
        self.drafts = [Draft(asked, begin(asked).choices) for asked in items]
        self._now = now
        self._limit = 60 * minutes
        self._start = now()
        self._result = QuizRun(asker, items)

    def run(self) -> None:
        """Ask, submit, and show the result. However it ends, what was answered is submitted."""
        try:
            self._ask_all()
        except TimeUpError:
            self.screen.say(message("The time is up. The exam is handed in as it is."))
        except BaseException as error:  # also if the output was closed, where nothing can be shown
            self._record_judged()
            if isinstance(error, KeyboardInterrupt | EndOfInputError | QuitError):
                self._show_score()
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
        self.asker.view.show_item(draft.item, self._say_place(at), draft.choices)
        watch = Stopwatch()
        draft.visited = True
        try:
            return self._read(draft)
        finally:
            draft.spent += watch.ms

    def _read(self, draft: Draft) -> str:
        commands = (HINT, NEXT, PREVIOUS, HAND_IN)
        while True:
            line = ask_line(self.screen, draft.ask_for(), commands, draft.explain())
            if self._limit and self._now() >= self._start + self._limit:
                raise TimeUpError
            if line.command == HINT:
                draft.hint |= self.asker.view.show_hint(draft.item)
                self.screen.gap()
            elif line.command or not line.text:
                return line.command or NEXT
            elif self._take(draft, line.text):
                return NEXT

    def _take(self, draft: Draft, text: str) -> bool:
        """Keep what was typed, and return whether it's an answer."""
        if not draft.judged:
            draft.words = text
            return True
        try:
            draft.typed = read_answer(draft.judged, draft.choices, text)
        except NotAnAnswerError as error:
            self.screen.say(error.text)
            return False
        return True

    def _say_place(self, at: int) -> Message:
        place = say_place(at + 1, len(self.drafts))
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
        recorder = self.asker.recorder
        for draft in self.drafts:
            if draft.typed and draft.judged:
                event = recorder.make_event(
                    draft.asked,
                    self.asker.where,
                    draft.typed.answer,
                    right=is_right(draft.judged, draft.typed.answer),
                    guess=draft.typed.guess,
                    hint=draft.hint,
                    ms=draft.spent,
                )
                recorder.record(event)

    def _grade_open(self) -> None:
        """Show the model answers of self-graded questions, one at a time, for grading."""
        for draft in self.drafts:
            if draft.judged or not draft.visited:
                continue
            self.asker.view.show_item(draft.item, message("To grade"), draft.choices)
            if draft.words:
                self.screen.gap()
                self.screen.say(message("You wrote: {words}", words=draft.words))
            self.asker.grade_open(draft, ms=draft.spent)

    def _show_score(self) -> None:
        """Show the score. Unanswered questions count as missed, and ungraded ones don't count."""
        first = self._result.first
        count = sum(draft.judged is not None or draft.item.id in first for draft in self.drafts)
        self.screen.gap()
        self.screen.say(message("{right} of {count} right.", right=sum(first.values()), count=count), "bold")
        left = sum(draft.judged is not None and not draft.is_answered for draft in self.drafts)
        if left:
            self.screen.say(
                plural("{count} question had no answer.", "{count} questions had no answer.", left)
            )
        show_missed(self.asker, self._result.missed)

    def _show_verdicts(self) -> None:
        """Show missed and unanswered questions one at a time, so that the score doesn't scroll away."""
        missed = list(self._list_missed())
        for draft, question in missed:
            self.screen.gap()
            ask_line(self.screen, message("Enter shows what you missed:"), (), _GO_ON)
            self._show_verdict(draft, question)
        if missed:
            ask_line(self.screen, message("Enter to go on:"), (), _GO_ON)

    def _list_missed(self) -> Iterator[tuple[Draft, Question]]:
        for draft in self.drafts:
            if draft.judged and not self._result.first.get(draft.item.id):
                yield draft, draft.judged

    def _show_verdict(self, draft: Draft, question: Question) -> None:
        choices, typed = draft.choices, draft.typed
        verdict = describe_verdict(question, choices, typed) if typed else message("No answer.")
        self.asker.view.show_item(question, message("Missed"), choices)
        self.asker.view.show_result(question, choices, verdict, typed.chosen if typed else (), right=False)

"""Exam in the terminal: questions without feedback, in any order, until submission or time-out.

`site/js/study/exam/exam.js` does the same on a page. The remaining time is computed from the start time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from time import monotonic, time

from espejo.messages.message import Message, message
from espejo.model.quiz import Question
from espejo.study.terminal.asking import Asker, Attempt, order_choices
from espejo.study.terminal.kinds import Typed, describe_verdict, read_answer, say_input
from espejo.study.terminal.quiz_bank import Asked
from espejo.study.terminal.quiz_run import QuizRun, say_place
from espejo.study.terminal.recorder import count_ms
from espejo.study.terminal.screen import HAND_IN, HINT, NEXT, PREVIOUS, QuitError
from espejo.study.terminal.words import count_word, word

_TIME_UP = ":time"
_GO_ON = message("Press Enter to go on.")


@dataclass(eq=False)
class Draft(Attempt):
    """The answer to a question so far, and how long the question was on screen."""

    typed: Typed | None = None
    text: str = ""
    spent: int = 0
    visited: bool = False

    def say_input(self) -> tuple[Message, Message]:
        """Return the input prompt, with the answer so far, and what can be typed."""
        prompt = message("Your answer (Enter to go on):")
        about = message("Think of your answer, or write it, and press Enter. You grade it at the end.")
        if self.judged:
            prompt, about = say_input(self.judged, self.choices)
        if self.text:
            prompt = message("You answered {answer}. Another answer, or Enter to go on:", answer=self.text)
        return prompt, about

    def take(self, text: str) -> bool:
        """Keep what was typed, and return whether it's an answer."""
        typed = read_answer(self.judged, self.choices, text) if self.judged else None
        if self.judged and not typed:
            return False
        self.typed, self.text = typed, text
        return True


class ExamRun:
    """An exam, from first question to result."""

    def __init__(
        self, asker: Asker, items: Sequence[Asked], minutes: int = 0, now: Callable[[], float] = time
    ) -> None:
        self.asker = asker
        self.screen = asker.screen
        self.drafts = [Draft(asked, order_choices(asked)) for asked in items]
        self._now = now
        self._end = now() + 60 * minutes if minutes else None
        self._result = QuizRun(asker, items)

    def run(self) -> None:
        """Ask, submit, and show the result. However it ends, what was answered is submitted."""
        try:
            self._ask_all()
        except BaseException as error:  # also if the output was closed, where nothing can be shown
            self._record_judged()
            if isinstance(error, KeyboardInterrupt | QuitError):
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
        while at < len(self.drafts) or not self._confirm():
            at = min(at, len(self.drafts) - 1)
            step = self._ask(at)
            if step == _TIME_UP:
                self.screen.say(word("exam_time_up"))
                return
            at = {HAND_IN: len(self.drafts), PREVIOUS: max(0, at - 1)}.get(step, at + 1)

    def _ask(self, at: int) -> str:
        """Ask one question, and return the command that says where to go next."""
        draft = self.drafts[at]
        self.asker.view.show_item(draft.item, self._say_place(at), draft.choices)
        start, draft.visited = monotonic(), True
        try:
            return self._read(draft)
        finally:
            draft.spent += count_ms(start)

    def _read(self, draft: Draft) -> str:
        while True:
            prompt, about = draft.say_input()
            text = self.screen.ask(prompt, about, HINT, NEXT, PREVIOUS, HAND_IN)
            if self._end is not None and self._now() >= self._end:
                return _TIME_UP
            if text == HINT:
                draft.hint |= self.asker.view.show_hint(draft.item)
                self.screen.gap()
            elif text in ("", NEXT, PREVIOUS, HAND_IN) or draft.take(text):
                return text
            else:
                self.screen.say(about)

    def _say_place(self, at: int) -> str:
        place = self.screen.tell(say_place(at + 1, len(self.drafts)))
        if self._end is None:
            return place
        left = max(0, ceil((self._end - self._now()) / 60))
        said = word("exam_last_minute") if left == 1 else word("exam_minutes_left", count=left)
        return f"{place} · {said.rstrip('.')}"

    def _confirm(self) -> bool:
        """Confirm the submission, after listing unanswered questions."""
        self.screen.gap()
        if left := sum(not (draft.typed if draft.judged else draft.visited) for draft in self.drafts):
            self.screen.say(count_word("exam_left", left))
        prompt = message("Enter hands in the exam, :p goes back:")
        return not self.screen.ask(prompt, message("Press Enter to hand in the exam."), PREVIOUS)

    def _record_judged(self) -> None:
        """Record checked answers; self-graded ones come later."""
        asker = self.asker
        for draft in self.drafts:
            if typed := draft.typed:
                given = {"right": typed.right, "guess": typed.guess, "hint": draft.hint, "ms": draft.spent}
                event = asker.recorder.make_event(draft.asked, asker.where, typed.answer, **given)
                asker.recorder.record(event)

    def _grade_open(self) -> None:
        """Show the model answers of self-graded questions, one at a time, for grading."""
        for draft in self.drafts:
            if draft.judged or not draft.visited:
                continue
            self.asker.view.show_item(draft.item, message("To grade"), draft.choices)
            if draft.text:
                self.screen.gap()
                self.screen.say(message("You wrote: {words}", words=draft.text))
            self.asker.grade_open(draft, ms=draft.spent)

    def _show_score(self) -> None:
        """Show the score. Unanswered questions count as missed, and ungraded ones don't count."""
        first = self._result.first
        count = sum(draft.judged is not None or draft.item.id in first for draft in self.drafts)
        left = sum(draft.judged is not None and not draft.typed for draft in self.drafts)
        note = count_word("exam_not_answered", left) if left else ""
        self._result.show_score("exam_result", note, right=sum(first.values()), count=count)

    def _show_verdicts(self) -> None:
        """Show missed and unanswered questions one at a time, so that the score doesn't scroll away."""
        first = self._result.first
        missed = [draft for draft in self.drafts if draft.judged and not first.get(draft.item.id)]
        for draft in missed:
            self.screen.gap()
            self.screen.ask(message("Enter shows what you missed:"), _GO_ON)
            if draft.judged:
                self._show_verdict(draft, draft.judged)
        if missed:
            self.screen.ask(message("Enter to go on:"), _GO_ON)

    def _show_verdict(self, draft: Draft, question: Question) -> None:
        choices, typed = draft.choices, draft.typed
        verdict = describe_verdict(question, choices, typed) if typed else word("not_answered")
        self.asker.view.show_item(question, message("Missed"), choices)
        self.asker.view.show_result(question, choices, verdict, typed.chosen if typed else (), right=False)

"""Review session in the terminal: asks due and new items until each was answered right once.

`site/js/study/review/run.js` does the same on a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import time

from espejo.messages.message import Message, comma_separated, message, plural, sentences
from espejo.study.event import GRADES, LogEvent
from espejo.study.review import (
    ReviewItem,
    Session,
    build_queue,
    count_begun,
    find_next_day,
    find_state,
    group_events,
    preview_intervals,
)
from espejo.study.schedule import Schedule, learner_day, rate
from espejo.study.terminal.asking import NUMBERS, Asker, Attempt, name_grade
from espejo.study.terminal.quiz_bank import GLOSSARY, QuizBank
from espejo.study.terminal.recorder import Recorder
from espejo.study.terminal.view import QuestionView
from espejo.study.terminal.words import count_word, word

_DAYS_OF_YEAR = 365.25
_DAYS_OF_MONTH = _DAYS_OF_YEAR / 12


@dataclass(frozen=True, slots=True)
class Due:
    """Today's review queue, in order, and the days until something is due again, if anything is."""

    queue: list[ReviewItem]
    days_left: int | None

    def describe(self) -> Message:
        """Describe how much there is to review today, and how much of it is new."""
        new = sum(not item.state for item in self.queue)
        said = self._count_due(len(self.queue) - new)
        return sentences(said, f"{count_word('review_new', new)}." if new else "")

    def _count_due(self, count: int) -> str:
        if count:
            return f"{count_word('review_due', count)}."
        if self.days_left is None:
            return message("Nothing is due for review yet.")
        date = say_next_date(self.days_left)
        return message("Nothing is due for review today. The next review: {date}.", date=date)


def find_review(bank: QuizBank, events: Iterable[LogEvent], *, new: int, terms: bool) -> Due:
    """Find what is due now, from the answers in a log."""
    now = int(time() * 1000)
    today, schedule = learner_day(now), Schedule()
    past = group_events(events, bank.by_id, now)
    states = {id_: find_state(answers, schedule) for id_, answers in past.items()}
    items = [
        ReviewItem(id_, asked.key, asked.part, states.get(id_))
        for id_, asked in bank.by_id.items()
        if terms or asked.part != GLOSSARY
    ]
    queue = build_queue(items, today, max(new - count_begun(states.values(), today), 0))
    next_day = find_next_day(items, today)
    return Due(queue, None if next_day is None else next_day - today)


def say_next_date(days: int) -> Message:
    """Say when something is due again, in the same words as `next_date.js`."""
    if days <= 1:
        return message("tomorrow") if days else message("today")
    months, years = round(days / _DAYS_OF_MONTH), round(days / _DAYS_OF_YEAR, 1)
    if days < 2 * _DAYS_OF_MONTH:
        return plural("in {count} day", "in {count} days", days)
    if months < 24:
        return plural("in {count} month", "in {count} months", months)
    return message("in {years} years", years=f"{years:g}")


class ReviewAsker(Asker):
    """Asks items in a review: shows dates next to grades, and counts answers only looked at as forgotten."""

    def __init__(self, view: QuestionView, recorder: Recorder) -> None:
        super().__init__(view, recorder, "review")
        self._schedule = Schedule()
        self._past = group_events(recorder.log.events, view.bank.by_id, int(time() * 1000))

    def _list_past(self, id_: str) -> list[LogEvent]:
        """List the previous answers to an item."""
        return [*self._past.get(id_, []), *(event for event in self.recorder.log.own if event.id == id_)]

    def _pass_over(self, attempt: Attempt) -> None:
        if attempt.seen:
            self._record(attempt, None, right=False, grade=GRADES[0])

    def _list_grades(self, attempt: Attempt) -> list[str]:
        event = self.recorder.make_event(attempt.asked, self.where, (), right=True, ms=0)
        return self._date_grades(self._list_past(event.id), event)

    def _date_grades(self, past: Sequence[LogEvent], event: LogEvent) -> list[str]:
        """List the grades with their numbers and the item's next date."""
        dates = (
            self.screen.tell(say_next_date(one)) for one in preview_intervals(past, event, self._schedule)
        )
        graded = zip(NUMBERS, GRADES, dates, strict=True)
        return [f"{number} {name_grade(grade)} ({date})" for number, grade, date in graded]

    def _follow(self, event: LogEvent, verdict: str) -> bool:
        """Show the grade derived from the answer, and let the reader correct it."""
        *past, _ = self._list_past(event.id)
        grades = comma_separated(self._date_grades(past, event))
        grade = name_grade(GRADES[rate(event) - 1])
        self.screen.say(message("Graded by your answer: {grade}.", grade=grade))
        self.screen.say(message("Another grade: {grades}.", grades=grades))
        prompt = message("{verdict} Enter to go on, 1-4 to change the grade:", verdict=verdict)
        about = message("Press Enter to go on, or type a number from 1 to 4 for another grade.")
        if text := self.read_one_of((*NUMBERS, ""), prompt, about):
            self.recorder.regrade(GRADES[int(text) - 1])
        return False


def run_review(asker: ReviewAsker, due: Due) -> None:
    """Ask what is due. Missed items come back in the same session."""
    session = Session(due.queue)
    try:
        while session.queue:
            _ask(asker, session, session.queue[0])
    finally:
        if session.asked:
            asker.screen.head(f"{word('review_result', right=session.known, count=session.asked)}.")


def _ask(asker: ReviewAsker, session: Session, item: ReviewItem) -> None:
    """Ask an item. An answer counts even if the reader quits after it; without one, the item is skipped."""
    own = asker.recorder.log.own
    before = len(own)
    try:
        asker.ask(asker.view.bank.by_id[item.id], _say_place(session, item), shuffled=True)
    finally:
        if len(own) > before:
            session.answer(is_known=rate(own[-1]) > 1, sure=not own[-1].guess)
        else:
            session.queue.pop(0)


def _say_place(session: Session, item: ReviewItem) -> str:
    left = word("review_left", count=len(session.queue))
    if item.is_missed or item.id in session.missed:
        return f"{left} · {word('review_missed_mark')}"
    return left if item.state else f"{left} · {word('review_new_mark')}"

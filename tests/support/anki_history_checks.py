"""Packages with a learner's history for the tests, and what has to hold once the real Anki has them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, tzinfo
from math import isclose

from anki_reading import Seen
from espejo.exports.anki import NoteType, write_package
from espejo.study.anki_history import History, LearnedCards
from espejo.study.log_file import SAME_REVIEW
from espejo.study.schedule import Schedule
from histories import NOW, Expected, Learner, by_item, count_since_key, expect_reviews

VARIANTS = ("en", "es", "en-es")
NOTE_TYPE = NoteType("Espejo", "espejo")
LEARNED, REVIEWED = 0, 1  # types of reviews in Anki
NEW, REVIEW = 0, 2  # types of cards


def pack(
    learner: Learner,
    variant: str = "en",
    *,
    zone: tzinfo = UTC,
    now: int = NOW,
    variants: Sequence[str] = VARIANTS,
) -> bytes:
    """The package of a variant with the learner's history."""
    history = History(learner.events, learner.keys, variants=variants, now=now, schedule=Schedule(zone))
    learned = LearnedCards(history, variant)
    return write_package(learner.notes(variant), NOTE_TYPE, {}, learned.learning())


def pack_plain(learner: Learner, variant: str = "en") -> bytes:
    """The package that the site publishes."""
    return write_package(learner.notes(variant), NOTE_TYPE, {})


def check_rows(seen: Seen, expected: list[Expected]) -> None:
    """Each answer is one review at its time: none is lost or invented."""
    assert len(seen.rows) == len(expected)
    for row, one in zip(seen.rows, expected, strict=True):
        assert 0 <= row.id - one.event.milliseconds < SAME_REVIEW
        assert (row.ease, row.ms) == (one.rating, one.event.ms)


def check_intervals(seen: Seen, expected: list[Expected]) -> None:
    """The intervals before and after each review are those of fsrs."""
    intervals = [(one.before, one.interval) for one in expected]
    assert [(row.before, row.interval) for row in seen.rows] == intervals


def check_types(seen: Seen, key: str, expected: list[Expected]) -> None:
    """Where Anki begins if it replays the reviews: at the first one with today's key, and nowhere else."""
    types = [REVIEWED] * len(expected)
    if expected and expected[-1].event.key == key:
        types[-count_since_key(expected)[0]] = LEARNED
    assert [row.type for row in seen.rows] == types


def check_card(seen: Seen, key: str, expected: list[Expected]) -> None:
    """The card is due when fsrs says, and has its memory; it is new if today's key was never answered."""
    if not expected or expected[-1].event.key != key:
        assert (seen.type, seen.queue, seen.reps, seen.stability) == (NEW, NEW, 0, 0)
        return
    last = expected[-1]
    assert (seen.type, seen.queue) == (REVIEW, REVIEW)
    assert (seen.day, seen.interval) == (last.day + last.interval, last.interval)
    assert (seen.reps, seen.lapses) == count_since_key(expected)
    assert isclose(seen.stability, last.stability, abs_tol=1e-4, rel_tol=1e-6)
    assert isclose(seen.difficulty, last.difficulty, abs_tol=1e-3)
    assert isclose(seen.retention, 0.9, rel_tol=1e-6)


def check_all(
    found: dict[str, Seen],
    learner: Learner,
    variant: str = "en",
    *,
    zone: tzinfo = UTC,
    grown: bool = False,
) -> None:
    """Check every card. Anki keeps the reviews that it had before a log has grown, with their types."""
    events = by_item(learner.events)
    for item, key in learner.keys.items():
        expected = expect_reviews(events.get(item, []), zone)
        seen = found[f"espejo/{variant}/{item}"]
        check_rows(seen, expected)
        check_intervals(seen, expected)
        check_card(seen, key, expected)
        if not grown:
            check_types(seen, key, expected)

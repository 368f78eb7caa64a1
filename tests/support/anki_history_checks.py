"""Checks of packages with a learner's history, once imported into the real Anki."""

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
LEARNED, REVIEWED = 0, 1  # Anki's review types
NEW, REVIEW = 0, 2  # Anki's card types


def pack(
    learner: Learner,
    variant: str = "en",
    *,
    zone: tzinfo = UTC,
    now: int = NOW,
    variants: Sequence[str] = VARIANTS,
) -> bytes:
    """A variant's package with the learner's history."""
    history = History(learner.events, learner.keys, variants=variants, now=now, schedule=Schedule(zone))
    learned = LearnedCards(history, variant)
    return write_package(learner.notes(variant), NOTE_TYPE, {}, learned.learning())


def pack_plain(learner: Learner, variant: str = "en") -> bytes:
    """The package that the site publishes."""
    return write_package(learner.notes(variant), NOTE_TYPE, {})


def check_all(
    found: dict[str, Seen],
    learner: Learner,
    variant: str = "en",
    *,
    zone: tzinfo = UTC,
    grown: bool = False,
) -> None:
    """Checks every card. If the log has grown, Anki keeps the reviews it already had, with their types."""
    events = by_item(learner.events)
    for item, key in learner.keys.items():
        expected = expect_reviews(events.get(item, []), zone)
        seen = found[f"espejo/{variant}/{item}"]
        for row, one in zip(seen.rows, expected, strict=True):  # one review per answer, at its time
            assert 0 <= row.id - one.event.milliseconds < SAME_REVIEW
            assert (row.ease, row.ms) == (one.rating, one.event.ms)
            assert (row.before, row.interval) == (one.before, one.interval)
        last = expected[-1] if expected and expected[-1].event.key == key else None
        _check_card(seen, last, *count_since_key(expected))
        if not grown:
            types = [REVIEWED] * len(expected)
            if last:  # Anki replays the reviews from the first one with the current key
                types[-count_since_key(expected)[0]] = LEARNED
            assert [row.type for row in seen.rows] == types


def _check_card(seen: Seen, last: Expected | None, reps: int, lapses: int) -> None:
    """The card's due date and memory match fsrs; it's new if the current key was never answered."""
    if not last:
        assert (seen.type, seen.queue, seen.reps, seen.stability) == (NEW, NEW, 0, 0)
        return
    assert (seen.type, seen.queue) == (REVIEW, REVIEW)
    assert (seen.day, seen.interval) == (last.day + last.interval, last.interval)
    assert (seen.reps, seen.lapses) == (reps, lapses)
    assert isclose(seen.stability, last.stability, abs_tol=1e-4, rel_tol=1e-6)
    assert isclose(seen.difficulty, last.difficulty, abs_tol=1e-3)
    assert isclose(seen.retention, 0.9, rel_tol=1e-6)

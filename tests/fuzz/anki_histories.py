"""Anki histories: random learners who repeatedly sync their answers with a real Anki."""

from __future__ import annotations

import traceback
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from anki.collection import Collection

from anki_history_checks import VARIANTS, check_all, pack, pack_plain
from anki_reading import import_learned, open_collection, read_collection
from espejo.study.event import LogEvent
from espejo.study.log_file import SAME_REVIEW
from histories import Learner, make_learner

_ITEMS = 60
_TURNS = 3


def _try_learner(seed: int, number: int) -> int:
    """Syncs a learner with Anki several times, with more answers each time. Returns the number of reviews."""
    random = Random(f"{seed}/{number}")  # noqa: S311
    learner = make_learner(random, random.randrange(3, _ITEMS))
    variants = random.sample(VARIANTS, random.randrange(1, 1 + len(VARIANTS)))
    with TemporaryDirectory() as folder:
        collection = open_collection(Path(folder), fsrs=random.random() < 0.5)
        try:
            return _take_to_anki(random, collection, learner, variants)
        finally:
            collection.close()


def _take_to_anki(random: Random, collection: Collection, learner: Learner, variants: list[str]) -> int:
    ordered = sorted(learner.events, key=lambda event: event.order)
    if random.random() < 0.3:
        import_learned(collection, pack_plain(learner, variants[0]))
    for turn in range(1, 1 + _TURNS):
        learner.events = ordered[: _find_pause(ordered, len(ordered) * turn // _TURNS)]
        collection.remove_notes(collection.find_notes(""))
        for variant in variants:
            import_learned(collection, pack(learner, variant))
        found = read_collection(collection)
        for variant in variants:
            check_all(found, learner, variant, grown=True)
    return sum(len(seen.rows) for seen in found.values())


def _find_pause(ordered: list[LogEvent], start: int) -> int:
    """Finds the next pause in a log, where the learner syncs with Anki."""
    for index in range(max(start, 1), len(ordered)):
        if ordered[index].milliseconds - ordered[index - 1].milliseconds > SAME_REVIEW:
            return index
    return len(ordered)


def fuzz(seed: int, learners: int) -> tuple[int, list[str]]:
    """Tries this many learners. Returns how many reviews Anki ended up with, and all failures."""
    reviews, failures = 0, []
    for number in range(learners):
        try:
            reviews += _try_learner(seed, number)
        except Exception:
            failures.append(f"learner {number} of seed {seed}: {traceback.format_exc(limit=-3)}")
    return reviews, failures

"""Random learners: their notes, their answers over the years, and the expected reviews in Anki."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from random import Random
from typing import Any, NamedTuple

from fsrs import Card, Rating, Scheduler

from espejo.exports.notes import Note
from espejo.study.event import ANKI_DEVICE, LogEvent, read_event, write_time

NOW = 1_763_380_800_000  # 2025-11-17, noon; in the past, because Anki rejects future reviews
DAY = 86_400_000
DEVICES = ("abcdefgh0123", "zzzzzzzzzzzz", ANKI_DEVICE)
KINDS = ("single", "multiple", "truefalse", "numeric", "free", "recall", "card")
ANSWERS: Mapping[str, Any] = {"single": [2], "multiple": [1, 3], "truefalse": True, "numeric": "0,5"}
GAPS = (0, 1, 2, 999, 60_000, 3_600_000, DAY // 3, DAY, 3 * DAY, 40 * DAY, 400 * DAY)
ITEMS_OF_A_UNIT = 90


def make_note(item: str, variant: str = "en") -> Note:
    return Note(f"espejo/{variant}/{item}", ("Espejo", variant), f"front of {item}", "back", ("espejo",), 0)


def make_event(**fields: Any) -> LogEvent:
    """Makes an event with these fields; the others are those of a known card."""
    common = {"kind": "card", "answer": [], "right": True, "guess": False, "ms": 4200, "lang": "en"}
    default = {"id": "d-01-01", "device": DEVICES[0], "n": 1, "where": "card", "key": "0a1b2c3d", **common}
    event = read_event(default | {"at": write_time(NOW)} | fields)
    assert event, fields
    return event


@dataclass
class Learner:
    """The items of a bank with their current keys, and a learner's answers to them."""

    keys: dict[str, str]
    events: list[LogEvent]

    def notes(self, variant: str = "en") -> list[Note]:
        return [make_note(item, variant) for item in self.keys]


def make_learner(random: Random, items: int) -> Learner:
    """Makes a learner with occasional answers, on several devices and in Anki, some simultaneous."""
    names = [f"q-{10 + n // ITEMS_OF_A_UNIT:02}-{10 + n % ITEMS_OF_A_UNIT:02}" for n in range(items)]
    names[-2:] = ["term/adam", "meaning/adam"]
    learner = Learner({name: f"{random.getrandbits(32):08x}" for name in names}, [])
    for name in names:
        _answer(random, learner, name)
    return learner


def _answer(random: Random, learner: Learner, item: str) -> None:
    """Yields answers to one item. The key changes now and then, even after the last answer."""
    at = NOW - random.randrange(3 * 365 * DAY)
    key = learner.keys[item]
    changed = random.random() < 0.1
    kind = "card" if "/" in item else random.choice(KINDS)
    for number in range(random.choice((0, 1, 1, 2, 3, 4, 6, 9))):
        old = changed and number % 3 == 0
        learner.events.append(
            _make_answer(random, len(learner.events) + 1, item, at, kind, "0" * 8 if old else key)
        )
        at = min(at + random.choice(GAPS), NOW)
    if random.random() < 0.03:  # the device's clock is a year ahead
        n = len(learner.events) + 1
        learner.events.append(_make_answer(random, n, item, NOW + 365 * DAY, kind, key))


def _make_answer(random: Random, n: int, item: str, at: int, kind: str, key: str) -> LogEvent:
    device = random.choice(DEVICES)
    ms = random.choice((0, 4200, 60_000, 60_001, 180_001, 3_600_000))
    where = random.choice(("quiz", "anki"))
    right, guess = random.random() < 0.8, random.random() < 0.1
    fields: dict[str, Any] = {
        **{"id": item, "at": write_time(at), "device": device, "n": n, "key": key, "kind": kind, "ms": ms},
        **{"where": where, "right": right, "guess": guess, "answer": ANSWERS.get(kind, [])},
    }
    if device == ANKI_DEVICE:
        fields["answer"] = None
    if device == ANKI_DEVICE or kind not in ANSWERS:
        fields["grade"] = random.choice(("hard", "good", "easy")) if fields["right"] else "forgot"
    elif random.random() < 0.1:  # regraded with one tap
        fields["grade"] = random.choice(("forgot", "hard", "good", "easy"))
    fields |= {name: True for name in ("hint", "seen") if random.random() < 0.1}
    return make_event(**fields)


class Expected(NamedTuple):
    """A review as computed by PyPI's fsrs."""

    event: LogEvent
    rating: int
    before: int
    interval: int
    day: int
    stability: float
    difficulty: float


def expect_rating(event: LogEvent) -> int:
    """The rating by the log's specification, independent of the software."""
    if event.grade:
        return ("forgot", "hard", "good", "easy").index(event.grade) + 1
    if event.seen or not event.right:
        return 1
    limit = 180_000 if event.kind == "numeric" else 60_000
    return 2 if event.guess or event.hint or event.ms > limit else 3


def expect_day(event: LogEvent, zone: tzinfo) -> datetime:
    """The learner's local day, as midnight UTC."""
    at = datetime.fromisoformat(event.at.replace("Z", "+00:00")).astimezone(zone).replace(tzinfo=None)
    return (at - timedelta(hours=4)).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=UTC)


def expect_reviews(events: Iterable[LogEvent], zone: tzinfo = UTC) -> list[Expected]:
    """The reviews that PyPI's fsrs computes from the answers to one item that count by NOW."""
    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    counted = [event for event in events if event.milliseconds <= NOW + DAY]
    found: list[Expected] = []
    card = Card(card_id=1)
    for event in sorted(counted, key=lambda one: (one.at, one.device, one.n)):
        if found and found[-1].event.key != event.key:
            card = Card(card_id=1)
        before = (card.due - card.last_review).days if card.last_review else 0
        midnight, rating = expect_day(event, zone), expect_rating(event)
        card, _ = scheduler.review_card(card, Rating(rating), midnight)
        assert card.stability is not None
        assert card.difficulty is not None
        day, interval = midnight.toordinal() - 719_163, (card.due - midnight).days
        found.append(Expected(event, rating, before, interval, day, card.stability, card.difficulty))
    return found


def count_since_key(reviews: Sequence[Expected]) -> tuple[int, int]:
    """How many reviews share the last one's key, and how many of them after the first were forgotten."""
    ratings: list[int] = []
    for review in reversed(reviews):
        if review.event.key != reviews[-1].event.key:
            break
        ratings.insert(0, review.rating)
    return len(ratings), ratings[1:].count(1)


def by_item(events: Iterable[LogEvent]) -> dict[str, list[LogEvent]]:
    found: dict[str, list[LogEvent]] = {}
    for event in events:
        found.setdefault(event.id, []).append(event)
    return found


def later(event: LogEvent, milliseconds: int, **different: Any) -> LogEvent:
    """The event this much later, as its device's next one, with other values changed."""
    moved = replace(event, at=write_time(event.milliseconds + milliseconds), n=event.n + 1)
    return replace(moved, **different)

"""Random round trips of reviews between a log and the real Anki, for tests and the fuzzer."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from anki_learner import AnkiLearner
from espejo.exports.anki import NOTHING_LEARNED, Learning, name_note_type, write_package
from espejo.exports.notes import Note
from espejo.model.kinds.fingerprint import key_fingerprint, name_kind
from espejo.study.anki_collection import read_reviews
from espejo.study.anki_events import make_events
from espejo.study.anki_history import History, LearnedCards, list_keys
from espejo.study.event import LogEvent, write_time
from espejo.study.log_file import unite
from espejo.study.schedule import Schedule, rate
from histories import ANSWERS, make_event
from small_bank import load_small_bank

VARIANTS = ("en", "es", "en-es")
BANK = load_small_bank().bank
ITEMS = {placed.item.id: placed.item for placed in list(BANK.items())[:6]}
START, NOW = 1_420_000_000_000, 1_700_000_000_000
DAY = 86_400_000


def make_answer(item: str, at: str, device: str, number: int, dice: random.Random) -> LogEvent:
    """Makes a graded answer on the site, right or wrong."""
    grade = dice.choice(("forgot", "hard", "good", "easy"))
    kind = name_kind(ITEMS[item])
    return make_event(
        **{"id": item, "at": at, "device": device, "n": number, "kind": kind},
        **{"answer": ANSWERS.get(kind, []), "right": grade != "forgot", "grade": grade},
        **{"ms": dice.choice((0, 4000, 3_600_000)), "lang": dice.choice(("en", "es"))},
        **{"where": "quiz", "key": key_fingerprint(ITEMS[item])},
    )


class Learner:
    """A learner with a log and an Anki profile who moves reviews between them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.dice = random.Random(seed)  # noqa: S311 (reproducible)
        self.folder = folder
        self.anki = AnkiLearner(folder / "profile")
        self.log: list[LogEvent] = []
        self.time = START
        self.given: Counter[tuple[str, int]] = Counter()  # all answers: item and rating

    def answer_on_site(self) -> None:
        item, at = self.dice.choice(list(ITEMS)), self._pass_time()
        event = make_answer(item, at, "mydevice0000", len(self.log) + 1, self.dice)
        self.log.append(event)
        self.given[event.id, rate(event)] += 1

    def answer_in_anki(self) -> None:
        self._pass_time()
        guid, rating = self.dice.choice(sorted(self.anki.cards())), self.dice.randint(1, 4)
        self.anki.answer(guid, rating, at=self.time)
        self.given[guid.split("/", 2)[2], rating] += 1

    def _pass_time(self) -> str:
        self.time += self.dice.choice((1100, 60_000, DAY, 9 * DAY)) + self.dice.choice((0, 0, 1, 7))
        return write_time(self.time)

    def take_decks(self, variants: Iterable[str]) -> None:
        """Deletes all notes in Anki, as the command advises, and imports packages with the log's history."""
        self.anki.collection.remove_notes(self.anki.collection.find_notes(""))
        history = History(self.log, list_keys(BANK), variants=VARIANTS, now=NOW, schedule=Schedule())
        for variant in variants:
            self.import_deck(variant, LearnedCards(history, variant).learning())

    def import_deck(self, variant: str, learning: Learning = NOTHING_LEARNED) -> None:
        notes = [Note(f"espejo/{variant}/{item}", ("Espejo", variant), item, "", (), 0) for item in ITEMS]
        package = self.folder / f"{variant}.apkg"
        package.write_bytes(write_package(notes, name_note_type(BANK), {}, learning))
        self.anki.import_package(package)

    def read_anki(self) -> None:
        """Reads Anki's reviews into the log, twice: the second time adds nothing."""
        file = self.anki.export_package(self.folder / "out.apkg", legacy=self.dice.random() < 0.5)
        if self.dice.random() < 0.3:
            file = self.anki.export_collection(self.folder / "out.colpkg", legacy=self.dice.random() < 0.5)
        found = read_reviews(file, "espejo")
        assert found.unreadable == 0
        self.log = unite(self.log, make_events(BANK, found.reviews))
        assert unite(self.log, make_events(BANK, found.reviews)) == self.log

    def study_anki(self, least: int) -> None:
        """Answers some cards in Anki and reads them into the log, which then has every answer once."""
        for _ in range(self.dice.randint(least, 8)):
            self.answer_in_anki()
        self.read_anki()
        self.check()

    def check(self) -> None:
        """Checks that the log has every answer once."""
        assert Counter((event.id, rate(event)) for event in self.log) == self.given

    def check_anki(self, variants: Sequence[str]) -> None:
        """Checks that each card in Anki has every review of its item once."""
        rows = self.anki.collection.db.all(
            "select n.guid, count(r.id) from notes n join cards c on c.nid = n.id "
            "left join revlog r on r.cid = c.id group by n.guid"
        )
        counts = Counter(event.id for event in self.log)
        assert dict(rows) == {f"espejo/{one}/{item}": counts[item] for one in variants for item in ITEMS}


def travel(folder: Path, seed: int) -> None:
    """Answers on the site and in Anki, and syncs the history between them several times.

    Half of all learners start with a deck without history that has its own reviews.
    """
    learner = Learner(folder / str(seed), seed)
    if learner.dice.random() < 0.5:
        learner.import_deck(learner.dice.choice(VARIANTS))
        learner.study_anki(1)
    for _ in range(learner.dice.randint(1, 3)):
        for _ in range(learner.dice.randint(1, 8)):
            learner.answer_on_site()
        variants = learner.dice.sample(VARIANTS, learner.dice.randint(1, 3))
        learner.take_decks(variants)
        learner.check_anki(variants)
        learner.study_anki(0)
    learner.anki.close()
    shutil.rmtree(learner.folder)

"""Reviews out of the real Anki: a log has exactly the answers that were given there, from any file of it."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from anki_learner import AnkiLearner, Given
from espejo.commands.cli import main
from espejo.exports.anki import NoteType, write_package
from espejo.exports.files import list_exports
from espejo.exports.notes import Note
from espejo.model.kinds.fingerprint import card_fingerprint, key_fingerprint, name_kind
from espejo.rendering.site import Site
from espejo.study.anki_collection import read_reviews
from espejo.study.anki_events import make_events
from espejo.study.event import ANKI_DEVICE, LogEvent, read_event
from espejo.study.log_file import load_log, unite, write_log
from project import ROOT
from small_bank import SITE_URL, load_small_bank

VARIANTS = ("en", "es", "en-es")
START = 1_420_000_000_000
"""A time in 2014, in milliseconds: Anki exports no review from the future."""

RETIRED = "q-01-08"
BANK = load_small_bank().bank
ITEMS = {placed.item.id: placed.item for placed in BANK.items()}

Export = Callable[[AnkiLearner, Path], Path]
FORMS: dict[str, Export] = {
    "a profile": lambda learner, _: learner.file,
    "an .apkg": lambda learner, folder: learner.export_package(folder / "new.apkg", legacy=False),
    "an old .apkg": lambda learner, folder: learner.export_package(folder / "old.apkg", legacy=True),
    "a .colpkg": lambda learner, folder: learner.export_collection(folder / "new.colpkg", legacy=False),
    "an old .colpkg": lambda learner, folder: learner.export_collection(folder / "old.colpkg", legacy=True),
}


def write_notes(path: Path, *guids: str) -> Path:
    """Writes a package of notes with these guids."""
    notes = [Note(guid, ("Espejo",), f"<p>{guid}</p>", "answer", (), 0) for guid in guids]
    path.write_bytes(write_package(notes, NoteType("Espejo", "espejo"), {}))
    return path


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The profile of somebody who has imported the decks of all variants, which tests only copy."""
    folder = tmp_path_factory.mktemp("anki")
    learner = AnkiLearner(folder / "profile")
    wanted = {f"anki/espejo-{variant}.apkg" for variant in VARIANTS}
    for export in list_exports(Site(BANK, home=SITE_URL, stale={}), ROOT / "node_modules"):
        if export.path in wanted:
            (folder / "deck.apkg").write_bytes(export.make())
            learner.import_package(folder / "deck.apkg")
    terms = ("espejo/en/term/average", "espejo/en/meaning/average")
    others = (f"espejo/en/{RETIRED}", "other/en/q-01-01", "espejo/en/f-01", "espejo/EN/q-01-01")
    learner.import_package(write_notes(folder / "more.apkg", *terms, *others))
    learner.close()
    return folder / "profile"


@pytest.fixture
def learner(tmp_path: Path, profile: Path) -> Iterator[AnkiLearner]:
    """Somebody who has imported the decks and answered nothing."""
    shutil.copytree(profile, tmp_path / "profile")
    opened = AnkiLearner(tmp_path / "profile")
    yield opened
    opened.close()


def read_events(file: Path) -> list[LogEvent]:
    found = read_reviews(file, "espejo")
    assert found.unreadable == 0
    return make_events(BANK, found.reviews)


def describe(events: Iterable[LogEvent]) -> list[Given]:
    """What events say of the answers, in order."""
    return sorted(Given(one.id, one.n, one.grade or "", one.ms, one.lang) for one in events)


@pytest.mark.parametrize("form", FORMS)
def test_a_log_has_exactly_the_answers_that_were_given(
    learner: AnkiLearner, tmp_path: Path, form: str
) -> None:
    """Questions, cards, terms both ways and what has retired, with their grades and times; nothing undone."""
    guids = ["espejo/en/q-01-01", "espejo/es/d-01-01", "espejo/en-es/q-02-01", "espejo/en/term/average"]
    guids += ["espejo/en/meaning/average", f"espejo/en/{RETIRED}", "espejo/en/q-01-01", "espejo/en/q-01-01"]
    given = [
        learner.answer(guid, rating % 4 + 1, at=START + rating * 90_000, ms=rating * 1111)
        for rating, guid in enumerate(guids)
    ]
    learner.answer("espejo/en/q-01-02", 3, at=START)
    learner.collection.undo()
    for other in ("other/en/q-01-01", "espejo/en/f-01", "espejo/EN/q-01-01"):
        learner.answer(other, 3, at=START + 5)
    file = FORMS[form](learner, tmp_path)
    learner.close()
    assert describe(read_events(file)) == sorted(given)


def test_an_event_says_what_is_known_of_a_review_and_nothing_else(learner: AnkiLearner) -> None:
    """Kind and key are those of the bank; the answer itself is not known."""
    for at, item in enumerate([*ITEMS, "term/average", RETIRED]):
        learner.answer(f"espejo/en/{item}", 1 + at % 4, at=START + at)
    learner.close()
    events = read_events(learner.file)
    assert len(events) == len(ITEMS) + 2
    for event in events:
        asked = ITEMS.get(event.id)
        known = (name_kind(asked), key_fingerprint(asked)) if asked else ("card", card_fingerprint())
        assert (event.kind, event.key) == (known if event.id != RETIRED else ("card", "00000000"))
        assert (event.device, event.where) == (ANKI_DEVICE, "anki")
        assert abs(event.n - event.milliseconds) < 20
        assert (event.answer, event.guess, event.right) == (None, False, event.grade != "forgot")
    file = json.loads(write_log(events, "espejo"))
    assert [read_event(one) for one in file["events"]] == events


def test_what_is_no_answer_is_left_out(learner: AnkiLearner) -> None:
    """A due date set by hand and a card that was reset leave rows in Anki's log, which are no reviews."""
    given = learner.answer("espejo/en/q-01-01", 3, at=START)
    card = learner.cards()["espejo/en/q-01-01"]
    learner.collection.sched.set_due_date([card], "5")
    learner.collection.sched.schedule_cards_as_new([card])
    assert learner.collection.db.scalar("select count() from revlog") == 3
    learner.close()
    assert describe(read_events(learner.file)) == [given]


def test_an_answer_in_a_filtered_deck_counts_also_if_it_reschedules_nothing(learner: AnkiLearner) -> None:
    """It is an answer like one in a quiz, which counts wherever it was given."""
    learner.answer("espejo/en/q-01-01", 4, at=START)
    deck = learner.collection.sched.get_or_create_filtered_deck(0)
    deck.config.reschedule = False
    deck.config.search_terms[0].search = "-is:new"
    learner.collection.sched.add_or_update_filtered_deck(deck)
    learner.answer("espejo/en/q-01-01", 2, at=START + 9000)
    assert learner.collection.db.list("select type from revlog order by id") == [0, 3]
    learner.close()
    assert [event.grade for event in read_events(learner.file)] == ["easy", "hard"]


def test_the_same_review_in_several_decks_is_one(learner: AnkiLearner) -> None:
    """A history that was exported is in the deck of each language, moved by some milliseconds."""
    for at in (START, START + 400):
        for shift, variant in enumerate(VARIANTS):
            learner.answer(f"espejo/{variant}/q-01-01", 3, at=at + shift)
    later = learner.answer("espejo/es/q-01-01", 3, at=START + 5000)
    other = learner.answer("espejo/es/q-01-02", 3, at=START + 3)
    learner.close()
    found = describe(read_events(learner.file))
    assert [one.at for one in found if one.item == "q-01-01"] == [START, START + 400, START + 5000]
    assert {later, other} <= set(found)
    assert len(found) == 4


def test_quick_answers_to_one_card_stay_as_many_as_they_are(learner: AnkiLearner) -> None:
    """Also if the log is read again after each of them."""
    log: list[LogEvent] = []
    for number in range(5):
        learner.answer("espejo/en/q-01-01", 1, at=START + number * 7)
        learner.close()
        log = unite(log, read_events(learner.file))
        learner = AnkiLearner(learner.file.parent)
    learner.close()
    assert [event.n - START for event in log] == [0, 7, 14, 21, 28]


def test_the_buttons_of_the_first_scheduler_are_read_as_what_they_said(learner: AnkiLearner) -> None:
    """While a card was learned it had only again, good and easy, which Anki numbers anew when it upgrades."""
    for ease in (1, 2, 3):
        learner.answer("espejo/en/q-01-01", ease, at=START + ease)
    learner.answer("espejo/en/q-01-02", 2, at=START + 4)
    learner.collection.db.execute("update revlog set type = 1 where id = ?", START + 4)
    learner.collection.set_config("schedVer", 1)
    old = learner.export_collection(learner.file.with_name("old.colpkg"), legacy=True)
    learner.close()
    for file in (learner.file, old):
        assert [event.grade for event in read_events(file)] == ["forgot", "good", "easy", "hard"]


def run_log(data: Path, *words: object) -> int:
    return main(["log", "--data", str(data), *map(str, words)])


def test_the_command_unites_reviews_with_a_log(
    learner: AnkiLearner, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the log had stays as it was, and the log itself is replaced only if one says so."""
    first = learner.answer("espejo/en/q-01-01", 3, at=START)
    learner.answer(f"espejo/en/{RETIRED}", 3, at=START + 9000)
    package = learner.export_package(tmp_path / "first.apkg", legacy=False)
    log, united = tmp_path / "log.json", tmp_path / "folder" / "united.json"
    assert run_log(data, "--from-anki", package, "--to", log) == 0
    said = capsys.readouterr()
    assert said.out == f"{log} (2 new reviews, 2 in all)\n"
    assert said.err.startswith("1 review is of an item that this copy of the bank does not have")
    before = log.read_bytes()
    second = learner.answer("espejo/es/q-01-01", 1, at=START + 90_000)
    learner.close()
    assert run_log(data, "--from-anki", learner.file, "--log", log, "--to", united) == 0
    assert f"{united} (1 new review, 3 in all)" in capsys.readouterr().out
    assert log.read_bytes() == before
    assert {first, second} < set(describe(load_log(united, "espejo")))
    assert run_log(data, "--from-anki", learner.file, "--log", united, "--to", united) == 0
    assert "(0 new reviews, 3 in all)" in capsys.readouterr().out
    assert run_log(data, "--from-anki", package, "--log", united, "--to", log) == 0
    assert log.read_bytes() == united.read_bytes()


def test_without_a_target_a_new_file_is_written_and_never_an_old_one(
    learner: AnkiLearner,
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nor the collection itself, whatever --to says."""
    learner.answer("espejo/en/q-01-01", 3, at=START)
    learner.close()
    monkeypatch.chdir(tmp_path)
    assert run_log(data, "--from-anki", learner.file) == 0
    written = (tmp_path / "espejo-log.json").read_bytes()
    assert len(load_log(tmp_path / "espejo-log.json", "espejo")) == 1
    assert run_log(data, "--from-anki", learner.file, "--log", "espejo-log.json") == 2
    assert (
        "espejo-log.json already exists. Choose where to write the log with --to" in capsys.readouterr().err
    )
    assert (tmp_path / "espejo-log.json").read_bytes() == written
    collection = learner.file.read_bytes()
    assert run_log(data, "--from-anki", learner.file, "--to", learner.file) == 2
    assert "Write the log to another file." in capsys.readouterr().err
    assert learner.file.read_bytes() == collection


CRASH = """
import os, sys
from pathlib import Path
from anki_learner import AnkiLearner
learner = AnkiLearner(Path(sys.argv[1]))
learner.answer("espejo/en/q-01-01", 3, at=int(sys.argv[2]))
os._exit(0)
"""


def test_what_anki_had_no_time_to_tidy_up_is_read_and_left_as_it_is(learner: AnkiLearner) -> None:
    """After a crash the last answers are only in a file beside the collection, which Anki still needs."""
    learner.close()
    folder = learner.file.parent
    environment = {"PYTHONPATH": str(ROOT / "tests" / "support")}
    subprocess.run([sys.executable, "-c", CRASH, str(folder), str(START)], check=True, env=environment)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert len(before["collection.anki2-wal"]) > 0
    assert [event.n for event in read_events(learner.file)] == [START]
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


class Histories:
    """Random histories in the real Anki, with what their logs have to say."""

    def __init__(self, folder: Path, profile: Path, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 (the same histories each time)
        self.folder = folder / str(seed)
        shutil.copytree(profile, self.folder)
        self.learner = AnkiLearner(self.folder)
        self.guids = self.random.sample(sorted(self.learner.cards()), 8)
        self.clock = START
        self.given: dict[str, list[Given]] = {guid: [] for guid in self.guids}

    def step(self) -> None:
        guid = self.random.choice([guid for guid in self.guids if guid in self.learner.cards()])
        self.random.choices((self.answer, self.undo, self.change, self.delete), (20, 3, 3, 0.2))[0](guid)

    def answer(self, guid: str) -> None:
        self.clock += self.random.choice((1100, 90_000, 86_400_000, 100 * 86_400_000))
        ms = self.random.choice((0, 4000, 60_000))
        self.given[guid].append(self.learner.answer(guid, self.random.randint(1, 4), at=self.clock, ms=ms))

    def undo(self, guid: str) -> None:
        self.answer(guid)
        self.learner.collection.undo()
        self.given[guid].pop()

    def change(self, guid: str) -> None:
        """Something that leaves no review: another due date, a card reset, or one put aside."""
        scheduler, cards = self.learner.collection.sched, [self.learner.cards()[guid]]
        change = self.random.choice(("due", "reset", "bury"))
        if change == "due":
            scheduler.set_due_date(cards, "1-9")
        elif change == "reset":
            scheduler.schedule_cards_as_new(cards)
        else:
            scheduler.bury_cards(cards)

    def delete(self, guid: str) -> None:
        """Nobody can tell any more what the answers to a card were about whose note is gone."""
        if len(self.learner.cards()) > 2:
            self.learner.collection.remove_notes_by_card([self.learner.cards()[guid]])
            del self.given[guid]
            self.guids.remove(guid)

    def answers(self) -> list[Given]:
        """The answers to notes of this bank."""
        ours = [guid for guid in self.given if guid.startswith("espejo/e") and "/f-" not in guid]
        return sorted(one for guid in ours for one in self.given[guid])


@pytest.mark.parametrize("seed", range(2))
def test_random_histories_lose_no_review_and_invent_none(tmp_path: Path, profile: Path, seed: int) -> None:
    """50 learners each, who answer, undo, reset, bury and delete, and are read from all kinds of files."""
    for number in range(seed * 50, seed * 50 + 50):
        history = Histories(tmp_path, profile, number)
        for _ in range(history.random.randint(1, 25)):
            history.step()
        form = history.random.choices(list(FORMS.values()), (6, 1, 1, 1, 1))[0]
        file = form(history.learner, tmp_path)
        history.learner.close()
        answers = history.answers()
        events = read_events(file)
        assert describe(events) == answers, number
        assert unite(events, read_events(history.learner.file)) == events, number
        shutil.rmtree(history.folder)
        if file != history.learner.file:
            file.unlink()


def test_rows_that_make_no_sense_are_counted_and_the_others_read(
    learner: AnkiLearner, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Text where numbers belong, times before 1970 and after 9999, answers and types that Anki has not."""
    given = learner.answer("espejo/en/q-01-01", 3, at=START, ms=99)
    card = learner.cards()["espejo/en/q-01-01"]
    learner.close()
    rows: list[tuple[object, ...]] = [
        (START + 1, "x", 5, 1),
        (START + 2, 9, 5, 1),
        (START + 3, -1, 5, 1),
        (START + 4, 3, b"x", 1),
    ]
    rows += [(START + 5, 3, 5, 9), (START + 6, 3, 5, "x"), (START + 7, 3.5, 5, 1), (-5, 3, 5, 1)]
    rows += [(0, 3, 5, 1), (2**63 - 1, 3, 5, 1), (253_402_300_800_000, 3, 5, 1)]
    extremes: list[tuple[object, ...]] = [(1, 1, -(2**62), 0), (253_402_300_799_999, 4, 2**62, 2)]
    with sqlite3.connect(learner.file) as database:
        for at, ease, ms, kind in rows + extremes:
            database.execute(
                "insert into revlog values (?, ?, 0, ?, 0, 0, 0, ?, ?)", (at, card, ease, ms, kind)
            )
    assert run_log(data, "--from-anki", learner.file, "--to", tmp_path / "log.json") == 0
    assert f"{len(rows)} reviews are malformed and were left out." in capsys.readouterr().err
    found = describe(load_log(tmp_path / "log.json", "espejo"))
    assert [(one.at, one.ms) for one in found] == [(1, 0), (given.at, 99), (253_402_300_799_999, 3_600_000)]


def test_a_review_of_an_item_that_was_not_known_counts_once_it_is(learner: AnkiLearner) -> None:
    """Read again with a bank that is as new as the deck, it gets its kind and key."""
    learner.answer("espejo/en/q-01-01", 3, at=START)
    learner.close()
    (known,) = read_events(learner.file)
    unknown = replace(known, kind="card", key="00000000")
    assert unite([unknown], [known]) == [known]
    assert unite([known], [unknown]) == [known]
    assert unite([unknown], [unknown]) == [unknown]


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
def test_nothing_of_the_collection_is_written_over(
    learner: AnkiLearner, data: Path, capsys: pytest.CaptureFixture[str], end: str
) -> None:
    """SQLite keeps the latest reviews in a file beside it."""
    learner.answer("espejo/en/q-01-01", 3, at=START)
    learner.close()
    target = learner.file.with_name(learner.file.name + end)
    target.touch()
    before = target.read_bytes()
    words = ["log", "--data", str(data), "--from-anki", str(learner.file), "--to", str(target)]
    assert main(words) == 2
    assert "is the collection or package to read" in capsys.readouterr().err
    assert target.read_bytes() == before


def test_a_folder_is_no_log(learner: AnkiLearner, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learner.answer("espejo/en/q-01-01", 3, at=START)
    learner.close()
    words = ["log", "--data", str(data), "--from-anki", str(learner.file), "--to", str(learner.file.parent)]
    assert main(words) == 2
    assert "is a folder, not the file of a log." in capsys.readouterr().err

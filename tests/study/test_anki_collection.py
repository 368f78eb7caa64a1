"""Reviews read from Anki: the log gets exactly the answers given in the real Anki, from any file format."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
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
"""A time in 2014, in milliseconds. Anki exports no reviews from the future."""

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
    """Write a package of notes with these guids."""
    notes = [Note(guid, ("Espejo",), f"<p>{guid}</p>", "answer", (), 0) for guid in guids]
    path.write_bytes(write_package(notes, NoteType("Espejo", "espejo"), {}))
    return path


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile with the decks of all variants; tests work on copies."""
    folder = tmp_path_factory.mktemp("anki")
    learner = AnkiLearner(folder / "profile")
    wanted = {f"anki/espejo-{variant}.apkg" for variant in VARIANTS}
    for export in list_exports(Site(BANK, home=SITE_URL), ROOT / "node_modules"):
        if export.path in wanted:
            (folder / "deck.apkg").write_bytes(export.make())
            learner.import_package(folder / "deck.apkg")
    terms = ("espejo/en/term/average", "espejo/en/meaning/average")
    others = (f"espejo/en/{RETIRED}", "other/en/q-01-01", "espejo/en/f-1", "espejo/EN/q-01-01")
    learner.import_package(write_notes(folder / "more.apkg", *terms, *others))
    learner.close()
    return folder / "profile"


@pytest.fixture
def learner(tmp_path: Path, profile: Path) -> Iterator[AnkiLearner]:
    """A learner with all decks and no answers."""
    shutil.copytree(profile, tmp_path / "profile")
    opened = AnkiLearner(tmp_path / "profile")
    yield opened
    opened.close()


def read_events(file: Path) -> list[LogEvent]:
    found = read_reviews(file, "espejo")
    assert found.unreadable == 0
    return make_events(BANK, found.reviews)


def describe(events: Iterable[LogEvent]) -> list[Given]:
    """List the answers in some events, sorted."""
    return sorted(Given(one.id, one.n, one.grade or "", one.ms, one.lang) for one in events)


@pytest.mark.parametrize("form", FORMS)
def test_a_log_has_exactly_the_answers_given(learner: AnkiLearner, tmp_path: Path, form: str) -> None:
    """Questions, cards, both sides of terms, and retired items are logged with grades and times.

    Undone answers, answers to deleted notes, and manual resets, burials, and due dates are left out.
    """
    guids = ["espejo/en/q-01-01", "espejo/es/d-01-01", "espejo/en-es/q-02-01", "espejo/en/term/average"]
    guids += ["espejo/en/meaning/average", f"espejo/en/{RETIRED}", "espejo/en/q-01-01", "espejo/en/q-01-01"]
    given = [
        learner.answer(guid, rating % 4 + 1, at=START + rating * 90_000, ms=rating * 1111)
        for rating, guid in enumerate(guids)
    ]
    learner.answer("espejo/en/q-01-02", 3, at=START)
    learner.collection.undo()
    for other in ("other/en/q-01-01", "espejo/en/f-1", "espejo/EN/q-01-01"):
        learner.answer(other, 3, at=START + 5)
    learner.answer("espejo/es/q-01-03", 3, at=START + 6)
    cards, scheduler = learner.cards(), learner.collection.sched
    learner.collection.remove_notes_by_card([cards["espejo/es/q-01-03"]])
    scheduler.set_due_date([cards["espejo/es/d-01-01"]], "5")
    scheduler.schedule_cards_as_new([cards["espejo/en/q-01-01"]])
    scheduler.bury_cards([cards["espejo/en-es/q-02-01"]])
    assert learner.collection.db.scalar("select count() from revlog where type > 3") == 2
    file = FORMS[form](learner, tmp_path)
    learner.close()
    assert describe(read_events(file)) == sorted(given)


def test_an_event_has_only_what_is_known_about_a_review(learner: AnkiLearner) -> None:
    """Kind and key come from the bank; the answer text is unknown."""
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


def test_an_answer_in_a_filtered_deck_counts(learner: AnkiLearner) -> None:
    """It counts like one in a normal deck, even if the filtered deck doesn't reschedule."""
    learner.answer("espejo/en/q-01-01", 4, at=START)
    deck = learner.collection.sched.get_or_create_filtered_deck(0)
    deck.config.reschedule = False
    deck.config.search_terms[0].search = "-is:new"
    learner.collection.sched.add_or_update_filtered_deck(deck)
    learner.answer("espejo/en/q-01-01", 2, at=START + 9000)
    assert learner.collection.db.list("select type from revlog order by id") == [0, 3]
    learner.close()
    assert [event.grade for event in read_events(learner.file)] == ["easy", "hard"]


def test_quick_answers_to_one_card_are_all_kept(learner: AnkiLearner) -> None:
    """None is lost even if the log is read after each answer."""
    log: list[LogEvent] = []
    for number in range(5):
        learner.answer("espejo/en/q-01-01", 1, at=START + number * 7)
        learner.close()
        log = unite(log, read_events(learner.file))
        learner = AnkiLearner(learner.file.parent)
    learner.close()
    assert [event.n - START for event in log] == [0, 7, 14, 21, 28]


def test_buttons_of_the_first_scheduler_keep_their_meaning(learner: AnkiLearner) -> None:
    """For cards being learned it had only again, good, and easy. Anki renumbers these when it upgrades."""
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


def test_the_command_merges_reviews_into_a_log(
    learner: AnkiLearner, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Existing events stay unchanged, and the log is replaced only if --to names it."""
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


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
def test_only_a_log_is_ever_overwritten(
    learner: AnkiLearner,
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    end: str,
) -> None:
    """An existing log needs --to, and the collection and SQLite's own files are never overwritten."""
    learner.answer("espejo/en/q-01-01", 3, at=START)
    learner.close()
    monkeypatch.chdir(tmp_path)
    assert run_log(data, "--from-anki", learner.file) == 0
    log, collection = tmp_path / "espejo-log.json", learner.file.with_name(learner.file.name + end)
    collection.touch()
    before = log.read_bytes(), collection.read_bytes()
    assert len(load_log(log, "espejo")) == 1
    for option, file, said in (
        ("--log", log, "espejo-log.json already exists. Choose where to write the log with --to"),
        ("--to", collection, "is the collection or package to read. Write the log to another file."),
        ("--to", tmp_path, "is a folder, not the file of a log."),
    ):
        assert run_log(data, "--from-anki", learner.file, option, file) == 2
        assert said in capsys.readouterr().err
    assert (log.read_bytes(), collection.read_bytes()) == before


CRASH = """
import os, sys
from pathlib import Path
from anki_learner import AnkiLearner
learner = AnkiLearner(Path(sys.argv[1]))
learner.answer("espejo/en/q-01-01", 3, at=int(sys.argv[2]))
os._exit(0)
"""


def test_reviews_are_read_after_a_crash_of_anki(learner: AnkiLearner) -> None:
    """The last answers are only in SQLite's write-ahead log, which Anki still needs."""
    learner.close()
    folder = learner.file.parent
    environment = {"PYTHONPATH": str(ROOT / "tests" / "support")}
    subprocess.run([sys.executable, "-c", CRASH, str(folder), str(START)], check=True, env=environment)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert len(before["collection.anki2-wal"]) > 0
    assert [event.n for event in read_events(learner.file)] == [START]
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


def test_malformed_rows_are_counted_and_the_others_read(
    learner: AnkiLearner, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rows with wrong types, times before 1970 or after 9999, or unknown answers and types are malformed."""
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

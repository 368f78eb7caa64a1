"""History in Anki packages: the real Anki gets each answer once, with the intervals of PyPI's fsrs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from anki.collection import Collection

from anki_history_checks import (
    NEW,
    REVIEW,
    VARIANTS,
    check_all,
    pack,
    pack_plain,
)
from anki_reading import Seen, import_learned, open_collection, query, read_collection, read_elsewhere
from espejo.commands.cli import main
from espejo.study.anki_history import list_keys
from espejo.study.event import LogEvent, write_time
from espejo.study.log_file import write_log
from fuzz.anki_histories import fuzz
from histories import (
    DAY,
    NOW,
    Learner,
    by_item,
    expect_reviews,
    make_event,
    make_learner,
)
from small_bank import load_small_bank


def seed(number: int) -> Random:
    return Random(number)  # noqa: S311


def learn(*events: LogEvent, **different: str) -> Learner:
    """Return a learner who gave these answers; keys are those of the last answers unless given."""
    return Learner({event.id: event.key for event in events} | different, list(events))


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    opened = open_collection(tmp_path)
    yield opened
    opened.close()


@pytest.mark.parametrize("fsrs", [False, True])
def test_thousands_of_histories_are_in_anki(collection: Collection, fsrs: bool) -> None:
    """With FSRS on or off, Anki has every review once, with due dates and memory as in PyPI's fsrs.

    If Anki recomputes the memory of the cards from their reviews, the result is the same.
    """
    collection.set_config("fsrs", fsrs)
    learner = make_learner(seed(17), 3000)
    assert len(learner.events) > 8000
    log = import_learned(collection, pack(learner))
    assert len(log.new) == 3000
    counted = [event for event in learner.events if event.milliseconds <= NOW + DAY]
    assert query(collection, "select count() from revlog") == [[len(counted)]]
    check_all(read_collection(collection), learner)
    assert collection.fix_integrity() == ("Database rebuilt and optimized.", True)
    events = by_item(learner.events)
    cards = "select c.id, n.guid from cards c join notes n on n.id = c.nid where c.type = 2 limit 1500"
    for number, guid in query(collection, cards) if fsrs else ():
        last = expect_reviews(events[guid.removeprefix("espejo/en/")])[-1]
        computed = collection.compute_memory_state(number)
        assert computed.stability == pytest.approx(last.stability, rel=1e-3), guid
        assert computed.difficulty == pytest.approx(last.difficulty, rel=1e-3), guid


def test_only_a_new_deck_gets_a_history_and_only_if_wanted(collection: Collection) -> None:
    """Anki doesn't change existing cards. If the deck is deleted first, an import adds the whole history."""
    learner = make_learner(seed(21), 200)
    import_learned(collection, pack(learner), progress=False)
    plain = read_collection(collection)
    assert len(plain) == 200
    assert {(seen.type, seen.reps, seen.rows) for seen in plain.values()} == {(NEW, 0, ())}
    import_learned(collection, pack(learner))
    assert read_collection(collection) == plain
    collection.remove_notes(collection.find_notes(""))
    import_learned(collection, pack(learner))
    learned = read_collection(collection)
    check_all(learned, learner)
    import_learned(collection, pack(learner))
    import_learned(collection, pack_plain(learner))
    import_learned(collection, pack_plain(learner), progress=False)
    assert read_collection(collection) == learned


def test_answers_at_the_same_moment_are_all_kept(collection: Collection) -> None:
    """In an exam handed in at once on two devices, each answer is a review within a second of its time."""
    devices = ("abcdefgh0123", "zzzzzzzzzzzz")
    events = [
        make_event(id=f"d-01-{10 + item}", device=device, n=item + 1, grade="good")
        for device in devices
        for item in range(80)
    ]
    learner = learn(*events)
    for variant in VARIANTS:
        import_learned(collection, pack(learner, variant))
        check_all(read_collection(collection), learner, variant)


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati"])
def test_due_dates_hold_in_every_time_zone(zone: str) -> None:
    """Days follow the learner's time zone, even at night and when daylight saving time starts."""
    learner = make_learner(seed(23), 120)
    days = ("2025-03-09", "2025-03-30", "2025-10-26", "2025-11-02")  # in America and in Europe
    times = [f"{day}T{hour:02}:{minute}:00.000Z" for day in days for hour in range(12) for minute in (10, 50)]
    for number, at in enumerate(times):
        item = f"n-01-{10 + number // 8:02}"
        learner.keys[item] = "0a1b2c3d"
        learner.events.append(make_event(id=item, at=at, n=100_000 + number, grade="good"))
    place = ZoneInfo(zone)
    check_all(read_elsewhere(pack(learner, zone=place), zone), learner, zone=place)


def test_a_clock_a_year_ahead_moves_no_due_date(collection: Collection) -> None:
    """Answers dated more than a day ahead are left out: Anki would move them to the time of the import."""
    today = make_event(grade="good")
    ahead = make_event(at=write_time(NOW + 365 * DAY), n=2, grade="easy")
    only = make_event(id="d-01-03", at=write_time(NOW + DAY + 1), n=4, grade="good")
    learner = learn(today, ahead, only)
    import_learned(collection, pack(learner))
    found = read_collection(collection)
    assert found["espejo/en/d-01-01"] == read_one(learn(today), "d-01-01")
    assert (found["espejo/en/d-01-03"].type, found["espejo/en/d-01-03"].rows) == (NEW, ())
    assert read_one(learner, "d-01-03", now=NOW + 1).type == REVIEW


def read_one(learner: Learner, item: str, *, now: int = NOW) -> Seen:
    """Import the history into a new collection, and return one item's card."""
    return read_elsewhere(pack(learner, now=now), "UTC")[f"espejo/en/{item}"]


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/New_York"])
def test_answers_in_the_first_and_last_year_of_the_calendar(collection: Collection, zone: str) -> None:
    """Answers of the earliest years become reviews; the one from 9999 is left out until then."""
    years = ("0000-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z")
    events = [make_event(at=at, n=n, grade="good") for n, at in enumerate(years, 2)]
    import_learned(collection, pack(learn(make_event(grade="good"), *events), zone=ZoneInfo(zone)))
    seen = read_collection(collection)["espejo/en/d-01-01"]
    times = (-62_167_219_200_000, -62_135_596_800_000, NOW)
    assert all(0 <= row.id - time < 20 for row, time in zip(seen.rows, times, strict=True))
    assert (seen.type, seen.reps) == (REVIEW, 3)


def test_the_same_log_gives_the_same_bytes() -> None:
    """The order of the events and the time of the export make no difference."""
    learner = make_learner(seed(24), 200)
    learner.events = [event for event in learner.events if event.milliseconds <= NOW]
    mixed = Learner(learner.keys, seed(25).sample(learner.events, len(learner.events)))
    assert pack(learner) == pack(learner) == pack(mixed, now=NOW + 400 * DAY)


def test_a_longer_log_brings_each_review_once() -> None:
    """Logs that grow and are exported again; `make fuzz` runs many more."""
    reviews, failures = fuzz(17, 6)
    assert failures == []
    assert reviews > 200


def test_a_new_language_keeps_the_review_ids(collection: Collection) -> None:
    """Otherwise a deck that is deleted and imported again would contain each review twice."""
    dice = seed(27)
    events = [
        make_event(
            id=f"d-01-0{n % 5}", n=n, at=write_time(NOW - n * 1000 - dice.randrange(900)), grade="good"
        )
        for n in range(1, 100)
    ]
    learner = learn(*events)
    more = ("de", "en", "es", "fr", "de-en", "de-es", "en-es", "en-fr")
    for variants in (VARIANTS, more):
        collection.remove_notes(collection.find_notes(""))
        for variant in VARIANTS:
            import_learned(collection, pack(learner, variant, variants=variants))
    found = read_collection(collection)
    for variant in VARIANTS:
        check_all(found, learner, variant)


class Written:
    """A bank, and a log with an answer to every question and card."""

    def __init__(self, project: Path) -> None:
        self.data = project / "data"
        self.log, self.to = project / "log.json", project / "out"
        bank = load_small_bank().bank
        keys, self.items = list_keys(bank), [placed.item.id for placed in bank.items()]
        self.events = [
            make_event(id=item, n=number, key=keys[item], grade="good", at=write_time(NOW - number * DAY))
            for number, item in enumerate(self.items, 1)
        ]

    def run(self, *options: str) -> int:
        paths = ["--data", str(self.data), "--log", str(self.log), "--to", str(self.to)]
        return main(["anki", *paths, *options])


@pytest.fixture
def written(project: Path) -> Written:
    return Written(project)


def test_the_command_writes_a_package_for_each_language(
    written: Written, collection: Collection, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cards match the published packages and have their history. Answers left out are counted."""
    gone = [make_event(id="zz-01-01", n=n, grade="good") for n in (900, 901)]
    future = replace(written.events[0], at="9999-01-01T00:00:00.000Z", n=902)
    written.log.write_bytes(write_log([*written.events, *gone, future], "espejo"))
    assert written.run() == 0
    files = sorted(path.name for path in written.to.iterdir())
    assert files == [f"espejo-{name}-history.apkg" for name in ("en-es", "en", "es")]
    said = capsys.readouterr()
    assert f"{len(written.events)} reviews are in each package." in said.out
    assert "Import any learning progress" in said.out
    assert "2 answers were left out" in said.err
    assert "1 answer is dated in the future and is left out until its day comes." in said.err
    for file in files:
        import_learned(collection, (written.to / file).read_bytes())
    found = read_collection(collection)
    for guid in (f"espejo/{variant}/{item}" for variant in VARIANTS for item in written.items):
        assert (found[guid].type, found[guid].interval, len(found[guid].rows)) == (REVIEW, 2, 1), guid
    shutil.rmtree(written.to)
    assert written.run("--in", "es", "en-es") == 0
    files = sorted(path.name for path in written.to.iterdir())
    assert files == ["espejo-en-es-history.apkg", "espejo-es-history.apkg"]


ANSWER = write_log([make_event(id="q-01-01", grade="good")], "espejo")


@pytest.mark.parametrize(
    ("content", "options", "sentence"),
    [
        (b"", [], "log.json is damaged and cannot be read as a log. Download it again."),
        (write_log([], "other"), [], "log.json is the log of another bank, other, not of espejo."),
        (write_log([], "espejo"), [], "log.json has no answers to questions or cards of this bank."),
        (ANSWER, ["--in", "fr"], "there is no deck in fr: choose en, es or en-es."),
        (ANSWER, ["--to", "{log}"], "log.json is a file, not a folder."),
        (None, [], "log.json."),
        ("folder", [], "log.json is a folder, not the file of a log."),
    ],
)
def test_errors_of_the_command_are_one_sentence(
    written: Written, capsys: pytest.CaptureFixture[str], content: Any, options: list[str], sentence: str
) -> None:
    """A failed command writes no files."""
    if content == "folder":
        written.log.mkdir()
    elif content is not None:
        written.log.write_bytes(content)
    assert written.run(*(option.format(log=written.log) for option in options)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("Error: ") and said.err.endswith(f"{sentence}\n")
    assert said.err.count("\n") == 1
    assert not written.to.exists()

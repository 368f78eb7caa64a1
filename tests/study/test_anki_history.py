"""A learner's history in the real Anki: each answer is one review, and intervals are those of PyPI's fsrs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from anki.collection import Collection

from anki_history_checks import (
    LEARNED,
    NEW,
    REVIEW,
    REVIEWED,
    VARIANTS,
    check_all,
    check_card,
    check_rows,
    pack,
    pack_plain,
)
from anki_reading import Seen, import_learned, open_collection, query, read_collection, read_elsewhere
from espejo.commands.cli import main
from espejo.study.anki_history import list_keys
from espejo.study.anki_numbers import ReviewNumbers, date_review, number_card
from espejo.study.event import ANKI_DEVICE, LogEvent, write_time
from espejo.study.log_file import unite, write_log
from fuzz.anki_histories import fuzz
from histories import (
    DAY,
    NOW,
    Learner,
    by_item,
    expect_reviews,
    later,
    make_event,
    make_learner,
)
from small_bank import load_small_bank


def seed(number: int) -> Random:
    return Random(number)  # noqa: S311


def learn(*events: LogEvent, **different: str) -> Learner:
    """A learner with these answers, whose items still have the keys of the last ones."""
    return Learner({event.id: event.key for event in events} | different, list(events))


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    """The collection of a learner who has just installed Anki."""
    opened = open_collection(tmp_path)
    yield opened
    opened.close()


@pytest.mark.parametrize("fsrs", [False, True])
def test_thousands_of_histories_are_in_anki(collection: Collection, fsrs: bool) -> None:
    """Whether FSRS is on or off there: every review once, due dates and memory as PyPI's fsrs says."""
    collection.set_config("fsrs", fsrs)
    learner = make_learner(seed(17), 3000)
    assert len(learner.events) > 8000
    log = import_learned(collection, pack(learner))
    assert len(log.new) == 3000
    counted = [event for event in learner.events if event.milliseconds <= NOW + DAY]
    assert query(collection, "select count() from revlog") == [[len(counted)]]
    check_all(read_collection(collection), learner)
    assert collection.fix_integrity() == ("Database rebuilt and optimized.", True)


def test_anki_computes_the_same_memory_from_our_reviews(collection: Collection) -> None:
    """If Anki forgets the memory of the cards and replays their reviews, the same comes out.

    So a changed key starts anew there too.
    """
    collection.set_config("fsrs", True)
    learner = make_learner(seed(18), 1500)
    import_learned(collection, pack(learner))
    cards = query(
        collection, "select c.id, n.guid from cards c join notes n on n.id = c.nid where c.type = 2"
    )
    assert len(cards) > 1000
    events = by_item(learner.events)
    for number, guid in cards:
        last = expect_reviews(events[guid.removeprefix("espejo/en/")])[-1]
        computed = collection.compute_memory_state(number)
        assert computed.stability == pytest.approx(last.stability, rel=1e-3), guid
        assert computed.difficulty == pytest.approx(last.difficulty, rel=1e-3), guid


def test_importing_again_adds_nothing(collection: Collection) -> None:
    """The same package twice, and then the published one, with and without learning progress."""
    learner = make_learner(seed(19), 200)
    import_learned(collection, pack(learner))
    before = read_collection(collection)
    import_learned(collection, pack(learner))
    import_learned(collection, pack_plain(learner))
    import_learned(collection, pack_plain(learner), progress=False)
    assert read_collection(collection) == before
    check_all(before, learner)


def test_without_the_tick_all_cards_are_new(collection: Collection) -> None:
    """Who does not import learning progress gets the notes alone, and nothing half."""
    learner = make_learner(seed(20), 100)
    import_learned(collection, pack(learner), progress=False)
    found = read_collection(collection)
    assert len(found) == 100
    assert {(seen.type, seen.reps, seen.rows) for seen in found.values()} == {(NEW, 0, ())}


def test_a_deck_that_is_there_stays_until_it_is_deleted(collection: Collection) -> None:
    """Anki changes no card that it has. After it is deleted, the import brings the whole history."""
    learner = make_learner(seed(21), 200)
    import_learned(collection, pack_plain(learner))
    before = read_collection(collection)
    import_learned(collection, pack(learner))
    assert read_collection(collection) == before
    collection.remove_notes(collection.find_notes(""))
    import_learned(collection, pack(learner))
    check_all(read_collection(collection), learner)


def test_every_language_has_the_whole_history(collection: Collection) -> None:
    """Decks of several languages in one collection: Anki would drop a review whose time is taken."""
    learner = make_learner(seed(22), 300)
    for variant in VARIANTS:
        import_learned(collection, pack(learner, variant))
    found = read_collection(collection)
    for variant in VARIANTS:
        check_all(found, learner, variant)


def read_reviews(collection: Collection, variant: str) -> list[LogEvent]:
    """The reviews of a variant as events, as `espejo log --from-anki` makes them."""
    rows = query(
        collection,
        "select r.id, r.cid, r.ease, r.time, n.guid from revlog r join cards c on c.id = r.cid "
        "join notes n on n.id = c.nid where n.guid like ? and r.ease between 1 and 4",
        f"espejo/{variant}/%",
    )
    grades = ("forgot", "hard", "good", "easy")
    return [
        make_event(
            id=guid.removeprefix(f"espejo/{variant}/"),
            at=write_time(date_review(number, variant, is_ours=card == number_card(guid))),
            **{
                "device": ANKI_DEVICE,
                "n": number,
                "answer": None,
                "where": "anki",
                "ms": min(time, 3_600_000),
            },
            **{"grade": grades[ease - 1], "right": ease > 1, "lang": variant[:2]},
        )
        for number, card, ease, time, guid in rows
    ]


def answer_in_anki(collection: Collection, guid: str, at: int, ease: int) -> None:
    """A review in Anki at a time, as its own table keeps it."""
    [[card]] = query(
        collection, "select c.id from cards c join notes n on n.id = c.nid where n.guid = ?", guid
    )
    query(collection, "insert into revlog values (?, ?, -1, ?, 5, 0, 300, 4000, 1)", at, card, ease)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("learned", [False, True])
def test_going_back_and_forth_keeps_each_review_once(
    collection: Collection, variant: str, learned: bool
) -> None:
    """Answers on the site and in Anki, three times around, with a deck that came with a history or without.

    Each time the reviews are read out of Anki, the deck is deleted, and it comes back with all of them. Anki
    keeps the reviews of deleted cards, and they are neither lost nor doubled.
    """
    first, second = make_event(grade="good"), make_event(id="d-01-02", n=2, grade="hard")
    learner = learn(first, second)
    import_learned(collection, pack(learner, variant) if learned else pack_plain(learner, variant))
    for turn in range(1, 4):
        at = NOW + turn * 100_000
        answer_in_anki(collection, f"espejo/{variant}/d-01-01", at, 1 + turn % 4)
        learner.events = unite(learner.events, read_reviews(collection, variant))
        answered = later(first, turn * 100_000 + 50_000, n=10 + turn)
        learner.events = unite(learner.events, [answered])
        assert len(learner.events) == 2 + 2 * turn
        collection.remove_notes(collection.find_notes(""))
        import_learned(collection, pack(learner, variant))
        found = read_collection(collection)
        for item, events in by_item(learner.events).items():
            expected = expect_reviews(events)
            check_rows(found[f"espejo/{variant}/{item}"], expected)
            check_card(found[f"espejo/{variant}/{item}"], learner.keys[item], expected)
        assert unite(learner.events, read_reviews(collection, variant)) == learner.events


def test_reviews_in_one_deck_are_in_the_decks_of_other_languages(collection: Collection) -> None:
    """Whoever reviewed in the Spanish deck and then imports the English one finds the reviews there too."""
    learner = learn(make_event(grade="good"))
    import_learned(collection, pack(learner, "es"))
    for turn in range(5):
        answer_in_anki(collection, "espejo/es/d-01-01", NOW + 2000 * (turn + 1), 3)
    learner.events = unite(learner.events, read_reviews(collection, "es"))
    assert len(learner.events) == 6
    import_learned(collection, pack(learner, "en"))
    import_learned(collection, pack(learner, "en-es"))
    found = read_collection(collection)
    assert {guid: len(seen.rows) for guid, seen in found.items()} == {
        f"espejo/{variant}/d-01-01": 6 for variant in VARIANTS
    }


def test_answers_at_the_same_moment_are_all_there(collection: Collection) -> None:
    """A whole exam handed in at once, by two devices: as many reviews, each within a second of its time."""
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


ZONES = ("UTC", "America/New_York", "Europe/Madrid", "Asia/Kolkata", "Pacific/Kiritimati", "Pacific/Apia")


@pytest.mark.parametrize("zone", ZONES)
def test_due_dates_hold_in_every_time_zone(zone: str) -> None:
    """Where the learner is decides on which day she learned, also at night and when summer time begins."""
    learner = make_learner(seed(23), 120)
    days = ("2025-03-09", "2025-03-30", "2025-10-26", "2025-11-02")  # in America and in Europe
    times = [f"{day}T{hour:02}:{minute}:00.000Z" for day in days for hour in range(12) for minute in (10, 50)]
    for number, at in enumerate(times):
        item = f"n-01-{10 + number // 8:02}"
        learner.keys[item] = "0a1b2c3d"
        learner.events.append(make_event(id=item, at=at, n=100_000 + number, grade="good"))
    place = ZoneInfo(zone)
    check_all(read_elsewhere(pack(learner, zone=place), zone), learner, zone=place)


def test_a_clock_that_was_a_year_ahead_moves_no_due_date(collection: Collection) -> None:
    """What is dated more than a day ahead waits until its day: Anki would give it the time of the import."""
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
    """The card of an item after the import into a new collection."""
    return read_elsewhere(pack(learner, now=now), "UTC")[f"espejo/en/{item}"]


def test_a_changed_key_starts_anew(collection: Collection) -> None:
    """A question of which something else is right now is new in Anki; its old reviews are still listed."""
    old = make_event(grade="good")
    again = later(old, DAY, key="ffffffff")
    waiting = make_event(id="d-01-02", n=7, grade="good")
    learner = Learner({"d-01-01": "ffffffff", "d-01-02": "ffffffff"}, [old, again, waiting])
    import_learned(collection, pack(learner))
    found = read_collection(collection)
    check_all(found, learner)
    assert [row.type for row in found["espejo/en/d-01-01"].rows] == [REVIEWED, LEARNED]
    assert (found["espejo/en/d-01-02"].type, len(found["espejo/en/d-01-02"].rows)) == (NEW, 1)


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "America/New_York"])
def test_the_first_and_the_last_year_of_a_clock_do_no_harm(collection: Collection, zone: str) -> None:
    """Answers at the limits of the format: those of the first years are reviews, the last one waits."""
    years = ("0000-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z")
    events = [make_event(at=at, n=n, grade="good") for n, at in enumerate(years, 2)]
    import_learned(collection, pack(learn(make_event(grade="good"), *events), zone=ZoneInfo(zone)))
    seen = read_collection(collection)["espejo/en/d-01-01"]
    times = (-62_167_219_200_000, -62_135_596_800_000, NOW)
    assert all(0 <= row.id - time < 20 for row, time in zip(seen.rows, times, strict=True))
    assert (seen.type, seen.reps) == (REVIEW, 3)


def test_the_same_log_gives_the_same_bytes() -> None:
    """Whatever the order of its events, and whatever the time of the export."""
    learner = make_learner(seed(24), 200)
    learner.events = [event for event in learner.events if event.milliseconds <= NOW]
    mixed = Learner(learner.keys, seed(25).sample(learner.events, len(learner.events)))
    assert pack(learner) == pack(learner) == pack(mixed, now=NOW + 400 * DAY)


def test_a_longer_log_keeps_the_numbers_of_its_reviews(collection: Collection) -> None:
    """Cards and reviews have the numbers of the last time, though the bank and the log have grown."""
    learner = make_learner(seed(26), 50)
    longer = Learner(
        {"a-01-01": "0a1b2c3d", **learner.keys},
        [*learner.events, make_event(n=10_000, at=write_time(NOW + DAY // 2), id="a-01-01", grade="good")],
    )
    import_learned(collection, pack(learner))
    numbers = {tuple(row) for row in query(collection, "select id, cid from revlog")}
    collection.remove_notes(collection.find_notes(""))
    import_learned(collection, pack(longer))
    assert numbers < {tuple(row) for row in query(collection, "select id, cid from revlog")}
    check_all(read_collection(collection), longer)


def test_reviews_keep_their_numbers_when_the_bank_gets_another_language(collection: Collection) -> None:
    """Else a deck that is deleted and imported again would have each of them twice."""
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


def test_the_fuzzer_takes_learners_to_anki() -> None:
    """A sample of the campaign of `make fuzz`, with a fixed seed."""
    reviews, failures = fuzz(17, 12)
    assert failures == []
    assert reviews > 500


def test_the_fuzzer_notices_a_review_that_gets_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numbers that are unique in all packages, the second language loses the reviews of the first."""
    monkeypatch.setattr(ReviewNumbers, "find", lambda _, __, event: event.milliseconds)
    _, failures = fuzz(17, 12)
    assert failures


class Written:
    """A bank, and the log of somebody who answered all its questions and cards."""

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


@pytest.mark.parametrize("version", [1, 2])
def test_the_command_writes_a_package_for_each_language(
    written: Written, collection: Collection, capsys: pytest.CaptureFixture[str], version: int
) -> None:
    """From a log of either version; the cards are those of the published packages, with their history."""
    log = write_log(written.events, "espejo").replace(b'"espejo_log": 2', b'"espejo_log": %d' % version)
    written.log.write_bytes(log)
    assert written.run() == 0
    files = sorted(path.name for path in written.to.iterdir())
    assert files == [f"espejo-{name}-history.apkg" for name in ("en-es", "en", "es")]
    out = capsys.readouterr().out
    assert f"{len(written.events)} reviews are in each package." in out
    assert "Import any learning progress" in out
    for file in files:
        import_learned(collection, (written.to / file).read_bytes())
    found = read_collection(collection)
    for guid in (f"espejo/{variant}/{item}" for variant in VARIANTS for item in written.items):
        assert (found[guid].type, found[guid].interval, len(found[guid].rows)) == (REVIEW, 2, 1), guid


def test_the_command_writes_only_the_languages_that_are_asked_for(written: Written) -> None:
    written.log.write_bytes(write_log(written.events, "espejo"))
    assert written.run("--in", "es", "en-es") == 0
    assert sorted(path.name for path in written.to.iterdir()) == [
        "espejo-en-es-history.apkg",
        "espejo-es-history.apkg",
    ]


def test_what_the_bank_no_longer_has_is_left_out_and_counted(
    written: Written, capsys: pytest.CaptureFixture[str]
) -> None:
    """So are answers that are dated in the future."""
    gone = [make_event(id="zz-01-01", n=n, grade="good") for n in (900, 901)]
    future = replace(written.events[0], at="9999-01-01T00:00:00.000Z", n=902)
    written.log.write_bytes(write_log([*written.events, *gone, future], "espejo"))
    assert written.run("--in", "en") == 0
    said = capsys.readouterr()
    assert f"{len(written.events)} reviews are in each package." in said.out
    assert "2 answers were left out" in said.err
    assert "1 answer is dated in the future and is left out until its day comes." in said.err


@pytest.mark.parametrize(
    ("content", "options", "sentence"),
    [
        (b"", [], r"Error: .*log\.json is damaged and cannot be read as a log\. Download it again\."),
        (b"{}", [], r"Error: .*log\.json is not an Espejo log\. Download .*"),
        (
            b'{"espejo_log": 3}',
            [],
            r"Error: .*log\.json was written by a newer version of Espejo\. Update .*",
        ),
        (
            write_log([], "other"),
            [],
            r"Error: .*log\.json is the log of another bank, other, not of espejo\.",
        ),
        (
            write_log([], "espejo"),
            [],
            r"Error: .*log\.json has no answers to questions or cards of this bank\.",
        ),
        (write_log([], "espejo"), ["--in", "fr"], r"Error: there is no deck in fr: choose en, es or en-es\."),
        (None, [], r"Error: there is no file .*log\.json\."),
        ("folder", [], r"Error: .*log\.json is a folder, not the file of a log\."),
        (
            write_log([make_event(id="q-01-01", grade="good")], "espejo"),
            ["--to", "{log}"],
            r"Error: .*log\.json is a file, not a folder\.",
        ),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    written: Written, capsys: pytest.CaptureFixture[str], content: Any, options: list[str], sentence: str
) -> None:
    """Nothing is written then."""
    if content == "folder":
        written.log.mkdir()
    elif content is not None:
        written.log.write_bytes(content)
    assert written.run(*(option.format(log=written.log) for option in options)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert re.fullmatch(sentence + "\n", said.err), said.err
    assert not written.to.exists()

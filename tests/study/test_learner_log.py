"""Learner's log in Python: the same events and files as in the browser, and the schedule of PyPI's fsrs."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from jsonschema import Draft202012Validator

from espejo.messages.message import MessageError
from espejo.study import log_file
from espejo.study.additions import LOG_SCHEMA
from espejo.study.event import ANKI_DEVICE, LogEvent, parse_time, read_event, write_event, write_time
from espejo.study.log_file import load_log, read_log, unite, write_log
from espejo.study.schedule import Schedule, is_future, learner_day, rate
from histories import DAY, NOW, by_item, count_since_key, expect_reviews, later, make_event, make_learner
from test_scripts import run_node

SINGLE: dict[str, Any] = {
    **{"id": "q-07-01", "at": "2026-11-17T13:00:00.000Z", "device": "abcdefgh0123", "n": 1},
    **{"kind": "single", "answer": [2], "right": True, "guess": False, "ms": 4200},
    **{"lang": "en", "where": "quiz", "key": "0a1b2c3d"},
}
VERSION_1: list[dict[str, Any]] = [
    SINGLE,
    SINGLE | {"kind": "multiple", "answer": [1, 3], "right": False, "guess": True, "hint": True, "n": 2},
    SINGLE | {"kind": "truefalse", "answer": False, "lang": "es", "n": 3},
    SINGLE | {"kind": "numeric", "answer": "0,5", "where": "exam", "n": 4},
    SINGLE | {"kind": "free", "answer": [1, 2], "grade": "hard", "n": 5},
    SINGLE | {"kind": "recall", "answer": [], "right": False, "grade": "forgot", "seen": True, "n": 6},
    SINGLE | {"kind": "card", "answer": [], "grade": "good", "where": "card", "n": 7},
]
VERSION_2: list[dict[str, Any]] = [
    *VERSION_1,
    SINGLE | {"grade": "easy", "answer_lang": "es", "where": "review", "n": 8},
    SINGLE | {"grade": "forgot", "n": 9},
    SINGLE | {"right": False, "grade": "good", "n": 10},
    SINGLE | {"answer": None, "right": False, "grade": "forgot", "where": "anki", "n": 9007199254740991},
    SINGLE | {"id": "term/adam", "kind": "card", "answer": [], "grade": "easy", "n": 11},
    SINGLE | {"id": "meaning/" + "a" * 80, "kind": "card", "answer": None, "grade": "good", "n": 12},
]


def make_file(events: object = None, **different: Any) -> bytes:
    file = {"espejo_log": 2, "bank": "espejo", "events": VERSION_2 if events is None else events}
    return json.dumps(file | different).encode()


def test_events_are_read_and_written_unchanged() -> None:
    """Every kind and both versions are written in a fixed field order. Unknown fields are dropped."""
    order = LogEvent.__slots__
    for value in VERSION_2:
        event = read_event(dict(reversed(value.items())) | {"html": "<b>"})
        assert event
        written = json.loads(write_event(event))
        assert written == value
        assert list(written) == [name for name in order if name in written]
        fields = {name: field for name, field in asdict(event).items() if field not in (None, False)}
        assert json.loads(json.dumps(fields)) == {
            name: field for name, field in value.items() if field not in (None, False)
        }
    event = read_event(SINGLE | {"n": 1.0, "ms": -0.0, "answer": [2.0]})  # as in JavaScript, 1.0 is 1
    assert event == read_event(SINGLE | {"ms": 0})
    assert event and '"n":1,' in write_event(event) and '"ms":0,' in write_event(event)


A_DAY = "2026-11-17T"
REFUSED: dict[str, list[Any]] = {
    "id": [
        *("Q-07-01", "q-7-01", "q-07-00001", "q-٠٧-01", "term/", "term/A", "", "q-07-01\n"),
        *("term/" + "a" * 81, 7),
    ],
    "at": [
        *("2026-02-30T10:00:00.000Z", "2026-13-01T10:00:00.000Z", "1900-02-29T10:00:00.000Z", ""),
        *(f"{A_DAY}24:00:00.000Z", f"{A_DAY}13:60:00.000Z", f"{A_DAY}13:43:60.000Z", f"{A_DAY}13:43:39Z"),
        *(f"{A_DAY}13:43:39.123", "2026-11-17 13:43:39.123Z", f"+01{A_DAY}13:43:39.123Z"),
        *(f"{A_DAY}13:43:39.123Z\n", 1763386999123, None),
    ],
    "device": ["", *["abcdefgh012", "abcdefgh01234", "ABCDEFGH0123"], "abcdefgh012\n", 123456789012],
    "n": [0, -1, 1.5, 9007199254740992, float("inf"), float("nan"), "1", None, True],
    "kind": ["", "essay", ["single"], None, 7],
    "answer": [[0], [100], [1.5], ["1"], [1, 2], [[1]], [True], {"0": 1}, 1, "1", True, None],
    "right": [0, 1, "true", None],
    "grade": ["bad", "", None, 3],
    "guess": [0, "false", None],
    "hint": [False, 1, None],
    "seen": [False, "true", None],
    "ms": [-1, 0.5, 3600001, float("nan"), "1", None, True],
    "lang": ["", "EN", "eng", "en_US", "en-us", "en\n", None],
    "answer_lang": ["", "EN", None, 7],
    "where": ["", "Quiz", "home page", "a" * 17, None],
    "key": ["", "0A1B2C3D", "0a1b2c3", "0a1b2c3d4", 12345678, None],
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_event_with_a_malformed_or_missing_field_is_refused(name: str) -> None:
    for value in REFUSED[name]:
        assert read_event(SINGLE | {name: value}) is None, value
    without = {key: value for key, value in SINGLE.items() if key != name}
    assert (read_event(without) is None) == (name in SINGLE)


def test_only_an_object_is_an_event() -> None:
    for value in (None, 0, "", "text", True, [], [SINGLE], json.dumps(SINGLE)):
        assert read_event(value) is None


def test_answer_and_grade_fit_the_kind() -> None:
    """If only the grade is known, it is required and has to agree with `right`."""
    answers: dict[str, list[tuple[Any, bool]]] = {
        "single": [([], True), ([1, 2], False)],
        "multiple": [([1, 2, 10], True), ([2, 1], False), ([1, 1], False)],
        "truefalse": [(True, True), ([1], False), ("true", False)],
        "numeric": [("\U0001d7d8" * 64, True), ("1" * 65, False), (0.5, False)],
        **{kind: [([], False)] for kind in ("free", "recall", "card")},
    }
    for kind, cases in answers.items():
        for answer, accepted in cases:
            assert (read_event(SINGLE | {"kind": kind, "answer": answer}) is not None) == accepted, kind
    for right, grade in product((True, False), ("forgot", "hard", "good", "easy")):
        given = SINGLE | {"right": right, "grade": grade}
        assert read_event(given)
        for unknown in ({"kind": "card", "answer": []}, {"answer": None}):
            assert (read_event(given | unknown) is not None) == (right == (grade != "forgot"))


def test_times_survive_a_round_trip() -> None:
    """Earliest and latest clock years and leap days work."""
    for year in ("1970-01-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z", "9999-12-31T23:59:59.999Z"):
        time = parse_time(year)
        assert time is not None and write_time(time) == year
        since = datetime.fromisoformat(year) - datetime(1970, 1, 1, tzinfo=UTC)
        assert time == since // timedelta(milliseconds=1)
    assert parse_time("0001-01-01T00:00:00.000Z") == -62_135_596_800_000
    assert write_time(-62_135_596_800_000) == "0001-01-01T00:00:00.000Z"
    assert parse_time("0000-02-29T00:00:00.000Z") == -62_162_121_600_000


def test_a_file_survives_a_round_trip() -> None:
    """Both versions can be read; version 2 is written, always with the same bytes."""
    assert len(read_log(make_file(VERSION_1, espejo_log=1), "espejo", "a.json")) == len(VERSION_1)
    events = read_log(make_file(), "espejo", "a.json")
    content = write_log(events, "espejo")
    assert content.startswith(b'{"espejo_log": 2, "bank": "espejo", "events": [\n{"id":"q-07-01","at":')
    assert content.endswith(b'"key":"0a1b2c3d"}\n]}\n')
    assert read_log(content, "espejo", "a.json") == events
    assert read_log(b"\xef\xbb\xbf" + content, "espejo", "a.json") == events
    assert read_log(write_log([], "espejo"), "espejo", "a.json") == []


@pytest.mark.parametrize(
    "answer", ['"', "\\", "<script>", "\x00\n\x7f\u2028", "\ud800", "½ ١٢", "\U0001d7d8"]
)
def test_text_as_typed_survives_the_file(answer: str) -> None:
    """Quotes, control characters, and lone surrogates are written as a browser writes them."""
    event = read_event(SINGLE | {"kind": "numeric", "answer": answer})
    assert event
    content = write_log([event], "espejo")
    assert read_log(content, "espejo", "a.json") == [event]
    program = 'process.stdout.write(JSON.stringify(JSON.parse(require("fs").readFileSync(0, "utf-8"))))'
    done = run_node("--eval", program, text=write_event(event))
    assert done.stdout == write_event(event)


NO_EVENTS: list[Any] = [{}, "[]", 7, [None], [[]], [*VERSION_2, {}], [VERSION_2]]
DAMAGED: list[bytes] = [
    *(b"", b"no JSON", make_file()[:-1], make_file()[1:], make_file() + b"x", b"[" * 1_000_000),
    b"\xff" + make_file(),
    *(make_file(espejo_log=version) for version in (0, -1, 1.5, "1", None, [1], True)),
    *(make_file(bank=bank) for bank in (None, 7, ["espejo"])),
    *map(make_file, NO_EVENTS),
    *(make_file([SINGLE | wrong]) for wrong in ({"right": "<b>"}, {"at": "2026-02-30T00:00:00.000Z"})),
    make_file().replace(b'"n": 1,', b'"n": NaN,'),
    b'{"espejo_log": 2, "bank": "espejo"}',
    b'{"espejo_log": Infinity, "bank": "espejo", "events": []}',
]
FOREIGN = ["null", "7", '"espejo_log"', "[]", "{}", '{"version": 1}', '{"__proto__": {"espejo_log": 2}}']


def test_a_file_is_refused_as_a_whole_with_its_reason() -> None:
    """Reasons are malformed content, a file that isn't a log, another bank's log, or a newer version."""
    for content in DAMAGED:
        refuse(content, "a.json is damaged and cannot be read as a log. Download it again.")
    foreign = "a.json is not an Espejo log. Download yours on the page “Your practice” of the site."
    for text in FOREIGN:
        refuse(text.encode(), foreign)
    refuse(make_file(bank="other"), "a.json is the log of another bank, other, not of espejo.")
    newer = (
        "a.json was written by a newer version of Espejo. Update your copy of the repository and try again."
    )
    refuse(make_file(espejo_log=3), newer)
    refuse(b'{"espejo_log": 99, "years": {}}', newer)


def test_a_file_or_name_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is in bytes, without reading further, or in events."""
    sentence = "a.json is too large: a log may have at most {:,} bytes and {:,} events."
    monkeypatch.setattr(log_file, "MAX_EVENTS", 12)
    refuse(make_file(), sentence.format(log_file.MAX_SIZE, 12))
    monkeypatch.setattr(log_file, "MAX_SIZE", 100)
    refuse(make_file(), sentence.format(100, 12))
    with pytest.raises(MessageError, match="too large"):
        load_log(Path("/dev/zero"), "espejo")
    with pytest.raises(MessageError, match="cannot be read: File name too long"):
        load_log(Path("x" * 300), "espejo")
    monkeypatch.undo()
    longest = max(len(write_event(make_event(**value))) for value in VERSION_2)
    assert (longest + 2) * log_file.MAX_EVENTS < log_file.MAX_SIZE  # the size limit fits the most events


def refuse(content: bytes, sentence: str) -> None:
    with pytest.raises(MessageError) as refused:
        read_log(content, "espejo", "a.json")
    assert refused.value.text == sentence


def test_of_events_with_the_same_identity_the_first_counts() -> None:
    """A review in Anki of another item at the same time, or of the same item later, is a separate event."""
    events = read_log(make_file([SINGLE, SINGLE | {"right": False}, SINGLE]), "espejo", "a.json")
    assert events == [read_event(SINGLE)]
    answer = make_event(grade="good")
    other = later(answer, 0, id="d-01-02", device=ANKI_DEVICE, n=1)
    after = later(answer, 1500, device=ANKI_DEVICE, n=2)
    assert unite([answer], [other, after]) == [answer, other, after]


def test_a_review_of_an_unknown_item_counts_once_it_is_known() -> None:
    """Once the bank is as new as the deck, the review gets its kind and key."""
    known = make_event(device=ANKI_DEVICE, grade="good")
    unknown = replace(known, key="00000000")
    assert unite([unknown], [known]) == [known]
    assert unite([known], [unknown]) == [known]
    assert unite([unknown], [unknown]) == [unknown]


def test_merging_twice_adds_nothing() -> None:
    """A review read back from Anki is recognized as the answer exported there."""
    known = make_learner(Random(1), 40).events  # noqa: S311
    answers = [event for event in known if event.device != ANKI_DEVICE]
    back = [
        later(event, 3, device=ANKI_DEVICE, n=event.milliseconds + 3, answer=None, grade=grade_of(event))
        for event in answers
    ]
    spread = [event for event in back if not has_neighbor(event, back)]
    assert len(spread) > 20
    assert unite(known, spread) == unite(known, known) == known
    assert unite(known, reversed(known)) == known


def grade_of(event: LogEvent) -> str:
    return "good" if event.right else "forgot"


def has_neighbor(event: LogEvent, events: list[LogEvent]) -> bool:
    others = [one for one in events if one.id == event.id and one is not event]
    return any(abs(one.milliseconds - event.milliseconds) <= 2000 for one in others)


def test_an_answer_is_rated() -> None:
    """The rating is the grade if there is one, otherwise it depends on how the answer was given."""
    cases: list[tuple[dict[str, Any], int]] = [
        *(({"grade": grade}, rating) for rating, grade in enumerate(("forgot", "hard", "good", "easy"), 1)),
        *(({"right": False, "grade": "easy"}, 4), ({"right": False}, 1)),
        *(({"seen": True}, 1), ({"seen": True, "grade": "good"}, 3)),
        *(({}, 3), ({"guess": True}, 2), ({"hint": True}, 2), ({"ms": 60_000}, 3), ({"ms": 60_001}, 2)),
        *(({"kind": "numeric", "answer": "1", "ms": 180_000 + late}, 3 - late) for late in (0, 1)),
    ]
    for fields, rating in cases:
        event = read_event(SINGLE | fields)
        assert event and rate(event) == rating, fields


@pytest.mark.parametrize(
    ("zone", "begins"),
    [
        ("UTC", "2026-11-17T04:00"),
        ("America/New_York", "2026-03-08T08:00"),  # daylight saving time begins
        ("America/New_York", "2026-11-01T09:00"),  # and ends
        ("Asia/Kolkata", "2026-11-16T22:30"),
        ("Pacific/Kiritimati", "2026-11-17T14:00"),
    ],
)
def test_a_day_begins_at_four_in_the_morning(zone: str, begins: str) -> None:
    """This is local time, also on days when the clocks change."""
    time = parse_time(f"{begins}:00.000Z")
    assert time is not None
    there = datetime.fromisoformat(f"{begins}Z").astimezone(ZoneInfo(zone))
    assert there.hour == 4
    today = there.date().toordinal() - datetime(1970, 1, 1).toordinal()
    assert [learner_day(at, ZoneInfo(zone)) for at in (time - 1, time)] == [today - 1, today]


def test_the_schedule_is_that_of_fsrs() -> None:
    """Over 5,000 random histories agree on interval, memory, due day, and counts since the key changed."""
    learner = make_learner(Random(5), 6000)  # noqa: S311
    schedule, histories = Schedule(UTC), by_item(learner.events)
    assert len(histories) > 5000
    for events in histories.values():
        expected = expect_reviews(events)
        reviews = list(schedule.replay(event for event in reversed(events) if not is_future(event, NOW)))
        assert [review.event for review in reviews] == [one.event for one in expected]
        for review, one in zip(reviews, expected, strict=True):
            memory = review.after
            assert (review.rating, memory.interval, memory.day) == (one.rating, one.interval, one.day)
            assert (memory.stability, memory.difficulty) == (one.stability, one.difficulty)
            assert memory.due == one.day + one.interval
            assert (review.before.interval if review.before else 0) == one.before
        if reviews:
            assert (reviews[-1].after.reps, reviews[-1].after.lapses) == count_since_key(expected)
    assert not is_future(make_event(at=write_time(NOW + DAY), grade="good"), NOW)
    assert is_future(make_event(at=write_time(NOW + DAY + 1), grade="good"), NOW)


class SetBack(tzinfo):
    """A time zone where clocks go back from 4:30 to 3:30 one morning in 2025."""

    def fromutc(self, at: datetime) -> datetime:
        ahead = timedelta(hours=at < datetime(2025, 10, 26, 3, 30, tzinfo=self))
        return (at + ahead).replace(fold=int(not ahead))

    def utcoffset(self, at: datetime | None) -> timedelta:
        return timedelta(hours=0 if at and at.fold else 1)

    def tzname(self, _: datetime | None) -> str:
        return "here"

    def dst(self, _: datetime | None) -> timedelta:
        return timedelta(0)


def test_clocks_set_back_at_the_start_of_a_day_repeat_no_day() -> None:
    """Later answers belong to the day that has already begun."""
    times = ("2025-10-26T03:10:00.000Z", "2025-10-26T03:40:00.000Z")
    assert [learner_day(parse_time(at) or 0, SetBack()) for at in times] == [20_387, 20_386]
    events = [make_event(n=n, at=at, grade="good") for n, at in enumerate(times, 1)]
    assert [review.after.day for review in Schedule(SetBack()).replay(events)] == [20_387, 20_387]


_READER = """
import { readFileSync } from "node:fs";
import { readLogFile, writeLogFile } from "./hooks/espejo/site/js/study/log/log_file.js";
import { makeMutant } from "./tests/fuzz/log_mutants.js";
const { seed, count, files } = JSON.parse(readFileSync(0, "utf-8"));
const mutants = Array.from({ length: count }, (_, number) => makeMutant(seed, number).text);
const read = [...files, ...mutants].map((text) => {
  const found = readLogFile(text, "espejo");
  const written = found.events ? writeLogFile(found.events, "espejo") : "";
  return { text, refused: found.refused ?? "", written };
});
console.log(JSON.stringify(read));
"""
SENTENCES = {
    "damaged": "is damaged",
    "foreign": "is (not an Espejo log|the log of another)",
    "future": "newer version",
    "large": "too large",
}


def test_a_browser_reads_and_writes_the_same() -> None:
    """For thousands of damaged files, both refuse for the same reason or write the same bytes."""
    files = [content.decode() for content in (make_file(), make_file(VERSION_1, espejo_log=1))]
    question = json.dumps({"seed": 17, "count": 5000, "files": files})
    done = run_node("--input-type=module", "--eval", _READER, text=question)
    assert done.returncode == 0, done.stdout
    answers = json.loads(done.stdout)
    assert sum(not answer["refused"] for answer in answers) > 500
    nested = "[" * 1000  # a browser may read this; Python does not
    for answer in (one for one in answers if nested not in one["text"]):
        text = answer["text"]
        content = (" " + text if text.startswith("\ufeff") else text).encode()  # only a file has a BOM
        try:
            events = read_log(content, "espejo", "a.json")
        except MessageError as refused:
            assert answer["refused"], answer["text"][:2000]
            assert re.search(SENTENCES[answer["refused"]], refused.text), answer["text"][:2000]
        else:
            assert write_log(events, "espejo").decode() == answer["written"], answer["text"][:2000]


def test_the_schema_accepts_what_is_written() -> None:
    schema = json.loads(LOG_SCHEMA.read_text(encoding="utf-8"))
    events = make_learner(Random(6), 60).events  # noqa: S311
    Draft202012Validator(schema).validate(json.loads(write_log(events, "espejo")))

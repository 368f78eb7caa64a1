"""Log event: one answer of a learner, as the log keeps it, and its strict reader.

`site/js/study/log/event.js` is the same reader in the browser, and `log.schema.json` the format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from espejo.model.kinds import KINDS
from espejo.model.kinds.base import is_numbers, is_whole
from espejo.model.kinds.fingerprint import CARD

MAX_N = 9_007_199_254_740_991
MAX_MS = 3_600_000
"""The longest time to answer, in milliseconds."""

SELF_GRADED = frozenset([CARD, *(name for name, kind in KINDS.items() if kind.self_graded)])
"""The kinds that readers grade themselves."""

GRADES = ("forgot", "hard", "good", "easy")
"""The grades that stand for the ratings 1 to 4."""

ANKI_DEVICE = "ankireviews0"
"""The device of reviews that were read out of Anki."""

UNKNOWN_KEY = "0" * 8
"""The key of a review of an item that the bank did not have when it was read out of Anki."""

Answer = tuple[int, ...] | bool | str | None
"""The choices, the points ticked, true or false, a number as typed; None if it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEvent:
    """An answer. The fields are those of the file, in its order."""

    id: str
    at: str
    device: str
    n: int
    kind: str
    answer: Answer
    right: bool
    grade: str | None = None
    guess: bool
    hint: bool = False
    seen: bool = False
    ms: int
    lang: str
    answer_lang: str | None = None
    where: str
    key: str

    @property
    def identity(self) -> tuple[str, int]:
        """Two events with the same identity are the same answer."""
        return self.device, self.n

    @property
    def order(self) -> tuple[str, str, int]:
        """By time, and where the times are the same always alike."""
        return self.at, self.device, self.n

    @property
    def milliseconds(self) -> int:
        """The time of the answer in milliseconds since 1970, as Anki counts it."""
        return parse_time(self.at) or 0


_TIME = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.([0-9]{3})Z")
_UNIX_EPOCH = date(1970, 1, 1).toordinal()
_DAYS_OF_400_YEARS = 146_097
DAY = 86_400_000
"""A day in milliseconds."""


def parse_time(text: str) -> int | None:
    """Milliseconds since 1970 of a time such as 2026-11-17T13:43:39.123Z; None if there is no such time."""
    match = _TIME.fullmatch(text)
    if not match:
        return None
    year, month, day, hour, minute, second, rest = map(int, match.groups())
    if hour > 23 or minute > 59 or second > 59:
        return None
    try:  # the year 0 has the same days as the year 400, and Python begins with the year 1
        days = date(year or 400, month, day).toordinal() - (0 if year else _DAYS_OF_400_YEARS)
    except ValueError:
        return None
    return (days - _UNIX_EPOCH) * DAY + ((hour * 60 + minute) * 60 + second) * 1000 + rest


def write_time(milliseconds: int) -> str:
    """The time of an event in the years 1 to 9999, always 24 characters."""
    days, rest = divmod(milliseconds, DAY)
    seconds, thousandths = divmod(rest, 1000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    day = date.fromordinal(days + _UNIX_EPOCH).isoformat()
    return f"{day}T{hour:02}:{minute:02}:{second:02}.{thousandths:03}Z"


Check = Callable[[Any], bool]


def _text(pattern: str) -> Check:
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def _whole(least: int, most: int) -> Check:
    return lambda value: is_whole(value, least, most)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _mark(value: Any) -> bool:
    return value is True


_ANSWERS: Mapping[str, Check] = {
    **{name: kind.is_logged for name, kind in KINDS.items()},
    CARD: is_numbers,
}
_LANGUAGE = _text(r"[a-z]{2}(-[A-Z][a-z]{3})?(-[A-Z]{2})?")
_FIELDS: Mapping[str, Check] = {
    "id": _text(r"[a-z]{1,20}-[0-9]{2,4}-[0-9]{2,4}|(term|meaning)/[a-z0-9-]{1,80}"),
    "at": lambda value: isinstance(value, str) and parse_time(value) is not None,
    "device": _text(r"[a-z0-9]{12}"),
    "n": _whole(1, MAX_N),
    "kind": lambda value: isinstance(value, str) and value in _ANSWERS,
    "answer": lambda _: True,  # depends on the kind
    "right": _flag,
    "grade": _text("|".join(GRADES)),
    "guess": _flag,
    "hint": _mark,
    "seen": _mark,
    "ms": _whole(0, MAX_MS),
    "lang": _LANGUAGE,
    "answer_lang": _LANGUAGE,
    "where": _text(r"[a-z]{1,16}"),
    "key": _text(r"[0-9a-f]{8}"),
}
_OPTIONAL = frozenset(["grade", "hint", "seen", "answer_lang"])


def read_event(value: object) -> LogEvent | None:
    """The event that a value from anywhere is, with the fields that we know; None if anything is wrong."""
    if not isinstance(value, Mapping):
        return None
    fields: dict[str, Any] = {}
    for name, check in _FIELDS.items():
        if name not in value:
            if name in _OPTIONAL:
                continue
            return None
        if not check(value[name]):
            return None
        fields[name] = value[name]
    return _make_event(fields) if _has_answer(fields) and _is_graded(fields) else None


def _has_answer(fields: Mapping[str, Any]) -> bool:
    """Whether the answer is one to this kind. One that is not known has at least a grade."""
    answer = fields["answer"]
    return "grade" in fields if answer is None else _ANSWERS[fields["kind"]](answer)


def _is_graded(fields: Mapping[str, Any]) -> bool:
    """Whether a grade that is all we know of the answer is there, and says the same as `right`."""
    if fields["kind"] in SELF_GRADED or fields["answer"] is None:
        return "grade" in fields and fields["right"] == (fields["grade"] != "forgot")
    return True


def _make_event(fields: dict[str, Any]) -> LogEvent:
    answer = fields["answer"]
    if isinstance(answer, list | tuple):
        answer = tuple(map(int, answer))
    return LogEvent(**{**fields, "answer": answer, "n": int(fields["n"]), "ms": int(fields["ms"])})


_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def write_event(event: LogEvent) -> str:
    """The event as JSON on one line, byte for byte as a browser writes it."""
    fields = {
        name: getattr(event, name)
        for name in _FIELDS
        if name not in _OPTIONAL or getattr(event, name) not in (None, False)
    }
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return _LONE_SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)

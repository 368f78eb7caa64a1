"""Log event: one answer by a learner, with a strict parser and a serializer.

`site/js/study/log/event.js` is the same in the browser; `log.schema.json` defines the format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from espejo.model.kinds import KINDS
from espejo.model.kinds.base import LoggedAnswer
from espejo.model.kinds.fingerprint import CARD

MAX_N = 9_007_199_254_740_991
MAX_MS = 3_600_000
"""Longest time to answer, in milliseconds."""

SELF_GRADED = frozenset([CARD, *(name for name, kind in KINDS.items() if kind.self_graded)])
"""Self-graded kinds."""

GRADES = ("forgot", "hard", "good", "easy")
"""Grades, for the ratings 1 to 4."""

ANKI_DEVICE = "ankireviews0"
"""Device id of reviews imported from Anki."""

UNKNOWN_KEY = "0" * 8
"""Key of a review imported from Anki when the bank didn't have the item."""

Answer = tuple[int, ...] | bool | str | None
"""Choices, points checked, true or false, or a number as typed; None if unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEvent:
    """An answer, with the fields of the file in the same order."""

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
        """Unique key: two events with the same identity are the same answer."""
        return self.device, self.n

    @property
    def order(self) -> tuple[str, str, int]:
        """Sort key: by time, with deterministic tie-breaking."""
        return self.at, self.device, self.n

    @property
    def milliseconds(self) -> int:
        """Time of the answer in milliseconds since 1970, as in Anki."""
        return parse_time(self.at) or 0


_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
_EPOCH, _MS = datetime(1970, 1, 1), timedelta(milliseconds=1)
DAY = 86_400_000
"""One day in milliseconds."""

_400_YEARS = 146_097 * DAY


def parse_time(text: str) -> int | None:
    """Parse a time such as 2026-11-17T13:43:39.123Z to milliseconds since 1970; None if it's invalid."""
    if not _TIME.fullmatch(text):
        return None
    has_year = not text.startswith("0000")  # Python has no year 0; it has the same days as the year 400
    try:
        moment = datetime.fromisoformat((text if has_year else f"0400{text[4:]}").removesuffix("Z"))
    except ValueError:
        return None
    return (moment - _EPOCH) // _MS - (0 if has_year else _400_YEARS)


def write_time(milliseconds: int) -> str:
    """Format a time in the years 1 to 9999, always with 24 characters."""
    return f"{(_EPOCH + milliseconds * _MS).isoformat(timespec='milliseconds')}Z"


Check = Callable[[Any], bool]


def _text(pattern: str) -> Check:
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def _whole(least: int, most: int) -> Check:
    """Check for whole numbers within bounds; as in JavaScript, 1.0 is one."""

    def is_whole(value: Any) -> bool:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and least <= value <= most and value == int(value)

    return is_whole


_is_choice = _whole(1, 99)


def _numbers(value: Any) -> bool:
    """Whether a value is an ascending list of choice or point numbers."""
    return (
        isinstance(value, list | tuple)
        and all(map(_is_choice, value))
        and all(one < other for one, other in pairwise(value))
    )


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


_FORMS: Mapping[LoggedAnswer, Check] = {
    "number": lambda value: _numbers(value) and len(value) < 2,
    "numbers": _numbers,
    "truth": _flag,
    "text": lambda value: isinstance(value, str) and len(value) <= 64,
}
_ANSWERS: Mapping[str, Check] = {
    **{name: _FORMS[kind.logged] for name, kind in KINDS.items()},
    CARD: _numbers,
}
_LANGUAGE = _text(r"[a-z]{2}(-[A-Z][a-z]{3})?(-[A-Z]{2})?")
_FIELDS: Mapping[str, Check] = {
    "id": _text(r"[a-z]{1,20}(?:-[0-9]{2,4}){1,2}|(term|meaning)/[a-z0-9-]{1,80}"),
    "at": lambda value: isinstance(value, str) and parse_time(value) is not None,
    "device": _text(r"[a-z0-9]{12}"),
    "n": _whole(1, MAX_N),
    "kind": lambda value: isinstance(value, str) and value in _ANSWERS,
    "answer": lambda _: True,  # depends on the kind
    "right": _flag,
    "grade": _text("|".join(GRADES)),
    "guess": _flag,
    "hint": lambda value: value is True,
    "seen": lambda value: value is True,
    "ms": _whole(0, MAX_MS),
    "lang": _LANGUAGE,
    "answer_lang": _LANGUAGE,
    "where": _text(r"[a-z]{1,16}"),
    "key": _text(r"[0-9a-f]{8}"),
}
_OPTIONAL = frozenset(["grade", "hint", "seen", "answer_lang"])


def read_event(value: object) -> LogEvent | None:
    """Parse an untrusted value as an event, ignoring unknown fields; None if anything is wrong."""
    if not isinstance(value, Mapping):
        return None
    fields = {name: value[name] for name in _FIELDS if name in value}
    is_valid = _FIELDS.keys() - _OPTIONAL <= fields.keys() and all(
        _FIELDS[name](one) for name, one in fields.items()
    )
    if not is_valid or not _has_answer(fields):
        return None
    answer = fields["answer"]
    fields["answer"] = tuple(map(int, answer)) if isinstance(answer, list | tuple) else answer
    return LogEvent(**fields | {"n": int(fields["n"]), "ms": int(fields["ms"])})


def _has_answer(fields: Mapping[str, Any]) -> bool:
    """Whether the answer is valid for its kind. An unknown answer needs a grade that agrees with `right`."""
    kind, answer = fields["kind"], fields["answer"]
    if answer is not None and not _ANSWERS[kind](answer):
        return False
    is_graded = "grade" in fields and fields["right"] == (fields["grade"] != "forgot")
    return is_graded or (kind not in SELF_GRADED and answer is not None)


_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def write_event(event: LogEvent) -> str:
    """Serialize the event as one line of JSON, byte for byte as a browser does."""
    fields = {
        name: getattr(event, name)
        for name in _FIELDS
        if name not in _OPTIONAL or getattr(event, name) not in (None, False)
    }
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return _LONE_SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)

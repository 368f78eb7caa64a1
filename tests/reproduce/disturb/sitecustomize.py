"""Python start-up file that disturbs a build: another clock, and folders listed in another order.

Python imports a module of this name when it starts, if it is on the path. DISTURB_CLOCK is a number of
seconds to add to the time; DISTURB_ORDER lists the files of every folder in reverse.
"""

from __future__ import annotations

import datetime
import os
import time
from collections.abc import Callable, Iterator
from datetime import date as _Date  # noqa: N812
from datetime import datetime as _Datetime  # noqa: N812
from typing import Any


def shift_clock(seconds: int) -> None:
    """Make Python believe that it is that many seconds later."""
    real, real_ns = time.time, time.time_ns
    time.time = lambda: real() + seconds
    time.time_ns = lambda: real_ns() + seconds * 10**9
    for name in ("localtime", "gmtime", "ctime"):
        setattr(time, name, _with_default(getattr(time, name)))
    format_time = time.strftime
    time.strftime = lambda form, when=None: format_time(form, when or time.localtime())
    datetime.date = _ShiftedDate  # type: ignore[misc]
    datetime.datetime = _ShiftedDatetime  # type: ignore[misc]


def _with_default(convert: Callable[[float], Any]) -> Callable[..., Any]:
    return lambda seconds=None: convert(time.time() if seconds is None else seconds)


class _AnyDate(type):
    """A date that the interpreter itself has made is a date too."""

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, _Datetime if cls is _ShiftedDatetime else _Date)


class _ShiftedDate(_Date, metaclass=_AnyDate):
    @classmethod
    def today(cls) -> Any:
        return cls.fromtimestamp(time.time())


class _ShiftedDatetime(_Datetime, metaclass=_AnyDate):
    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Any:
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def today(cls) -> Any:
        return cls.now()

    @classmethod
    def utcnow(cls) -> Any:
        return cls.now(datetime.UTC).replace(tzinfo=None)


class _ReversedScan:
    """What `os.scandir` returns, last entry first."""

    def __init__(self, entries: Any) -> None:
        with entries:
            self._entries = iter(list(entries)[::-1])

    def __iter__(self) -> Iterator[Any]:
        return self._entries

    def __next__(self) -> Any:
        return next(self._entries)

    def __enter__(self) -> _ReversedScan:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Nothing is left open."""


def reverse_folders() -> None:
    """List every folder in reverse."""
    scan, names = os.scandir, os.listdir
    os.scandir = lambda path=".": _ReversedScan(scan(path))  # type: ignore[assignment]
    os.listdir = lambda path=".": names(path)[::-1]  # type: ignore[assignment]


if "DISTURB_CLOCK" in os.environ:
    shift_clock(int(os.environ["DISTURB_CLOCK"]))
if "DISTURB_ORDER" in os.environ:
    reverse_folders()

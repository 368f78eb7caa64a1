"""A class of the model enters; the keys that its records have in a file leave, and the classes below it.

What reads a file, what makes a schema of it and what explains it to people all begin here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from inspect import get_annotations
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from espejo.text import Text


class Key(NamedTuple):
    """One key of a record. Its field is its full name, with the class that declares it: Unit.title."""

    name: str
    field: str
    kind: Any
    needed: bool
    default: Any

    @property
    def item(self) -> Any:
        """The type of its value, or of each one in its list."""
        return get_args(self.kind)[0] if get_origin(self.kind) is tuple else self.kind

    @property
    def holds_record(self) -> bool:
        return is_dataclass(self.item) and self.item is not Text

    @property
    def options(self) -> tuple[str, ...]:
        """The values it may have, if they are few."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()


def list_keys(shape: type) -> list[Key]:
    """The keys of a record of this shape, in order."""
    hints = get_type_hints(shape)
    return [
        Key(
            one.name,
            f"{_declarer(shape, one.name).__name__}.{one.name}",
            _without_none(hints[one.name]),
            needed=one.default is MISSING,
            default=one.default,
        )
        for one in fields(shape)
        if "key" in one.metadata
    ]


def list_records(shape: type) -> Iterator[type]:
    """The shape itself, and those of the records that stand inside of it."""
    yield shape
    for key in list_keys(shape):
        if key.holds_record:
            yield from list_records(key.item)


def list_fields(shape: type) -> Iterator[str]:
    """What there is to say of a shape: what it is, what each key is for, what each option means."""
    for record in list_records(shape):
        yield record.__name__
        for key in list_keys(record):
            yield key.field
            yield from (f"{key.field}.{option}" for option in key.options)


def _declarer(shape: type, name: str) -> type:
    return next(one for one in shape.__mro__ if name in get_annotations(one))


def _without_none(kind: Any) -> Any:
    if get_origin(kind) in (Union, UnionType):
        return next(one for one in get_args(kind) if one is not NoneType)
    return kind

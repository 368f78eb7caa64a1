"""YAML keys of record classes: one schema for the reader, JSON Schema, field reference, and fingerprints.

A field declared with `key()` is a key in a YAML file. The list of what learners see is derived from the keys,
so a new key can't be forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from inspect import get_annotations
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from espejo.model.grammar import Form
from espejo.model.text import Text, TextsByName


class Key(NamedTuple):
    """One YAML key of a record. `field` is its name qualified by the declaring class: `Unit.title`."""

    name: str
    field: str
    type: Any
    needed: bool
    default: Any
    seen: bool
    once: bool
    line: bool
    derived: bool
    form: Form | None

    @property
    def item(self) -> Any:
        """The type of its value, or of the items if it's a list."""
        return get_args(self.type)[0] if self.is_list else self.type

    @property
    def is_list(self) -> bool:
        return get_origin(self.type) is tuple

    @property
    def holds_record(self) -> bool:
        return is_dataclass(self.item) and self.item is not Text

    @property
    def options(self) -> tuple[str | int, ...]:
        """The allowed values, if it's an enumeration."""
        return get_args(self.type) if get_origin(self.type) is Literal else ()


Made = TypeVar("Made")


def _once_a_class(make: Callable[[type], Made]) -> Callable[[type], Made]:
    """Cache by class, because a bank has many thousands of records."""
    return cache(make)


@_once_a_class
def list_keys(shape: type) -> tuple[Key, ...]:
    """The keys of a record class, in order."""
    hints = get_type_hints(shape)
    return tuple(
        Key(
            one.name,
            f"{_declarer(shape, one.name).__name__}.{one.name}",
            _without_none(hints[one.name]),
            needed=one.default is MISSING and one.default_factory is MISSING and not one.metadata["derived"],
            default=one.default if one.default_factory is MISSING else one.default_factory(),
            seen=one.metadata["seen"],
            once=one.metadata["once"],
            line=one.metadata["line"],
            derived=one.metadata["derived"],
            form=one.metadata["form"],
        )
        for one in fields(shape)
        if "key" in one.metadata
    )


def list_records(shape: type) -> Iterator[type]:
    """The class itself and the classes of all records nested in it."""
    yield shape
    for key in list_keys(shape):
        if key.holds_record:
            yield from list_records(key.item)


def list_fields(shape: type) -> Iterator[str]:
    """Qualified names of everything to document: the class, nested classes, their keys, and key options."""
    for record in list_records(shape):
        yield record.__name__
        for key in list_keys(record):
            yield key.field
            yield from (f"{key.field}.{option}" for option in key.options)


class HasTexts:
    """Base class for records; finds their texts by looking at their keys."""

    __slots__ = ()

    @classmethod
    def derive(cls, written: Mapping[str, Any]) -> Mapping[str, Any]:  # noqa: ARG003
        """Values of a record that follow from those in its file, by key."""
        return {}

    def texts(self) -> Iterator[Text]:
        """Every text a learner sees, in reading order, excluding nested records with their own id."""
        return iter(_gather_texts(self))

    def lines(self) -> Iterator[Text]:
        """Single-line texts, for headings, links, and sentences, including those of nested parts."""
        for name, is_part in _line_keys(type(self)):
            value = getattr(self, name)
            if is_part:
                for part in value:
                    yield from part.lines()
            elif value is not None:
                yield value

    def form(self) -> tuple[tuple[str, Any], ...]:
        """Everything a learner sees apart from the wording: the other values, and which texts exist.

        Keys left at their default are skipped, so adding an optional key doesn't change existing records.
        """
        return tuple(
            (name, _form_of(value))
            for name, default in _form_keys(type(self))
            if (value := getattr(self, name)) is not default and value != default
        )


def _form_of(value: Any) -> Any:
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Text):
        return True
    if isinstance(value, tuple):
        return tuple(_form_of(one) for one in value)
    if isinstance(value, HasTexts):
        return value.form()
    if isinstance(value, Mapping):
        return tuple(map(str, value))
    return value if isinstance(value, bool) else str(value)


def _gather_texts(record: HasTexts) -> list[Text]:
    texts: list[Text] = []
    for name, holds in _text_keys(type(record)):
        value = getattr(record, name)
        if value is None:
            continue
        match holds:
            case "text":
                texts.append(value)
            case "texts":
                texts += value
            case "texts by name":
                texts += value.values()
            case "parts":
                for part in value:
                    texts += _gather_texts(part)
    return texts


@_once_a_class
def _text_keys(shape: type) -> tuple[tuple[str, str], ...]:
    """Names of the keys that hold texts, and how they hold them."""
    keys = (key for key in list_keys(shape) if key.seen)
    return tuple((key.name, holds) for key in keys if (holds := _find_holding(key)))


def _find_holding(key: Key) -> str:
    if key.item is TextsByName:
        return "texts by name"
    if key.item is Text:
        return "texts" if key.is_list else "text"
    return "parts" if _is_part(key) else ""


@_once_a_class
def _line_keys(shape: type) -> tuple[tuple[str, bool], ...]:
    """Names of the keys that hold single-line texts or nested parts, and whether they hold parts."""
    keys = ((key, not key.line and _is_part(key)) for key in list_keys(shape))
    return tuple((key.name, is_part) for key, is_part in keys if key.line or is_part)


@_once_a_class
def _form_keys(shape: type) -> tuple[tuple[str, Any], ...]:
    """Names and defaults of the keys a learner sees, except the id."""
    return tuple((key.name, key.default) for key in list_keys(shape) if key.seen and key.name != "id")


def _is_part(key: Key) -> bool:
    """Whether a key holds a list of records without an id, which are part of the enclosing record."""
    return key.is_list and key.holds_record and not any(one.name == "id" for one in list_keys(key.item))


def _declarer(shape: type, name: str) -> type:
    return next(one for one in shape.__mro__ if name in get_annotations(one))


def _without_none(annotation: Any) -> Any:
    if get_origin(annotation) in (Union, UnionType):
        return next(one for one in get_args(annotation) if one is not NoneType)
    return annotation

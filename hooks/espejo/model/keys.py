"""Keys of a record class: the one source for the reader, the schemas, the field reference and fingerprints.

A field declared with `key()` is a key in a YAML file. What a record shows to learners follows from its keys,
so that a new key cannot be forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from inspect import get_annotations
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from espejo.model.grammar import Form
from espejo.model.text import Text, TextsByName


class Key(NamedTuple):
    """One key of a record. Its `field` is its full name, with the class that declares it: `Unit.title`."""

    name: str
    field: str
    type: Any
    needed: bool
    default: Any
    seen: bool
    once: bool
    line: bool
    form: Form | None

    @property
    def item(self) -> Any:
        """The type of its value, or of each value in its list."""
        return get_args(self.type)[0] if self.is_list else self.type

    @property
    def is_list(self) -> bool:
        return get_origin(self.type) is tuple

    @property
    def holds_record(self) -> bool:
        return is_dataclass(self.item) and self.item is not Text

    @property
    def options(self) -> tuple[str | int, ...]:
        """The values it may have, if they are a fixed few."""
        return get_args(self.type) if get_origin(self.type) is Literal else ()


def _make_keys(shape: type) -> tuple[Key, ...]:
    hints = get_type_hints(shape)
    return tuple(
        Key(
            one.name,
            f"{_declarer(shape, one.name).__name__}.{one.name}",
            _without_none(hints[one.name]),
            needed=one.default is MISSING,
            default=one.default,
            seen=one.metadata["seen"],
            once=one.metadata["once"],
            line=one.metadata["line"],
            form=one.metadata["form"],
        )
        for one in fields(shape)
        if "key" in one.metadata
    )


list_keys: Callable[[type], tuple[Key, ...]] = cache(_make_keys)
"""The keys of a record class, in order."""


def list_records(shape: type) -> Iterator[type]:
    """The class itself and the classes of all records nested in it."""
    yield shape
    for key in list_keys(shape):
        if key.holds_record:
            yield from list_records(key.item)


def list_fields(shape: type) -> Iterator[str]:
    """Names of everything that can be explained about a class: the class, its keys, and their options."""
    for record in list_records(shape):
        yield record.__name__
        for key in list_keys(record):
            yield key.field
            yield from (f"{key.field}.{option}" for option in key.options)


class HasTexts:
    """Base of the records whose texts follow from their keys."""

    __slots__ = ()

    def texts(self) -> Iterator[Text]:
        """Every text that a learner sees, in reading order; records with an id of their own are left out."""
        return iter(_gather_texts(self))

    def lines(self) -> Iterator[Text]:
        """The texts that are shown in a heading, a link or a sentence, those of its parts included."""
        for name, is_part in _line_keys(type(self)):
            value = getattr(self, name)
            if is_part:
                for part in value:
                    yield from part.lines()
            elif value is not None:
                yield value

    def form(self) -> tuple[tuple[str, Any], ...]:
        """What a learner sees of a record besides its wording: its other values, and which texts there are.

        Keys left at their default are not in it, so that a new optional key changes no old record.
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


def _find_text_keys(shape: type) -> tuple[tuple[str, str], ...]:
    """The names of the keys that hold texts, and how each holds them."""
    keys = (key for key in list_keys(shape) if key.seen)
    return tuple((key.name, holds) for key in keys if (holds := _find_holding(key)))


def _find_holding(key: Key) -> str:
    if key.item is TextsByName:
        return "texts by name"
    if key.item is Text:
        return "texts" if key.is_list else "text"
    return "parts" if _is_part(key) else ""


def _find_line_keys(shape: type) -> tuple[tuple[str, bool], ...]:
    """The names of the keys that hold a line of text, or parts that may, and which of both it is."""
    keys = ((key, not key.line and _is_part(key)) for key in list_keys(shape))
    return tuple((key.name, is_part) for key, is_part in keys if key.line or is_part)


def _find_form_keys(shape: type) -> tuple[tuple[str, Any], ...]:
    """The names of the keys that a learner sees, but for the id, each with its default."""
    return tuple((key.name, key.default) for key in list_keys(shape) if key.seen and key.name != "id")


# What each class of record has to be asked for is found out once: a bank has many thousand records.
_text_keys: Callable[[type], tuple[tuple[str, str], ...]] = cache(_find_text_keys)
_line_keys: Callable[[type], tuple[tuple[str, bool], ...]] = cache(_find_line_keys)
_form_keys: Callable[[type], tuple[tuple[str, Any], ...]] = cache(_find_form_keys)


def _is_part(key: Key) -> bool:
    """Whether a key holds a list of records that have no id and so belong to the record around them."""
    return key.is_list and key.holds_record and not any(one.name == "id" for one in list_keys(key.item))


def _declarer(shape: type, name: str) -> type:
    return next(one for one in shape.__mro__ if name in get_annotations(one))


def _without_none(annotation: Any) -> Any:
    if get_origin(annotation) in (Union, UnionType):
        return next(one for one in get_args(annotation) if one is not NoneType)
    return annotation

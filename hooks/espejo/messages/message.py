"""Translatable messages: English templates with named values, as in gettext.

A message is a string, its English text, and keeps its template and values for translation by `catalog.py`.
Put values into a template, never into an f-string: mypy rejects plain strings where it expects a message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn

Value = str | int
"""A value for a blank: text, another message, or a number, which is formatted for the language."""

Speak = Callable[[str], str]
"""Translates a message into one language; plain strings stay the same."""


class Message(str):
    """A message in English, with its template and values."""

    __slots__ = ("plural", "template", "values")

    template: str
    plural: str
    values: Mapping[str, Value]

    def __new__(cls, template: str, values: Mapping[str, Value], plural: str = "") -> Message:
        chosen = plural if plural and values["count"] != 1 else template
        self = super().__new__(cls, chosen.format_map(say_values(values, str, "{:,}".format)))
        self.template, self.plural, self.values = template, plural, values
        return self

    def __reduce__(self) -> tuple[type[Message], tuple[str, Mapping[str, Value], str]]:
        return Message, (self.template, self.values, self.plural)


class Word(str):
    """A word from the data with a translation per language, such as the name of a language."""

    __slots__ = ("forms",)

    forms: Mapping[str, str]

    def __new__(cls, own: str, forms: Mapping[str, str]) -> Word:
        self = super().__new__(cls, forms.get("en", own))
        self.forms = forms
        return self

    def __reduce__(self) -> tuple[type[Word], tuple[str, Mapping[str, str]]]:
        return Word, (str(self), self.forms)


class MessageError(ValueError):
    """An error that can be translated: a request that can't be carried out."""

    def __init__(self, text: Message) -> None:
        super().__init__(text)
        self.text = text


def message(template: str, /, **values: Value) -> Message:
    """Make a message from an English template such as "unknown key {key}."."""
    return Message(template, values)


def fail(template: str, /, **values: Value) -> NoReturn:
    """Raise a MessageError with this message."""
    raise MessageError(Message(template, values))


def plural(one: str, many: str, /, count: int, **values: Value) -> Message:
    """Make a message that depends on a count: "{count} problem" and "{count} problems"."""
    return Message(one, {"count": count, **values}, many)


def sentences(*parts: str) -> Message:
    """Join messages with spaces, skipping empty ones."""
    return _separate(" ", filter(None, parts))


def listed(parts: Iterable[str]) -> Message:
    """Join words: "a, b and c"."""
    *most, last = list(parts) or [""]
    return message("{most} and {last}", most=comma_separated(most), last=last) if most else sentences(last)


def either(parts: Iterable[str]) -> Message:
    """Join alternatives: "a, b or c"."""
    *most, last = list(parts) or [""]
    return message("{most} or {last}", most=comma_separated(most), last=last) if most else sentences(last)


def comma_separated(parts: Iterable[str]) -> Message:
    """Join with commas: "a, b, c"."""
    return _separate(", ", parts)


def semicolon_separated(parts: Iterable[str]) -> Message:
    """Join with semicolons: "a is 1; b is 2"."""
    return _separate("; ", parts)


def _separate(separator: str, parts: Iterable[str]) -> Message:
    present = {f"part{number}": part for number, part in enumerate(parts)}
    return Message(separator.join(f"{{{name}}}" for name in present), present)


def say_values(
    values: Mapping[str, Value], speak: Speak, write_number: Callable[[int], str]
) -> dict[str, str]:
    """The values of a message as text in one language."""
    return {
        name: speak(value) if isinstance(value, str) else write_number(value)
        for name, value in values.items()
    }

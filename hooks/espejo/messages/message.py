"""Translatable messages: English templates with named values, as gettext knows them.

A message is a string, its English text, that remembers what it was made from, so that `catalog.py` can say it
in another language. Put values into a template, never into an f-string: that is a plain string, which mypy
refuses where a message is expected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

Value = str | int
"""What fills a blank of a template: text, another message, or a number, written as the language does."""

Speak = Callable[[str], str]
"""Says a message in one language; a plain string stays as it is."""


class Message(str):
    """A message in English, with the template and the values it was made from."""

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
    """A word of the data that has a form in each language, such as the name of a language."""

    __slots__ = ("forms",)

    forms: Mapping[str, str]

    def __new__(cls, own: str, forms: Mapping[str, str]) -> Word:
        self = super().__new__(cls, forms.get("en", own))
        self.forms = forms
        return self

    def __reduce__(self) -> tuple[type[Word], tuple[str, Mapping[str, str]]]:
        return Word, (str(self), self.forms)


class MessageError(ValueError):
    """An error whose text is a message: what somebody asked for cannot be done."""

    def __init__(self, text: Message) -> None:
        super().__init__(text)
        self.text = text


def message(template: str, /, **values: Value) -> Message:
    """A message from an English template such as "unknown key {key}.", which the catalogs translate."""
    return Message(template, values)


def plural(one: str, many: str, /, count: int, **values: Value) -> Message:
    """A message about a number of things, such as "{count} problem" and "{count} problems"."""
    return Message(one, {"count": count, **values}, many)


def sentences(*parts: str) -> Message:
    """Several messages, one after the other; empty ones are left out."""
    present = {f"part{number}": part for number, part in enumerate(filter(None, parts))}
    return Message(" ".join(f"{{{name}}}" for name in present), present)


def listed(parts: Iterable[str]) -> Message:
    """Words as a list: "a, b and c"."""
    *most, last = list(parts) or [""]
    return message("{most} and {last}", most=comma_separated(most), last=last) if most else sentences(last)


def either(parts: Iterable[str]) -> Message:
    """Words of which one is meant: "a, b or c"."""
    *most, last = list(parts) or [""]
    return message("{most} or {last}", most=comma_separated(most), last=last) if most else sentences(last)


def comma_separated(parts: Iterable[str]) -> Message:
    """Words with commas between them: "a, b, c"."""
    return _separate(", ", parts)


def semicolon_separated(parts: Iterable[str]) -> Message:
    """Phrases with semicolons between them: "a is 1; b is 2"."""
    return _separate("; ", parts)


def _separate(separator: str, parts: Iterable[str]) -> Message:
    present = {f"part{number}": part for number, part in enumerate(parts)}
    return Message(separator.join(f"{{{name}}}" for name in present), present)


def say_values(
    values: Mapping[str, Value], speak: Speak, write_number: Callable[[int], str]
) -> dict[str, str]:
    """The values of a message as text, all in the same language."""
    return {
        name: speak(value) if isinstance(value, str) else write_number(value)
        for name, value in values.items()
    }

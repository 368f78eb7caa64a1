"""YAML templates for new records: valid drafts whose texts describe what to write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from espejo.load.portable import quote_text
from espejo.model.keys import Key, list_keys
from espejo.model.kinds import KINDS
from espejo.model.quiz import Choice, KindName, Question
from espejo.model.text import DRAFT, Text

_LIST_LENGTH = 2
"""Number of items in a drafted list."""


@dataclass(frozen=True, slots=True)
class Skeleton:
    """Writes templates; `descriptions` has a sentence about each field, by locale."""

    descriptions: Mapping[str, Mapping[str, str]]

    def unit(self, items: str, first: Iterable[str]) -> Iterator[str]:
        """A quiz or deck with its first item; `items` is the key of its list."""
        for name in ("title", "subject", "focus"):
            yield from self._text(name, f"Unit.{name}")
        yield f"{items}:"
        yield from _indent(first)

    def question(self, id_: str, kind: KindName, topics: Iterable[str]) -> Iterator[str]:
        """A question with all keys of its kind, and the reason for its answer.

        Optional booleans are left out, because few questions need them.
        """
        yield f"- id: {id_}"
        yield f"  kind: {kind}"
        yield from (f"  topics: [{topic}]" for topic in topics)
        wanted = ("title", *KINDS[kind].keys, "why", *(("hint",) if KINDS[kind].wants_hint else ()))
        for key in list_keys(Question):
            if key.name in wanted and (key.item is not bool or key.name in KINDS[kind].needs):
                yield from _indent(self._key(key, KINDS[kind].sample_choices))

    def _key(self, key: Key, choices: tuple[bool, ...]) -> Iterator[str]:
        if key.item is Text and not key.is_list:
            yield from self._text(key.name, key.field)
        elif key.item is Text:
            yield f"{key.name}:"
            for number in range(1, _LIST_LENGTH + 1):
                yield from _indent(_item(self._passages(key.field, number)))
        elif key.item is Choice:
            yield f"{key.name}:"
            for number, right in enumerate(choices, 1):
                yield from _indent(self._choice(number, right=right))
        elif key.holds_record:
            yield f"{key.name}:"
            for number in range(1, _LIST_LENGTH + 1):
                yield from _indent(_item(self._needed_texts(key.item, number)))
        else:
            yield f"{key.name}: {'true' if key.item is bool else 1}"

    def record(self, shape: type, id_: str, topics: Iterable[str] = ()) -> Iterator[str]:
        """A card, topic, term, formula, or pattern with its required keys."""
        yield f"- id: {id_}"
        yield from (f"  topics: [{topic}]" for topic in topics)
        for key in list_keys(shape):
            if key.needed and key.name != "id":
                yield from _indent(self._key(key, ()))

    def _needed_texts(self, shape: type, number: int) -> Iterator[str]:
        for key in list_keys(shape):
            if key.needed and key.item is Text:
                yield from self._text(key.name, key.field, number)

    def _choice(self, number: int, *, right: bool) -> Iterator[str]:
        yield from _item(self._text("text", "Choice.text", number))
        if right:
            yield "  correct: true"
        else:
            yield from _indent(self._text("why", "Choice.why"))

    def _text(self, name: str, field: str, number: int = 0) -> Iterator[str]:
        yield f"{name}:"
        yield from _indent(self._passages(field, number))

    def _passages(self, field: str, number: int = 0) -> Iterator[str]:
        """Placeholders in each language, numbered where two texts must differ."""
        for locale, descriptions in self.descriptions.items():
            yield f"{locale}: {_scalar(DRAFT + descriptions[field] + (f' ({number})' if number else ''))}"


def _item(lines: Iterable[str]) -> Iterator[str]:
    """Format lines as a list item."""
    for number, line in enumerate(lines):
        yield f"  {line}" if number else f"- {line}"


def _indent(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def _scalar(text: str) -> str:
    """Format a YAML scalar, quoted if YAML would interpret a colon, hash, or line break in it."""
    is_plain = text.isprintable() and not (": " in text or " #" in text or text.endswith(":"))
    return text if is_plain else quote_text(text)

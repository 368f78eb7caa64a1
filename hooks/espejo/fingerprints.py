"""A record enters; leaves how it reads, in a few letters: as a whole in each language, and each passage."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2s
from typing import NamedTuple

import pyromark

from espejo.ledger import MISSING
from espejo.markdown import OPTIONS
from espejo.model import Asked, Bank, Card, Item
from espejo.notes import FORM
from espejo.reference import Formula, Pattern
from espejo.text import ONCE, Text

Row = tuple[str, ...]
"""The fingerprints of one text, a column for each language."""

_CODE = re.compile(r"(<pre>.*?</pre>|<code>.*?</code>)", re.DOTALL)
_QUOTE = re.compile('[“”«»‘’"]')
_SPACE = re.compile(r"\s+")
_LOOSE = re.compile(f"{_QUOTE.pattern}|\\n|  ")


class Remembered(NamedTuple):
    """A record that the ledger remembers, and what is seen of it besides its texts."""

    record: Item | Formula | Pattern
    form: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """How a record reads now."""

    seen: dict[str, str]
    rows: tuple[Row, ...]


def list_remembered(bank: Bank) -> Iterator[Remembered]:
    """Questions, cards, formulas and patterns: whatever has an id that learners and proofs hang on."""
    for asked in bank.items():
        yield Remembered(asked.item, _form(asked))
    yield from (Remembered(record, ()) for record in bank.reference.entries())


def read_record(one: Remembered, locales: Iterable[str]) -> Reading:
    """A learner sees the passages of her language, and another's where hers has none."""
    locales = tuple(locales)
    texts = tuple(one.record.texts())
    rows = tuple(_row(text, locales) for text in texts)
    form = repr(one.form)
    seen = {}
    for column, locale in enumerate(locales):
        shown = [
            row[column] if row[column] != MISSING else fingerprint(text.show(locale).markdown)
            for row, text in zip(rows, texts, strict=True)
        ]
        seen[locale] = _hash(" ".join([form, *shown]), size=4)
    return Reading(seen, rows)


def _form(asked: Asked) -> tuple[object, ...]:
    item = asked.item
    form: tuple[object, ...] = (FORM, asked.path, *map(str, item.topics))
    if isinstance(item, Card):
        return form
    choices = tuple((choice.correct, bool(choice.why)) for choice in item.choices)
    there = tuple(bool(text) for text in (item.prompt, item.answer, item.why))
    labels = getattr(asked.unit, "labels", "")
    return (*form, item.kind, item.correct, choices, there, labels, len(item.points))


def _row(text: Text, locales: tuple[str, ...]) -> Row:
    if ONCE in text.passages:
        return (fingerprint(text.passages[ONCE]),) * len(locales)
    return tuple(
        fingerprint(text.passages[locale]) if locale in text.passages else MISSING for locale in locales
    )


def fingerprint(markdown: str) -> str:
    """The same for all ways to write what reads the same: folding and quotation marks do not matter."""
    html = pyromark.html(markdown, options=OPTIONS).strip()
    if _LOOSE.search(html):
        parts = _CODE.split(html)
        parts[::2] = [_SPACE.sub(" ", _QUOTE.sub("'", part)) for part in parts[::2]]
        html = "".join(parts)
    return _hash(html)


def _hash(text: str, *, size: int = 3) -> str:
    return blake2s(text.encode(), digest_size=size).hexdigest()

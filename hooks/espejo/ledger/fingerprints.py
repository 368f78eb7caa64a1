"""Fingerprints of records: short hashes of the whole record per locale, and of each passage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2s
from typing import Any, NamedTuple

from espejo.markdown.fingerprint import fingerprint
from espejo.model.bank import Bank, Provable
from espejo.model.figure import Figure
from espejo.model.ledger import MISSING
from espejo.model.reference import Term
from espejo.model.text import ONCE, Text

NOTE_FORM = 1
"""Version of the note templates. Increment it when they change, so that learners' notes update."""

Row = tuple[str, ...]
"""The fingerprints of one text, one column per locale."""


class Remembered(NamedTuple):
    """A record tracked by the ledger, and everything a learner sees of it apart from the wording."""

    record: Provable
    form: tuple[Any, ...]
    path: str = ""  # the page a question or card is on
    figure: Figure | None = None

    @property
    def texts(self) -> tuple[Text, ...]:
        """Every text a learner sees, those of its figure last."""
        return (*self.record.texts(), *(self.figure.texts() if self.figure else ()))

    @property
    def is_draft(self) -> bool:
        return any(text.is_draft for text in self.texts)

    def at(self, path: str) -> Remembered:
        """The same record as if it were on another page."""
        version, _, *others = self.form
        return self._replace(form=(version, path, *others), path=path)


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """Fingerprints of one record: per locale as learners see it, and per text."""

    seen: dict[str, str]
    rows: tuple[Row, ...]


def list_remembered(bank: Bank) -> Iterator[Remembered]:
    """Every record tracked by the ledger: those whose ids learners' notes and proofs refer to."""
    for placed in bank.items():
        figure = bank.figure_of(placed.item)
        form = (NOTE_FORM, placed.path, placed.labels, *_form_of(placed.item, figure))
        yield Remembered(placed.item, form, placed.path, figure)
    for record in bank.reference.entries():
        figure = bank.figure_of(record)
        yield Remembered(record, _form_of(record, figure), figure=figure)


def _form_of(record: Provable, figure: Figure | None) -> tuple[Any, ...]:
    return (*record.form(), *(figure.form() if figure else ()))


def take_fingerprints(one: Remembered, locales: Iterable[str]) -> Fingerprints:
    """Fingerprint a record. Where a locale lacks a passage, learners see the fallback, so it counts."""
    locales = tuple(locales)
    texts = one.texts
    rows = tuple(_row(text, locales) for text in texts)
    form = repr(one.form)
    seen = {}
    for column, locale in enumerate(locales):
        shown = [
            row[column] if row[column] != MISSING else fingerprint(text.show(locale).markdown)
            for row, text in zip(rows, texts, strict=True)
        ]
        seen[locale] = _hash(" ".join([form, *shown]))
    return Fingerprints(seen, rows)


def fingerprint_term(term: Term, locale: str) -> str:
    """Hash the cards of a term in a locale.

    They show its meaning in that locale and its names in all, and mask names and synonyms in the meaning.
    """
    names, synonyms = _fingerprint_passages(term.term), sorted(map(_fingerprint_passages, term.also))
    meaning = term.meaning.show(locale)
    return _hash(repr((NOTE_FORM, names, synonyms, meaning.locale, fingerprint(meaning.markdown))))


def _fingerprint_passages(text: Text) -> list[tuple[str, str]]:
    return sorted((locale, fingerprint(passage)) for locale, passage in text.passages.items())


def _row(text: Text, locales: tuple[str, ...]) -> Row:
    if ONCE in text.passages:
        return (fingerprint(text.passages[ONCE]),) * len(locales)
    return tuple(
        fingerprint(text.passages[locale]) if locale in text.passages else MISSING for locale in locales
    )


def _hash(text: str) -> str:
    return blake2s(text.encode(), digest_size=4).hexdigest()

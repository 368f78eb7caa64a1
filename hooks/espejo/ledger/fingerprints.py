"""Fingerprints: short hashes of how a record reads, as a whole in each locale and passage by passage."""

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
"""The version of the note templates. Raise it when they change, so that learners get the new form."""

Row = tuple[str, ...]
"""The fingerprints of one text, one column per locale."""


class Remembered(NamedTuple):
    """A record that the ledger remembers, and what a learner sees of it besides its wording."""

    record: Provable
    form: tuple[Any, ...]
    path: str = ""  # the page where a question or card stands
    figure: Figure | None = None

    @property
    def texts(self) -> tuple[Text, ...]:
        """Every text that a learner sees of it, those of its figure last."""
        return (*self.record.texts(), *(self.figure.texts() if self.figure else ()))

    @property
    def is_draft(self) -> bool:
        return any(text.is_draft for text in self.texts)

    def at(self, path: str) -> Remembered:
        """The same record, if it stood on another page."""
        version, _, *others = self.form
        return self._replace(form=(version, path, *others), path=path)


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """The fingerprints of one record: per locale as a learner sees it, and per text."""

    seen: dict[str, str]
    rows: tuple[Row, ...]


def list_remembered(bank: Bank) -> Iterator[Remembered]:
    """Every record with an id that learners' notes and proofs depend on."""
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
    """A learner sees the passages of her locale, and those of another one where hers has none."""
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
    """The hash of the cards of a term in a locale.

    They show its meaning there and its names in all locales, and hide its names and synonyms in its meaning.
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

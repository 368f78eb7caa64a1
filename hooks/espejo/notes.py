"""The bank enters; notes leave: for each question and card what Anki shows in front and behind.

A note's identity is the id and the edition, never the text, so that a learner keeps what she has learned.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from espejo.editions import Edition
from espejo.fragments import plain
from espejo.model import Asked, Bank, Collection, Unit
from espejo.text import Text
from espejo.view import View

if TYPE_CHECKING:
    from espejo.pages import Site

LANGUAGES = "languages"
"""Under what the ledger remembers how the outermost decks call the languages."""

FORM = 1
"""The form of a note. It moves when the templates of front and back do, so that learners get the new form."""

# What Anki looks for inside a field and would take for a sound or for LaTeX of its own.
_ANKI_TAG = re.compile(r"\[(?=sound:|anki:|/?latex\]|/?\$)", re.IGNORECASE)


class Note(NamedTuple):
    """One note, ready for Anki. The first name of `deck` is the outermost."""

    guid: str
    deck: tuple[str, ...]
    front: str
    back: str
    tags: tuple[str, ...]
    changed: int


class Notes:
    """Makes notes of a site's questions and cards; what is in several editions is rendered once."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._front, self._back = site.template("note_front.html"), site.template("note_back.html")
        self._sides: dict[tuple[str, str], tuple[str, str]] = {}

    def make(self, edition: Edition, asked: Asked) -> Note:
        first, *others = (self._render(asked, locale) for locale in edition.locales)
        second = "".join(f'\n<hr class="axis">\n{front}\n{back}' for front, back in others)
        return Note(
            guid=f"espejo/{edition.name}/{asked.item.id}",
            deck=tuple(_deck_names(self.site.bank, asked, edition)),
            front=first[0],
            back=f"{first[1]}{second}",
            tags=(
                f"espejo::{asked.path.replace('/', '::')}",
                *(f"espejo::{name}" for name in asked.item.topics),
            ),
            changed=self.site.bank.ledger.changed(asked.item.id, edition.locales),
        )

    def _render(self, asked: Asked, locale: str) -> tuple[str, str]:
        """Front and back in one language."""
        sides = self._sides.get((asked.item.id, locale))
        if not sides:
            view = View(self.site, asked.path, locale)
            front, back = (side.render(view=view, asked=asked) for side in (self._front, self._back))
            sides = self._sides[asked.item.id, locale] = _for_anki(front), _for_anki(back)
        return sides


def name_collection(collection: Collection, locale: str) -> str:
    """What its Anki deck is called, unless the ledger remembers another name."""
    return _deck_name(collection.title, locale)


def name_unit(slug: str, unit: Unit, locale: str) -> str:
    """The same for a quiz or a deck, with the number of its file, by which Anki sorts."""
    number = re.search(r"\d+", slug)
    return " ".join([*([number[0]] if number else []), _deck_name(unit.subject, locale)])


def _deck_names(bank: Bank, asked: Asked, edition: Edition) -> Iterator[str]:
    """As the ledger remembers them."""
    names, locale = bank.ledger.names, edition.locales[0]
    called = {**{one: language.name for one, language in bank.locales.items()}, **names.get(LANGUAGES, {})}
    yield f"Espejo · {' + '.join(called[one] for one in edition.locales)}"
    yield names.get(asked.collection.folder, {}).get(locale) or name_collection(asked.collection, locale)
    yield names.get(asked.path, {}).get(locale) or name_unit(asked.slug, asked.unit, locale)


def _deck_name(text: Text, locale: str) -> str:
    """Without what Anki takes for the border between a deck and its subdeck."""
    return re.sub("::+", ":", plain(text.show(locale).markdown))


def _for_anki(html: str) -> str:
    return _ANKI_TAG.sub("&#91;", html.strip())

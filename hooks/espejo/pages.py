"""The bank enters, pages leave: for each locale the quizzes, their indexes, the glossary and the search.

A page is an address and what is shown there; its HTML is made when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from espejo.fragments import plain
from espejo.model import Bank, Collection, Question, Quiz, Text
from espejo.view import Forge, View
from espejo.words import Words


class Heading(NamedTuple):
    """An entry of a page's outline: the question's id, its title, and the locale the title is in."""

    id: str
    title: str
    locale: str


@dataclass(frozen=True, slots=True)
class Page:
    """One page in one locale."""

    path: str
    locale: str
    template: str
    title: str
    description: str
    outline: tuple[Heading, ...] = ()
    subject: Mapping[str, Any] = field(default_factory=dict)


class Site:
    """All pages of a bank. The root locale's addresses have no prefix."""

    def __init__(self, bank: Bank, *, root: str, forge: Forge) -> None:
        self.bank = bank
        self.root = root
        self.forge = forge
        self._templates = Environment(
            loader=FileSystemLoader(Path(__file__).parent / "templates"),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.words = {locale: Words(language.words) for locale, language in bank.locales.items()}

    def pages(self, locale: str) -> Iterator[Page]:
        for collection in self.bank.collections:
            yield self._collection_page(collection, locale)
            yield from self._quiz_pages(collection, locale)
        yield self._glossary_page(locale)
        words = self.words[locale]
        yield Page("search", locale, "search.html", words("search_title"), words("search_about"))

    def address(self, path: str, locale: str) -> str:
        """The address of a page from the site's root: 'es/quizzes/phase-07-scalar-autograd/'."""
        parts = [locale] if locale != self.root else []
        return "".join(f"{part}/" for part in [*parts, *([path] if path else [])])

    def render(self, page: Page) -> str:
        view = View(self, page.path, page.locale)
        return self._templates.get_template(page.template).render(view=view, page=page, **page.subject)

    def _collection_page(self, collection: Collection, locale: str) -> Page:
        return Page(
            collection.folder,
            locale,
            "collection.html",
            _plain(collection.title, locale),
            _plain(collection.about, locale),
            subject={"collection": collection},
        )

    def _quiz_pages(self, collection: Collection, locale: str) -> Iterator[Page]:
        slugs = list(collection.quizzes)
        for at, (slug, quiz) in enumerate(collection.quizzes.items()):
            yield Page(
                f"{collection.folder}/{slug}",
                locale,
                "quiz.html",
                f"{_plain(quiz.title, locale)}: {_plain(quiz.subject, locale)}",
                _plain(quiz.focus, locale),
                tuple(_heading(question, locale) for question in quiz.questions),
                {
                    "collection": collection,
                    "quiz": quiz,
                    "previous": _neighbour(collection, slugs[at - 1] if at else ""),
                    "next": _neighbour(collection, slugs[at + 1] if at + 1 < len(slugs) else ""),
                },
            )

    def _glossary_page(self, locale: str) -> Page:
        words = self.words[locale]
        terms = sorted(
            self.bank.glossary.terms, key=lambda term: plain(term.term.show(locale).markdown).casefold()
        )
        return Page(
            "glossary",
            locale,
            "glossary.html",
            words("glossary_title"),
            words("glossary_about"),
            subject={"terms": terms},
        )


class Neighbour(NamedTuple):
    """The quiz before or after one, for the links at the foot."""

    path: str
    quiz: Quiz


def _neighbour(collection: Collection, slug: str) -> Neighbour | None:
    return Neighbour(f"{collection.folder}/{slug}", collection.quizzes[slug]) if slug else None


def _heading(question: Question, locale: str) -> Heading:
    passage = question.title.show(locale)
    return Heading(question.id, plain(passage.markdown), passage.locale)


def _plain(text: Text, locale: str) -> str:
    return plain(text.show(locale).markdown)

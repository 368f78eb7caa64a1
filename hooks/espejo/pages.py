"""The bank enters, pages leave: for each locale the quizzes, their indexes, the glossary and the search.

A page is an address and what is shown there; its HTML is made when it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from espejo.fragments import block, inline, plain
from espejo.model import Bank, Locale, Question, Quiz, Shelf, Text

_BLANK = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Page:
    """One page in one locale."""

    path: str
    locale: str
    template: str
    title: str
    description: str
    outline: tuple[tuple[str, str], ...] = ()
    subject: Mapping[str, Any] = field(default_factory=dict)


class Shown(NamedTuple):
    """A text as one page shows it: its fragment, its locale, and a mark if that is not the page's."""

    html: Markup
    locale: str
    mark: str


class Words:
    """What the site says in one locale."""

    def __init__(self, locale: Locale) -> None:
        self._words = locale.words

    def __call__(self, name: str, **blanks: object) -> str:
        return _BLANK.sub(lambda blank: str(blanks.get(blank[1], blank[0])), self._words[name])


@dataclass(frozen=True, slots=True)
class Forge:
    """Where the repository is kept, for links to the lines of a file; all may be empty."""

    repository: str = ""
    edit: str = ""

    def source(self, file: str) -> str:
        return f"{self.repository}/blob/HEAD/{file}" if self.repository else ""

    def lines(self, question: Question) -> str:
        place = question.place
        return f"{self.edit}{place.file}#L{place.line}-L{question.last_line}" if self.edit else ""


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
        self.words = {name: Words(locale) for name, locale in bank.locales.items()}

    def pages(self, locale: str) -> Iterator[Page]:
        for shelf in self.bank.shelves:
            yield self._collection_page(shelf, locale)
            yield from self._quiz_pages(shelf, locale)
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

    def _collection_page(self, shelf: Shelf, locale: str) -> Page:
        collection = shelf.collection
        return Page(
            collection.folder,
            locale,
            "collection.html",
            _plain(collection.title, locale),
            _plain(collection.about, locale),
            subject={"shelf": shelf},
        )

    def _quiz_pages(self, shelf: Shelf, locale: str) -> Iterator[Page]:
        slugs = list(shelf.quizzes)
        for at, (slug, quiz) in enumerate(shelf.quizzes.items()):
            yield Page(
                f"{shelf.collection.folder}/{slug}",
                locale,
                "quiz.html",
                _plain(quiz.title, locale),
                _plain(quiz.focus, locale),
                tuple((question.id, _plain(question.title, locale)) for question in quiz.questions),
                {
                    "collection": shelf.collection,
                    "quiz": quiz,
                    "previous": _neighbour(shelf, slugs[at - 1] if at else ""),
                    "next": _neighbour(shelf, slugs[at + 1] if at + 1 < len(slugs) else ""),
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


class View:
    """What a template may ask, on behalf of one page: words, fragments and links in its locale."""

    def __init__(self, site: Site, path: str, locale: str, *, base: str = "") -> None:
        self.site = site
        self.path = path
        self.locale = locale
        self.language = site.bank.locales[locale]
        self.words = site.words[locale]
        self._up = base or "../" * site.address(path, locale).count("/") or "./"

    def link(self, path: str, locale: str = "") -> str:
        """A relative link from this page to another, in this locale or the one named."""
        return self._up + self.site.address(path, locale or self.locale)

    def asset(self, path: str) -> str:
        return self._up + path

    def mirrors(self) -> list[tuple[str, Locale, str]]:
        """The same page in every other locale: the locale's name, itself and the link."""
        others = (item for item in self.site.bank.locales.items() if item[0] != self.locale)
        return [(name, locale, self.link(self.path, name)) for name, locale in others]

    def inline(self, text: Text, locale: str = "") -> Shown:
        return self._shown(inline, text, locale)

    def block(self, text: Text, locale: str = "") -> Shown:
        return self._shown(block, text, locale)

    def _shown(self, render: Any, text: Text, locale: str) -> Shown:
        passage = text.show(locale or self.locale)
        foreign = passage.locale != self.locale
        mark = self.site.bank.locales[passage.locale].mark if foreign else ""
        return Shown(render(passage.markdown), passage.locale, mark)

    def count(self, noun: str, number: int) -> str:
        """So many of something, in words: '1 question', '5 questions'."""
        return self.words(f"{noun}_one") if number == 1 else self.words(f"{noun}_many", count=number)

    def label(self, quiz: Quiz, number: int) -> str:
        """What stands before the choice with this number, counted from 1."""
        return str(number) if quiz.labels == "numbers" else chr(ord("A") + number - 1)

    def verdict(self, quiz: Quiz, question: Question) -> str:
        """The right answer in words: 'Choice 2.', 'Choices 1 and 2.', 'True.'; nothing for recall."""
        if question.correct is not None:
            return f"{self.words('true' if question.correct else 'false')}."
        if question.kind == "free":
            return self.words("free_answer")
        right = [self.label(quiz, n) for n, choice in enumerate(question.choices, 1) if choice.correct]
        if not right:
            return ""
        labels = f" {self.words('and')} ".join(right) if len(right) == 2 else ", ".join(right)
        return self.words("one_choice" if len(right) == 1 else "many_choices", labels=labels)

    def edit(self, question: Question) -> str:
        return self.site.forge.lines(question)

    def source(self, file: str) -> str:
        return self.site.forge.source(file)


class Neighbour(NamedTuple):
    """The quiz before or after one, for the links at the foot."""

    path: str
    quiz: Quiz


def _neighbour(shelf: Shelf, slug: str) -> Neighbour | None:
    return Neighbour(f"{shelf.collection.folder}/{slug}", shelf.quizzes[slug]) if slug else None


def _plain(text: Text, locale: str) -> str:
    return plain(text.show(locale).markdown)

"""The bank enters, pages leave: for each locale the quizzes, their indexes, the glossary and the search.

A page is an address and what is shown there; its HTML is made when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from espejo.fragments import block, inline, plain
from espejo.model import Bank, Collection, Locale, Question, Quiz, Text
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


class Shown(NamedTuple):
    """A text as one page shows it: its fragment, its locale, and a mark if that is not the page's."""

    html: Markup
    locale: str
    mark: str

    def __html__(self) -> str:
        """As it stands in a line of the page: with its language and its mark, if it has one."""
        if not self.mark:
            return self.html
        return f'<span lang="{self.locale}"><span class="mark">{escape(self.mark)}</span> {self.html}</span>'


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
                _plain(quiz.title, locale),
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

    def mirrors(self) -> list[Mirror]:
        """The same page in every other locale."""
        others = (locale for locale in self.site.bank.locales if locale != self.locale)
        return [
            Mirror(
                locale, self.site.bank.locales[locale], self.site.words[locale], self.link(self.path, locale)
            )
            for locale in others
        ]

    def inline(self, text: Text, locale: str = "") -> Shown:
        return self._shown(inline, text, locale)

    def block(self, text: Text, locale: str = "") -> Shown:
        return self._shown(block, text, locale)

    def _shown(self, render: Any, text: Text, locale: str) -> Shown:
        passage = text.show(locale or self.locale)
        foreign = passage.locale != (locale or self.locale)
        mark = self.site.bank.locales[passage.locale].mark if foreign else ""
        return Shown(render(passage.markdown), passage.locale, mark)

    def count(self, noun: str, number: int) -> str:
        """So many of something, in words: '1 question', '5 questions'."""
        return self.words(f"{noun}_one") if number == 1 else self.words(f"{noun}_many", count=number)

    def counts(self, collection: Collection) -> str:
        quizzes = self.count("quiz", len(collection.quizzes))
        return f"{quizzes}, {self.count('question', collection.count_questions())}"

    def code(self, name: str) -> Markup:
        return Markup("<code>{}</code>").format(name)

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


class Mirror(NamedTuple):
    """The same page in another locale: its language, its words and the link to it."""

    locale: str
    language: Locale
    words: Words
    link: str


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

"""A page enters on one side, a template on the other: what the template may ask about the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup, escape

from espejo.fragments import block, inline
from espejo.model import Collection, Locale, Question, Quiz, Text
from espejo.words import Words

if TYPE_CHECKING:
    from espejo.pages import Site


class Shown(NamedTuple):
    """A text as one page shows it: its fragment, its locale, and a mark if it is not the one asked for."""

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


class Mirror(NamedTuple):
    """The same page in another locale: its language, its words and the link to it."""

    locale: str
    language: Locale
    words: Words
    link: str


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
        languages = self.site.bank.locales.items()
        return [
            Mirror(locale, language, self.site.words[locale], self.link(self.path, locale))
            for locale, language in languages
            if locale != self.locale
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

    def count(self, noun: str, number: int) -> Markup:
        """So many of something, in words: '1 question', '5 questions'."""
        return self.words(f"{noun}_one") if number == 1 else self.words(f"{noun}_many", count=number)

    def counts(self, collection: Collection) -> Markup:
        quizzes = self.count("quiz", len(collection.quizzes))
        return Markup(", ").join((quizzes, self.count("question", collection.count_questions())))

    def code(self, name: str) -> Markup:
        return Markup("<code>{}</code>").format(name)

    def label(self, quiz: Quiz, number: int) -> str:
        """What stands before the choice with this number, counted from 1."""
        return str(number) if quiz.labels == "numbers" else chr(ord("A") + number - 1)

    def verdict(self, quiz: Quiz, question: Question) -> str:
        """The right answer in words: 'Choice 2.', 'Choices 1 and 2.', 'True.'; nothing for recall."""
        if question.correct is not None:
            return self.words("true" if question.correct else "false") + "."
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

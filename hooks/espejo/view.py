"""A page enters on one side, a template on the other: what the template may ask about the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode

from babel.dates import format_date
from markupsafe import Markup, escape

from espejo.addresses import package_path, pdf_path, print_path, text_path
from espejo.editions import list_editions
from espejo.fragments import block, inline, listing
from espejo.model import Collection, Deck, Item, Locale, Question, Quiz, Unit
from espejo.problems import Place
from espejo.proof import LIBRARIES
from espejo.proofs.standing import Standing, name_versions
from espejo.reference import Formula, Pattern, Topic
from espejo.text import Text
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

    def line(self, place: Place) -> str:
        return f"{self.edit}{place.file}#L{place.line}" if self.edit else ""

    def lines(self, record: Item | Formula | Pattern) -> str:
        place = record.place
        return f"{self.edit}{place.file}#L{place.line}-L{record.last_line}" if self.edit else ""

    def report(self, record: Item | Formula | Pattern, locale: str, language: str) -> str:
        """The form for a problem, in the reader's language, with what is known already filled in."""
        known = {"template": f"question.{locale}.yml", "title": f"{record.id}: ", "id": record.id}
        known |= {"language": language, "place": f"{record.place.file}:{record.place.line}"}
        query = urlencode(known, quote_via=quote, safe="/:")
        return f"{self.repository}/issues/new?{query}" if self.repository else ""


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

    def ahead(self, record: Item | Formula | Pattern) -> list[Mirror]:
        """The mirrors in which a record was edited after this one, so that it may be out of date here."""
        since = self.site.stale.get((record.id, self.locale), ())
        return [mirror for mirror in self.mirrors() if mirror.locale in since]

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
        """How much a collection holds: '3 quizzes, 15 questions'."""
        unit, item = ("deck", "card") if collection.holds == "decks" else ("quiz", "question")
        return Markup(", ").join(
            (self.count(unit, len(collection.units)), self.count(item, collection.count_items()))
        )

    def size(self, unit: Unit) -> Markup:
        """How much a quiz or a deck holds: '10 questions'."""
        return self.count("card" if isinstance(unit, Deck) else "question", len(unit.items))

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

    def topics(self, unit: Unit) -> list[Topic]:
        """The topics a quiz or a deck announces, in its order."""
        return [self.site.topics_by_id[name] for name in unit.topics]

    def date(self, written: str) -> str:
        """A date of the data in words: '16 November 2026'."""
        return format_date(date.fromisoformat(written), "long", locale=self.language.territory)

    def roman(self, number: int) -> str:
        """The number of a part of a book: I, II, III."""
        tens, ones = divmod(number, 10)
        return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]

    def url(self, anchor: str = "") -> str:
        """This page's full address, for links from elsewhere."""
        address = self.site.home + self.site.address(self.path, self.locale)
        return f"{address}#{anchor}" if anchor else address

    def download(self, path: str) -> Markup:
        """A link to a file that goes with the pages, with its size."""
        name, size = path.rpartition("/")[2], self.site.sizes[path]
        shown = f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(size / 1e3, 1):.0f} KB"
        link = Markup('<a href="{}" download>{}</a> <span class="count">{}</span>')
        return link.format(self.asset(path), name, shown)

    def pdf(self, collection: Collection) -> Markup | None:
        """A link to a guide's PDF in this language with its size and date, if it has been made."""
        path = pdf_path(collection.folder, self.locale)
        if path not in self.site.dates:
            return None
        made = self.site.dates[path].isoformat()
        shown = Markup('{}<span class="count">, <time datetime="{}">{}</time></span>')
        return shown.format(self.download(path), made, self.date(made))

    def print_view(self, collection: Collection, course: str = "") -> str:
        return self.link(print_path(collection.folder, course))

    def package(self, folder: str = "") -> str:
        return package_path(self.locale, folder)

    def text_file(self, collection: Collection, slug: str) -> str:
        return text_path(self.locale, collection.folder, slug)

    def pairs(self) -> list[tuple[Locale, str]]:
        """The packages in this language and another, each with that language."""
        return [
            (self.site.bank.locales[other], package_path(edition.name))
            for edition in list_editions(self.site.bank, self.site.root)
            for other in edition.locales
            if self.locale in edition.locales and other != self.locale
        ]

    def work_on(self, place: Place) -> str:
        """The link to a line that asks for work."""
        return self.site.forge.line(place)

    def standing(self, record: Item | Formula | Pattern) -> Standing:
        return self.site.standings[record.id]

    def badge(self, standing: Standing) -> Markup:
        """How a proof stands, in words: 'Proven with PyTorch 2.13'."""
        if standing.state == "proven":
            return self.words("proven", versions=self._versions(standing.versions))
        return self.words(standing.state)

    def _versions(self, versions: Mapping[str, str]) -> Markup:
        *first, last = map(escape, name_versions(versions))
        return Markup(f" {self.words('and')} ").join([Markup(", ").join(first), last] if first else [last])

    def proof_counts(self) -> list[Markup]:
        """How many answers are proven, and what is with the others."""
        standings = self.site.standings.values()
        count = Counter(one.state for one in standings)
        used = {
            name: one
            for standing in standings
            if standing.state == "proven"
            for name, one in standing.versions.items()
        }
        never = count["not_computable"]
        rest = self.words("proofs_rest", open=len(standings) - count["proven"] - never, never=never)
        if not count["proven"]:
            return [rest]
        versions = self._versions({name: used[name] for name in LIBRARIES if name in used} or used)
        return [
            self.words("proofs_counts", proven=count["proven"], total=len(standings), versions=versions),
            rest,
        ]

    def never_computed(self) -> list[tuple[str, str, Text]]:
        """What no program can show: the id, a link to it, and the reason."""
        bank, standings = self.site.bank, self.site.standings
        paths = {asked.item.id: asked.path for asked in bank.items()}
        paths |= {one.id: "reference/formulas" for one in bank.reference.formulas}
        paths |= {one.id: "reference/patterns" for one in bank.reference.patterns}
        return [
            (id_, f"{self.link(paths[id_])}#{id_}", one.reason)
            for id_, one in standings.items()
            if one.reason
        ]

    def program(self, record: Item | Formula | Pattern) -> Markup:
        return listing("python", str(record.proof.program)) if record.proof else Markup("")

    def edit(self, record: Item | Formula | Pattern) -> str:
        return self.site.forge.lines(record)

    def report(self, record: Item | Formula | Pattern) -> str:
        return self.site.forge.report(record, self.locale, self.language.name)

    def source(self, file: str) -> str:
        return self.site.forge.source(file)

"""View: what the templates of one page use: words, HTML fragments, and links, in the page's locale."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import NamedTuple
from urllib.parse import quote

from babel.dates import format_date
from babel.numbers import get_decimal_symbol
from markupsafe import Markup, escape

from espejo.ledger.deck_names import name_bank, name_top_deck
from espejo.markdown.figure_svg import render_figure
from espejo.markdown.fragments import block, inline, is_block, plain, unwrap
from espejo.markdown.passages import has_link
from espejo.model.addresses import GLOSSARY, PRACTICE, print_path, side_by_side_path
from espejo.model.bank import Provable, Record
from espejo.model.collection import Collection, Placed
from espejo.model.figure import FigureWith
from espejo.model.kinds import KINDS, Kind, Quantity
from espejo.model.kinds.fingerprint import key_fingerprint, name_kind
from espejo.model.kinds.numeric import write_decimal
from espejo.model.quiz import Deck, Item, Question, Unit
from espejo.model.reference import Term
from espejo.model.text import Text
from espejo.rendering.downloads import DownloadLinks, Downloads
from espejo.rendering.estimates import count_lines
from espejo.rendering.proof_links import ProofLinks
from espejo.rendering.site import CrossLink, Site
from espejo.rendering.terms import TermLinks

NOTE = re.compile(r" \([^()]+\)$")
"""Note at the end of a title: "(mirror)"."""

HOURS_FROM = 180
"""Estimates of at least this many minutes are given in hours."""


class Rendered(NamedTuple):
    """A text on a page: its HTML, its locale, and a language label if that isn't the page's locale."""

    html: Markup
    locale: str
    mark: str

    @property
    def is_block(self) -> bool:
        """Whether the HTML is more than a single paragraph, so that it can't be inside one."""
        return is_block(self.html)

    def __html__(self) -> str:
        """Return the HTML, with language and label if it has a label; inline if it's a single paragraph."""
        if not self.mark:
            return self.html
        html = Markup('<{0} lang="{1}"><span class="mark">{2}</span> {3}</{0}>')
        return html.format("div" if self.is_block else "span", self.locale, self.mark, self.html)


class View:
    """Data and helpers for the templates of one page."""

    def __init__(
        self, site: Site, path: str, locale: str, *, base: str = "", downloads: Downloads | None = None
    ) -> None:
        self.site = site
        self.path = path
        self.locale = locale
        self.language = site.bank.locales[locale]
        self.words = site.words[locale]
        self.up = base or "../" * site.address(path, locale).count("/") or "./"  # link to the root
        self._downloads = downloads or Downloads()
        self._term_links: dict[str, TermLinks] = {}  # by record id

    def link(self, path: str, locale: str = "") -> str:
        """Return a relative link to another page, in this locale or the given one."""
        return self.up + self.site.address(path, locale or self.locale)

    def pages(self, locale: str = "") -> str:
        """Return a link template for any page except home, for scripts to fill in: '../{path}/'."""
        return self.link("{path}", locale)

    def lacks(self, word: str) -> bool:
        """Whether a word is shown in English because this language lacks it."""
        return word in self.language.missing

    def name_language(self, locale: str) -> str:
        """Return the name of a language in this page's language."""
        return self.language.languages.get(locale, self.site.bank.locales[locale].name)

    def has(self, path: str) -> bool:
        """Whether the site has this page, such as `glossary`; empty pages are left out."""
        return path in self.site.pages or path in self.site.written

    def asset(self, path: str) -> str:
        """Return a relative link to a file, with its content hash if it has one."""
        version = self.site.versions.get(path)
        return f"{self.up}{path}?v={version}" if version else self.up + path

    def url(self, anchor: str = "") -> str:
        """Return the full address of this page, for links from outside."""
        address = self.full_address(self.path)
        return f"{address}#{anchor}" if anchor else address

    def full_address(self, path: str) -> str:
        """Return the full address of any page in this language."""
        return self.site.home + self.site.address(path, self.locale)

    def mirrors(self) -> list[View]:
        """Views of this page in every other language."""
        others = (locale for locale in self.site.bank.locales if locale != self.locale)
        return [View(self.site, self.path, locale) for locale in others]

    def practice(self, source: str, value: str) -> str:
        """Return a link to the practice page with a collection, course, or topic preselected."""
        return f"{self.link(PRACTICE)}?{source}={quote(value, safe='')}"

    def side_by_side(self, unit: str = "") -> str:
        """Return the link to the side-by-side view of a quiz or deck, or of this page; empty if none."""
        path = side_by_side_path(unit or self.unit)
        return self.link(path) if path in self.site.units_side_by_side else ""

    @property
    def unit(self) -> str:
        """Path of the quiz or deck on this page, even on its side-by-side view."""
        return self.site.units_side_by_side.get(self.path, self.path)

    def edited_since(self, record: Record, texts: Iterable[Text]) -> list[str]:
        """Return the languages in which a text was edited after this one, where it may be outdated."""
        if not (stale := self.site.stale_by_record.get((record.id, self.locale))):
            return []
        places = {text.place for text in texts}
        return list(dict.fromkeys(one.since for one in stale if one.text.place in places))

    def newer_mirrors(self, record: Provable) -> list[View]:
        """Return the mirrors in which a record was edited after this locale, where it may be outdated."""
        since = {stale.since for stale in self.site.stale_by_record.get((record.id, self.locale), ())}
        return [mirror for mirror in self.mirrors() if mirror.locale in since]

    def inline(self, text: Text, locale: str = "") -> Rendered:
        return self._render(inline, text, locale)

    def block(self, text: Text, locale: str = "") -> Rendered:
        return self._render(block, text, locale)

    def series(self, unit: Unit) -> Rendered:
        """Render the title of a quiz or deck for other pages: without a note in parentheses at its end."""
        shown = self.inline(unit.title)
        return shown._replace(html=Markup(NOTE.sub("", shown.html)))

    def linked_inline(self, text: Text, record: Provable) -> Rendered:
        """Render a text of an answer inline, linking terms the record hasn't linked yet."""
        shown = self.linked_block(text, record)
        return shown._replace(html=unwrap(shown.html))

    def linked_block(self, text: Text, record: Provable) -> Rendered:
        shown = self.block(text)
        if not (links := self._term_links.get(record.id)):
            links = self._term_links[record.id] = TermLinks(self.site.terms, self.link(GLOSSARY))
        return shown._replace(html=links.add(text, shown.html, shown.locale))

    def meaning(self, term: Term) -> Rendered:
        """Render the definition of a term, marking the term in it."""
        shown = self.block(term.meaning)
        return shown._replace(html=self.site.own_terms.mark(term, shown.html, shown.locale))

    def blanked_meaning(self, term: Term) -> Rendered:
        """Render the definition of a term as a question, with the term blanked out."""
        shown = self.block(term.meaning)
        return shown._replace(html=self.site.own_terms.blank(term, shown.html, shown.locale))

    def _render(self, render: Callable[[str], Markup], text: Text, locale: str) -> Rendered:
        passage = text.show(locale or self.locale)
        foreign = passage.locale != (locale or self.locale)
        mark = self.site.bank.locales[passage.locale].mark if foreign else ""
        return Rendered(render(passage.markdown), passage.locale, mark)

    def figure(self, record: Provable, shown_with: FigureWith) -> Rendered | None:
        """Render a record's figure if it's shown there, entirely in one language."""
        figure = self.site.bank.figure_of(record)
        if not figure or getattr(record, "figure_with", shown_with) != shown_with:
            return None
        locale = figure.choose_language(self.locale)
        mark = self.site.bank.locales[locale].mark if locale != self.locale else ""
        return Rendered(render_figure(figure, locale, f"{record.id}-{self.locale}"), locale, mark)

    def kind(self, question: Question) -> Kind:
        return KINDS[question.kind]

    def practice_attributes(self, placed: Placed) -> Markup:
        """Write the attributes that let scripts ask a question or card, each preceded by a space."""
        question = placed.question
        attributes = {"kind": name_kind(placed.item), "key": key_fingerprint(placed.item)}
        if question and question.choices:
            attributes["labels"] = placed.labels
        if question and question.fixed_order:
            attributes["fixed"] = ""
        if question and question.value is not None:
            attributes["value"] = write_decimal(question.value)
            attributes["tolerance"] = write_decimal(question.tolerance or Decimal(0))
        return Markup("").join(Markup(' data-{}="{}"').format(*one) for one in attributes.items())

    def verdict(self, placed: Placed) -> Markup:
        """Write the right answer: 'Choice 2.', 'Choices 1 and 2.', 'True.'; empty for recall."""
        question = placed.question
        verdict = KINDS[question.kind].verdict(question, placed.labels) if question else None
        if not verdict:
            return Markup("")
        blanks = {name: self._blank(value) for name, value in verdict.blanks.items()}
        return self.words(verdict.word, **blanks) + verdict.ending

    def reasons(self, question: Question) -> list[tuple[Markup, list[tuple[int, Text]]]]:
        """Return the explanations of single choices under headings: right ones first, then wrong ones."""
        groups = [("why_right", question.reasons(correct=True)), ("why_not", question.reasons(correct=False))]
        return [(self.words(heading), reasons) for heading, reasons in groups if reasons]

    def _blank(self, value: tuple[str, ...] | Quantity) -> object:
        if isinstance(value, Quantity):
            return self.quantity(value)
        return f" {self.words('and')} ".join(value) if len(value) == 2 else ", ".join(value)

    def quantity(self, quantity: Quantity) -> Markup:
        """Write a number with this language's decimal separator, and its unit: '0.5 MB', '0,5 MB'."""
        number = escape(str(quantity.value).replace(".", get_decimal_symbol(self.language.territory)))
        if not quantity.unit:
            return number
        return Markup("{}\N{NO-BREAK SPACE}{}").format(number, self.inline(quantity.unit))

    def minutes(self, unit: Unit) -> int:
        return self.site.minutes[unit.place.file]

    def count(self, noun: str, number: int) -> Markup:
        """Write a number with a noun: '1 question', '5 questions'."""
        return self.words(f"{noun}_one") if number == 1 else self.words(f"{noun}_many", count=number)

    def counts(self, collection: Collection) -> Markup:
        """Write the size of a collection: '3 quizzes, 15 questions'."""
        unit, item = ("deck", "card") if collection.holds == "decks" else ("quiz", "question")
        return self.count(unit, len(collection.units)) + ", " + self.count(item, collection.count_items())

    def count_items(self, units: Sequence[Unit]) -> Markup:
        """Write how much quizzes or decks hold: '40 questions', '10 cards'."""
        noun = "card" if units and all(isinstance(unit, Deck) for unit in units) else "question"
        return self.count(noun, sum(len(unit.items) for unit in units))

    def unit_name(self, unit: Unit) -> Markup:
        """Name a quiz or deck outside its page: 'Phase 7: Scalar autograd'."""
        title = Markup(self.series(unit))
        return Markup("{}: {}").format(title, self.inline(unit.subject)) if unit.subject else title

    def size(self, units: Iterable[Unit]) -> Markup:
        """Write the size and duration of quizzes or decks: '40 questions · about 90 minutes'."""
        several = tuple(units)
        return self.count_items(several) + " · " + self.duration(several)

    def duration(self, units: Iterable[Unit]) -> Markup:
        """Write how long quizzes or decks take: 'about 8 minutes', 'about 4 hours'."""
        return self.write_minutes(sum(map(self.minutes, units)))

    def write_minutes(self, minutes: int) -> Markup:
        if minutes < HOURS_FROM:
            return self.count("minute", minutes)
        return self.words("hour_many", count=(minutes + 30) // 60)

    def levels(self, units: Iterable[Unit]) -> Markup:
        """Write the levels of quizzes or decks: 'Levels 1 to 3 of 3', 'Level 2 of 3'; empty if none."""
        levels = sorted({int(item.level) for unit in units for item in unit.items if item.level})
        if not levels:
            return Markup("")
        if levels[0] == levels[-1]:
            return self.words("level", level=levels[0])
        return self.words("levels", first=levels[0], last=levels[-1])

    def code(self, name: str) -> Markup:
        return Markup("<code>{}</code>").format(name)

    def date(self, written: str) -> str:
        """Write an ISO date in words: '16 November 2026'."""
        return _format_date(written, self.language.territory)

    def roman(self, number: int) -> str:
        """Return the Roman numeral of a course: I, II, III."""
        tens, ones = divmod(number, 10)
        return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]

    def see(self, item: Item) -> list[CrossLink]:
        """Return what to read after missing a question or card."""
        return [self.site.cross_links[id_] for id_ in item.see]

    def link_text(self, text: Text) -> Rendered:
        """Render a text for use in a link: as plain text if its HTML isn't allowed there."""
        shown = self.inline(text)
        markdown = text.show(self.locale).markdown
        fits = not shown.is_block and not has_link(markdown)
        return shown if fits else shown._replace(html=escape(plain(markdown)))

    def left_items(self, page: str = "") -> list[Placed]:
        """Return the questions and cards moved away from a page, by default this one, at their new places."""
        return [self.site.placed_by_id[id_] for id_ in self.site.moves.items.get(page or self.unit, ())]

    def ruled_lines(self, question: Question) -> int:
        """Count the lines to rule below a question in the book; the same in every language."""
        return count_lines(question, self.site.root)

    def print_view(self, collection: Collection, course: str = "") -> str:
        return self.link(print_path(collection.folder, course))

    @property
    def name(self) -> str:
        """Name of the bank."""
        return name_bank(self.site.bank, self.locale)

    @property
    def author(self) -> Markup:
        """Author of the book."""
        return self.words("book_author", bank=self.name)

    @property
    def deck(self) -> str:
        """Top-level Anki deck in this language."""
        return name_top_deck(self.site.bank, (self.locale,))

    @cached_property
    def downloads(self) -> DownloadLinks:
        return DownloadLinks(self.site, self.locale, self._downloads, self.asset, self.date)

    @cached_property
    def proofs(self) -> ProofLinks:
        return ProofLinks(self.site, self.words, self.link)


@lru_cache  # the footer of every page has the same date
def _format_date(written: str, territory: str) -> str:
    return format_date(date.fromisoformat(written), "long", locale=territory)

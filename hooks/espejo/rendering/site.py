"""Site: data shared by all pages of a bank, in every locale."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from espejo.ledger.claims import ProofState, list_states
from espejo.ledger.drift import Stale
from espejo.ledger.moves import Moves, find_moves
from espejo.model.addresses import (
    FORMULAS,
    GLOSSARY,
    PATTERNS,
    list_side_by_side_views,
    list_site_pages,
    name_file,
    page_address,
    side_by_side_path,
    unit_path,
)
from espejo.model.bank import Bank
from espejo.model.collection import Placed
from espejo.model.quiz import Unit
from espejo.model.reference import Topic
from espejo.model.text import Text
from espejo.rendering.bank_status import Group, measure_status
from espejo.rendering.estimates import estimate_minutes
from espejo.rendering.own_terms import OwnTerms
from espejo.rendering.repository_links import RepositoryLinks
from espejo.rendering.terms import Terms
from espejo.rendering.words import Words

Kept = TypeVar("Kept")


class CrossLink(NamedTuple):
    """A record that others can refer to: its id, which is its anchor, its page, and its title."""

    id: str
    path: str
    title: Text


@dataclass(eq=False)
class Site:
    """A bank as a site. Addresses in the root locale have no prefix."""

    bank: Bank
    _: KW_ONLY
    home: str  # full address of the site, for links from outside
    repository: RepositoryLinks = RepositoryLinks()
    stale: Sequence[Stale] = ()
    offline: bool = True  # whether browsers may cache its pages
    directory_urls: bool = True  # whether addresses end in "/" instead of ".html"
    written: Collection[str] = ()  # paths of the pages written by hand
    versions: Mapping[str, str] = field(default_factory=dict)  # hash of each file whose address has one
    favicon: tuple[str, str] = ("assets/mark.svg", "image/svg+xml")  # address and type
    logo: tuple[str, tuple[str, str] | None] = (
        "assets/mark.svg",
        None,
    )  # address, and any lines
    kept: dict[tuple[str, str], Any] = field(default_factory=dict)  # cache of `keep`

    @property
    def root(self) -> str:
        return self.bank.root

    @cached_property
    def words(self) -> Mapping[str, Words]:
        return {locale: Words(language.words) for locale, language in self.bank.locales.items()}

    def address(self, path: str, locale: str) -> str:
        return page_address(path, locale, self.root, directory_urls=self.directory_urls)

    def folder(self, locale: str) -> str:
        """Return a language's folder, relative to the site; empty for the root language."""
        return f"{locale}/" if locale != self.root else ""

    def file(self, path: str, locale: str) -> str:
        """Return the file of a page, relative to the site."""
        return name_file(self.address(path, locale))

    def keep(self, path: str, what: str, make: Callable[[], Kept]) -> Kept:
        """Cache a value made from a quiz or deck: Anki notes, pages, and the search index use the same."""
        key = path, what
        if key not in self.kept:
            self.kept[key] = make()
        value: Kept = self.kept[key]
        return value

    @cached_property
    def pages(self) -> frozenset[str]:
        """Generated pages other than home and those with addresses in the data; empty pages are left out."""
        return frozenset(list_site_pages(self.bank))

    @cached_property
    def moves(self) -> Moves:
        """New addresses of moved pages."""
        return find_moves(self.bank)

    @cached_property
    def placed_by_id(self) -> Mapping[str, Placed]:
        return {placed.item.id: placed for placed in self.bank.items()}

    @cached_property
    def units_by_path(self) -> Mapping[str, Unit]:
        return {unit_path(one.folder, slug): unit for one, slug, unit in self.bank.units()}

    def placed_in(self, path: str) -> list[Placed]:
        """Return the questions or cards of a quiz or deck."""
        return [self.placed_by_id[item.id] for item in self.units_by_path[path].items]

    def prerequisites(self, unit: Unit) -> list[str]:
        """Return the paths of a quiz or deck's prerequisites, following renamed files."""
        return [self.moves.follow(path) for path in unit.prerequisites]

    @cached_property
    def minutes(self) -> Mapping[str, int]:
        """Estimated minutes for each quiz or deck, by file. Independent of language."""
        return {unit.place.file: estimate_minutes(unit.items, self.root) for _, _, unit in self.bank.units()}

    @cached_property
    def cross_links(self) -> Mapping[str, CrossLink]:
        """Targets of references from questions and cards, by id."""
        return {link.id: link for link in _list_cross_links(self.bank)}

    @cached_property
    def terms(self) -> Terms:
        """Glossary terms used in the bank's texts."""
        return Terms(self.bank, self.keep)

    @cached_property
    def own_terms(self) -> OwnTerms:
        """Finder of terms named in their own definitions."""
        return OwnTerms(self.bank)

    @cached_property
    def topics(self) -> list[tuple[Topic, tuple[Placed, ...]]]:
        """Topics with questions or cards, each with those of all collections."""
        gathered: dict[str, list[Placed]] = {}
        for placed in self.bank.items():
            for name in placed.item.topics:
                gathered.setdefault(name, []).append(placed)
        topics = self.bank.reference.topics
        return [(topic, tuple(gathered[topic.id])) for topic in topics if topic.id in gathered]

    @cached_property
    def topic_minutes(self) -> Mapping[str, int]:
        """Minutes of all questions and cards of each topic."""
        return {
            topic.id: estimate_minutes((placed.item for placed in items), self.root)
            for topic, items in self.topics
        }

    @cached_property
    def topics_by_id(self) -> Mapping[str, Topic]:
        return {topic.id: topic for topic in self.bank.reference.topics}

    @cached_property
    def proof_states(self) -> Mapping[str, ProofState]:
        return list_states(self.bank)

    @cached_property
    def status(self) -> list[Group]:
        """Status of each file, measured once for the pages of all locales and for the JSON."""
        return measure_status(self.bank, self.stale)

    @cached_property
    def last_change(self) -> int:
        """Time of the last change to anything learners see, in seconds since 1970; 0 if unknown."""
        return max(self.bank.ledger.last_change(locale) for locale in self.bank.locales)

    @cached_property
    def units_side_by_side(self) -> Mapping[str, str]:
        """Path of the quiz or deck of each side-by-side view, by the view's path."""
        views = {view.path for view in list_side_by_side_views(self.bank)}
        return {path: unit for unit in self.units_by_path if (path := side_by_side_path(unit)) in views}

    @cached_property
    def stale_by_record(self) -> Mapping[tuple[str, str], list[Stale]]:
        """Stale passages by the id of their record and by their locale."""
        found: dict[tuple[str, str], list[Stale]] = {}
        for stale in self.stale:
            found.setdefault((stale.id, stale.locale), []).append(stale)
        return found


def _list_cross_links(bank: Bank) -> Iterator[CrossLink]:
    """List everything `see` can refer to; later entries override a term with the same id."""
    yield from (CrossLink(term.id, GLOSSARY, term.term) for term in bank.reference.terms)
    yield from (CrossLink(formula.id, FORMULAS, formula.title) for formula in bank.reference.formulas)
    yield from (CrossLink(pattern.id, PATTERNS, pattern.title) for pattern in bank.reference.patterns)
    yield from (CrossLink(placed.item.id, placed.path, placed.item.heading) for placed in bank.items())

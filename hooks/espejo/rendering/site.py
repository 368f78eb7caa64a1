"""Site: what all pages of a bank have in common, in every locale."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from markupsafe import Markup

from espejo.ledger.drift import Stale
from espejo.ledger.moves import Moves, find_moves
from espejo.ledger.proof_states import ProofState, list_states
from espejo.model.addresses import (
    list_side_by_side_views,
    list_site_pages,
    name_file,
    page_address,
    side_by_side_path,
    unit_path,
)
from espejo.model.bank import Bank
from espejo.model.collection import Placed
from espejo.model.problems import Place
from espejo.model.quiz import Unit
from espejo.model.reference import Topic
from espejo.rendering.cross_links import CrossLink, list_cross_links
from espejo.rendering.minutes import estimate_minutes
from espejo.rendering.own_terms import OwnTerms
from espejo.rendering.repository_links import ForgeLinks
from espejo.rendering.status import Group, measure_status
from espejo.rendering.terms import Terms
from espejo.rendering.words import Words

Kept = TypeVar("Kept")


class Site:
    """A bank as a site. The root locale's addresses have no prefix."""

    def __init__(
        self,
        bank: Bank,
        *,
        home: str,
        forge: ForgeLinks | None = None,
        stale: Iterable[Stale] = (),
        offline: bool = True,
        directory_urls: bool = True,
        written: Iterable[str] = (),
    ) -> None:
        """`written` are the paths of the pages written by hand."""
        self.bank = bank
        self.root = bank.root
        self.home = home  # the full address of the site, for links from outside
        self.forge = forge or ForgeLinks()
        self.stale = tuple(stale)
        self.offline = offline  # whether browsers may keep its pages
        self.written = frozenset(written)
        self.directory_urls = directory_urls  # whether addresses end in "/" or in ".html"
        self.versions: Mapping[str, str] = {}  # the hash of each file that pages name with one, once made
        self.kept: dict[tuple[str, str], Any] = {}  # what `keep` has made
        self.frame_parts: dict[tuple[str, ...], Markup] = {}  # those that many pages have in common
        self.words = {locale: Words(language.words) for locale, language in bank.locales.items()}

    def address(self, path: str, locale: str) -> str:
        return page_address(path, locale, self.root, directory_urls=self.directory_urls)

    def folder(self, locale: str) -> str:
        """The folder of a language below the site; empty for the root language."""
        return f"{locale}/" if locale != self.root else ""

    def file(self, path: str, locale: str) -> str:
        """The file of a page, as a path below the site."""
        return name_file(self.address(path, locale))

    def keep(self, path: str, what: str, make: Callable[[], Kept]) -> Kept:
        """A value made of a quiz or deck: made once, because notes, pages and the search need the same."""
        key = path, what
        if key not in self.kept:
            self.kept[key] = make()
        value: Kept = self.kept[key]
        return value

    @cached_property
    def pages(self) -> frozenset[str]:
        """The pages besides home and those that the data gives an address to; empty ones are left out."""
        return frozenset(list_site_pages(self.bank))

    @cached_property
    def moves(self) -> Moves:
        """Where old addresses lead."""
        return find_moves(self.bank)

    @cached_property
    def placed_by_id(self) -> Mapping[str, Placed]:
        return {placed.item.id: placed for placed in self.bank.items()}

    @cached_property
    def units_by_path(self) -> Mapping[str, Unit]:
        return {unit_path(one.folder, slug): unit for one, slug, unit in self.bank.units()}

    def prerequisites(self, unit: Unit) -> list[str]:
        """The paths of what to take before a quiz or deck; a file may have been renamed since."""
        return [self.moves.follow(path) for path in unit.prerequisites]

    @cached_property
    def minutes(self) -> Mapping[str, int]:
        """How long each quiz or deck takes, by its file: the same in every language."""
        return {unit.place.file: self._estimate(path, unit) for path, unit in self.units_by_path.items()}

    def _estimate(self, path: str, unit: Unit) -> int:
        return self.keep(path, "minutes", lambda: estimate_minutes(unit.items, self.root))

    @cached_property
    def cross_links(self) -> Mapping[str, CrossLink]:
        """What a question or card may refer to, by id."""
        return {link.id: link for link in list_cross_links(self.bank)}

    @cached_property
    def terms(self) -> Terms:
        """Where the texts of the bank use the terms of its glossary."""
        return Terms(self)

    @cached_property
    def own_terms(self) -> OwnTerms:
        """Where the meanings of the glossary name their own terms."""
        return OwnTerms(self.bank)

    @cached_property
    def topics(self) -> list[tuple[Topic, tuple[Placed, ...]]]:
        """The topics that have questions or cards, each with those of all collections."""
        gathered: dict[str, list[Placed]] = {}
        for placed in self.bank.items():
            for name in placed.item.topics:
                gathered.setdefault(name, []).append(placed)
        topics = self.bank.reference.topics
        return [(topic, tuple(gathered[topic.id])) for topic in topics if topic.id in gathered]

    @cached_property
    def topic_minutes(self) -> Mapping[str, int]:
        """How long all questions and cards of each topic take."""
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
        """The state of each file, measured once for the pages of all locales and for the JSON."""
        return measure_status(self.bank, self.stale)

    @cached_property
    def last_change(self) -> int:
        """When anything a learner sees last changed, in seconds since 1970; 0 if unknown."""
        return max(self.bank.ledger.last_change(locale) for locale in self.bank.locales)

    @cached_property
    def units_side_by_side(self) -> Mapping[str, str]:
        """The quiz or deck of each side-by-side view; both by their paths."""
        views = {view.path for view in list_side_by_side_views(self.bank)}
        return {path: unit for unit in self.units_by_path if (path := side_by_side_path(unit)) in views}

    @cached_property
    def stale_passages(self) -> Mapping[tuple[str, Place, str], list[str]]:
        """By id, place of the text and locale, the locales that were edited since."""
        since: dict[tuple[str, Place, str], list[str]] = {}
        for stale in self.stale:
            since.setdefault((stale.id, stale.text.place, stale.locale), []).append(stale.since)
        return since

    @cached_property
    def edited_since(self) -> Mapping[tuple[str, str], set[str]]:
        """By id and locale, the locales that were edited since the two were accepted together."""
        since: dict[tuple[str, str], set[str]] = {}
        for stale in self.stale:
            since.setdefault((stale.id, stale.locale), set()).add(stale.since)
        return since

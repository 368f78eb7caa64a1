"""Keys of pages: digests of all that each page is made of, what it shows of other records included."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.cache.bank_keys import describe_text
from espejo.cache.digest import take_digest
from espejo.model.quiz import Unit
from espejo.rendering.site import Site
from espejo.rendering.view import View
from espejo.site.frame import Frame
from espejo.site.page import Page
from espejo.site.pages.neighbors import Neighbor


class PageKeys:
    """The keys of the pages of a site. `settings` are what all its pages are made with."""

    def __init__(self, site: Site, *settings: str) -> None:
        self._site = site
        own = (sorted(site.pages), site.last_change, sorted(site.versions.items()), site.offline, site.forge)
        self._frame = take_digest(*map(repr, own), *settings)

    def make(self, page: Page) -> bytes:
        """The key of a page: what it is made of, but for the sizes of downloads."""
        keys = self._site.keys
        made_of = [keys.units[path] for path in page.units] or [keys.bank]
        shown = [page.path, page.locale, page.title, page.description, repr(page.trail), repr(page.outline)]
        return take_digest(self._frame, *made_of, *shown, *self._list_context(page))

    def _list_context(self, page: Page) -> Iterator[bytes | str]:
        """What a page shows of others: its picture, its neighbors, what its quizzes need, its topic."""
        yield repr(Frame(View(self._site, page.path, page.locale), page=page).picture)
        yield from map(self._describe_needs, page.units)
        for name in ("previous", "next"):
            if isinstance(one := page.subject.get(name), Neighbor):
                yield self._describe_unit(one.path, one.unit)
            yield name
        if topic := page.subject.get("topic"):
            numbers = [page.subject[name] for name in ("total", "number", "count")]
            around = [other and other.id for other in page.subject["links"]]
            yield repr((numbers, around, self._site.topic_minutes[topic.id]))

    def _describe_needs(self, path: str) -> bytes:
        """What the page of a quiz or deck shows of others: what to take before it, and what has left it."""
        site = self._site
        left = (site.placed_by_id[id_] for id_ in site.moves.items.get(path, ()))
        before = site.prerequisites(site.units_by_path[path])
        return take_digest(
            path in site.units_side_by_side.values(),
            *(self._describe_unit(one, site.units_by_path[one]) for one in before),
            *(repr((placed.item.id, self._describe_unit(placed.path, placed.unit))) for placed in left),
        )

    def _describe_unit(self, path: str, unit: Unit) -> str:
        """What other pages show of a quiz or deck."""
        texts = [describe_text(text) for text in (unit.title, unit.subject)]
        return repr((path, texts, len(unit.items), self._site.minutes[unit.place.file]))

"""Header menu: its entries, from `nav` in mkdocs.yml or, without one, from the bank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from espejo.markdown.fragments import plain
from espejo.model.addresses import REFERENCE, TOPICS
from espejo.rendering.page_view import View

SECTIONS = (TOPICS, REFERENCE)
"""Pages listed after the collections. Their words have the same names."""

MOST_ENTRIES = 6
"""Most entries shown in the header row; with more, they all go into the menu."""

LONGEST_ENTRIES = 44
"""Most characters in that row in total: what header.css has room for from 64rem on."""


class MenuEntry(NamedTuple):
    """A menu entry: its title, its address, and the entries below it.

    `address` is relative to the site, or a full URL if `is_external`. A section has that of its first page.
    """

    title: str
    address: str
    is_external: bool = False
    children: tuple[MenuEntry, ...] = ()
    markup: Markup = Markup("")  # the title with its markup, if any

    def show(self) -> Markup:
        return self.markup or Markup.escape(self.title)


class Menu(NamedTuple):
    """The entries of a menu in one language."""

    entries: tuple[MenuEntry, ...]
    tabs: bool = False  # whether sections are links in the row, to their first pages

    @property
    def fits(self) -> bool:
        """Whether all entries fit in the row of a wide header."""
        titles = "".join(entry.title for entry in self.entries)
        is_flat = self.tabs or not any(entry.children for entry in self.entries)
        return len(self.entries) <= MOST_ENTRIES and len(titles) <= LONGEST_ENTRIES and is_flat


def list_bank_entries(view: View) -> Iterator[MenuEntry]:
    """List the default menu without a `nav`: collections, topics, and reference."""
    site, locale = view.site, view.locale
    for collection in site.bank.collections:
        title = collection.short or collection.title
        name, shown = plain(title.show(locale).markdown), view.inline(title)
        yield MenuEntry(name, site.address(collection.folder, locale), markup=Markup(shown.__html__()))
    for path in SECTIONS:
        if view.has(path):
            yield MenuEntry(view.words(path), site.address(path, locale))

"""Menu of the header: what there is to read, as `nav` in mkdocs.yml has it or as the bank does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from espejo.markdown.fragments import plain
from espejo.model.addresses import REFERENCE, TOPICS
from espejo.rendering.view import View

SECTIONS = (TOPICS, REFERENCE)
"""The pages that the menu has after the collections. The words for them have the same names."""

MOST_ENTRIES = 6
"""The most entries that the header shows in its row; more of them wait in its menu."""

LONGEST_ENTRIES = 44
"""The most characters that the entries in that row have together: from 64rem on, header.css has the room."""


class MenuEntry(NamedTuple):
    """An entry: its title, where it leads, and the entries below it.

    `address` is one below the site or, if `is_external`, a full one; a section has that of its first page.
    """

    title: str
    address: str
    is_external: bool = False
    children: tuple[MenuEntry, ...] = ()
    markup: Markup = Markup("")  # the title with its markup, where it has some

    def show(self) -> Markup:
        return self.markup or Markup.escape(self.title)


class Menu(NamedTuple):
    """The entries of a menu in one language."""

    entries: tuple[MenuEntry, ...]
    tabs: bool = False  # whether sections are links in the row, to their first pages

    @property
    def fits(self) -> bool:
        """Whether a wide header has room for all entries in its row."""
        titles = "".join(entry.title for entry in self.entries)
        is_flat = self.tabs or not any(entry.children for entry in self.entries)
        return len(self.entries) <= MOST_ENTRIES and len(titles) <= LONGEST_ENTRIES and is_flat


def list_bank_entries(view: View) -> Iterator[MenuEntry]:
    """What the menu has without a `nav`: the collections, the topics and the reference."""
    site, locale = view.site, view.locale
    for collection in site.bank.collections:
        title = collection.short or collection.title
        name, shown = plain(title.show(locale).markdown), view.inline(title)
        yield MenuEntry(name, site.address(collection.folder, locale), markup=Markup(shown.__html__()))
    for path in SECTIONS:
        if view.has(path):
            yield MenuEntry(view.words(path), site.address(path, locale))

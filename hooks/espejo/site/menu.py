"""Header menu: what one does here. Its entries come from the bank or, in part, from `nav` in mkdocs.yml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from espejo.markdown.fragments import plain
from espejo.model.addresses import FORMULAS, GLOSSARY, PATTERNS, PRACTICE, REVIEW, TOPICS
from espejo.rendering.page_view import View

_WORDS = {
    TOPICS: "menu_topics",
    PRACTICE: "menu_practice",
    REVIEW: "menu_review",
    GLOSSARY: "menu_glossary",
    FORMULAS: "menu_formulas",
    PATTERNS: "menu_patterns",
}

MOST_ENTRIES = 7
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
    shows_due: bool = False  # whether the number of items due for review follows the title

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
        return len(self.entries) <= MOST_ENTRIES and len(titles) <= LONGEST_ENTRIES


def make_menu(
    view: View, *, nav: tuple[MenuEntry, ...] = (), others: tuple[MenuEntry, ...] = (), tabs: bool = False
) -> Menu:
    """Make the menu. A `nav` replaces what there is to learn and to look up; `others` follow these."""
    doing = _list_pages(view, PRACTICE, REVIEW)
    if nav:
        return Menu((*nav, *doing), tabs)
    learn = _make_section(view, "learn", (*_list_collections(view), *_list_pages(view, TOPICS)))
    look_up = _make_section(view, "look_up", _list_pages(view, GLOSSARY, FORMULAS, PATTERNS))
    return Menu((*learn, *doing, *look_up, *others), tabs)


def _make_section(view: View, word: str, entries: tuple[MenuEntry, ...]) -> tuple[MenuEntry, ...]:
    return (MenuEntry(view.words(word), entries[0].address, children=entries),) if entries else ()


def _list_collections(view: View) -> Iterator[MenuEntry]:
    for collection in view.site.bank.collections:
        title = collection.short or collection.title
        name, shown = plain(title.show(view.locale).markdown), view.inline(title)
        address = view.site.address(collection.folder, view.locale)
        yield MenuEntry(name, address, markup=Markup(shown.__html__()))


def _list_pages(view: View, *paths: str) -> tuple[MenuEntry, ...]:
    """List pages of the site that aren't empty."""
    return tuple(
        MenuEntry(view.words(_WORDS[path]), view.site.address(path, view.locale), shows_due=path == REVIEW)
        for path in paths
        if view.has(path)
    )

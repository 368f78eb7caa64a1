"""Navigation: menu entries from the `nav` that MkDocs and the i18n plugin made for a language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from espejo.site.menu import MenuEntry


def list_entries(nav: Navigation) -> Iterator[MenuEntry]:
    """List the entries of a navigation, without the home page, which the site's name links to."""
    return (entry for item in nav.items if item is not nav.homepage if (entry := make_entry(item)))


def make_entry(item: Any) -> MenuEntry | None:
    """Make an entry from a page, a link, or a section with its contents; None for an empty section."""
    if isinstance(item, Section):
        children = tuple(entry for child in item.children if (entry := make_entry(child)))
        return MenuEntry(item.title, children[0].address, children=children) if children else None
    if isinstance(item, Page):
        title = Markup(item.title or item.file.name).striptags()
        return MenuEntry(title, item.url)
    url = urlsplit(item.url)
    return MenuEntry(item.title or item.url, item.url, is_external=bool(url.scheme or url.path[:1] == "/"))

"""Incremental builds while serving: what an edit leaves as it was.

Rendering all pages again would take too long. An edit of quizzes or decks that doesn't change their own
title or any topic or number affects only their pages, those that refer to a changed heading, and those made
from the whole bank; any other edit may affect all pages. A page whose content and layout are unchanged also
keeps its finished HTML, which saves half a second per edit on this bank: MkDocs still calls every event for
it, but the template only prints the HTML.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from mkdocs.config.defaults import MkDocsConfig

from espejo.model.quiz import Unit
from espejo.model.text import Text
from espejo.plugin.bank_build import Address, BankBuild
from espejo.plugin.bank_pages import BankPage
from espejo.plugin.parts import SiteParts
from espejo.rendering.page_view import View
from espejo.rendering.site import Site
from espejo.site.frame import Around
from espejo.site.social_card import describe_picture

TEMPLATE = "finished.html"


class _Finished(NamedTuple):
    layout: Any
    content: str | None
    html: str


class FinishedPages:
    """The bank's pages in one build, before other plugins change them."""

    def __init__(self, last: FinishedPages | None, untouched: Collection[Address]) -> None:
        """`untouched` are the pages that an edit since the last build can't have changed."""
        pages: Mapping[Address, _Finished] = last.pages if last else {}
        self.pages: dict[Address, _Finished] = {
            address: pages[address] for address in untouched if address in pages
        }
        self._layout: Any = None

    def use_layout(self, config: MkDocsConfig, around: Around, view: View) -> None:
        """Set what the layout of one language depends on; social cards show a question of another page."""
        folders = ("", *(one.folder for one in view.site.bank.collections))
        pictures = [describe_picture(view, folder) for folder in folders]
        self._layout = config.user_configs, around, pictures
        if config.theme.custom_dir:  # an author's own templates may change without notice
            self.pages.clear()

    def find(self, page: BankPage) -> str | None:
        kept = self.pages.get(page.address)
        return kept.html if kept and (kept.layout, kept.content) == (self._layout, page.content) else None

    def add(self, page: BankPage, html: str) -> None:
        self.pages[page.address] = _Finished(self._layout, page.content, html)


class Rendered(NamedTuple):
    """The last build: its parts, the digests of the data files, and its pages with and without layout."""

    parts: SiteParts
    digests: Mapping[str, bytes]
    build: BankBuild
    finished: FinishedPages


def keep_untouched(last: Rendered, parts: SiteParts, digests: Mapping[str, bytes]) -> dict[Address, str]:
    """Return the page bodies that are still valid; also keeps cached values of unchanged quizzes."""
    edited = {
        name for name in last.digests.keys() | digests.keys() if last.digests.get(name) != digests.get(name)
    }
    before, site = last.parts.site, parts.site
    units = {unit.place.file: path for path, unit in site.units_by_path.items()}
    if not edited <= units.keys() or _describe_site(last.parts) != _describe_site(parts):
        return {}
    touched = {units[name] for name in edited}
    site.kept.update({key: value for key, value in before.kept.items() if key[0] not in touched})
    site.own_terms = before.own_terms  # depends only on the glossary
    if any(_describe_unit(before, path) != _describe_unit(site, path) for path in touched):
        return {}
    touched |= _find_references(site, _find_renamed(before, site, touched))
    shown = {address: page.units for address, page in parts.pages.items() if page.units is not None}
    bodies = last.build.bodies.items()
    return {one: body for one, body in bodies if one in shown and touched.isdisjoint(shown[one])}


def _describe_site(parts: SiteParts) -> Any:
    """Return everything shown on all pages that doesn't come from a quiz or deck."""
    site, pdfs = parts.site, parts.pdfs
    settings = site.home, site.repository, site.offline, site.directory_urls, site.favicon
    paths = site.pages, site.written, list(site.units_by_path)
    return settings, paths, site.versions, pdfs.sizes, pdfs.dates


def _describe_unit(site: Site, path: str) -> Any:
    """Return what other pages show of a quiz or deck."""
    unit: Unit = site.units_by_path[path]
    items = [(one.id, one.topics, one.level, one.see) for one in unit.items]
    about = [text and _read(text) for text in (unit.title, unit.subject, unit.focus)]
    return about, items, unit.prerequisites, site.minutes[unit.place.file]


def _find_renamed(before: Site, site: Site, paths: Iterable[str]) -> set[str]:
    """Return the ids of questions and cards whose heading changed."""
    return {
        new.id
        for path in paths
        for old, new in zip(before.units_by_path[path].items, site.units_by_path[path].items, strict=True)
        if _read(old.heading) != _read(new.heading)
    }


def _find_references(site: Site, ids: set[str]) -> set[str]:
    """Return the paths of quizzes and decks that refer to these ids."""
    units = site.units_by_path.items()
    return {path for path, unit in units if any(not ids.isdisjoint(item.see) for item in unit.items)}


def _read(text: Text | None) -> Any:
    """Return a text in order of its languages (the first is the fallback), without its line number."""
    return text and list(text.passages.items())

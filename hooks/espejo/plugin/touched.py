"""Touched pages: which bodies of the last build an edit has not changed, while somebody serves a site.

Rendering all pages again would take longer than an author waits. An edit of quizzes or decks that changes no
heading, topic or number touches their own pages and those that are made of the whole bank; any other edit
may touch all pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from espejo.model.quiz import Unit
from espejo.model.text import Text
from espejo.plugin.bank_build import Address, BankBuild
from espejo.plugin.parts import SiteParts
from espejo.rendering.site import Site


class Rendered(NamedTuple):
    """The last build: its parts, the digests of the data files, and the bodies of its pages."""

    parts: SiteParts
    digests: Mapping[str, bytes]
    build: BankBuild


def keep_untouched(last: Rendered, parts: SiteParts, digests: Mapping[str, bytes]) -> dict[Address, str]:
    """The bodies that are still right; values that were made of the same quizzes are kept too."""
    edited = {
        name for name in last.digests.keys() | digests.keys() if last.digests.get(name) != digests.get(name)
    }
    before, site = last.parts.site, parts.site
    units = {unit.place.file: path for path, unit in site.units_by_path.items()}
    if not edited <= units.keys() or _describe_site(last.parts) != _describe_site(parts):
        return {}
    touched = {units[name] for name in edited}
    site.kept.update({key: value for key, value in before.kept.items() if key[0] not in touched})
    site.own_terms = before.own_terms  # of the glossary alone
    if any(_describe_unit(before, path) != _describe_unit(site, path) for path in touched):
        return {}
    shown = {address: page.units for address, page in parts.pages.items() if page.units is not None}
    bodies = last.build.bodies.items()
    return {one: body for one, body in bodies if one in shown and touched.isdisjoint(shown[one])}


def _describe_site(parts: SiteParts) -> Any:
    """What all pages show that no quiz or deck says."""
    site, pdfs = parts.site, parts.pdfs
    settings = site.home, site.forge, site.offline, site.directory_urls
    paths = site.pages, site.written, list(site.units_by_path)
    return settings, paths, site.versions, pdfs.sizes, pdfs.dates


def _describe_unit(site: Site, path: str) -> Any:
    """What other pages show of a quiz or deck."""
    unit: Unit = site.units_by_path[path]
    items = [(one.id, _read(one.heading), one.topics, one.level, one.see) for one in unit.items]
    about = [_read(text) for text in (unit.title, unit.subject, unit.focus)]
    return about, items, unit.prerequisites, site.minutes[unit.place.file]


def _read(text: Text | None) -> Any:
    """A text without its place, which changes with every line above it; a language may show the first one."""
    return text and list(text.passages.items())

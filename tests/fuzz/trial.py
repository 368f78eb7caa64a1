"""Trial: one damaged bank on disk, and everything the package makes of it, computed on demand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import TypeVar

from espejo.check.project import Inspection, inspect_project
from espejo.exports.notes import Note, Notes
from espejo.exports.term_notes import list_term_notes
from espejo.load.bank import LoadedBank
from espejo.model.bank import list_variants
from espejo.rendering.downloads import Downloads
from espejo.rendering.page_view import View
from espejo.rendering.repository_links import RepositoryLinks
from espejo.rendering.site import Site
from espejo.site.frame import Frame, HandWritten, render_page
from espejo.site.page import Page
from espejo.site.pages import list_pages
from small_bank import REPO_URL, SITE_URL

from .html_check import HtmlFault, find_html_faults
from .seed import Files

Option = TypeVar("Option")

NOW = datetime(2026, 11, 16, tzinfo=UTC)


class HarmError(Exception):
    """Something that must never happen; `fact` is the same for all similar failures."""

    def __init__(self, fact: str, detail: str = "") -> None:
        super().__init__(f"{fact}: {detail}" if detail else fact)
        self.fact = fact


class Trial:
    """A damaged bank in `data`, compared with the bank before the damage."""

    def __init__(self, data: Path, name: str, files: Files, base: LoadedBank) -> None:
        self.data = data
        self.name = name
        self.files = files
        self.base = base

    def choose(self, options: Sequence[Option]) -> Option:
        """Picks an option that depends only on the trial's name."""
        return Random(self.name).choice(options)  # noqa: S311 (nothing secret)

    @cached_property
    def inspection(self) -> Inspection:
        return replace(inspect_project(self.data, now=NOW), base=self.base)

    @cached_property
    def site(self) -> Site:
        repository = RepositoryLinks(address=REPO_URL, edit=f"{REPO_URL}/edit/main/docs/")
        return Site(self.inspection.bank, home=SITE_URL, repository=repository, stale=self.inspection.stale)

    @cached_property
    def frames(self) -> dict[str, list[tuple[Page, Frame]]]:
        """All pages with their layout, by locale."""
        sizes = Downloads(defaultdict(lambda: 5000))
        return {
            locale: [(page, self._frame(page, locale, sizes)) for page in list_pages(self.site, locale)]
            for locale in self.site.bank.locales
        }

    def _frame(self, page: Page, locale: str, sizes: Downloads) -> Frame:
        view = View(self.site, page.path, locale, downloads=sizes)
        return Frame(view, page=page, body=render_page(self.site, page, sizes))

    @cached_property
    def homes(self) -> dict[str, str]:
        """The content of the home page, by locale; none of it is handwritten."""
        return {
            locale: Frame(View(self.site, "", locale), hand_written=HandWritten("", "", "")).part("content")
            for locale in self.site.bank.locales
        }

    @cached_property
    def notes(self) -> dict[str, list[Note]]:
        """The notes of each variant, by name."""
        notes = Notes(self.site)
        return {
            variant.name: [
                *(notes.make(variant, placed) for placed in self.site.bank.items()),
                *list_term_notes(self.site, variant),
            ]
            for variant in list_variants(self.site.bank)
        }


def refuse_unsafe(html: str, where: str) -> None:
    """Raises an error if a page or a fragment is unsafe."""
    if fault := _find_first_fault(html):
        raise HarmError(fault.fact, f"{where}: {fault.detail}")


@lru_cache(maxsize=5000)
def _find_first_fault(html: str) -> HtmlFault | None:
    return next(find_html_faults(html), None)

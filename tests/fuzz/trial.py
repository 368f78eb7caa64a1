"""Trial: one mutant on disk, and everything that the package makes of it, computed when it is asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from random import Random
from time import process_time
from typing import Literal, NamedTuple, TypeVar

from espejo.check.project import Inspection, inspect_project
from espejo.exports.notes import Note, Notes
from espejo.exports.term_notes import TermNotes
from espejo.load.bank import LoadedBank
from espejo.rendering.downloads import Downloads
from espejo.rendering.repository_links import ForgeLinks
from espejo.rendering.site import Site
from espejo.rendering.variants import list_variants
from espejo.rendering.view import View
from espejo.site.frame import Frame, HandWritten, render_page
from espejo.site.page import Page
from espejo.site.pages import list_pages
from small_bank import REPO_URL, SITE_URL

from .html_check import find_html_faults
from .seed import Files
from .workspace import Workspace

Option = TypeVar("Option")
Kind = Literal["crash", "slow", "no place", "unsafe", "text lost", "not kept"]

NOW = datetime(2026, 11, 16, tzinfo=UTC)


class Failure(NamedTuple):
    """Something that must not happen: its kind, the stage, what it was, and a name for all that are alike."""

    kind: Kind
    stage: str
    detail: str
    signature: str


class BadOutputError(Exception):
    """A stage made something that it must not make; `fact` is the same for all that are alike."""

    def __init__(self, kind: Kind, fact: str, detail: str = "") -> None:
        super().__init__(f"{fact}: {detail}" if detail else fact)
        self.kind = kind
        self.fact = fact


class Trial:
    """One mutant, and what the package makes of it."""

    def __init__(self, workspace: Workspace, name: str, files: Files, base: LoadedBank) -> None:
        self.workspace = workspace
        self.name = name
        self.files = files
        self._base = base
        self.checking = 0.0  # seconds of processor time spent on checking HTML, not on making it

    def choose(self, options: Sequence[Option]) -> Option:
        """One of these, which depends on the name of the mutant alone."""
        return Random(self.name).choice(options)  # noqa: S311 (nothing secret)

    def refuse_unsafe(self, html: str, where: str) -> None:
        """Raise an error if there is something wrong with a page or a part of one."""
        start = process_time()
        fault = next(find_html_faults(html), None)
        self.checking += process_time() - start
        if fault:
            raise BadOutputError("unsafe", fault.fact, f"{where}: {fault.detail}")

    @cached_property
    def inspection(self) -> Inspection:
        """What the check finds, compared with the bank before the damage."""
        return replace(inspect_project(self.workspace.data, now=NOW), base=self._base)

    @cached_property
    def site(self) -> Site:
        forge = ForgeLinks(repository=REPO_URL, edit=f"{REPO_URL}/edit/main/docs/")
        return Site(self.inspection.bank, home=SITE_URL, forge=forge, stale=self.inspection.stale)

    @cached_property
    def frames(self) -> dict[str, list[tuple[Page, Frame]]]:
        """All pages with their frames, by locale."""
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
        """The content of the home page, by locale; nothing is written by hand there."""
        return {
            locale: Frame(View(self.site, "", locale), hand_written=HandWritten("", "", "")).part("content")
            for locale in self.site.bank.locales
        }

    @cached_property
    def notes(self) -> dict[str, list[Note]]:
        """The notes of each variant, by its name."""
        notes, terms = Notes(self.site), TermNotes(self.site)
        return {
            variant.name: [
                *(notes.make(variant, placed) for placed in self.site.bank.items()),
                *terms.make_all(variant),
            ]
            for variant in list_variants(self.site.bank)
        }

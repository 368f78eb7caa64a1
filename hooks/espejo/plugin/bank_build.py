"""Parallel build: makes the pages, downloads, and social cards of a bank in several processes.

Quizzes and decks come first, each as a whole: its pages in every language, its Anki notes, and its search
records share the same HTML fragments. Everything else reuses them, in processes forked afterward.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from espejo.exports.bank_json import write_unit
from espejo.exports.files import Export, list_exports
from espejo.exports.notes import Notes
from espejo.files import write_file
from espejo.messages.message import MessageError, message
from espejo.model.addresses import PRACTICE_MAP, text_path
from espejo.plugin.parts import SiteParts
from espejo.processes import Call, KilledError, start_workers
from espejo.rendering.downloads import Downloads
from espejo.rendering.environment import compile_templates
from espejo.site.frame import render_page
from espejo.site.pictures import make_pictures
from espejo.site.search_records import list_unit_records

Address = tuple[str, str]
"""Path and locale of a page."""

_PAGES_A_CALL = 8


class BankBuildError(MessageError):
    """The site could not be built; the message says why."""


class MadeUnit(NamedTuple):
    """Outputs of a quiz or deck: HTML of pages, sizes of downloads, and values to reuse."""

    bodies: dict[Address, str]
    sizes: dict[str, int]
    kept: dict[tuple[str, str], Any]


@dataclass(frozen=True)
class BankWork:
    """Tasks of a build: each method can run in any process."""

    parts: SiteParts
    folder: Path

    @cached_property
    def exports(self) -> Mapping[str, Export]:
        """Downloads by path, except the practice map: pages contain its hash, so it is made before them."""
        listed = list_exports(self.parts.site, self.parts.node_modules)
        return {one.path: one for one in listed if one.path != PRACTICE_MAP}

    @cached_property
    def pages_by_unit(self) -> Mapping[str, list[Address]]:
        """Pages made from quizzes and decks, by the path of the first of these."""
        pages: dict[str, list[Address]] = {path: [] for path in self.parts.site.units_by_path}
        for address, page in self.parts.pages.items():
            if page.units and len(page.units) == 1:
                pages[page.units[0]].append(address)
        return pages

    def make_unit(self, path: str) -> MadeUnit:
        site, (folder, _, slug) = self.parts.site, path.partition("/")
        for locale in site.bank.locales:
            self._notes.sides(path, locale)
            site.terms.used_by(path, locale)
            list_unit_records(site, path, locale)
            write_unit(site, path, (locale,))
        write_unit(site, path, tuple(site.bank.locales))
        texts = [text_path(locale, folder, slug) for locale in site.bank.locales]
        sizes = dict(self.make_export(text) for text in texts)
        kept = {key: value for key, value in site.kept.items() if key[0] == path}
        return MadeUnit(self.render_pages(self.pages_by_unit[path]), sizes, kept)

    def render_pages(self, addresses: Iterable[Address]) -> dict[Address, str]:
        """Render the bodies of pages, with placeholders for the sizes of downloads."""
        site, pdfs = self.parts.site, self.parts.pdfs
        downloads = Downloads(pdfs.sizes, pdfs.dates, pending=True)
        return {one: render_page(site, self.parts.pages[one], downloads) for one in addresses}

    def make_export(self, path: str) -> tuple[str, int]:
        """Write a download in chunks, because it may not fit in memory, and return its size."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            return path, sum(map(file.write, self.exports[path].pieces()))

    def write_pictures(self) -> None:
        parts, look = self.parts, self.parts.look
        logo, accent = look.images.logo.file, look.palette.accent
        for path, content in make_pictures(
            parts.site, mark=logo, node_modules=parts.node_modules, accent=accent
        ):
            write_file(self.folder / path, content)

    @cached_property
    def _notes(self) -> Notes:
        return Notes(self.parts.site)


class BankBuild:
    """A build, from start until everything is written."""

    def __init__(self, work: BankWork) -> None:
        self._work = work
        self._sizes = dict(work.parts.pdfs.sizes)
        self.bodies: dict[Address, str] = {}
        self._workers = ExitStack()
        self._downloads: Iterator[tuple[str, int]] = iter(())
        self._pages: Iterator[dict[Address, str]] = iter(())
        self._pictures: Iterator[None] = iter(())

    def start(self) -> None:
        """Make the pages of quizzes and decks, and start everything else in the background."""
        parts = self._work.parts
        compile_templates()
        units = [("make_unit", (path,)) for path in parts.site.units_by_path]
        with start_workers(self._work) as run:
            for made in _hear(run(units)):
                self.bodies.update(made.bodies)
                self._sizes.update(made.sizes)
                parts.site.kept.update(made.kept)
        run = self._workers.enter_context(start_workers(self._work))
        exports = [path for path in self._work.exports if path not in self._sizes]
        others = [address for address in parts.pages if address not in self.bodies]
        self._downloads = _hear(run(("make_export", (path,)) for path in exports))
        self._pages = _hear(run(_call_in_parts("render_pages", others)))
        self._pictures = _hear(run([("write_pictures", ())]))

    def follow(self, last: BankBuild, kept: Mapping[Address, str]) -> None:
        """Render only pages affected by an edit, and make only new downloads."""
        made, exports = last.downloads.sizes, self._work.exports
        self._sizes.update((path, made[path]) for path in exports if path in made)
        self._downloads = (self._work.make_export(path) for path in exports if path not in made)
        self.bodies = dict(kept)
        others = [address for address in self._work.parts.pages if address not in kept]
        self._pages = (self._work.render_pages([address]) for address in others)

    def body(self, address: Address) -> str:
        """Return the body of a page, waiting until it is rendered."""
        while address not in self.bodies:
            self.bodies.update(next(self._pages))
        return self.downloads.fill_in(self.bodies[address])

    @cached_property
    def downloads(self) -> Downloads:
        """Return the downloads with their sizes, waiting until all are made."""
        self._sizes.update(self._downloads)
        return Downloads(self._sizes, self._work.parts.pdfs.dates)

    def finish(self) -> None:
        """Wait until everything is written."""
        _ = self.downloads
        for _ in self._pictures:
            pass
        self.stop()

    def stop(self) -> None:
        """Stop the processes."""
        self._workers.close()


def _hear(results: Iterator[Any]) -> Iterator[Any]:
    try:
        yield from results
    except KilledError as error:
        fact = message("A process of the build was killed, perhaps because there was too little memory.")
        raise BankBuildError(fact) from error


def _call_in_parts(method: str, subjects: Sequence[Any]) -> Iterator[Call]:
    """Split the work into calls with a few subjects each, so that processes finish around the same time."""
    for at in range(0, len(subjects), _PAGES_A_CALL):
        yield method, (subjects[at : at + _PAGES_A_CALL],)

"""Work of a build: makes the pages and files of a site, each by a method that any process can run.

A unit is worked on as a whole: its pages in every language, its notes, records and texts are made of the same
fragments, which are rendered once in the process that has the unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from espejo.build.outputs import Manifest, Output, keep_file, write_output, write_pieces
from espejo.build.page_keys import PageKeys
from espejo.cache.digest import take_digest
from espejo.exports.bank_json import write_unit
from espejo.exports.files import Export, list_exports, make_card_font
from espejo.exports.notes import Notes
from espejo.files import write_file
from espejo.model.addresses import PRACTICE_MAP
from espejo.rendering.downloads import Downloads, write_size
from espejo.rendering.site import Site
from espejo.rendering.view import View
from espejo.site.frame import Frame, HandWritten
from espejo.site.page import Page
from espejo.site.pages.titles import find_trail
from espejo.site.pictures import describe_pictures, make_pictures
from espejo.site.search.search_index import make_search_index
from espejo.site.search.search_records import list_search_records, list_unit_records
from espejo.site.shell import Shell, encode_page, finish_page, list_pending

SEARCH_FOLDER = "pagefind/"

Made = tuple[str, Output]
"""The path of a file that was written, and what is to be remembered of it."""


class HandWrittenPage(NamedTuple):
    """A page that was written by hand: its path, its locale, and what MkDocs has made of its text."""

    path: str
    locale: str
    content: HandWritten


class Draft(NamedTuple):
    """A page that waits in a file of its own, because it shows the sizes of downloads still to be made."""

    path: str
    shows: tuple[str, ...]  # the paths of those downloads


@dataclass
class SiteWork:
    """A site and all that its files are made with, and the folder to write them to."""

    site: Site
    pages: Mapping[str, Page]  # by the paths of their files
    shells: Mapping[tuple[str, bool], Shell]
    modules: Mapping[str, str]
    downloads: Downloads
    mark: Path
    node_modules: Path
    folder: Path
    last: Manifest  # what the last build has left
    worker: bool = False
    hand_written: Mapping[str, HandWrittenPage] = field(default_factory=dict)  # by the paths of their files

    @cached_property
    def exports(self) -> Mapping[str, Export]:
        """The downloads by path, without the practice map: pages name its hash, so it is made before them."""
        listed = list_exports(self.site, self.node_modules)
        return {
            one.path: one._replace(key=take_digest(self._packages, one.key))
            for one in listed
            if one.path != PRACTICE_MAP
        }

    @cached_property
    def _packages(self) -> bytes:
        """What npm has installed: Anki packages and pictures are made with fonts that no page names."""
        installed = self.node_modules / ".package-lock.json"
        return take_digest(installed.read_bytes() if installed.is_file() else b"")

    def make_unit(self, path: str, pages: Sequence[str], texts: Sequence[str]) -> list[Draft | Made]:
        """Render pages of a quiz or deck, write its texts, and keep what larger files will be made of."""
        folder, _, slug = path.partition("/")
        for locale in self.site.bank.locales:
            self._notes.sides(folder, slug, locale)
            self.site.terms.used_by(path, locale)
            list_unit_records(self.site, path, locale)
            write_unit(self.site, path, (locale,))
        write_unit(self.site, path, tuple(self.site.bank.locales))
        made = self.make_exports(texts)
        sizes = {text: output.size for text, output in made}
        return [*made, *self.make_pages(pages, sizes)]

    def make_pages(self, files: Sequence[str], sizes: Mapping[str, int]) -> list[Draft | Made]:
        return [made for file in files for made in self.make_page(file, sizes)]

    def make_page(self, file: str, sizes: Mapping[str, int]) -> list[Draft | Made]:
        """Render a page. It is finished if all downloads that it names have been made, with these sizes."""
        content = encode_page(self.render_page(self.pages[file]))
        shows = list_pending(content)
        if sizes.keys() >= set(shows):
            return [self._finish_page(file, content, shows, sizes)]
        write_file(self._draft_file(file), content)
        return [Draft(file, tuple(shows))]

    def render_page(self, page: Page) -> str:
        view = View(self.site, page.path, page.locale, downloads=self.downloads)
        frame = Frame(view, page=page, modules=self.modules, worker=self.worker)
        return frame.fill(self.shells[page.shell])

    def finish_drafts(self, drafts: Sequence[Draft], sizes: Mapping[str, int]) -> list[Made]:
        """Write pages that have waited for the sizes of downloads."""
        return [self._finish_draft(draft, sizes) for draft in drafts]

    def _finish_draft(self, draft: Draft, sizes: Mapping[str, int]) -> Made:
        waiting = self._draft_file(draft.path)
        content = waiting.read_bytes()
        waiting.unlink()
        return self._finish_page(draft.path, content, draft.shows, sizes)

    def _finish_page(self, file: str, content: bytes, shows: Iterable[str], sizes: Mapping[str, int]) -> Made:
        """Write a page with the sizes of the downloads that it names."""
        path, output = self._write(file, self.page_keys[file], finish_page(content, sizes))
        return path, output._replace(shows={one: write_size(sizes[one]) for one in shows})

    def _draft_file(self, file: str) -> Path:
        return self.folder / f"{file}.draft"

    def make_hand_written(self, file: str) -> list[Draft | Made]:
        """Frame a page that was written by hand: its header and, on home, its content show the bank."""
        path, locale, content = self.hand_written[file]
        view = View(self.site, path, locale, downloads=self.downloads)
        content = content._replace(trail=find_trail(self.site, path, locale))
        frame = Frame(view, hand_written=content, modules=self.modules, worker=self.worker)
        html = frame.fill(self.shells[locale, False])
        return [self._write(file, b"", finish_page(encode_page(html), {}))]

    def make_exports(self, paths: Sequence[str]) -> list[Made]:
        exports = [self.exports[path] for path in paths]
        return [write_pieces(self.folder, one.path, one.key, one.pieces(), self.last) for one in exports]

    def prepare_packages(self) -> list[Made]:
        """Make what all packages have in common, so that no two processes do so at the same time."""
        make_card_font(self.site, self.node_modules)
        return []

    def make_search(self) -> list[Made]:
        """Make the search index, unless all that can be found is the same, which is less than can be read."""
        records = list(list_search_records(self.site))
        key = take_digest(self.site.keys.code, *map(repr, records))
        if kept := self._keep_group(key):
            return kept
        index = make_search_index(records)
        return [self._write(SEARCH_FOLDER + path, key, index[path]) for path in index]

    def make_pictures(self) -> list[Made]:
        """Make the pictures, unless all that they show is the same."""
        made_with = (self.site.keys.code, self._packages, self.site.home, self.mark.read_bytes())
        key = take_digest(*made_with, *describe_pictures(self.site))
        if kept := self._keep_group(key):
            return kept
        made = make_pictures(self.site, mark=self.mark, node_modules=self.node_modules)
        return [self._write(path, key, content) for path, content in made]

    def _keep_group(self, key: bytes) -> list[Made]:
        """Keep the files of the last site that were made together; none if they have to be made anew."""
        group = self.last.find_group(key)
        for path in group:
            keep_file(self.last.folder, self.folder, path)
        return list(group.items())

    @cached_property
    def page_keys(self) -> Mapping[str, bytes]:
        """The key of each page by the path of its file."""
        made_with = (self.shells, sorted(self.modules.items()), self.worker, self.downloads)
        keys = PageKeys(self.site, *map(repr, made_with))
        return {file: keys.make(page) for file, page in self.pages.items()}

    def end_call(self) -> None:
        """Note what was used of the cache, which the process that began the build does not know."""
        self.site.store.flush()

    def _write(self, path: str, key: bytes, content: bytes) -> Made:
        return write_output(self.folder, path, key, content, self.last)

    @cached_property
    def _notes(self) -> Notes:
        return Notes(self.site)

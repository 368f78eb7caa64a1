"""Build of a site: plans what has changed since the last build, and has processes make that and no more.

Two steps: quizzes and decks first, then what is made of all of them, such as packages and the search index.
Pages show the sizes of downloads, so those that were made before a download are finished at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property
from itertools import chain
from typing import Any

from espejo.build.outputs import Output, keep_file, list_files
from espejo.build.site_work import Draft, Made, SiteWork
from espejo.messages.message import MessageError, message
from espejo.model.addresses import text_path
from espejo.processes import Call, KilledError, Run, run_here, start_workers
from espejo.rendering.downloads import write_size
from espejo.site.offline_list import BuiltFile

_PAGES_A_CALL = 4
_DRAFTS_A_CALL = 50


class SiteBuildError(MessageError):
    """The site cannot be built; the message says why."""


class SiteBuild:
    """One build: its work, what the last build has left, and what is made so far."""

    def __init__(self, work: SiteWork) -> None:
        self.work = work
        self.outputs: dict[str, Output] = {}
        self._last = work.last
        self._drafts: list[Draft] = []
        self._workers = ExitStack()
        self._run: Run = run_here(work)
        self._started: Iterable[list[Draft | Made]] = ()

    def start(self) -> None:
        """Have processes begin to make what has changed. Quizzes come first: all the rest is made of them."""
        self._run = self._workers.enter_context(start_workers(self.work))
        calls = [*self._list_unit_calls(), *self._list_download_calls(), *self._list_page_calls()]
        self._started = self._run([("prepare_packages", ()), *calls])

    def finish(self) -> None:
        """Wait for what was started, keep what has not changed, and fill in the sizes of downloads."""
        with self._workers:
            self._take(self._started)
            self._keep_files(path for path in self.work.exports if path not in self._changed_exports)
            self._finish_pages()

    def stop(self) -> None:
        """Give up what was started."""
        self._workers.close()

    def make_first_pages(self, run: Run) -> None:
        """Make the pages that an edit of a quiz touches: its own, topics and collections, and home."""
        files = (file for file in self._changed_pages if self._is_first(file))
        calls: list[Call] = [("make_page", (file, self._last_sizes)) for file in files]
        calls += [("make_hand_written", (file,)) for file in self.work.hand_written]
        self._take(run(calls))

    def make_other_pages(self, run: Run) -> None:
        self._take(run(self._list_page_calls()))

    def make_units(self, run: Run) -> None:
        """Make the pages and texts of quizzes and decks, and keep what larger files will be made of."""
        self._take(run(self._list_unit_calls()))

    def make_downloads(self, run: Run) -> None:
        """Make the search index, the pictures, and the downloads that are made of several quizzes."""
        self._take(run(self._list_download_calls()))

    def _list_unit_calls(self) -> Iterator[Call]:
        for path, files in self._pages_of_units.items():
            pages = [file for file in files if file in self._changed_pages and file not in self.outputs]
            texts = [file for file in self._list_texts(path) if file in self._changed_exports]
            if pages or texts:
                yield "make_unit", (path, pages, texts)

    def _list_download_calls(self) -> Iterator[Call]:
        """The longest first, so that no process is busy with one of them in the end."""
        yield "make_search", ()
        yield "make_pictures", ()
        units = {text for path in self._pages_of_units for text in self._list_texts(path)}
        yield from (("make_exports", ([path],)) for path in self._changed_exports if path not in units)

    def _list_page_calls(self) -> Iterator[Call]:
        """Calls for the pages that are not of a quiz or deck."""
        pages = [file for file in self._changed_pages if not self.work.pages[file].units]
        pages = [file for file in pages if file not in self.outputs]
        return _call_in_parts("make_pages", pages, self._last_sizes)

    def _is_first(self, file: str) -> bool:
        page = self.work.pages[file]
        return bool(page.units) or "collection" in page.subject

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes of all downloads, by path."""
        made = {path: self.outputs[path].size for path in self.work.exports}
        return {**self.work.downloads.sizes, **made}

    def list_files(self) -> dict[str, BuiltFile]:
        """All files of the folder, also those that something else has made."""
        files = {}
        for path in list_files(self.work.folder):
            made, file = self.outputs.get(path), self.work.folder / path
            files[path] = made.file if made else BuiltFile.of(file.read_bytes())
        return files

    def _take(self, results: Iterable[list[Draft | Made]]) -> None:
        try:
            for one in chain.from_iterable(results):
                if isinstance(one, Draft):
                    self._drafts.append(one)
                else:
                    self.outputs.update([one])
        except KilledError as error:
            fact = message("A process of the build was killed, perhaps because there was too little memory.")
            raise SiteBuildError(fact) from error

    def _finish_pages(self) -> None:
        """Fill in the sizes. A page that shows a size which is another one now is rendered again."""
        sizes = self.sizes
        shown = {path: write_size(size) for path, size in sizes.items()}
        drafts, self._drafts = self._drafts, []
        needed = {path: sizes[path] for draft in drafts for path in draft.shows}
        self._take(self._run(_call_in_parts("finish_drafts", drafts, needed, _DRAFTS_A_CALL)))
        self._keep_files(file for file in self.work.page_keys if file not in self._changed_pages)
        outdated = [file for file in self.work.page_keys if not self._is_right(file, shown)]
        self._take(self._run(_call_in_parts("make_pages", outdated, sizes)))

    def _is_right(self, file: str, shown: Mapping[str, str]) -> bool:
        """Whether a page was made or kept, and shows the sizes that downloads have."""
        output = self.outputs.get(file)
        return output is not None and all(shown.get(path) == size for path, size in output.shows.items())

    @cached_property
    def _last_sizes(self) -> Mapping[str, int]:
        """The sizes that downloads had in the last site: most stay the same, others are corrected later."""
        return {path: output.size for path, output in self._last.outputs.items() if path in self.work.exports}

    @cached_property
    def _changed_pages(self) -> Mapping[str, bytes]:
        return {file: key for file, key in self.work.page_keys.items() if not self._last.find(file, key)}

    @cached_property
    def _changed_exports(self) -> Mapping[str, bytes]:
        keys = {path: export.key for path, export in self.work.exports.items()}
        return {path: key for path, key in keys.items() if not self._last.find(path, key)}

    @cached_property
    def _pages_of_units(self) -> Mapping[str, list[str]]:
        """The pages that are made of quizzes and decks, by the path of the first one. Every unit has some."""
        pages: dict[str, list[str]] = {path: [] for path in self.work.site.units_by_path}
        for file, page in self.work.pages.items():
            if page.units:
                pages[page.units[0]].append(file)
        return pages

    def _list_texts(self, path: str) -> list[str]:
        folder, _, slug = path.partition("/")
        return [text_path(locale, folder, slug) for locale in self.work.site.bank.locales]

    def _keep_files(self, paths: Iterable[str]) -> None:
        """Keep files of the last site that are still right, unless they were made anew."""
        for path in paths:
            if path not in self.outputs:
                keep_file(self._last.folder, self.work.folder, path)
                self.outputs[path] = self._last.outputs[path]


def _call_in_parts(
    method: str, subjects: Sequence[Any], sizes: Mapping[str, int], count: int = _PAGES_A_CALL
) -> Iterator[Call]:
    """Calls of a method with a few subjects each, so that no process is busy with many of them in the end."""
    for at in range(0, len(subjects), count):
        yield method, (subjects[at : at + count], sizes)

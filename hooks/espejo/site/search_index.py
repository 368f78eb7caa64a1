"""Search index, made by Pagefind from the records of a site: the same bank gives the same index everywhere.

Given a folder of pages, Pagefind finds pages, and numbers them in the order in which the file system lists
them. So we start it as a service, as its libraries for Python and Node do, and hand it the records in the
order of the bank. A request is JSON in base64 that ends with a comma, and so is its answer.

Each language has a service of its own, all at the same time: in an index of several languages nothing but
the list of languages is of more than one.
"""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import asdict
from importlib.metadata import version
from itertools import groupby
from operator import attrgetter
from queue import Queue
from threading import Thread
from typing import IO, Any

from espejo.messages.message import MessageError, message
from espejo.site.search_records import SearchRecord

FOLDER = "pagefind"
"""The folder of the index on a site."""

SEARCH_SCRIPT = f"{FOLDER}/pagefind.js"
"""The address of the script that reads the index."""

_LANGUAGES = "pagefind-entry.json"
"""The file of an index that lists its languages."""

_LANGUAGE = attrgetter("language")


class SearchIndexError(MessageError):
    """Pagefind could not index the site; the message is one line."""


def name_version() -> str:
    """The version of Pagefind, which alone decides what the script is."""
    return version("pagefind-bin")


class SearchIndexing:
    """The indexes of the languages, made while the pages are."""

    def __init__(self) -> None:
        self._added: dict[str, Queue[Sequence[SearchRecord]]] = {}
        self._indexes: dict[str, Future[dict[str, bytes]]] = {}

    def add(self, language: str, records: Sequence[SearchRecord]) -> None:
        """Have records of a language indexed in the background."""
        if language not in self._added:
            queue = self._added[language] = Queue()
            index = self._indexes[language] = Future()
            # A thread that nobody waits for: a failed build ends without it.
            Thread(target=_index_language, args=(iter(queue.get, ()), index), daemon=True).start()
        if records:
            self._added[language].put(records)

    def end(self, language: str) -> None:
        """A language has all its records: what takes longest can begin."""
        self._added[language].put(())

    def finish(self) -> dict[str, bytes]:
        """The files of the whole index by their path in the folder `pagefind`."""
        return _join([index.result() for index in self._indexes.values()])


def make_search_index(records: Iterable[SearchRecord]) -> dict[str, bytes]:
    """Index records of any languages."""
    indexing = SearchIndexing()
    for language, of_one in groupby(sorted(records, key=_LANGUAGE), _LANGUAGE):
        indexing.add(language, list(of_one))
        indexing.end(language)
    return indexing.finish()


def _index_language(batches: Iterable[Sequence[SearchRecord]], index: Future[dict[str, bytes]]) -> None:
    from pagefind_bin import get_executable

    try:
        command = [str(get_executable()), "--service"]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            index.set_result(dict(_Service(process).index(batches)))
    except OSError as error:
        index.set_exception(_failure(str(error)))
    except SearchIndexError as error:
        index.set_exception(error)


def _join(indexes: Sequence[Mapping[str, bytes]]) -> dict[str, bytes]:
    """One index of all: each has files of its language, the same scripts, and the list of its language."""
    files = {path: content for index in indexes for path, content in index.items()}
    lists = [json.loads(index[_LANGUAGES]) for index in indexes]
    if lists:
        languages = {name: one for listed in lists for name, one in listed["languages"].items()}
        files[_LANGUAGES] = _write_json({**lists[0], "languages": languages})
    return files


class _Service:
    """A conversation with Pagefind."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin and process.stdout  # noqa: S101
        self._process = process
        self._requests = process.stdin
        self._answers = _split_answers(process.stdout)

    def index(self, batches: Iterable[Sequence[SearchRecord]]) -> Iterator[tuple[str, bytes]]:
        self._tell([{"type": "NewIndex"}])
        index = self._hear()["index_id"]
        for records in batches:
            self._add(index, records)
        self._tell([{"type": "GetFiles", "index_id": index}])
        for file in self._hear()["files"]:
            if _is_used(file["path"]):
                yield file["path"], base64.b64decode(file["content"])

    def _add(self, index: int, records: Iterable[SearchRecord]) -> None:
        added = [{"type": "AddRecord", "index_id": index, **asdict(record)} for record in records]
        # All at once, while the answers are read: one by one, each side would wait for the other.
        telling = Thread(target=self._tell, args=(added,))
        telling.start()
        try:
            for _ in added:
                self._hear()
        except SearchIndexError:
            self._process.kill()  # it may wait for somebody to hear it, and the thread for it
            raise
        finally:
            telling.join()

    def _tell(self, requests: Iterable[Mapping[str, Any]]) -> None:
        """Send requests. If the service has ended, `_hear` says so."""
        with suppress(BrokenPipeError):
            for request in requests:
                asked = json.dumps({"message_id": 1, "payload": request}).encode()
                self._requests.write(base64.b64encode(asked) + b",")
            self._requests.flush()

    def _hear(self) -> Any:
        """Wait for the next answer."""
        answer = json.loads(base64.b64decode(next(self._answers)))["payload"]
        if answer["type"] == "Error":
            raise _failure(answer["message"])
        return answer


def _split_answers(stream: IO[bytes]) -> Iterator[bytes]:
    """The answers, each of which ends with the only comma in it."""
    begun: list[bytes] = []
    while read := stream.read1(1 << 20):  # type: ignore[attr-defined]
        *ended, rest = read.split(b",")
        for end in ended:
            yield b"".join([*begun, end])
            begun.clear()
        begun.append(rest)
    raise _failure(message("it ended too early."))


def _is_used(path: str) -> bool:
    """Whether our pages load a file: they have a search form of their own, and no part of Pagefind's."""
    return not path.endswith((".css", "ui.js", "highlight.js"))


def _write_json(listed: object) -> bytes:
    """JSON with sorted keys: always the same bytes."""
    return json.dumps(listed, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _failure(why: str) -> SearchIndexError:
    return SearchIndexError(message("Pagefind could not index the site: {reason}", reason=why))

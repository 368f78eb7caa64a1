"""Search index: runs Pagefind on a site's search records, with reproducible output.

Given a folder, Pagefind indexes whole pages, in the order in which the file system lists them. So we run it
as a service instead, as its Python and Node libraries do, and send it the records in bank order. Requests
and responses are JSON in base64, each ending with a comma.

There is one service per language, all running in parallel. Their indexes are easily merged: only the list of
languages is shared.
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
from queue import Queue
from threading import Thread
from typing import IO, Any

from espejo.messages.message import MessageError, message
from espejo.site.search_records import SearchRecord

FOLDER = "pagefind"
"""Folder of the index on a site."""

SEARCH_SCRIPT = f"{FOLDER}/pagefind.js"
"""Address of the script that reads the index."""

_LANGUAGES = "pagefind-entry.json"
"""The file of an index that lists its languages."""


class SearchIndexError(MessageError):
    """Pagefind could not index the site; the message is one line."""


def name_version() -> str:
    """Return the version of Pagefind, which alone determines the script."""
    return version("pagefind-bin")


class SearchIndexing:
    """Builds the indexes of all languages in the background, while pages are rendered."""

    def __init__(self) -> None:
        self._added: dict[str, Queue[Sequence[SearchRecord]]] = {}
        self._indexes: dict[str, Future[dict[str, bytes]]] = {}

    def add(self, language: str, records: Sequence[SearchRecord]) -> None:
        """Index records of a language in the background."""
        if language not in self._added:
            queue = self._added[language] = Queue()
            index = self._indexes[language] = Future()
            # A daemon thread, so that a failed build can exit.
            Thread(target=_index_language, args=(iter(queue.get, ()), index), daemon=True).start()
        if records:
            self._added[language].put(records)

    def end(self, language: str) -> None:
        """Mark a language as complete, so that Pagefind can start the slowest step."""
        self._added[language].put(())

    def finish(self) -> dict[str, bytes]:
        """Return the files of the whole index, by path in the folder `pagefind`."""
        return _join([index.result() for index in self._indexes.values()])


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
    """Merge the indexes: they have the same scripts, their own language's files, and a list of languages."""
    files = {path: content for index in indexes for path, content in index.items()}
    lists = [json.loads(index[_LANGUAGES]) for index in indexes]
    if lists:
        languages = {name: one for listed in lists for name, one in listed["languages"].items()}
        files[_LANGUAGES] = _write_json({**lists[0], "languages": languages})
    return files


class _Service:
    """A running Pagefind service."""

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
        # Send everything while reading responses; one at a time, each side would wait for the other.
        telling = Thread(target=self._tell, args=(added,))
        telling.start()
        try:
            for _ in added:
                self._hear()
        except SearchIndexError:
            self._process.kill()  # it may be blocked writing, and the thread waiting for it
            raise
        finally:
            telling.join()

    def _tell(self, requests: Iterable[Mapping[str, Any]]) -> None:
        """Send requests. If the service has exited, `_hear` raises the error."""
        with suppress(BrokenPipeError):
            for request in requests:
                asked = json.dumps({"message_id": 1, "payload": request}).encode()
                self._requests.write(base64.b64encode(asked) + b",")
            self._requests.flush()

    def _hear(self) -> Any:
        """Wait for the next response."""
        answer = json.loads(base64.b64decode(next(self._answers)))["payload"]
        if answer["type"] == "Error":
            raise _failure(answer["message"])
        return answer


def _split_answers(stream: IO[bytes]) -> Iterator[bytes]:
    """Split the stream into responses, which end with a comma and contain no other."""
    begun: list[bytes] = []
    while read := stream.read1(1 << 20):  # type: ignore[attr-defined]
        *ended, rest = read.split(b",")
        for end in ended:
            yield b"".join([*begun, end])
            begun.clear()
        begun.append(rest)
    raise _failure(message("it ended too early."))


def _is_used(path: str) -> bool:
    """Whether our pages load a file: they have their own search form, not Pagefind's UI."""
    return not path.endswith((".css", "ui.js", "highlight.js"))


def _write_json(listed: object) -> bytes:
    """Write JSON with sorted keys, so that the bytes are always the same."""
    return json.dumps(listed, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _failure(why: str) -> SearchIndexError:
    return SearchIndexError(message("Pagefind could not index the site: {reason}", reason=why))

"""Search index, made by Pagefind from the records of a site: the same bank gives the same index everywhere.

Given a folder of pages, Pagefind finds pages, and numbers them in the order in which the file system lists
them. So we start it as a service, as its libraries for Python and Node do, and hand it the records in the
order of the bank. A request is JSON in base64 that ends with a comma, and so is its answer.
"""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from importlib.metadata import version
from typing import IO, Any, NoReturn

from espejo.messages.message import MessageError, message
from espejo.site.search.search_records import SearchRecord

SEARCH_SCRIPT = "pagefind/pagefind.js"
"""The address of the script that reads the index."""


class SearchIndexError(MessageError):
    """Pagefind could not index the site; the message is one line."""


def name_version() -> str:
    """The version of Pagefind, which alone decides what the script is."""
    return version("pagefind-bin")


def make_search_index(records: Iterable[SearchRecord]) -> dict[str, bytes]:
    """Index the records of a site. Returns the files of the index by their path in the folder `pagefind`."""
    from pagefind_bin import get_executable

    try:
        command = [str(get_executable()), "--service"]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as service:
            return dict(_index_records(service, records))
    except OSError as error:
        _fail(str(error))


def _index_records(
    service: subprocess.Popen[bytes], records: Iterable[SearchRecord]
) -> Iterator[tuple[str, bytes]]:
    index = _ask(service, type="NewIndex")["index_id"]
    for record in records:
        _ask(service, type="AddRecord", index_id=index, **asdict(record))
    for file in _ask(service, type="GetFiles", index_id=index)["files"]:
        if _is_used(file["path"]):
            content = base64.b64decode(file["content"])
            yield file["path"], _sort_keys(content) if file["path"].endswith(".json") else content


def _is_used(path: str) -> bool:
    """Whether our pages load a file: they have a search form of their own, and no part of Pagefind's."""
    return not path.endswith((".css", "ui.js", "highlight.js"))


def _ask(service: subprocess.Popen[bytes], **request: Any) -> Any:
    """Send a request, and wait for the answer."""
    asked = json.dumps({"message_id": 1, "payload": request}).encode()
    assert service.stdin and service.stdout  # noqa: S101
    service.stdin.write(base64.b64encode(asked) + b",")
    service.stdin.flush()
    answer = json.loads(base64.b64decode(_read_to_comma(service.stdout)))["payload"]
    if answer["type"] == "Error":
        _fail(answer["message"])
    return answer


def _read_to_comma(stream: IO[bytes]) -> bytes:
    """Read one answer, which ends with the only comma in it."""
    answer = b""
    while not answer.endswith(b","):
        read = stream.read1(1 << 20)  # type: ignore[attr-defined]
        if not read:
            _fail(message("it ended too early."))
        answer += read
    return answer[:-1]


def _sort_keys(content: bytes) -> bytes:
    """Sort the keys of a JSON file. Pagefind lists the languages in another order each time."""
    return json.dumps(json.loads(content), ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _fail(why: str) -> NoReturn:
    raise SearchIndexError(message("Pagefind could not index the site: {reason}", reason=why))

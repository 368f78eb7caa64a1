"""Link checker for cited pages: requests each one, with a few connections and pauses.

Nothing a server sends is shown to users, except its status code.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from time import sleep
from typing import IO, Literal, NamedTuple
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

USER_AGENT = "espejo-sources/1 (asks now and then whether the pages that a question bank cites still exist)"

State = Literal["answers", "refuses", "gone"]

_CONNECTIONS = 4
_TIMEOUT = 20  # seconds

_REFUSALS = frozenset([401, 403, 405, 406, 429])
"""Status codes of servers that refuse programs although the page exists."""

_UNCERTAIN = frozenset([408, 425, 429, 500, 502, 503, 504])
"""Status codes of temporary failures."""


class Answer(NamedTuple):
    """Result of a request: the state of the page, and the status code, or 0 if there was no answer."""

    state: State
    status: int


def ask_pages(addresses: Iterable[str], *, pause: float = 5) -> dict[str, Answer]:
    """Request each page, a few at a time, and again after a pause in seconds if there is no answer."""
    pages = sorted({address.partition("#")[0] for address in addresses})
    opener = build_opener(_Redirects)
    with ThreadPoolExecutor(_CONNECTIONS) as pool:
        answers = pool.map(lambda page: _ask_twice(opener, page, pause), pages)
        return dict(zip(pages, answers, strict=True))


def _ask_twice(opener: OpenerDirector, page: str, pause: float) -> Answer:
    status = _ask(opener, page)
    if not status or status in _UNCERTAIN:
        sleep(pause)
        status = _ask(opener, page)
    if 200 <= status < 300:
        return Answer("answers", status)
    return Answer("refuses" if status in _REFUSALS else "gone", status)


def _ask(opener: OpenerDirector, page: str) -> int:
    """Request a page with HEAD, then GET if that fails; returns the status code, or 0 without an answer."""
    status = _request(opener, page, "HEAD")
    return status if 200 <= status < 300 else _request(opener, page, "GET")


def _request(opener: OpenerDirector, page: str, method: str) -> int:
    request = Request(page, method=method, headers={"User-Agent": USER_AGENT, "Accept": "*/*"})  # noqa: S310 (the check accepts https alone)
    try:
        with opener.open(request, timeout=_TIMEOUT) as response:
            return int(response.status)
    except HTTPError as error:
        error.close()
        return error.code
    except (OSError, HTTPException, ValueError):
        return 0


class _Redirects(HTTPRedirectHandler):
    """Follows redirects with the same method, as long as the scheme stays the same."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: object, newurl: str
    ) -> Request:
        if not newurl.startswith(f"{req.type}://"):
            raise HTTPError(req.full_url, code, msg, headers, fp)  # type: ignore[arg-type]
        return Request(newurl, method=req.get_method(), headers=dict(req.headers), unverifiable=True)  # noqa: S310 (as above)

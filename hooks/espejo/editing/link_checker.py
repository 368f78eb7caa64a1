"""Link checker for cited pages: requests each one over https, with a few connections and pauses.

Nothing a server sends is shown to users, except its status code.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPException
from time import sleep
from typing import IO, Literal, NamedTuple
from urllib.error import HTTPError
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    UnknownHandler,
)

USER_AGENT = "espejo-sources/1 (asks now and then whether the pages that a question bank cites still exist)"

State = Literal["answers", "refuses", "gone"]

_REFUSALS = frozenset([401, 403, 405, 406, 429])
"""Status codes of servers that refuse programs although the page exists."""

_UNCERTAIN = frozenset([408, 425, 429, 500, 502, 503, 504])
"""Status codes of temporary failures."""


class Answer(NamedTuple):
    """Result of a request: the state of the page, and the status code, or 0 if there was no answer."""

    state: State
    status: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """Request settings. Tests use another scheme, because a local server has no certificate."""

    scheme: str = "https"
    at_once: int = 4
    timeout: float = 20  # seconds
    pause: float = 5  # seconds before the second attempt


def ask_pages(addresses: Iterable[str], manners: Manners) -> dict[str, Answer]:
    """Request each page, a few at a time, with one retry if there is no answer."""
    pages = sorted({address.partition("#")[0] for address in addresses})
    opener = _make_opener(manners.scheme)
    with ThreadPoolExecutor(manners.at_once) as pool:
        answers = pool.map(lambda page: _ask_twice(opener, page, manners), pages)
        return dict(zip(pages, answers, strict=True))


def _ask_twice(opener: OpenerDirector, page: str, manners: Manners) -> Answer:
    status = _ask(opener, page, manners.timeout)
    if not status or status in _UNCERTAIN:
        sleep(manners.pause)
        status = _ask(opener, page, manners.timeout)
    if 200 <= status < 300:
        return Answer("answers", status)
    return Answer("refuses" if status in _REFUSALS else "gone", status)


def _ask(opener: OpenerDirector, page: str, timeout: float) -> int:
    """Request a page with HEAD, then GET if that fails; returns the status code, or 0 without an answer."""
    status = _request(opener, page, "HEAD", timeout)
    return status if 200 <= status < 300 else _request(opener, page, "GET", timeout)


def _request(opener: OpenerDirector, page: str, method: str, timeout: float) -> int:
    request = Request(page, method=method, headers={"User-Agent": USER_AGENT, "Accept": "*/*"})  # noqa: S310 (the opener knows one scheme)
    try:
        with opener.open(request, timeout=timeout) as response:
            return int(response.status)
    except HTTPError as error:
        error.close()
        return error.code
    except (OSError, HTTPException, ValueError):
        return 0


def _make_opener(scheme: str) -> OpenerDirector:
    """An opener that supports only this scheme: no files, no FTP, and no redirects to other schemes."""
    handlers = (
        ProxyHandler(),
        HTTPSHandler() if scheme == "https" else HTTPHandler(),
        HTTPDefaultErrorHandler(),
        HTTPErrorProcessor(),
        _Redirects(scheme),
        UnknownHandler(),
    )
    opener = OpenerDirector()
    for handler in handlers:
        opener.add_handler(handler)
    return opener


class _Redirects(HTTPRedirectHandler):
    """Follows redirects with the same method, as long as the scheme stays the same."""

    def __init__(self, scheme: str) -> None:
        self._scheme = scheme

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: object, newurl: str
    ) -> Request:
        if not newurl.startswith(f"{self._scheme}://"):
            raise HTTPError(req.full_url, code, msg, headers, fp)  # type: ignore[arg-type]
        return Request(newurl, method=req.get_method(), headers=dict(req.headers), unverifiable=True)  # noqa: S310 (as above)

"""Fetching of a published bank: an address or a file to bytes, within limits, and nothing else is loaded."""

from __future__ import annotations

import ipaddress
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from time import monotonic
from typing import IO, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit, urlunsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    getproxies,
)

from espejo.messages.message import MessageError, message
from espejo.model.addresses import bank_path
from espejo.study.terminal.published import MAX_SIZE
from espejo.study.terminal.text.clean import clean_line

TIMEOUT = 20
"""How many seconds to wait for a server each time, and six times as long for all of a file."""

_CHUNK = 65_536


class FetchError(MessageError):
    """A bank that cannot be fetched; its text says why in one sentence."""


def fetch_bank(source: str) -> tuple[bytes, str]:
    """The bytes at an address or in a file, and its name. A site or a folder stands for its bank.json."""
    if "://" in source or source.startswith("//"):
        address = _complete(source)
        return _fetch(address), clean_line(address)
    path = Path(source)
    path = path / bank_path() if path.is_dir() else path
    return _read(path), clean_line(str(path))


def _complete(address: str) -> str:
    """The address of the file, checked: a site's home leads to its bank.json."""
    _check(address)
    parts = urlsplit(address)
    if parts.path.endswith(".json") or parts.query:
        return address
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/{bank_path()}", fragment=""))


def _check(address: str) -> None:
    """Allow https, and http to this machine alone: what comes over it elsewhere, anybody may have changed."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        _ = parts.port  # raises if it is no number
    except ValueError:
        host, parts = "", urlsplit("")
    if (
        host
        and parts.scheme == "https"
        and address.isascii()
        and address.isprintable()
        and " " not in address
    ):
        return
    if host and parts.scheme == "http" and _is_loopback(host):
        return
    raise FetchError(
        message(
            "{address} is not an address that can be loaded. It has to begin with https:// and name a site.",
            address=clean_line(address),
        )
    )


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class _SameKind(HTTPRedirectHandler):
    """Follows redirects to addresses that could be asked for themselves, and from https never to http."""

    max_redirections = 5

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        _check(newurl)
        if req.full_url.startswith("https:") and not newurl.startswith("https:"):
            raise FetchError(
                message(
                    "{address} leads to a page without https. Give another address.", address=req.full_url
                )
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _make_opener() -> OpenerDirector:
    """An opener for http and https alone: that of the library would also open files."""
    opener = OpenerDirector()
    proxies = {scheme: proxy for scheme, proxy in getproxies().items() if scheme == "https"}
    for handler in (
        ProxyHandler(proxies),
        HTTPHandler(),
        HTTPSHandler(),
        _SameKind(),
        HTTPDefaultErrorHandler(),
        HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener


class _Stream(Protocol):
    def read(self, size: int, /) -> bytes: ...


def _fetch(address: str) -> bytes:
    name = clean_line(address)
    try:
        request = Request(address, headers={"User-Agent": "espejo"})  # noqa: S310 (checked above)
        with _make_opener().open(request, timeout=TIMEOUT) as response:
            return _read_all(response, name, deadline=monotonic() + 6 * TIMEOUT)
    except HTTPError as error:
        raise FetchError(
            message("{address} cannot be loaded: the server answers {code}.", address=name, code=error.code)
        ) from None
    except (URLError, OSError, HTTPException, ValueError) as error:
        if isinstance(error, FetchError):
            raise
        reason = clean_line(str(getattr(error, "reason", "") or error))[:200]
        raise FetchError(
            message("{address} cannot be loaded: {reason}.", address=name, reason=reason.rstrip("."))
        ) from None


def _read_all(stream: _Stream, name: str, *, deadline: float) -> bytes:
    parts, size = [], 0
    while part := stream.read(_CHUNK):
        parts.append(part)
        size += len(part)
        if size > MAX_SIZE:
            raise FetchError(
                message("{file} is too large: at most {bytes} bytes.", file=name, bytes=MAX_SIZE)
            )
        if monotonic() > deadline:
            raise FetchError(message("{address} takes too long to load. Try again later.", address=name))
    return b"".join(parts)


def _read(path: Path) -> bytes:
    name = clean_line(str(path))
    try:
        with path.open("rb") as stream:
            return stream.read(MAX_SIZE + 1)
    except FileNotFoundError:
        raise FetchError(message("there is no file {file}.", file=name)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or str(error)
        raise FetchError(message("{file} cannot be read: {reason}.", file=name, reason=reason)) from None

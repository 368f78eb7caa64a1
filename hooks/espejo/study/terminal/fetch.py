"""Fetcher for published banks: loads bank.json from a URL or a file, with limits on size and time."""

from __future__ import annotations

import ipaddress
from http.client import HTTPException, HTTPMessage, HTTPResponse
from pathlib import Path
from time import monotonic
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener, getproxies

from espejo.messages.message import MessageError, fail, message
from espejo.model.addresses import bank_path
from espejo.study.log_file import open_file
from espejo.study.terminal.clean import clean_line
from espejo.study.terminal.published import MAX_SIZE

TIMEOUT = 20
"""Seconds to wait for each response of a server; a whole file may take six times as long."""

_CHUNK = 65_536


def fetch_bank(source: str) -> tuple[bytes, str]:
    """Fetch the bytes at a URL or in a file, and its name. A site or a folder means its bank.json."""
    if "://" in source or source.startswith("//"):
        address = _complete(source)
        return _fetch(address), clean_line(address)
    path = Path(source)
    path = path / bank_path() if path.is_dir() else path
    name = clean_line(str(path))
    with open_file(path, name) as stream:
        return stream.read(MAX_SIZE + 1), name


def _complete(address: str) -> str:
    """Return the checked URL of the file; a site's home becomes its bank.json."""
    _check(address)
    parts = urlsplit(address)
    if parts.path.endswith(".json") or parts.query:
        return address
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/{bank_path()}", fragment=""))


def _check(address: str) -> None:
    """Allow https, and http only to this machine, because anyone on the way could change plain http."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        _ = parts.port  # raises if it isn't a number
    except ValueError:
        host, parts = "", urlsplit("")
    is_plain = address.isascii() and address.isprintable() and " " not in address
    if host and is_plain and (parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(host))):
        return
    fail(
        "{address} is not an address that can be loaded. It has to begin with https:// and name a site.",
        address=clean_line(address),
    )


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class _SameKind(HTTPRedirectHandler):
    """Follows redirects only to addresses that are allowed themselves, and never from https to http."""

    max_redirections = 5

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        _check(newurl)
        if req.full_url.startswith("https:") and not newurl.startswith("https:"):
            fail("{address} leads to a page without https. Give another address.", address=req.full_url)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _fetch(address: str) -> bytes:
    """Load what is at a checked URL; this machine itself is never asked through a proxy."""
    name = clean_line(address)
    proxies = {scheme: proxy for scheme, proxy in getproxies().items() if scheme == "https"}
    try:
        request = Request(address, headers={"User-Agent": "espejo"})  # noqa: S310 (checked above)
        with build_opener(ProxyHandler(proxies), _SameKind()).open(request, timeout=TIMEOUT) as response:
            return _read_all(response, name, deadline=monotonic() + 6 * TIMEOUT)
    except MessageError:
        raise
    except HTTPError as error:
        raise MessageError(
            message("{address} cannot be loaded: the server answers {code}.", address=name, code=error.code)
        ) from None
    except (URLError, OSError, HTTPException, ValueError) as error:
        reason = clean_line(str(getattr(error, "reason", "") or error))[:200]
        raise MessageError(
            message("{address} cannot be loaded: {reason}.", address=name, reason=reason.rstrip("."))
        ) from None


def _read_all(stream: HTTPResponse, name: str, *, deadline: float) -> bytes:
    parts, size = [], 0
    while part := stream.read(_CHUNK):
        parts.append(part)
        size += len(part)
        if size > MAX_SIZE:
            fail("{file} is too large: at most {bytes} bytes.", file=name, bytes=MAX_SIZE)
        if monotonic() > deadline:
            fail("{address} takes too long to load. Try again later.", address=name)
    return b"".join(parts)

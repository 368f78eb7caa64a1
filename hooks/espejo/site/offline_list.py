"""Offline list: manifest of the files the service worker may cache, each with a content hash.

The service worker and the offline page load the list, and cache a file only if it has that hash, so that the
cache is always of one build, even if another is published meanwhile. Every reader loads the list. The search
index has several files per question, so it has a separate list, for readers who keep the whole site.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from espejo.model.addresses import OFFLINE, SEARCH
from espejo.rendering.site import Site
from espejo.site.assets import take_version

OFFLINE_LIST = "offline.json"
"""Address of the list."""

SEARCH_LIST = "offline_search.json"
"""Address of the list for the search index."""

WORKER = "service_worker.js"
"""Address of the service worker. It never changes, because browsers look there for updates."""

_INDEX = "index.html"
_NOT_FOUND = "404.html"
_SEARCH = "pagefind/"
_PARTS = ("assets/js/", "assets/stylesheets/", "assets/javascripts/", _SEARCH)
"""Folders of files with a hash in their names, or loaded only by such files."""

_ALWAYS = (OFFLINE, SEARCH)
"""Pages that are always cached, in all languages, so that the site can say what else is available."""

_LATE = tuple(f"assets/js/{name}-" for name in ("search_dialog", "keys_dialog", "term_popover", "ending"))
"""Scripts that load once a reader needs them: always cached, or visited pages would lack them offline."""

_MARK = "assets/mark.svg"

_BUILD = b"@build@"


class OfflineList(NamedTuple):
    """A build's id and its offline lists, keyed by address."""

    build: str
    files: dict[str, bytes]


class BuiltFile(NamedTuple):
    """A file of a site: its size and the hash of its content."""

    size: int
    version: str

    @classmethod
    def of(cls, content: bytes) -> BuiltFile:
        return cls(len(content), take_version(content))


def list_built_files(folder: Path) -> dict[str, BuiltFile]:
    """List the files of a built site, by path."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): BuiltFile.of(path.read_bytes()) for path in files}


def make_offline_list(site: Site, files: Mapping[str, BuiltFile], downloads: Collection[str]) -> OfflineList:
    """Make the list for a site with these files, by path; `downloads` are cached only on request."""
    pages, search, taken = _Group(), _Group(), _Group()
    for name in sorted(files, key=lambda name: name.split("/")):
        if name in downloads:
            taken.add(name, files[name])
        elif (address := _find_address(name, site)) is not None:  # home's is empty
            group = search if address.startswith(_SEARCH) and "?" not in address else pages
            group.add(address, files[name])
    search_list = _write(search.hashes)
    search_address = f"{SEARCH_LIST}?v={take_version(search_list)}"
    pages.add(search_address, BuiltFile.of(search_list))
    always = [site.address(path, locale) for path in _ALWAYS for locale in site.bank.locales]
    listed = {
        "always": [*always, *(name for name in pages.hashes if name.startswith((*_LATE, _MARK)))],
        "site": {"bytes": pages.size + search.size, "files": pages.hashes},
        "search": search_address,
        "downloads": {"bytes": taken.size, "files": taken.hashes},
    }
    build = sha256(_write(listed)).hexdigest()[:16]
    return OfflineList(build, {SEARCH_LIST: search_list, OFFLINE_LIST: _write({"build": build, **listed})})


class _Group:
    """Files that are cached together."""

    def __init__(self) -> None:
        self.hashes: dict[str, str] = {}
        self.size = 0

    def add(self, address: str, file: BuiltFile) -> None:
        self.hashes[address] = file.version
        self.size += file.size


def _find_address(name: str, site: Site) -> str | None:
    """Return the address pages use for a file; None if no page needs it."""
    if name in site.versions:
        return f"{name}?v={site.versions[name]}"
    if site.directory_urls and name.rpartition("/")[2] == _INDEX:
        return name.removesuffix(_INDEX)
    if not site.directory_urls and name.endswith(".html") and name != _NOT_FOUND:
        return name
    return name if name.startswith((*_PARTS, _MARK)) and not name.endswith(".txt") else None


def _write(listed: object) -> bytes:
    return json.dumps(listed, separators=(",", ":")).encode()


def finish_worker(script: bytes, build: str) -> bytes:
    """Put the build id into the service worker, so that browsers notice a new build."""
    return script.replace(_BUILD, build.encode())

"""Offline list: the files that a browser may keep, each with the hash of its content.

The service worker and the page about it load the list, and keep a file only if it has that hash: so what they
keep is always of one build, whatever is published while they fetch. Every reader loads the list. The search
index has several files a question, so it is in a list of its own, for those who keep the whole site.
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
"""The address of the list."""

SEARCH_LIST = "offline_search.json"
"""The address of the list of the search index."""

WORKER = "service_worker.js"
"""The address of the service worker. It never changes: a browser asks there for a newer one."""

_INDEX = "index.html"
_NOT_FOUND = "404.html"
_SEARCH = "pagefind/"
_PARTS = ("assets/js/", "assets/stylesheets/", "assets/javascripts/", _SEARCH)
"""Folders of files that have a hash in their names, or are only loaded by such."""

_ALWAYS = (OFFLINE, SEARCH)
"""The pages that every browser keeps, in all languages, so that it can say what else there is."""

_DIALOG = "assets/js/search_dialog-"
_MARK = "assets/mark.svg"

_BUILD = b"@build@"


class OfflineList(NamedTuple):
    """The name of a build, and its lists by their addresses."""

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
    """The files of a site that was built, by path."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): BuiltFile.of(path.read_bytes()) for path in files}


def make_offline_list(site: Site, files: Mapping[str, BuiltFile], downloads: Collection[str]) -> OfflineList:
    """The list for a site with these files, by path; `downloads` are kept only if a reader asks."""
    pages, search, taken = _Group(), _Group(), _Group()
    for name in sorted(files, key=lambda name: name.split("/")):
        if name in downloads:
            taken.add(name, files[name])
        elif (address := _find_address(name, site)) is not None:  # that of home is empty
            group = search if address.startswith(_SEARCH) and "?" not in address else pages
            group.add(address, files[name])
    search_list = _write(search.hashes)
    search_address = f"{SEARCH_LIST}?v={take_version(search_list)}"
    pages.add(search_address, BuiltFile.of(search_list))
    always = [site.address(path, locale) for path in _ALWAYS for locale in site.bank.locales]
    listed = {
        "always": [*always, *(name for name in pages.hashes if name.startswith((_DIALOG, _MARK)))],
        "site": {"bytes": pages.size + search.size, "files": pages.hashes},
        "search": search_address,
        "downloads": {"bytes": taken.size, "files": taken.hashes},
    }
    build = sha256(_write(listed)).hexdigest()[:16]
    return OfflineList(build, {SEARCH_LIST: search_list, OFFLINE_LIST: _write({"build": build, **listed})})


class _Group:
    """Files that are kept together."""

    def __init__(self) -> None:
        self.hashes: dict[str, str] = {}
        self.size = 0

    def add(self, address: str, file: BuiltFile) -> None:
        self.hashes[address] = file.version
        self.size += file.size


def _find_address(name: str, site: Site) -> str | None:
    """The address at which pages ask for a file; None for one that no page needs."""
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
    """The script of the service worker for a build: a new build is a new script, which browsers notice."""
    return script.replace(_BUILD, build.encode())

"""Offline list: what a browser may keep of a build, and that pages name all they load by its content."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from urllib.parse import urljoin

import pytest

from conftest import BuildOnce
from offline_builds import change_page, remove_worker
from offline_reader import QUIZ, read_list

_LOADED = re.compile(
    r'<(?:script[^>]* src|link rel="(?:stylesheet|preload|modulepreload)"[^>]* href)="([^"]+)"'
)
_MAP = re.compile(r'data-(?:map|search)="([^"]+)"')


def find_file(site: Path, address: str) -> Path:
    path = site / address.partition("?")[0]
    return path / "index.html" if path.is_dir() else path


def test_every_file_is_listed_with_its_hash(site: Path) -> None:
    """The whole size of each group is that of its files."""
    listed = read_list(site)
    for group in ("site", "downloads"):
        files = {address: find_file(site, address).read_bytes() for address in listed[group]["files"]}
        assert {address: sha256(content).hexdigest()[:8] for address, content in files.items()} == listed[
            group
        ]["files"]
        assert listed[group]["bytes"] == sum(map(len, files.values()))


def test_what_every_reader_loads_does_not_list_the_search_index(site: Path) -> None:
    """It has several files a question; those who keep the whole site load its own list."""
    listed = json.loads((site / "offline.json").read_bytes())
    index = {path.relative_to(site).as_posix() for path in (site / "pagefind").rglob("*.pf_*")}
    assert index
    assert not index & set(listed["site"]["files"])
    assert index < set(json.loads((site / "offline_search.json").read_bytes()))
    assert listed["search"] in listed["site"]["files"]


def test_every_page_is_listed_and_no_download_among_them(site: Path) -> None:
    listed = read_list(site)
    pages = {path.parent.relative_to(site).as_posix() for path in site.rglob("index.html")}
    addresses = {"" if page == "." else f"{page}/" for page in pages}
    assert addresses < set(listed["site"]["files"])
    assert set(listed["always"]) < set(listed["site"]["files"])
    taken = (".apkg", ".tsv", ".pdf", "bank.json")
    assert not [address for address in listed["site"]["files"] if address.endswith(taken)]
    assert all(any(address.endswith(end) for address in listed["downloads"]["files"]) for end in taken[:2])


@pytest.mark.parametrize(
    "page", ["", QUIZ, f"es/{QUIZ}side-by-side/", "search/", "review/", "study-guide/print/"]
)
def test_what_a_page_loads_is_named_by_its_content(site: Path, page: str) -> None:
    """As the list has it: with a hash in the query, or in the name of a script."""
    html = (site / page / "index.html").read_text(encoding="utf-8")
    named = {
        urljoin(f"https://site/{page}", one).removeprefix("https://site/") for one in _LOADED.findall(html)
    }
    named |= {
        urljoin(f"https://site/{page}", one).removeprefix("https://site/") for one in _MAP.findall(html)
    }
    assert named
    assert named <= set(read_list(site)["site"]["files"])
    assert all(re.search(r"\?v=|-[A-Z0-9]{8}\.js$", one) for one in named)


def test_fonts_are_named_by_their_content_too(site: Path) -> None:
    style = (site / "assets" / "css" / "site.css").read_text(encoding="utf-8")
    fonts = {f"assets/{one}" for one in re.findall(r'url\("\.\./([^"]+)"\)', style)}
    assert fonts
    assert fonts <= set(read_list(site)["site"]["files"])


def test_another_build_has_another_name_and_another_worker(site: Path, build_once: BuildOnce) -> None:
    """Only what has changed has another hash: a page and what shows its title, and no script."""
    other = build_once("offline-second", change_page) / "site"
    before, after = read_list(site), read_list(other)
    assert before["build"] != after["build"]
    for build in (site, other):
        assert read_list(build)["build"] in (build / "service_worker.js").read_text(encoding="utf-8")
    changed = {
        one for one, hash_ in after["site"]["files"].items() if before["site"]["files"].get(one) != hash_
    }
    assert QUIZ in changed
    assert not [one for one in changed if one.startswith("assets/")]
    assert len(changed) < len(after["site"]["files"]) / 2


def test_a_site_that_is_not_to_be_kept_has_no_list(build_once: BuildOnce) -> None:
    site = build_once("offline-removed", remove_worker) / "site"
    assert not (site / "offline.json").exists()
    assert "unregister" in (site / "service_worker.js").read_text(encoding="utf-8")
    assert "data-worker" not in (site / QUIZ / "index.html").read_text(encoding="utf-8")

"""Offline list: which files a browser may cache, and how few it requests on a second visit."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser

from conftest import BuildOnce, Open, wait_for_script
from offline_host import WORKER
from offline_reader import DECK, OTHER, QUIZ, open_reader, read_list
from site_builds import build_elsewhere, build_second
from site_server import serve

_LOADED = re.compile(
    r'<(?:script[^>]* src|link rel="(?:stylesheet|preload|modulepreload)"[^>]* href)="([^"]+)"'
    r'|data-(?:map|search)="([^"]+)"'
)
REVISITED = [
    "review/",  # first: its worker loads late, so another page that is cached at once would not list it
    *("", QUIZ, DECK, "study-guide/quiz-02-averages/", "practice/", "glossary/", "search/"),
]


def find_file(site: Path, address: str) -> Path:
    path = site / address.partition("?")[0]
    return path / "index.html" if path.is_dir() else path


def test_every_file_is_listed_with_its_hash(site: Path) -> None:
    """Each group's size is the sum of its files; one group has all pages, the other all downloads."""
    listed = read_list(site)
    for group in ("site", "downloads"):
        files = {address: find_file(site, address).read_bytes() for address in listed[group]["files"]}
        hashes = {address: sha256(content).hexdigest()[:8] for address, content in files.items()}
        assert hashes == listed[group]["files"]
        assert listed[group]["bytes"] == sum(map(len, files.values()))
    pages = {path.parent.relative_to(site).as_posix() for path in site.rglob("index.html")}
    addresses = {"" if page == "." else f"{page}/" for page in pages}
    assert addresses < set(listed["site"]["files"])
    assert set(listed["always"]) < set(listed["site"]["files"])
    taken = (".apkg", ".tsv", ".pdf", "bank.json")
    assert not [address for address in listed["site"]["files"] if address.endswith(taken)]
    assert all(any(address.endswith(end) for address in listed["downloads"]["files"]) for end in taken[:2])


def test_the_main_list_leaves_out_the_search_index(site: Path) -> None:
    """The index has several files per question, so it has its own list, used only to cache the whole site."""
    listed = json.loads((site / "offline.json").read_bytes())
    index = {path.relative_to(site).as_posix() for path in (site / "pagefind").rglob("*.pf_*")}
    assert index
    assert not index & set(listed["site"]["files"])
    assert index < set(json.loads((site / "offline_search.json").read_bytes()))
    assert listed["search"] in listed["site"]["files"]


@pytest.mark.parametrize(
    "page", ["", QUIZ, f"es/{QUIZ}side-by-side/", "search/", "review/", "study-guide/print/"]
)
def test_everything_a_page_loads_has_a_hash_in_its_address(site: Path, page: str) -> None:
    """The hash is in the query or in a script's name, as in the list. Fonts in style sheets have one too."""
    html = (site / page / "index.html").read_text(encoding="utf-8")
    links = ("".join(found) for found in _LOADED.findall(html))
    named = {urljoin(f"https://site/{page}", link).removeprefix("https://site/") for link in links}
    style = (site / "assets" / "css" / "site.css").read_text(encoding="utf-8")
    fonts = {f"assets/{one}" for one in re.findall(r'url\("\.\./([^"]+)"\)', style)}
    assert named and fonts
    assert named | fonts <= set(read_list(site)["site"]["files"])
    assert all(re.search(r"\?v=|-[A-Z0-9]{8}\.js$", one) for one in named)


def test_a_build_changes_only_the_hashes_of_changed_files(site: Path, build_once: BuildOnce) -> None:
    """A script change affects scripts and the pages that name them, but no font or style sheet."""
    other = build_second(build_once)
    before, after = read_list(site), read_list(other)
    assert before["build"] != after["build"]
    for build in (site, other):
        assert read_list(build)["build"] in (build / WORKER).read_text(encoding="utf-8")
    changed = {
        one for one, hash_ in after["site"]["files"].items() if before["site"]["files"].get(one) != hash_
    }
    assert QUIZ in changed
    assert not [one for one in changed if one.startswith(("assets/css", "assets/fonts"))]


def test_a_site_without_offline_use_has_no_list(build_once: BuildOnce) -> None:
    site = build_elsewhere(build_once)
    assert not (site / "offline.json").exists()
    assert "unregister" in (site / WORKER).read_text(encoding="utf-8")
    assert "data-worker" not in (site / QUIZ / "index.html").read_text(encoding="utf-8")


# Second visits


def test_with_the_worker_only_the_page_is_requested(browser: Browser, site: Path) -> None:
    """The host forbids caching. The browser also checks for a newer worker."""
    with open_reader(browser, site) as reader:
        for path in (*REVISITED, OTHER):
            reader.visit(path)
            reader.wait_for_worker()
            reader.page.wait_for_load_state("networkidle")
        for path in REVISITED:
            reader.host.asked.clear()
            reader.page.goto(reader.host.address + path)
            wait_for_script(reader.page)
            reader.page.wait_for_load_state("networkidle")
            assert [one for one in reader.host.asked if one != WORKER] == [path]


def test_without_the_worker_the_browser_cache_suffices(visit: Open, site: Path) -> None:
    with serve(site, {"Cache-Control": "max-age=600"}) as host:
        page = visit("/", at=host.address)
        for path in (*REVISITED, OTHER):
            page.goto(f"{host.address}/{path}")
            page.wait_for_load_state("networkidle")
        host.asked.clear()
        for path in REVISITED:
            page.goto(f"{host.address}/{path}")
            wait_for_script(page)
            page.wait_for_load_state("networkidle")
        assert host.asked == []

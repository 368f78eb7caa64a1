"""Pages as files, with `use_directory_urls: false`: every address is a file's, even those made by scripts.

The site is under a subpath of its host. It is crawled, and used in Chromium with its service worker.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from built_pages import BuiltPage, find_broken_links, is_there, list_pages, read
from conftest import BuildOnce
from edits import replace_once
from espejo.commands.cli import main
from offline_host import FOLDER
from offline_reader import Reader, keep_all, open_reader, read_list
from practicing import fill_in, find, press, say
from small_bank import SITE_URL, write_bank
from test_exam import start
from test_search import search

HOME = SITE_URL.removesuffix("/") + FOLDER
QUIZ, OTHER = "quizzes/phase-01-arithmetic", "quizzes/phase-02-collections"
PREFIX, LOCALE = "es/", "es"
"""The language in which pages are used; links are checked in both."""

pytestmark = pytest.mark.xdist_group("file-addresses")


def write_files(project: Path) -> None:
    replace_once(
        project / "mkdocs.yml", f"site_url: {SITE_URL}", f"site_url: {HOME}\nuse_directory_urls: false"
    )


@pytest.fixture(scope="module")
def project(build_once: BuildOnce) -> Path:
    return build_once("file-addresses", write_files)


@pytest.fixture(scope="module")
def files(project: Path) -> Path:
    """Return the site whose pages are files."""
    return project / "site"


@pytest.fixture
def reader(browser: Browser, files: Path) -> Iterator[Reader]:
    with open_reader(browser, files) as opened:
        yield opened


# Every address


def list_made_links(page: BuiltPage) -> Iterator[str]:
    """List the links made by scripts on a page: to quizzes, decks, collections, topics, and the glossary."""
    bank = json.loads((page.site / "practice.json").read_bytes())
    paths = [*bank["units"], *bank["collections"], *(f"topics/{one}" for one in bank["topics"]), "glossary"]
    for given in (read(one, "data-pages") for one in page.all("[data-pages]")):
        for pattern in json.loads(given).values() if given.startswith('{"') else [given]:
            yield from (pattern.replace("{path}", one) for one in paths)
    yield from (read(one, "data-home") for one in page.all("[data-home]"))


def list_addresses(site: Path, home: str) -> Iterator[str]:
    """List every full address on the site that a script makes or a download contains."""
    for page in list_pages(site):
        url = home + page.path.relative_to(site).as_posix()
        yield from (urljoin(url, link) for link in list_made_links(page))
    for path in (*site.glob("*.json"), *site.glob("anki/**/*.tsv"), site / "sitemap.xml"):
        yield from re.findall(rf"{re.escape(home)}[^\s\"<>)\\]*", path.read_text(encoding="utf-8"))
    listed = read_list(site)
    for address in (*listed["always"], *listed["site"]["files"], *listed["downloads"]["files"]):
        yield home + address
    for path in site.rglob("*.webmanifest"):
        start_url = json.loads(path.read_bytes())["start_url"]
        yield urljoin(home + path.relative_to(site).as_posix(), start_url)


@pytest.mark.parametrize("kind", ["files", "folders"])
def test_every_address_is_there(site: Path, files: Path, kind: str) -> None:
    """Where pages are files, a host doesn't need to serve index files for folders."""
    built, home = {"files": (files, HOME), "folders": (site, SITE_URL)}[kind]
    folders = kind == "folders"
    assert find_broken_links(built, home, folders=folders) == []
    own = {address for address in list_addresses(built, home) if address.startswith(home)}
    assert [one for one in sorted(own) if not is_there(built, home, one, folders=folders)] == []
    assert len(own) > 300


def test_commands_write_the_addresses_of_the_site(
    project: Path, files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exports and pull-request summaries, made without MkDocs, have the same addresses."""
    data = str(project / "data")
    assert main(["export", "--data", data, "--to", str(tmp_path), "--only", "json"]) == 0
    assert (tmp_path / "bank.json").read_bytes() == (files / "bank.json").read_bytes()
    base = write_bank(tmp_path / "data")
    replace_once(base / f"{QUIZ}.yaml", "en: Floor division\n", "en: Division\n")
    assert main(["changes", "--data", data, "--base", str(base), "--markdown"]) == 0
    assert f"({HOME}{QUIZ}.html#q-01-07)" in capsys.readouterr().out


# In a browser


def test_the_switch_of_languages_keeps_the_place(reader: Reader) -> None:
    page = reader.page
    page.goto(f"{reader.host.address}{QUIZ}.html#q-01-04")
    find(page, "q-01-04").locator(".answer > summary").click()
    page.locator(".languages [lang=es]").click()
    page.wait_for_url(f"**/es/{QUIZ}.html#q-01-04")
    expect(find(page, "q-01-04").locator(".answer")).to_have_attribute("open", "")


def test_an_exam_has_questions_of_several_quizzes_and_its_result_leads_to_a_topic(reader: Reader) -> None:
    """Home and the review, to which `you` leads, then have links based on the logged answers."""
    page, home = reader.page, reader.host.address + PREFIX
    page.goto(f"{home}practice.html?collection=quizzes")
    start(page)
    page.locator(".strip a[href='#q-01-06']").click()
    fill_in(find(page, "q-01-06"), right=False)
    press(page, "exam_hand_in", LOCALE)
    press(page, "exam_anyway", LOCALE)
    follow(page, ".weak-topics a", f"{home}topics/division.html")
    page.goto(f"{home}index.html")
    expect(page.locator(".continue a")).to_have_attribute("href", re.compile(r"\.html#q-0\d-0\d$"))
    page.locator(".continue a").click()
    expect(page.locator(".question:target")).to_be_visible()
    page.goto(f"{home}you.html")
    follow(page, "#by_collection + .table a", f"{home}quizzes.html")
    page.go_back()
    follow(page, ".memory a", re.compile(rf"{home}topics/[a-z-]+\.html$"))


def follow(page: Page, link: str, address: str | re.Pattern[str]) -> None:
    """Follow the first such link, and expect a page of the bank."""
    page.locator(link).first.click()
    expect(page).to_have_url(address)
    expect(page.locator("h1#content")).to_be_visible()


def test_a_review_asks_in_one_language_and_answers_in_the_other(reader: Reader) -> None:
    """Question and answer come from the pages of their language."""
    page = reader.page
    page.goto(f"{reader.host.address}{PREFIX}review.html")
    page.get_by_text(say("review_settings", LOCALE), exact=True).click()
    page.locator("[name=mirror][value=across]").check()
    press(page, "review_start", LOCALE)
    expect(page.locator(".review .question:not([lang])")).to_be_visible()
    answer = page.locator(".review .answer-body > [lang=en]")
    expect(answer.first).to_be_attached()


def test_the_search_leads_to_a_question(reader: Reader) -> None:
    """This works from the dialog of a page in a folder and from the search page, linked in the dialog."""
    page, home = reader.page, reader.host.address + PREFIX
    page.goto(f"{home}{OTHER}.html")
    page.locator("a.search-link").click()
    search(page, "q-01-02")
    page.locator(".results a").click()
    expect(page).to_have_url(f"{home}{QUIZ}.html#q-01-02")
    page.locator("a.search-link").click()
    search(page, "q-02-01")
    page.locator(".all-results").click()
    expect(page).to_have_url(f"{home}search.html?q=q-02-01")
    page.locator(".results a").click()
    expect(page).to_have_url(f"{home}{OTHER}.html#q-02-01")


def test_visited_pages_open_and_are_found_offline(reader: Reader) -> None:
    """So do home and a page's address without .html. Any other page leads to the list of available pages."""
    page, home = reader.page, reader.host.address + PREFIX
    page.goto(home)
    reader.wait_until_kept(f"{PREFIX}index.html")
    reader.visit(f"{PREFIX}{QUIZ}.html")
    with reader.host.offline():
        for address in (home, f"{home}index.html", f"{home}{QUIZ}", f"{home}{QUIZ}.html"):
            page.goto(address)
            expect(page.locator(".question").first).to_be_visible()
        page.goto(f"{home}{OTHER}.html")
        expect(page).to_have_url(re.compile(rf"{home}offline\.html\?page="))
        expect(page.locator(".offline-pages a")).to_have_count(2)
        page.goto(f"{home}search.html?q=q-01-02")
        expect(page.locator(".found")).to_contain_text(say("search_offline", LOCALE))
        page.locator(".results a").click()
        expect(page).to_have_url(f"{home}{QUIZ}.html#q-01-02")


def test_the_whole_site_is_kept(reader: Reader) -> None:
    page, home = reader.page, reader.host.address
    page.goto(f"{home}offline.html")
    keep_all(page)
    with reader.host.offline():
        page.goto(f"{home}es/{OTHER}.html")
        expect(find(page, "q-02-01")).to_be_visible()
        page.locator(".brand").click()
        expect(page).to_have_url(f"{home}es/index.html")
        page.goto(f"{home}es")
        expect(page).to_have_url(f"{home}es/index.html")


def test_the_404_page_speaks_the_language_of_the_address(reader: Reader) -> None:
    page = reader.page
    for prefix, locale in (("es/", "es"), ("", "en")):
        page.goto(f"{reader.host.address}{prefix}nowhere.html")
        expect(page.locator("section.lost").first).to_have_attribute("lang", locale)

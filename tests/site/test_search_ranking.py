"""Ranking of the search in a real Chromium, on records made for it: all words of a query before any word."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from conftest import Open
from espejo.site.search_index import make_search_index
from espejo.site.search_records import SearchRecord, mark_kind
from site_server import serve
from small_bank import make_word
from test_search import search

FILLER = "Many teams write long files about how things are built, and then they read them again. " * 2


def list_records() -> Iterator[SearchRecord]:
    """A right answer for each query below, among records that have one word of it, and more often."""
    for number in range(30):
        yield make_record("en", f"q-10-{number:02}", "Reusable bottles", f"reusable reusable {FILLER}")
        yield make_record("en", f"q-11-{number:02}", "A workflow", f"workflow workflow {FILLER}")
        yield make_record("es", f"q-12-{number:02}", "De de de", f"de la autenticación de {number} de los de")
        yield make_record("es", f"q-13-{number:02}", "Los factores de dos", f"de dos en dos {FILLER}")
    yield make_record("en", "q-01-01", "Call it", f"{FILLER} A workflow may be called reusable. {FILLER}")
    yield make_record("en", "q-01-02", "Apart", f"workflow {FILLER} {FILLER} matrix strategy")
    yield make_record("en", "q-01-03", "Together", f"{FILLER} {FILLER} {FILLER} strategy matrix")
    yield make_record("en", "q-01-04", "strategy", "A plan.")
    yield make_record("en", "q-01-05", "Not this one", "q-01-04 q-01-04 q-01-04 is another one")
    yield make_record("en", "q-01-06", "Calling", "Use torch.nn.functional and myDataLoader with x")
    yield make_record("es", "q-02-01", "Entrar", f"{FILLER} Autenticación en dos factores {FILLER}")


def make_record(locale: str, id_: str, title: str, content: str) -> SearchRecord:
    meta = {"title": title, "id": id_, "kind": mark_kind("question"), "unit": "Unit"}
    return SearchRecord(url=f"quiz/#{id_}", language=locale, content=content, meta=meta)


@pytest.fixture(scope="module")
def address(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The search pages of the shared site over an index of these records."""
    folder = tmp_path_factory.mktemp("ranking")
    shutil.copytree(site / "assets", folder / "assets")
    for page in ("search", "es/search"):
        shutil.copytree(site / page, folder / page)
    for path, content in make_search_index(list_records()).items():
        (folder / "pagefind" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "pagefind" / path).write_bytes(content)
    with serve(folder) as running:
        yield running.address


Search = Callable[..., list[str]]


@pytest.fixture
def find(visit: Open, address: str) -> Search:
    """Searches in a language, English if none is named. Returns the ids of the results that are shown."""

    def find_ids(query: str, locale: str = "en") -> list[str]:
        page = visit("/search/" if locale == "en" else f"/{locale}/search/", at=address)
        search(page, query)
        return read_ids(page)

    return find_ids


def read_ids(page: Page) -> list[str]:
    links = page.locator(".results li a").all()
    return [(link.get_attribute("href") or "").partition("#")[2] for link in links]


@pytest.mark.parametrize(
    ("locale", "query", "right"),
    [
        ("en", "reusable workflow", "q-01-01"),
        ("en", "the reusable workflows", "q-01-01"),
        ("en", "workflow reus", "q-01-01"),
        ("es", "autenticacion de dos factores", "q-02-01"),
        ("es", "autenticación de dos factor", "q-02-01"),
        ("es", "¿qué es la Autenticación en dos factores?", "q-02-01"),
    ],
    ids=[
        "all words",
        "a stop word",
        "the last one a prefix",
        "no accent",
        "another form",
        "a whole sentence",
    ],
)
def test_what_has_all_the_words_is_the_only_result(find: Search, locale: str, query: str, right: str) -> None:
    """Accents, upper case, little words and endings do not count, and the last word may be half typed."""
    assert find(query, locale) == [right]


def test_what_has_some_of_the_words_follows_on_demand(visit: Open, address: str) -> None:
    """A button counts it, and shows it in the button's place."""
    page = visit("/search/", at=address)
    search(page, "reusable workflow")
    expect(page.locator(".found")).to_have_text(
        make_word("search_one", "en").format(query="reusable workflow")
    )
    page.get_by_role("button", name=make_word("search_rest", "en").format(count=61), exact=True).click()
    expect(page.locator(".results li")).to_have_count(6)
    ids = read_ids(page)
    assert ids[0] == "q-01-01"
    assert "q-01-01" not in ids[1:]
    expect(page.locator(".results li a").nth(1)).to_be_focused()


def test_words_in_a_row_come_before_the_same_words_apart(find: Search) -> None:
    assert find("strategy matrix") == ["q-01-03", "q-01-02"]
    assert find("matrix strategy") == ["q-01-02", "q-01-03"]


def test_what_was_asked_for_by_its_name_or_id_comes_first(find: Search) -> None:
    """Before what has the word more often, or in a longer title."""
    assert find("strategy")[0] == "q-01-04"
    assert find("q-01-04") == ["q-01-04", "q-01-05"]


@pytest.mark.parametrize(
    "query", ["nn.functional", "torch.nn", "functional", "loader", "torch.nn.functional"]
)
def test_a_part_of_a_name_in_code_is_found(find: Search, query: str) -> None:
    assert find(query) == ["q-01-06"]


def test_when_nothing_has_all_the_words_it_is_said(visit: Open, address: str) -> None:
    """Pagefind would cut `workshop` down to a word that it knows; what it finds so has not the word."""
    page = visit("/search/", at=address)
    search(page, "strategy workflowing workshop")
    words = make_word("search_partial", "en").format(query="strategy workflowing workshop")
    expect(page.locator(".found")).to_have_text(words)
    assert read_ids(page)[0] == "q-01-02"  # it has two of the words
    expect(page.locator(".results > button")).to_have_count(0)


def test_a_misspelled_word_shows_what_was_probably_meant(visit: Open, address: str) -> None:
    """And says that this is not what was asked for."""
    page = visit("/search/", at=address)
    search(page, "stratejy")
    expect(page.locator(".found")).to_have_text(make_word("search_near", "en").format(query="stratejy"))
    assert set(read_ids(page)) == {"q-01-02", "q-01-03", "q-01-04"}
    assert set(page.locator(".results mark").all_inner_texts()) == {"strategy"}


@pytest.mark.parametrize("query", ["workshop", "xyzzy", "?!", "zq strx"])
def test_what_nothing_resembles_finds_nothing(visit: Open, address: str, query: str) -> None:
    page = visit("/search/", at=address)
    assert search(page, query) == []
    expect(page.locator(".found")).to_have_text(make_word("search_none", "en").format(query=query))


def test_a_few_results_are_shown_and_loaded_at_first(visit: Open, address: str) -> None:
    """More come with a button, which puts the focus on the first of them, and goes when there are no more."""
    page = visit("/search/", at=address)
    loaded: list[str] = []
    page.on("request", lambda one: loaded.append(one.url) if one.url.endswith(".pf_fragment") else None)
    assert len(search(page, "bottles")) == 5
    assert len(loaded) == 5
    more = page.get_by_role(
        "button", name=f"{make_word('more', 'en')}: {make_word('search_questions', 'en')}"
    )
    for shown in (15, 25):
        more.click()
        expect(page.locator(".results li")).to_have_count(shown)
        expect(page.locator(".results li a").nth(shown - 10)).to_be_focused()
    more.click()
    expect(page.locator(".results li")).to_have_count(30)
    expect(more).to_have_count(0)
    assert len(set(read_ids(page))) == 30

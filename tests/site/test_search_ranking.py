"""Search ranking in Chromium, with an index made for the test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from conftest import Open
from espejo.site.search_records import SearchRecord, mark_kind
from search_indexes import make_search_index
from site_server import serve
from small_bank import make_word
from test_search import search

FILLER = "Many teams write long files about how things are built, and then they read them again. " * 2


def list_records() -> Iterator[SearchRecord]:
    """Yields one right result for each query below, among records that repeat one of its words."""
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
    """The shared site's address, with an index of these records."""
    folder = tmp_path_factory.mktemp("ranking")
    shutil.copytree(site / "assets", folder / "assets")
    for page in ("search", "es/search"):
        shutil.copytree(site / page, folder / page)
    for path, content in make_search_index(list_records()).items():
        (folder / "pagefind" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "pagefind" / path).write_bytes(content)
    with serve(folder) as running:
        yield running.address


def read_ids(page: Page) -> list[str]:
    links = page.locator(".results li a").all()
    return [(link.get_attribute("href") or "").partition("#")[2] for link in links]


@pytest.mark.parametrize(
    ("locale", "queries", "right"),
    [
        ("en", ("reusable workflow", "the reusable workflows", "workflow reus"), "q-01-01"),
        ("es", ("autenticacion de dos factores", "autenticación de dos factor"), "q-02-01"),
        ("es", ("¿qué es la Autenticación en dos factores?",), "q-02-01"),
        ("en", ("nn.functional", "torch.nn", "functional", "loader", "torch.nn.functional"), "q-01-06"),
    ],
    ids=["little words and endings", "accents", "a whole sentence", "a part of a name in code"],
)
def test_a_record_with_all_words_is_the_only_result(
    visit: Open, address: str, locale: str, queries: tuple[str, ...], right: str
) -> None:
    """Accents, case, stop words, and endings don't matter, and the last word may be incomplete."""
    page = visit("/search/" if locale == "en" else f"/{locale}/search/", at=address)
    for query in queries:
        search(page, query)
        assert read_ids(page) == [right], query


def test_partial_matches_are_shown_on_request(visit: Open, address: str) -> None:
    """A button shows their number, and they replace it when it is pressed."""
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


def test_phrase_matches_and_names_come_first(visit: Open, address: str) -> None:
    """Adjacent words rank above scattered ones, and names or ids above words in longer texts."""
    page = visit("/search/", at=address)
    for query, first in (
        ("strategy matrix", ["q-01-03", "q-01-02"]),
        ("matrix strategy", ["q-01-02", "q-01-03"]),
        ("strategy", ["q-01-04"]),
        ("q-01-04", ["q-01-04", "q-01-05"]),
    ):
        search(page, query)
        found = read_ids(page)
        assert found[: len(first)] == first
        assert query == "strategy" or found == first


def test_queries_without_an_exact_result(visit: Open, address: str) -> None:
    """The page says whether it found only some words, corrected a misspelling, or found nothing.

    Pagefind would truncate `workshop` to a known word, so its result doesn't contain the query.
    """
    page = visit("/search/", at=address)
    said = page.locator(".found")
    search(page, "strategy workflowing workshop")
    expect(said).to_have_text(make_word("search_partial", "en").format(query="strategy workflowing workshop"))
    assert read_ids(page)[0] == "q-01-02"  # it has two of the words
    expect(page.locator(".results > button")).to_have_count(0)
    search(page, "stratejy")
    expect(said).to_have_text(make_word("search_near", "en").format(query="stratejy"))
    assert set(read_ids(page)) == {"q-01-02", "q-01-03", "q-01-04"}
    assert set(page.locator(".results mark").all_inner_texts()) == {"strategy"}
    for query in ("workshop", "xyzzy", "?!", "zq strx"):
        assert search(page, query) == []
        expect(said).to_have_text(make_word("search_none", "en").format(query=query))


def test_results_load_a_few_at_a_time(visit: Open, address: str) -> None:
    """A button loads more and focuses the first new one; it disappears when all are shown."""
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

"""Searching in a real Chromium: in one's own language, with and without accents, and no answer given away."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from conftest import Open


def _find(page: Page, query: str) -> list[str]:
    page.get_by_role("searchbox").fill(query)
    expect(page.locator(".found")).to_contain_text(query)
    return page.locator(".results a").all_inner_texts()


@pytest.mark.parametrize(("accented", "plain"), [("atención", "atencion"), ("entropía", "entropia")])
def test_search_finds_words_with_and_without_their_accents(visit: Open, accented: str, plain: str) -> None:
    page = visit("/es/search/")
    found = _find(page, plain)
    assert found
    assert accented in page.locator(".results").inner_text().lower()
    assert _find(page, accented) == found


def test_search_stays_in_the_readers_language(visit: Open) -> None:
    assert not _find(visit("/es/search/"), "forward-mode differentiation has to start")[:1]
    page = visit("/search/")
    assert _find(page, "differentiation")
    assert not [
        link
        for link in page.locator(".results a").evaluate_all("all => all.map(one => one.href)")
        if "/es/" in link
    ]


def test_a_result_leads_to_its_question(visit: Open) -> None:
    page = visit("/search/?q=broadcast")
    link = page.locator(".results a").first
    expect(link).to_be_visible()
    assert re.search(r"#q-\d\d-\d\d$", link.get_attribute("href") or "")
    link.click()
    expect(page.locator(".question:target")).to_be_in_viewport()


def test_search_gives_no_answer_away(visit: Open) -> None:
    """A word that stands only inside answers finds nothing, and no excerpt has a verdict in it."""
    page = visit("/search/")
    assert not [found for found in _find(page, "macros") if re.match(r"(?:q|pt)-", found)]
    assert _find(page, "gradient")
    assert not re.search(r"Choices? \d|Why not", page.locator(".results").inner_text())


def test_search_says_when_there_is_nothing(visit: Open) -> None:
    page = visit("/es/search/")
    assert _find(page, "xyzzyplugh") == []
    expect(page.locator(".found")).to_contain_text("No hay resultados para «xyzzyplugh»")


def test_a_query_that_looks_like_html_is_only_text(visit: Open) -> None:
    page = visit("/search/?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E")
    expect(page.locator(".found")).to_contain_text("<img src=x onerror=alert(1)>")
    assert page.locator("article img").count() == 0


def test_search_without_javascript_says_so(visit: Open) -> None:
    page = visit("/search/", java_script_enabled=False)
    expect(page.get_by_text("Searching needs JavaScript")).to_be_visible()
    expect(page.locator(".quizzes a").first).to_be_visible()

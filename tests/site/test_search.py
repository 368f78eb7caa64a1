"""Search page in Chromium: results in the reader's language, in groups, without giving away answers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from conftest import PATIENCE, Open
from page_checks import box
from site_server import Server
from small_bank import load_small_bank, make_word


def search(page: Page, query: str) -> list[str]:
    """Searches on the search page or in the dialog, and returns the titles of the visible results."""
    page.locator(".search-box").get_by_role("searchbox").fill(query)
    expect(page.locator(".search-box:not([aria-busy]) .found")).to_contain_text(query)
    return page.locator(".results li a").all_inner_texts()


def test_search_in_spanish(visit: Open) -> None:
    """Accents don't matter, English questions are not found, and the result count is in Spanish."""
    page = visit("/es/search/")
    status = page.locator(".found")
    for accented, plain in (("división", "division"), ("método", "metodo")):
        found = search(page, plain)
        assert found
        assert accented in page.locator(".results").inner_text().lower()
        assert search(page, accented) == found
    assert search(page, "repeated") == []
    assert search(page, "xyzzyplugh") == []
    expect(status).to_have_text(make_word("search_none", "es").format(query="xyzzyplugh"))
    assert len(search(page, "catorce")) == 1
    expect(status).to_have_text(make_word("search_one", "es").format(query="catorce"))
    search(page, "elementos")
    count = sum(map(int, page.locator(".results .count").all_inner_texts()))
    assert count > 1
    expect(status).to_have_text(make_word("search_some", "es").format(query="elementos", count=count))
    assert "hash" in search(page, "hash")
    expect(page.locator(".pair")).to_have_count(0)  # the term is the same in both languages
    page.get_by_role("searchbox").fill("")
    expect(status).to_have_text("")
    expect(page.locator(".results > *")).to_have_count(0)


def test_search_in_english(visit: Open) -> None:
    """Groups show their number of results, and a group with an item named like the query comes first.

    A result shows its quiz, its id, and the matched words. Spanish pages are not found.
    """
    page = visit("/search/")
    search(page, "numbers")
    kinds = ("search_questions", "search_cards", "glossary_title", "formulas_title")
    names = (*kinds, "topics_title", "search_pages")
    headings = page.locator(".results h2").all_inner_texts()
    assert [heading.split()[0] for heading in headings] == [make_word(name, "en") for name in names]
    for section in page.locator(".results section").all():
        count = int(section.locator(".count").inner_text())
        expect(section.locator("li")).to_have_count(min(count, 5))
    search(page, "set")
    first = page.locator(".results section").first
    assert first.locator("h2").inner_text().split()[0] == make_word("glossary_title", "en")
    assert first.locator("li a").first.inner_text() == "set"
    assert search(page, "clock will") == ["A clock fifteen hours later"]
    item = page.locator(".results li")
    assert item.locator("small").inner_text() == "Phase 1 — Arithmetic: Whole numbers · q-01-06"
    assert item.locator("a mark").all_inner_texts() == ["clock"]
    assert item.locator("p mark").all_inner_texts() == ["clock", "clock", "will"]
    assert len(search(page, "repeated")) == 1
    assert "/es/" not in (page.locator(".results a").first.get_attribute("href") or "")


def test_text_typed_before_the_script_has_loaded_is_searched(visit: Open) -> None:
    """The search script loads separately, so on a slow network it comes late."""
    page = visit("/search/")
    page.route("**/search_box-*.js", lambda route: typed(route))

    def typed(route: Route) -> None:
        page.get_by_role("searchbox").fill("repeated")
        route.continue_()

    page.reload()
    expect(page.locator(".results a")).to_have_count(1)
    expect(page.get_by_role("searchbox")).to_have_value("repeated")


def test_a_result_leads_to_its_question(visit: Open) -> None:
    """A query in the address is searched at once, and a result leads to its question."""
    page = visit("/search/?q=clock")
    expect(page.get_by_role("searchbox")).to_have_value("clock")
    link = page.locator(".results a").first
    expect(link).to_be_visible()
    assert (link.get_attribute("href") or "").endswith("/quizzes/phase-01-arithmetic/#q-01-06")
    link.click()
    expect(page.locator("#q-01-06.question:target")).to_be_in_viewport()
    page.go_back()
    expect(page.locator(".results a").first).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_value("clock")


def test_search_gives_away_no_answer(visit: Open) -> None:
    """A word that occurs only in an answer finds nothing, and excerpts contain no verdict."""
    word, questions = "operator", [one for _, one in load_small_bank().bank.questions()]
    for question in questions:
        texts = [question.title, question.prompt, *(choice.text for choice in question.choices)]
        assert not any(word in text.show("en").markdown for text in texts if text), question.id
    assert any(word in one.why.show("en").markdown for one in questions if one.why)
    page = visit("/search/")
    assert search(page, word) == []
    assert search(page, "elements")
    verdicts = [make_word(name, "en").split()[0] for name in ("one_choice", "many_choices", "why_not")]
    assert not re.search("|".join(verdicts), page.locator(".results").inner_text())


def test_a_term_of_the_other_language_leads_to_its_translation(visit: Open) -> None:
    """The translation is the first result, linked to the glossary and to a search for it."""
    for path, query, name, term in (
        ("/search/", "resto", "resto", "remainder"),
        ("/search/", "RESIDUO", "residuo", "remainder"),
        ("/search/", "numero primo", "número primo", "prime number"),
        ("/es/search/", "remainder", "remainder", "resto"),
        ("/es/search/", "arithmetic mean", "arithmetic mean", "promedio"),
    ):
        page = visit(path)
        search(page, query)
        pair = page.locator(".results > :first-child")
        expect(pair).to_contain_text(f"{name} → {term}")
        assert pair.locator("[lang]").inner_text() == name
        assert "/glossary/#" in (pair.locator("a").first.get_attribute("href") or "")
        pair.locator("a").last.click()
        expect(page.get_by_role("searchbox")).to_have_value(term)
        expect(page.get_by_role("searchbox")).to_be_focused()
        expect(page.locator(".found")).to_contain_text(term)
        assert page.locator(".results section li a").first.inner_text() == term
        expect(page.locator(".pair")).to_have_count(0)


def test_results_replace_the_description(visit: Open) -> None:
    """On a phone, they begin near the top, and the field doesn't move. HTML in a query is escaped."""
    page = visit("/search/?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", width=390)
    expect(page.locator(".found")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.locator("article img")).to_have_count(0)
    about, field = page.get_by_text(make_word("search_about", "en")), page.get_by_role("searchbox")
    field.fill("")
    expect(about).to_be_visible()
    before = box(field)
    assert search(page, "clock")
    expect(about).to_be_hidden()
    assert box(field) == before
    assert box(page.locator(".results li").first)["y"] < 400


def test_search_without_javascript_links_to_the_collections(visit: Open) -> None:
    """It also says that searching needs JavaScript."""
    page = visit("/search/", java_script_enabled=False)
    expect(page.get_by_text(make_word("search_needs_script", "en"), exact=True)).to_be_visible()
    expect(page.locator(".quizzes a:visible")).to_have_count(len(load_small_bank().bank.collections))


def test_a_failed_search_can_be_retried(browser: Browser, server: Server) -> None:
    """Each keystroke tries to load the library again."""
    page = browser.new_page(service_workers="block")
    page.set_default_timeout(PATIENCE)
    page.route("**/pagefind.js*", lambda route: route.abort())
    page.goto(f"{server.address}/search/")
    page.get_by_role("searchbox").fill("fif")
    expect(page.locator(".found")).to_have_text(make_word("search_failed", "en"))
    with page.expect_event("requestfailed"):
        page.get_by_role("searchbox").fill("fift")
    page.unroute("**/pagefind.js*")
    assert len(search(page, "fifteen")) == 1
    page.close()


def test_a_late_result_does_not_replace_a_newer_one(visit: Open) -> None:
    """The results match the current query even if an earlier query's results arrive last."""
    page = visit("/search/")
    held: list[Route] = []
    page.route("**/*.pf_fragment", lambda route: held.append(route) if not held else route.continue_())
    with page.expect_request("**/*.pf_fragment"):
        page.get_by_role("searchbox").fill("clock")
    newer = search(page, "repeated")
    assert newer
    with page.expect_response("**/*.pf_fragment"):
        held[0].continue_()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".found")).to_contain_text("repeated")
    assert page.locator(".results a").all_inner_texts() == newer


@pytest.mark.parametrize("query", ["division", "nothingatall"])
def test_results_of_a_linked_query_do_not_shift_the_page(visit: Open, query: str) -> None:
    """Content below the results is hidden until they are there, even after the first paint."""
    page = visit("/search/", width=390, height=844)
    page.add_init_script(
        "globalThis.moved = 0; new PerformanceObserver((list) => list.getEntries().forEach("
        "({ value }) => { globalThis.moved += value })).observe({ type: 'layout-shift', buffered: true })"
    )
    painted = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

    def wait_for_paint(route: Route) -> None:
        assert page.locator(".search-about").is_visible()
        assert not page.locator(".quizzes").is_visible()
        page.evaluate(painted)
        route.continue_()

    page.route("**/pagefind.js*", wait_for_paint)
    page.goto(f"{page.url}?q={query}")
    expect(page.locator(".found")).to_contain_text(query)
    expect(page.locator(".quizzes")).to_be_visible()
    expect(page.locator("footer.end")).to_be_visible()
    page.evaluate(painted)
    assert page.evaluate("globalThis.moved") < 0.01

"""Search page in a real Chromium: in the reader's language, in groups, and no answer given away."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from conftest import PATIENCE, Open
from espejo.model.quiz import Question
from site_server import Server
from small_bank import load_small_bank, make_word


def search(page: Page, query: str) -> list[str]:
    """Searches on the search page or in the dialog. Returns the titles of the results that are shown."""
    page.locator(".search-box").get_by_role("searchbox").fill(query)
    expect(page.locator(".search-box:not([aria-busy]) .found")).to_contain_text(query)
    return page.locator(".results li a").all_inner_texts()


@pytest.mark.parametrize(("accented", "plain"), [("división", "division"), ("método", "metodo")])
def test_search_finds_words_with_and_without_their_accents(visit: Open, accented: str, plain: str) -> None:
    """Both ways to type a word find the same, and the result is written with its accent."""
    page = visit("/es/search/")
    found = search(page, plain)
    assert found
    assert accented in page.locator(".results").inner_text().lower()
    assert search(page, accented) == found


def test_what_is_typed_before_the_script_has_loaded_is_searched(visit: Open) -> None:
    """The search comes with a script of its own, which a slow network brings late."""
    page = visit("/search/")
    page.route("**/search_box-*.js", lambda route: typed(route))

    def typed(route: Route) -> None:
        page.get_by_role("searchbox").fill("repeated")
        route.continue_()

    page.reload()
    expect(page.locator(".results a")).to_have_count(1)
    expect(page.get_by_role("searchbox")).to_have_value("repeated")


def test_search_stays_in_the_readers_language(visit: Open) -> None:
    """A word of an English question finds it on the English page only, and only its English page."""
    assert search(visit("/es/search/"), "repeated") == []
    page = visit("/search/")
    assert len(search(page, "repeated")) == 1
    links = page.locator(".results a").evaluate_all("all => all.map(one => one.href)")
    assert [link for link in links if "/es/" in link] == []


def test_a_result_leads_to_its_question(visit: Open) -> None:
    """A query in the address is answered, and the result leads to the question itself."""
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


def test_search_gives_no_answer_away(visit: Open) -> None:
    """A word that stands only inside an answer finds nothing, and no excerpt has a verdict in it."""
    word = "operator"
    for _, question in load_small_bank().bank.questions():
        assert word not in _read_before_the_answer(question), question.id
    assert any(
        word in one.why.show("en").markdown for _, one in load_small_bank().bank.questions() if one.why
    )
    page = visit("/search/")
    assert search(page, word) == []
    assert search(page, "elements")
    verdicts = [make_word(name, "en").split()[0] for name in ("one_choice", "many_choices", "why_not")]
    assert not re.search("|".join(verdicts), page.locator(".results").inner_text())


def test_results_are_in_groups(visit: Open) -> None:
    """Each with its name and how many there are; a group that has what was asked for by name comes first."""
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


def test_a_result_has_its_quiz_its_id_and_the_words_marked(visit: Open) -> None:
    """The title is the link, and in the excerpt nothing is marked but the words."""
    page = visit("/search/")
    assert search(page, "clock will") == ["A clock fifteen hours later"]
    item = page.locator(".results li")
    assert item.locator("small").inner_text() == "Phase 1 — Arithmetic: Whole numbers · q-01-06"
    assert item.locator("a mark").all_inner_texts() == ["clock"]
    assert item.locator("p mark").all_inner_texts() == ["clock", "clock", "will"]


@pytest.mark.parametrize(
    ("path", "query", "name", "term"),
    [
        ("/search/", "resto", "resto", "remainder"),
        ("/search/", "RESIDUO", "residuo", "remainder"),
        ("/search/", "numero primo", "número primo", "prime number"),
        ("/es/search/", "remainder", "remainder", "resto"),
        ("/es/search/", "arithmetic mean", "arithmetic mean", "promedio"),
    ],
)
def test_a_term_of_the_other_language_leads_to_its_pair(
    visit: Open, path: str, query: str, name: str, term: str
) -> None:
    """It is the first result, with a link to the glossary and one that searches for the term."""
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


def test_a_term_that_is_the_same_in_both_languages_has_no_pair(visit: Open) -> None:
    page = visit("/es/search/")
    assert "hash" in search(page, "hash")
    expect(page.locator(".pair")).to_have_count(0)


def _read_before_the_answer(question: Question) -> str:
    """What the English page shows of a question before its answer is open."""
    texts = [question.title, question.prompt, *(choice.text for choice in question.choices)]
    return "\n".join(text.show("en").markdown for text in texts if text)


def test_search_says_how_much_it_found(visit: Open) -> None:
    """Nothing, one thing or several, in the words of the page's language."""
    page = visit("/es/search/")
    status = page.locator(".found")
    assert search(page, "xyzzyplugh") == []
    expect(status).to_have_text(make_word("search_none", "es").format(query="xyzzyplugh"))
    assert len(search(page, "catorce")) == 1
    expect(status).to_have_text(make_word("search_one", "es").format(query="catorce"))
    search(page, "elementos")
    count = sum(map(int, page.locator(".results .count").all_inner_texts()))
    assert count > 1
    expect(status).to_have_text(make_word("search_some", "es").format(query="elementos", count=count))
    page.get_by_role("searchbox").fill("")
    expect(status).to_have_text("")
    expect(page.locator(".results > *")).to_have_count(0)


def test_a_query_that_looks_like_html_is_only_text(visit: Open) -> None:
    """It is shown as it was typed, and becomes no element of the page."""
    page = visit("/search/?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E")
    expect(page.locator(".found")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.locator("article img")).to_have_count(0)


def test_results_take_the_place_of_the_description(visit: Open) -> None:
    """They begin early on a phone, and the field stays where it is."""
    page = visit("/search/", width=390)
    about, field = page.get_by_text(make_word("search_about", "en")), page.get_by_role("searchbox")
    expect(about).to_be_visible()
    before = field.bounding_box()
    assert search(page, "clock")
    expect(about).to_be_hidden()
    assert field.bounding_box() == before
    first = page.locator(".results li").first.bounding_box()
    assert first
    assert first["y"] < 400


def test_search_without_javascript_says_so(visit: Open) -> None:
    """And leads to the collections instead."""
    page = visit("/search/", java_script_enabled=False)
    expect(page.get_by_text(make_word("search_needs_script", "en"), exact=True)).to_be_visible()
    expect(page.locator(".quizzes a:visible")).to_have_count(len(load_small_bank().bank.collections))


def test_a_search_that_failed_can_be_tried_again(browser: Browser, server: Server) -> None:
    """However often the library could not be loaded, the next letter loads it anew."""
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


def test_a_late_answer_does_not_replace_a_newer_one(visit: Open) -> None:
    """The results are those of the words that are in the field, whichever arrive last."""
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
def test_the_results_of_a_link_move_nothing(visit: Open, query: str) -> None:
    """What they would push down is shown when they are there: the page has been painted before that."""
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

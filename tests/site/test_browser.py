"""The site in a real Chromium, as readers use it, under the Content-Security-Policy of its pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from conftest import PATIENCE, Open
from project import ROOT
from site_server import Server
from small_bank import load_small_bank, make_word

# The Spanish page of the first quiz and the English page of the second lack passages. The first is stale too.
QUIZ = "/quizzes/phase-01-arithmetic/"
LETTERS = "/quizzes/phase-02-collections/"
LAST = "q-01-07"
PRINT = "/study-guide/print/numbers/"
PAGES = [
    *("/", QUIZ, f"{QUIZ}side-by-side/", "/quizzes/", LETTERS),
    *("/study-guide/", "/study-guide/quiz-01-division/", "/study-guide/quiz-02-averages/"),
    *("/topics/", "/topics/division/", "/reference/", "/reference/formulas/", "/reference/patterns/"),
    *("/study-guide/print/", PRINT),
    *("/drills/", "/drills/chapter-01-facts/", "/downloads/", "/glossary/"),
    *("/search/", "/practice/", "/review/", "/you/", "/you/log/", "/status/", "/proofs/"),
    *("/offline/", "/anywhere/", "/contributing/", "/contributing/fields/"),
]
WIDTHS = (320, 768, 1440)


def find_switch(page: Page, locale: str) -> Locator:
    """The links to the languages, on a page in this language."""
    return page.get_by_role("navigation", name=make_word("languages", locale), exact=True)


def find_button(page: Page | Locator, word: str) -> Locator:
    """The button with this word, on an English page."""
    return page.get_by_role("button", name=make_word(word, "en"), exact=True)


def open_answers(page: Page) -> None:
    page.evaluate("document.querySelectorAll('.answer, .hint').forEach(one => { one.open = true })")


# All rules run. What passes would be described element by element, which takes longer than to find it.
_RUN_AXE = """
rules => axe.run(document, { ...rules, resultTypes: ["violations"] })
    .then(found => found.violations.map(one => [one.id, one.nodes.map(node => node.html)]))
"""


@cache
def _read_axe() -> str:
    return (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def run_axe(page: Page, rules: Mapping[str, object]) -> list[tuple[str, list[str]]]:
    """The violations that axe finds on a page: each rule with the elements that break it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_read_axe())
    return [(id_, elements) for id_, elements in page.evaluate(_RUN_AXE, rules)]


@pytest.mark.parametrize("question", ["q-01-02", LAST])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_switch_keeps_the_question(visit: Open, width: int, question: str) -> None:
    """The switch is in sight wherever one reads, and leads to the same question, the last one included."""
    page = visit(f"{QUIZ}#{question}", width=width)
    link = find_switch(page, "en").get_by_role("link", name="Español")
    expect(link).to_be_in_viewport(ratio=1)
    link.click()
    page.wait_for_url(f"**/es{QUIZ}#{question}")
    expect(page.locator(f"#{question} h2")).to_be_in_viewport(ratio=1)
    find_switch(page, "es").get_by_role("link", name="English").click()
    page.wait_for_url(re.compile(rf"\d{QUIZ}#{question}$"))


def test_the_switch_follows_the_reader_who_scrolls(visit: Open) -> None:
    """It leads to the question in view, not to the one in the address."""
    page = visit(f"{QUIZ}#q-01-01", width=320)
    page.evaluate("document.getElementById('q-01-03').scrollIntoView()")
    find_switch(page, "en").get_by_role("link", name="Español").click()
    page.wait_for_url(f"**/es{QUIZ}#q-01-03")


def test_the_switch_works_from_the_keyboard(visit: Open) -> None:
    """The Enter key follows the link to the same question."""
    page = visit(f"{QUIZ}#q-01-03")
    expect(page.locator("#q-01-03 h2")).to_be_in_viewport()
    find_switch(page, "en").get_by_role("link", name="Español").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/es{QUIZ}#q-01-03")


def test_the_switch_at_the_top_leads_to_the_top(visit: Open) -> None:
    """Above the first question there is none to keep."""
    page = visit(QUIZ)
    find_switch(page, "en").get_by_role("link", name="Español").click()
    page.wait_for_url(re.compile(rf"/es{QUIZ}#?$"))


def test_languages_are_words_side_by_side(visit: Open) -> None:
    """Both are in sight, by their own names, and the current one is marked."""
    switch = find_switch(visit(QUIZ, width=320), "en")
    expect(switch).to_have_text(re.compile(r"English\s*·\s*Español"))
    expect(switch.get_by_role("link", name="English")).to_have_attribute("aria-current", "true")
    expect(switch.get_by_role("link", name="Español")).not_to_have_attribute("aria-current", "true")


def test_answers_open_one_by_one_and_all_together(visit: Open) -> None:
    """A click opens one answer; two buttons open and close all of them."""
    page = visit(QUIZ)
    verdict = page.locator("#q-01-01 .verdict")
    expect(verdict).to_be_hidden()
    page.locator("#q-01-01 .answer > summary").click()
    expect(verdict).to_have_text("one_choice 2")
    expect(page.locator("#q-01-02 .verdict")).to_be_hidden()
    find_button(page, "open_all").click()
    assert page.locator("details[open]").count() == page.locator(".question").count() > 1
    find_button(page, "close_all").click()
    expect(page.locator("details[open]")).to_have_count(0)


def test_an_answer_opens_from_the_keyboard_without_moving_what_is_above(visit: Open) -> None:
    """The Enter key opens it, and the line that was pressed stays where it is."""
    page = visit(QUIZ)
    summary = page.locator("#q-01-01 .answer > summary")
    summary.focus()
    before = summary.bounding_box()
    page.keyboard.press("Enter")
    expect(page.locator("#q-01-01 .verdict")).to_be_visible()
    assert summary.bounding_box() == before


def test_a_hint_opens_from_the_keyboard_and_shows_no_answer(visit: Open) -> None:
    """It is closed at first, comes before the answer, and opens without a script."""
    page = visit("/study-guide/quiz-02-averages/", java_script_enabled=False)
    question = page.locator("#pt-02-01")
    expect(question.locator(".hint-body")).to_be_hidden()
    question.locator(".hint > summary").focus()
    page.keyboard.press("Enter")
    expect(question.locator(".hint-body")).to_be_visible()
    expect(question.locator(".answer-body")).to_be_hidden()
    page.keyboard.press("Tab")  # the listing-free hint has nothing to focus, so the answer is next
    page.keyboard.press("Enter")
    expect(question.locator(".answer-body")).to_be_visible()


def keep_messages(page: Page) -> None:
    """Has what a page says for two seconds stay: a busy machine may look later."""
    page.evaluate("() => { window.setTimeout = () => 0 }")


def test_code_can_be_copied(visit: Open) -> None:
    """The button copies the listing as it is written, line by line, and says so."""
    page = visit("/reference/patterns/", permissions=["clipboard-read", "clipboard-write"])
    keep_messages(page)
    listing = page.locator("#p-01 figure")
    find_button(listing, "copy").click()
    expect(listing.get_by_role("status")).to_have_text(make_word("copied", "en"))
    (pattern,) = (one for one in load_small_bank().bank.reference.patterns if one.id == "p-01")
    written = pattern.code.show("en").markdown.strip().removeprefix("```python\n").removesuffix("```")
    assert "\n" in written.strip()
    assert page.evaluate("navigator.clipboard.readText()") == written


def test_code_that_cannot_be_copied_says_so(visit: Open) -> None:
    """Where the clipboard refuses, the button does not claim success."""
    page = visit("/reference/patterns/")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')) }")
    keep_messages(page)
    listing = page.locator("#p-01 figure")
    find_button(listing, "copy").click()
    expect(listing.get_by_role("status")).to_have_text(make_word("copy_failed", "en"))


def test_code_is_highlighted(visit: Open) -> None:
    """The parts of a program have colors of their own."""
    page = visit("/reference/patterns/")
    colors = page.evaluate(
        "[...document.querySelectorAll('#p-01 pre span')].map(one => getComputedStyle(one).color)"
    )
    assert len(set(colors)) > 2


def test_a_heading_is_not_taken_for_the_words_of_the_scripts(visit: Open, server: Server) -> None:
    """A page written by hand may have one called “Words”, and the scripts must still run."""

    def add_heading(route: Route) -> None:
        html = route.fetch().text()
        route.fulfill(
            body=html.replace("<article", "<h2 id=words>Words</h2><article", 1), content_type="text/html"
        )

    page = visit("/")
    page.route("**/contributing/", add_heading)
    page.goto(f"{server.address}/contributing/")
    expect(page.locator("h2#words")).to_have_count(1)
    expect(page.locator("button.theme")).to_be_visible()


@pytest.mark.parametrize("prefix", ["", "/es"])
def test_everything_can_be_read_without_javascript(visit: Open, prefix: str) -> None:
    """Answers open, no dead button is shown, and each question links to its mirror; the menu works."""
    page = visit(prefix + QUIZ, java_script_enabled=False)
    page.locator("#q-01-01 .answer > summary").click()
    expect(page.locator("#q-01-01 .verdict")).to_be_visible()
    expect(page.locator("button:visible:not([popovertarget])")).to_have_count(0)
    page.locator("#q-01-02 .foot > summary").click()
    page.locator("#q-01-02 .foot a[hreflang]").click()
    other = QUIZ if prefix else f"/es{QUIZ}"
    page.wait_for_url(re.compile(rf"\d{other}#q-01-02$"))
    expect(page.locator("#q-01-02")).to_be_in_viewport()


def test_a_lost_reader_finds_the_way_in_both_languages(browser: Browser, server: Server) -> None:
    """An address that does not exist gets a page with a heading and a way home in each language."""
    page = browser.new_page(service_workers="block")
    page.set_default_timeout(PATIENCE)
    answer = page.goto(f"{server.address}/es/no/such/page/")
    assert answer
    assert answer.status == 404
    for locale in ("en", "es"):
        title = make_word("not_found_title", locale)
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    page.get_by_role("link", name=make_word("home", "es"), exact=True).click()
    page.wait_for_url("**/es/")
    page.close()


def test_a_missing_passage_is_shown_labeled_in_its_language(visit: Open) -> None:
    """Prompts, choices and reasons that a language lacks are marked; what it has is not."""
    spanish = visit(f"/es{QUIZ}")
    prompt = spanish.locator("#q-01-06 .prompt")
    expect(prompt).to_have_text(re.compile(r"^\s*prompt-es \(EN\):\s*It is nine o'clock\."))
    expect(prompt.locator("[lang=en]")).to_have_count(1)
    choice = spanish.locator("#q-01-06 .choices li").first
    expect(choice).to_have_text(re.compile(r"^\s*1\.\s+EN\s+It shows twelve\.\s*$"))
    assert spanish.locator("#q-01-01 [lang=en]").all_text_contents() == [make_word("in_this_language", "en")]
    english = visit(LETTERS)
    prompt = english.locator("#q-02-04 .prompt")
    expect(prompt).to_have_text(re.compile(r"^\s*prompt \(ES\):\s*Piensa en \['a', 'b'\]"))
    assert english.locator("#q-02-04 h2 [lang=es]").all_inner_texts() == [
        "ES ¿Qué método une una lista de cadenas?"
    ]
    english.locator("#q-02-03 .answer > summary").click()
    expect(english.locator("#q-02-03 .verdict")).to_have_text("false.")
    expect(english.locator("#q-02-03 .why")).to_have_text(re.compile(r"^\s*ES\s*Un conjunto busca"))

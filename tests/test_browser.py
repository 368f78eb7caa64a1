"""The site in a real Chromium, as readers use it, under a strict Content-Security-Policy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import Open
from project import ROOT
from site_server import Server, serve

QUIZ = "/quizzes/phase-07-scalar-autograd/"
PRINT = "/study-guide/print/advanced/"
PAGES = [
    *("/", QUIZ, "/quizzes/", "/quizzes/phase-25-pytorch-internals/"),
    *(
        "/study-guide/",
        "/study-guide/quiz-05-hyperparameter-optimization/",
        "/study-guide/quiz-11-transformers/",
    ),
    *("/topics/", "/topics/broadcasting/", "/reference/", "/reference/formulas/", "/reference/patterns/"),
    *("/study-guide/print/", "/study-guide/print/advanced/"),
    *("/drills/", "/drills/chapter-03-backprop-autograd/", "/downloads/", "/glossary/"),
    *("/search/", "/status/", "/proofs/", "/contributing/", "/contributing/fields/"),
]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("prefix", ["", "/es"])
def test_every_page_loads_without_an_error_or_another_host(visit: Open, prefix: str, path: str) -> None:
    page = visit(prefix + path)
    page.wait_for_load_state("networkidle")
    expect(page.locator("h1").first).to_be_visible()
    assert page.locator("html").get_attribute("lang") == (prefix.strip("/") or "en")


@pytest.mark.parametrize("question", ["q-07-02", "q-07-05"])
@pytest.mark.parametrize("width", [320, 768, 1440])
def test_the_switch_keeps_the_question(visit: Open, width: int, question: str) -> None:
    """The switch is in sight wherever one reads, and the last question is no exception."""
    page = visit(f"{QUIZ}#{question}", width=width)
    link = page.get_by_role("navigation", name="Language").get_by_role("link", name="Español")
    expect(link).to_be_in_viewport(ratio=1)
    link.click()
    page.wait_for_url(f"**/es{QUIZ}#{question}")
    expect(page.locator(f"#{question} h2")).to_be_in_viewport(ratio=1)
    page.get_by_role("navigation", name="Idioma").get_by_role("link", name="English").click()
    page.wait_for_url(re.compile(rf"\d{QUIZ}#{question}$"))


def test_the_switch_follows_the_reader_who_scrolls(visit: Open) -> None:
    page = visit(f"{QUIZ}#q-07-01", width=320)
    page.evaluate("document.getElementById('q-07-03').scrollIntoView()")
    page.get_by_role("navigation", name="Language").get_by_role("link", name="Español").click()
    page.wait_for_url(f"**/es{QUIZ}#q-07-03")


def test_the_switch_works_from_the_keyboard(visit: Open) -> None:
    page = visit(f"{QUIZ}#q-07-03")
    link = page.get_by_role("navigation", name="Language").get_by_role("link", name="Español")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/es{QUIZ}#q-07-03")


def test_the_switch_at_the_top_leads_to_the_top(visit: Open) -> None:
    page = visit(QUIZ)
    page.get_by_role("navigation", name="Language").get_by_role("link", name="Español").click()
    page.wait_for_url(re.compile(rf"/es{QUIZ}#?$"))


def test_languages_are_words_side_by_side(visit: Open) -> None:
    switch = visit(QUIZ, width=320).get_by_role("navigation", name="Language")
    expect(switch).to_have_text(re.compile(r"English\s*·\s*Español"))
    expect(switch.get_by_role("link", name="English")).to_have_attribute("aria-current", "true")


def test_answers_open_one_by_one_and_all_together(visit: Open) -> None:
    page = visit(QUIZ)
    verdict = page.locator("#q-07-01 .verdict")
    expect(verdict).to_be_hidden()
    page.locator("#q-07-01 .answer > summary").click()
    expect(verdict).to_have_text("Choice 2.")
    expect(page.locator("#q-07-02 .verdict")).to_be_hidden()
    page.get_by_role("button", name="Open all answers").click()
    assert page.locator("details[open]").count() == 5
    page.get_by_role("button", name="Close all answers").click()
    assert page.locator("details[open]").count() == 0


def test_an_answer_opens_from_the_keyboard_without_moving_what_is_above(visit: Open) -> None:
    page = visit(QUIZ)
    summary = page.locator("#q-07-01 .answer > summary")
    summary.focus()
    before = summary.bounding_box()
    page.keyboard.press("Enter")
    expect(page.locator("#q-07-01 .verdict")).to_be_visible()
    assert summary.bounding_box() == before


def test_code_can_be_copied(visit: Open) -> None:
    page = visit(QUIZ, permissions=["clipboard-read", "clipboard-write"])
    page.locator("#q-07-01 .answer > summary").click()
    page.locator("#q-07-01").get_by_role("button", name="Copy").click()
    expect(page.locator("#q-07-01").get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#q-07-01 pre").first.text_content()
    assert "\n" in copied


def test_code_is_highlighted(visit: Open) -> None:
    page = visit(QUIZ)
    page.locator("#q-07-01 .answer > summary").click()
    colours = page.evaluate(
        "[...document.querySelectorAll('#q-07-01 pre span')].map(one => getComputedStyle(one).color)"
    )
    assert len(set(colours)) > 2


def test_the_theme_is_kept(visit: Open) -> None:
    page = visit(QUIZ, color_scheme="light")
    button = page.get_by_role("button", name="Dark theme")
    expect(button).to_have_attribute("aria-pressed", "false")
    light = _background(page)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    dark = _background(page)
    assert dark != light
    page.reload()
    assert _background(page) == dark


def _background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.mark.parametrize("prefix", ["", "/es"])
def test_everything_can_be_read_without_javascript(visit: Open, prefix: str) -> None:
    page = visit(prefix + QUIZ, java_script_enabled=False)
    page.locator("#q-07-01 .answer > summary").click()
    expect(page.locator("#q-07-01 .verdict")).to_be_visible()
    assert page.locator("button:visible").count() == 0
    mirror = page.locator("#q-07-02 .foot a[hreflang]")
    mirror.click()
    other = QUIZ if prefix else f"/es{QUIZ}"
    page.wait_for_url(re.compile(rf"\d{other}#q-07-02$"))
    expect(page.locator("#q-07-02")).to_be_in_viewport()


def test_a_lost_reader_finds_the_way_in_both_languages(browser: Browser, server: Server) -> None:
    page = browser.new_page()
    answer = page.goto(f"{server.address}/es/no/such/page/")
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading", name="Esta página no existe")).to_be_visible()
    expect(page.get_by_role("heading", name="This page does not exist")).to_be_visible()
    page.get_by_role("link", name="Inicio").click()
    page.wait_for_url("**/es/")
    page.close()


def test_axe_finds_nothing_on_a_page_with_gaps(visit: Open, gaps: Path) -> None:
    with serve(gaps) as other:
        page = visit("/es/quizzes/phase-07-gaps/", at=other.address, bypass_csp=True)
        page.add_script_tag(path=ROOT / "node_modules" / "axe-core" / "axe.min.js")
        found = page.evaluate("() => axe.run()")
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []


def test_a_missing_passage_is_shown_labelled_in_its_language(visit: Open, gaps: Path) -> None:
    with serve(gaps) as other:
        spanish = visit("/es/quizzes/phase-07-gaps/", at=other.address)
        expect(spanish.locator("#q-07-01 .prompt")).to_have_text(
            re.compile(r"Enunciado \(EN\):\s*Which one is right\?")
        )
        assert spanish.locator("#q-07-01 .prompt [lang=en]").count() == 1
        expect(spanish.locator("#q-07-01 .choices li").first).to_have_text(
            re.compile(r"A\.\s+EN\s+The right one")
        )
        english = visit("/quizzes/phase-07-gaps/", at=other.address)
        expect(english.locator("#q-07-02 .prompt")).to_have_text(re.compile(r"Prompt \(ES\):\s*¿Qué falta\?"))
        assert english.locator("#q-07-03 .choices [lang=es]").all_inner_texts() == ["ES Dos"]
        english.locator("#q-07-04 summary").click()
        expect(english.locator("#q-07-04 .verdict")).to_have_text("True.")


@pytest.mark.parametrize("width", [320, 768, 1440])
@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_wider_than_the_window(visit: Open, path: str, width: int) -> None:
    page = visit(f"/es{path}", width=width)
    for answer in page.locator("details.answer").all():
        answer.evaluate("one => { one.open = true }")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    wide = page.evaluate(
        "[...document.querySelectorAll('article *, header *')]"
        ".filter(one => !one.closest('pre, .table, .formula, .sections, .unseen') "
        "&& one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML.slice(0, 80))"
    )
    assert wide == []


@pytest.mark.parametrize(("width", "theme"), [(320, "dark"), (1200, "light")])
@pytest.mark.parametrize("path", [*PAGES, "/404.html"])
def test_axe_finds_nothing(visit: Open, path: str, width: int, theme: str) -> None:
    prefix = "/es" if theme == "dark" and path != "/404.html" else ""
    page = visit(prefix + path, width=width, color_scheme=theme, bypass_csp=True)
    for answer in page.locator("details.answer").all():
        answer.evaluate("one => { one.open = true }")
    page.add_script_tag(path=ROOT / "node_modules" / "axe-core" / "axe.min.js")
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    found = page.evaluate("rules => axe.run(document, rules)", rules)
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "path", [QUIZ, "/study-guide/", "/topics/broadcasting/", "/reference/formulas/", PRINT]
)
def test_text_has_a_contrast_of_seven(visit: Open, path: str, theme: str) -> None:
    page = visit(path, color_scheme=theme, bypass_csp=True)
    for answer in page.locator("details.answer").all():
        answer.evaluate("one => { one.open = true }")
    page.add_script_tag(path=ROOT / "node_modules" / "axe-core" / "axe.min.js")
    found = page.evaluate("() => axe.run(document, { runOnly: ['color-contrast-enhanced'] })")
    assert [node["html"] for one in found["violations"] for node in one["nodes"]] == []

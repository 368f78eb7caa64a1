"""Reading in every browser: languages, answers, menu, theme, search, glossary, and old addresses."""

from __future__ import annotations

import pytest

from verbs import Reader

QUIZ = "/quizzes/phase-01-arithmetic/"
IS_BELOW_HEADER = """(selector) => {
  const { top } = document.querySelector(selector).getBoundingClientRect();
  const { bottom } = document.querySelector("header.top").getBoundingClientRect();
  return top >= bottom - 1 && top < innerHeight / 2;
}"""


def is_at(reader: Reader, address: str) -> None:
    """Waits until a page is open, at this path and fragment."""
    reader.expect("(address) => (location.pathname + location.hash).replace(/#$/, '') === address", address)
    reader.expect("() => document.readyState === 'complete'")


@pytest.mark.parametrize(
    "path", [QUIZ, f"/es{QUIZ}", "/", "/drills/chapter-01-facts/", "/reference/formulas/"]
)
def test_a_page_opens_in_its_typefaces(reader: Reader, path: str) -> None:
    reader.open(path)
    assert reader.read("h1")
    assert reader.style("body", "margin") == "0px"
    assert reader.style("body", "fontFamily").startswith('"Source Serif 4"')
    reader.expect(
        "() => document.fonts.ready.then(() => [...document.fonts].some((one) => one.status === 'loaded'))"
    )
    assert reader.evaluate("() => [...document.fonts].filter((one) => one.status === 'error').length") == 0


def test_the_language_link_keeps_the_question(reader: Reader) -> None:
    reader.open(f"{QUIZ}#q-01-04")
    reader.expect(IS_BELOW_HEADER, "#q-01-04")
    reader.click(".languages a[lang=es]")
    is_at(reader, f"/es{QUIZ}#q-01-04")
    reader.expect(IS_BELOW_HEADER, "#q-01-04")
    assert reader.evaluate("() => document.documentElement.lang") == "es"
    reader.click(".languages a[lang=en]")
    is_at(reader, f"{QUIZ}#q-01-04")


def test_the_language_link_keeps_a_checked_answer_and_a_draft(reader: Reader) -> None:
    reader.open(QUIZ)
    reader.click("#q-01-01 [data-choice='2'] label")
    reader.click("#q-01-01 .act .primary")
    reader.see("#q-01-01[data-state=right]")
    reader.click("#q-01-04 textarea")
    reader.type("add up")
    reader.click(".languages a[lang=es]")
    reader.see("#q-01-01[data-state=right] .verdict")
    reader.expect("() => document.querySelector('#q-01-04 textarea').value === 'add up'")


def test_a_link_to_a_question_opens_below_the_header(reader: Reader) -> None:
    reader.open(f"{QUIZ}#q-01-06", width=500)
    reader.expect(IS_BELOW_HEADER, "#q-01-06 h2")


def test_answers_open_all_at_once_and_close(reader: Reader) -> None:
    reader.open(QUIZ)
    reader.click("[data-answers=open]")
    count = reader.evaluate("() => document.querySelectorAll('.question').length")
    reader.expect("(count) => document.querySelectorAll('.answer[open]').length === count", count)
    reader.see("#q-01-07 .why")
    reader.click("[data-answers=close]")
    reader.miss(".answer-body")


def test_an_answer_opens_from_the_keyboard_and_moves_nothing_above_it(reader: Reader) -> None:
    reader.open(QUIZ)
    reader.see("#q-01-01 form.practice fieldset")
    reader.evaluate("() => document.querySelector('#q-01-01 .answer > summary').focus()")
    before = reader.box("#q-01-01 .answer > summary")["top"]
    reader.press("Enter")
    reader.see("#q-01-01 .verdict")
    assert abs(reader.box("#q-01-01 .answer > summary")["top"] - before) < 1


def test_a_hint_and_a_proof_open(reader: Reader) -> None:
    reader.open(QUIZ)
    reader.click("#q-01-01 .hint > summary")
    reader.see("#q-01-01 .hint-body")
    assert not reader.sees("#q-01-01 .answer-body")
    reader.click("#q-01-01 .answer > summary")
    reader.click("#q-01-01 .proof > summary")
    reader.see("#q-01-01 .proof pre")


def test_a_figure_is_drawn(reader: Reader) -> None:
    reader.open("/study-guide/quiz-01-division/")
    reader.see("#pt-01-01 .figure svg")
    box = reader.box("#pt-01-01 .figure svg")
    assert box["width"] > 100
    assert box["height"] > 30


def test_the_menu_opens_and_closes(reader: Reader) -> None:
    """By its button, with Escape, and with a click beside it."""
    reader.open("/", width=500)
    reader.click(".menu-button")
    reader.see("#top_menu nav a")
    reader.press("Escape")
    reader.miss("#top_menu nav a")
    reader.click(".menu-button")
    reader.see("#top_menu nav a")
    reader.point(20, 700)
    reader.miss("#top_menu nav a")


@pytest.mark.parametrize("width", [500, 1200])
def test_the_chosen_theme_stays(reader: Reader, width: int) -> None:
    reader.open("/glossary/", width=width)
    reader.see(".menu-button, .themes button")
    if width < 600:
        reader.click(".menu-button")
    else:
        reader.click(".themes button.theme")
    reader.click("#top_themes label:has([value=dark])")
    reader.expect("() => document.documentElement.dataset.theme === 'dark'")
    dark = reader.style("body", "backgroundColor")
    reader.open("/es/glossary/", width=width)
    assert reader.evaluate("() => document.documentElement.dataset.theme") == "dark"
    assert reader.style("body", "backgroundColor") == dark
    assert max(int(part) for part in dark[4:-1].split(",")) < 80


def test_the_search_dialog_finds_a_question(reader: Reader) -> None:
    """It opens with the slash; arrow keys and Enter lead to what it found."""
    reader.open("/")
    reader.expect("() => document.querySelector('.search-link').hasAttribute('aria-keyshortcuts')")
    reader.press("/")
    reader.see("dialog[open] input[type=search]")
    reader.type("floor")
    reader.see("dialog[open] .results a[href*='q-01-07']")
    reader.press("Escape")
    reader.miss("dialog[open]")
    reader.click(".search-link")
    reader.see("dialog[open] .results, dialog[open] input[type=search]")


def test_the_spanish_search_page_finds_a_question(reader: Reader) -> None:
    reader.open("/es/search/?q=entera")
    reader.click("article .results a[href*='q-01-07']")
    is_at(reader, f"/es{QUIZ}#q-01-07")


def test_the_glossary_filters_its_terms(reader: Reader) -> None:
    reader.open("/glossary/")
    reader.click(".filter input")
    count = reader.evaluate(
        "() => [...document.querySelectorAll('.terms > div')].filter((one) => one.checkVisibility()).length"
    )
    reader.type("remain")
    reader.expect(
        """(count) => {
          const seen = [...document.querySelectorAll(".terms > div")].filter((one) => one.checkVisibility());
          return seen.length > 0 && seen.length < count;
        }""",
        count,
    )


def test_glossary_terms_look_like_links_to_the_glossary(reader: Reader) -> None:
    """They are underlined with dots."""
    reader.open("/quizzes/phase-02-collections/")
    reader.click("#q-02-01 .answer > summary")
    reader.see("#q-02-01 .why a.term")
    assert "underline" in reader.style("#q-02-01 .why a.term", "textDecorationLine")
    assert reader.style("#q-02-01 .why a.term", "textDecorationStyle") == "dotted"
    ink = reader.style("#q-02-01 .why a.term", "textDecorationColor")
    assert ink != reader.style("#q-02-01 .why a.term", "color")


def test_the_first_tab_offers_to_skip_to_the_content(reader: Reader) -> None:
    reader.open(QUIZ)
    reader.press("Tab")
    reader.expect("() => document.activeElement.matches('a[href^=\"#\"]')")
    reader.press("Enter")
    reader.expect("() => location.hash.length > 1")


def test_an_old_address_leads_to_the_new_one(reader: Reader) -> None:
    reader.open("/quizzes/phase-02-sets/#q-02-03")
    is_at(reader, "/quizzes/phase-02-collections/#q-02-03")


def test_a_missing_page_is_explained_in_both_languages(reader: Reader) -> None:
    reader.open("/es/nothing-here/")
    reader.see("h1")
    reader.see("[lang=en], html[lang=en] h1")


def test_the_outline_folds_when_it_has_led_to_a_question(reader: Reader) -> None:
    reader.open(QUIZ, width=500)
    reader.click(".outline summary")
    reader.click(".outline a[href='#q-01-05']")
    reader.expect(IS_BELOW_HEADER, "#q-01-05 h2")
    reader.miss(".outline ol")


def test_the_code_button_copies(reader: Reader) -> None:
    reader.open("/reference/patterns/")
    reader.click("#p-02 .copy, .listing .copy")
    reader.expect("() => [...document.querySelectorAll('.copied')].some((one) => one.textContent)")

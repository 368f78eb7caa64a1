"""Answering questions shown in two languages, in Chromium: side by side, and on home."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from conftest import Open
from page_checks import resize, run_axe
from practicing import wait_for_log
from small_bank import make_word
from test_keys import EVERY_KIND, RULES, expect_state, open_quiz

TWINS = f"{EVERY_KIND}side-by-side/"


def submit(question: Locator, word: str, locale: str) -> None:
    question.locator(".act").get_by_role("button", name=make_word(word, locale), exact=True).click()


def answer_each_kind(page: Page, locale: str) -> None:
    """Give wrong choices (by the other language, if shown), a wrong statement, a number, and two grades."""
    for question, choice in (("q-02-01", 1), ("q-02-02", 3)):
        section = page.locator(f"#{question}")
        section.locator(f"[data-choice='{choice}'] .side:visible").last.click()
        submit(section, "check", locale)
    statement = page.locator("#q-02-03")
    names = sorted(["en", "es"], key=lambda one: one != locale)
    true = statement.locator("[data-choice=true]")
    expect(true.locator(".said:visible")).to_have_text([make_word("true", one) for one in names])
    expect(true.get_by_role("radio")).to_have_count(1)
    true.locator(".side").last.click()
    submit(statement, "check", locale)
    for question in ("q-02-04", "q-02-05"):
        submit(page.locator(f"#{question}"), "show_answer", locale)
    page.locator("#q-02-05 [data-point='2'] .side").nth(1).click()
    for question, grade in (("q-02-04", "good"), ("q-02-05", "forgot")):
        page.locator(f"#{question} [data-grade={grade}]").click()
    page.locator("#q-02-07 .field input").fill("3,9")
    submit(page.locator("#q-02-07"), "guess", locale)


@pytest.mark.parametrize(("locale", "width"), [("en", 1200), ("es", 390)])
def test_each_kind_is_answered_side_by_side(visit: Open, locale: str, width: int) -> None:
    """A row is one target across both languages; the log is the same as on the quiz page."""
    prefix = "" if locale == "en" else "/es"
    page = open_quiz(visit, prefix + TWINS, width=width)
    answer_each_kind(page, locale)
    expect_state(page, "q-02-07", "right")
    keys = ("id", "answer", "right", "guess", "where")
    assert [tuple(one[key] for key in keys) for one in wait_for_log(page, 6)] == [
        ("q-02-01", [1], False, False, "quiz"),
        ("q-02-02", [3], False, False, "quiz"),
        ("q-02-03", True, False, False, "quiz"),
        ("q-02-04", [], True, False, "quiz"),
        ("q-02-05", [2], False, False, "quiz"),
        ("q-02-07", "3,9", True, True, "quiz"),
    ]
    wrong = page.locator("#q-02-02")
    expect(wrong.locator("[data-own]")).to_have_attribute("data-choice", "3")
    own = wrong.locator(".answer > .own-reasons [data-reason]")
    expect(own).to_have_attribute("data-reason", "3")
    expect(own.locator(".side")).to_have_count(2)
    expect(wrong.locator(".others [data-reason]").first).to_be_hidden()
    expect(wrong.locator(".answer [data-row=heading]:visible")).to_have_count(0)
    expect(page.locator("#q-02-03 [data-choice=true] .side").nth(1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for size, theme in ((320, "dark"), (1200, "light")):
        resize(page, size)
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.evaluate("scrollTo(0, 0)")  # otherwise axe reports links under the header as too small
        assert run_axe(page, RULES) == []
    submit(wrong, "try_again", locale)
    expect(wrong.locator("[data-own]")).to_have_count(0)
    labels = wrong.locator("[data-choice] .side:first-child .label").all_inner_texts()
    assert labels == ["A.", "B.", "C."]


@pytest.mark.parametrize("locale", ["en", "es"])
def test_the_question_on_home_is_answered_once(visit: Open, locale: str) -> None:
    """Its translation can't be answered. The log has the question's own id; newcomers begin next."""
    prefix = "" if locale == "en" else "/es"
    page = open_quiz(visit, f"{prefix}/")
    expect(page.locator("form.practice")).to_have_count(1)
    expect(page.locator(".home-twin form")).to_have_count(0)
    question = page.locator("#q-02-02")
    closed = [one.bounding_box() for one in page.locator(".home-question .answer > summary").all()]
    assert len({one and one["y"] for one in closed}) == 1
    question.locator("[data-choice='2']").click()
    submit(question, "check", locale)
    expect_state(page, "q-02-02", "right")
    expect(page.locator(".end-card")).to_have_count(0)
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(one => one.id)")
    assert len(ids) == len(set(ids))
    assert [(one["id"], one["where"], one["lang"]) for one in wait_for_log(page, 1)] == [
        ("q-02-02", "quiz", locale)
    ]
    submit(question, "next_question", locale)
    page.wait_for_url(re.compile(rf"\d{prefix}/practice/"))
    expect(page.locator(".question form.practice:visible")).to_have_count(1)

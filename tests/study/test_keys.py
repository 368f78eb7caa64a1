"""Keyboard shortcuts in Chromium: answering without a mouse, the list of keys, and the switch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from conftest import Open
from practicing import wait_for_fields, wait_for_log
from small_bank import make_word
from test_browser import run_axe

QUIZ = "/quizzes/phase-01-arithmetic/"
EVERY_KIND = "/quizzes/phase-02-collections/"
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"color-contrast-enhanced": {"enabled": True}},
}


def open_quiz(visit: Open, path: str, **options: object) -> Page:
    page = visit(path, **options)
    wait_for_fields(page)
    return page


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def expect_state(page: Page, question: str, state: str) -> None:
    expect(page.locator(f"#{question}")).to_have_attribute("data-state", state)


def tab_to(page: Page, field: Locator) -> None:
    """Press Tab until a field has the focus."""
    for _ in range(12):
        if field.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    expect(field).to_be_focused()


def open_list(page: Page) -> Locator:
    press(page, "?")
    dialog = page.locator("dialog.keys-dialog")
    expect(dialog).to_be_visible()
    return dialog


def test_a_quiz_is_answered_by_keys_alone(visit: Open) -> None:
    """Each kind is answered right, wrong, guessed, or again. Typing isn't a shortcut; arrows don't submit."""
    page = open_quiz(visit, f"/es{EVERY_KIND}")
    press(page, "n")
    expect(page.locator("#q-02-01")).to_be_focused()
    press(page, "2", "3", "4", "Enter")
    expect_state(page, "q-02-01", "right")
    press(page, "Enter", "1", "ArrowDown")
    expect(page.locator("#q-02-02 [data-choice='2'] input")).to_be_checked()
    expect(page.locator("#q-02-02[data-state]")).to_have_count(0)
    press(page, "g")
    expect_state(page, "q-02-02", "right")
    press(page, "Enter", "2")
    expect(page.locator("#q-02-03 [data-choice=false] input")).to_be_checked()
    expect(page.locator("#q-02-03[data-state]")).to_have_count(0)
    press(page, "Enter")
    expect_state(page, "q-02-03", "right")
    press(page, "Enter", "s")
    expect(page.locator("#q-02-04 .grading")).to_be_visible()
    press(page, "3", "Enter")
    text = page.locator("#q-02-05 textarea")
    tab_to(page, text)
    page.keyboard.type("b?/2 snr")
    expect(text).to_have_value("b?/2 snr")
    press(page, "Tab", "Enter")
    tab_to(page, page.locator("#q-02-05 [data-point='1'] input"))
    press(page, "Space", "2", "Enter", "1", "Enter")
    expect_state(page, "q-02-06", "wrong")
    press(page, "r", "2", "Enter")
    expect_state(page, "q-02-06", "right")
    press(page, "p")
    expect(page.locator("#q-02-05")).to_be_focused()
    press(page, "n", "n")
    tab_to(page, page.locator("#q-02-07 .field input"))
    page.keyboard.type("4,2")
    press(page, "Enter", "Enter")
    expect(page.locator(".end-card")).to_be_focused()
    told = [
        (one["id"], one["answer"], one["right"], one["guess"], one.get("grade"))
        for one in wait_for_log(page, 8)
    ]
    assert told == [
        ("q-02-01", [2, 3, 4], True, False, None),
        ("q-02-02", [2], True, True, None),
        ("q-02-03", False, True, False, None),
        ("q-02-04", [], True, False, "good"),
        ("q-02-05", [1], True, False, "hard"),
        ("q-02-06", [1], False, False, None),
        ("q-02-06", [2], True, False, None),
        ("q-02-07", "4,2", True, False, None),
    ]


def test_a_key_acts_on_the_question_in_sight(visit: Open) -> None:
    """This is the focused question if it's in view, else the one being read. Key combinations are ignored."""
    page = open_quiz(visit, f"{QUIZ}#q-01-02")
    expect(page.locator(".outline [aria-current]")).to_have_attribute("href", "#q-01-02")
    press(page, "Control+1", "Alt+1", "Meta+1", "Control+h", "Alt+s", "Shift+S", "Shift+N")
    expect(page.locator("section input:checked, section details[open]")).to_have_count(0)
    assert page.evaluate("document.activeElement === document.body")
    press(page, "4")
    expect(page.locator("#q-01-02 [data-choice='4'] input")).to_be_checked()
    page.evaluate("document.getElementById('q-01-06').scrollIntoView()")
    press(page, "2")
    expect(page.locator("#q-01-06 [data-choice='2'] input")).to_be_checked()
    page.evaluate("document.getElementById('q-01-01').scrollIntoView()")
    hint = page.locator("#q-01-01 .hint")
    press(page, "h")
    expect(hint).to_have_attribute("open", "")
    press(page, "h")
    expect(hint).not_to_have_attribute("open", "")


@pytest.mark.parametrize(
    ("path", "listed"),
    [
        (QUIZ, ["1–9", "key_enter", "g", "h", "s", "1", "2", "3", "r", "n", "p", "b", "/", "?"]),
        ("/es/drills/chapter-01-facts/", ["s", "1", "2", "3", "r", "n", "p", "key_space-es", "b", "/", "?"]),
        ("/proofs/", ["/", "?"]),
    ],
)
def test_the_list_has_the_keys_of_the_page(visit: Open, path: str, listed: list[str]) -> None:
    """Actions are in the page's language, and Escape closes the list. axe reports no violations."""
    page = visit(path) if path == "/proofs/" else open_quiz(visit, path)
    dialog = open_list(page)
    assert dialog.locator("kbd").all_inner_texts() == listed
    mark = "-es" if path.startswith("/es") else ""
    assert all(text.endswith(mark) and text for text in dialog.locator("dd").all_inner_texts())
    for width, theme in ((320, "dark"), (1200, "light")) if mark else ():
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        assert run_axe(page, RULES) == []
    press(page, "Escape")
    expect(dialog).to_be_hidden()


def test_keys_are_switched_off_and_on(visit: Open) -> None:
    """All keys are off, even the search's and after a reload; a button in the footer opens the list."""
    page = open_quiz(visit, f"{QUIZ}#q-01-01")
    dialog = open_list(page)
    switch = dialog.get_by_role("checkbox", name=make_word("keys_on", "en"))
    switch.uncheck()
    press(page, "Escape")
    page.reload()
    wait_for_fields(page)
    press(page, "1", "s", "n", "/", "b", "?")
    opener = page.get_by_role("contentinfo").get_by_role("button", name=make_word("keys_title", "en"))
    opener.click()
    expect(dialog).to_be_visible()
    expect(page.locator("dialog")).to_have_count(1)
    expect(page.locator("input[type=radio]:checked:visible, details[open]")).to_have_count(0)
    expect(switch).not_to_be_checked()
    switch.check()
    press(page, "Escape")
    expect(opener).to_be_focused()
    page.evaluate("document.getElementById('q-01-01').scrollIntoView()")
    press(page, "1")
    expect(page.locator("#q-01-01 [data-choice='1'] input")).to_be_checked()


def test_without_a_script_there_is_no_list(visit: Open) -> None:
    page = visit(QUIZ, java_script_enabled=False)
    expect(page.locator("[data-keys]")).to_be_hidden()

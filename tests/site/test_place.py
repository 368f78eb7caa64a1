"""Reading position in Chromium: it survives a language switch, a reload, and Back."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from conftest import Open
from test_browser import find_switch

QUIZ = "/quizzes/phase-01-arithmetic/"
OTHER = "/quizzes/phase-02-collections/"

# A line in the middle of an open answer. The content above it is shorter in the other language.
LINE = "#q-01-04 .answer li:nth-of-type(2)"
MOST_FRAMES = 2_000
READING_LINE = 120
"""Where a reader reads, in pixels below the top of the window: 6 rem."""


def wait_until_kept(page: Page) -> None:
    """Waits for a question's form; from then on, the script saves the position when the reader leaves."""
    expect(page.locator("form.practice").first).to_be_visible()


def read_on(page: Page) -> None:
    """Opens a hint, two answers, and a proof, and scrolls to the line."""
    wait_until_kept(page)
    for fold in ("#q-01-01 .hint", "#q-01-01 .answer", "#q-01-04 .answer", "#q-01-04 .proof"):
        page.locator(f"{fold} > summary").click()
    expect(page.locator("#q-01-01")).to_have_attribute("data-state", "shown")  # the shorter one
    page.locator(LINE).evaluate(
        "(line, y) => scrollBy(0, line.getBoundingClientRect().top - y)", READING_LINE - 5
    )


def wait_for_place(page: Page) -> None:
    """Waits until the page has restored the position and allows scrolling again."""
    for _ in range(MOST_FRAMES):
        if page.evaluate("history.scrollRestoration") == "auto":
            return
        page.evaluate("new Promise((resolve) => requestAnimationFrame(() => resolve(null)))")
    pytest.fail("the page never lets the browser scroll")


def expect_place(page: Page) -> None:
    """Expects the same disclosures to be open, no others, and the same line at the reading position."""
    for fold in ("#q-01-01 .hint", "#q-01-01 .answer", "#q-01-04 .answer", "#q-01-04 .proof"):
        expect(page.locator(fold)).to_have_attribute("open", "")
    expect(page.locator(".question details[open]")).to_have_count(4)
    page.wait_for_load_state()
    wait_for_place(page)
    top = page.locator(LINE).evaluate("line => line.getBoundingClientRect().top")
    assert abs(top - (READING_LINE - 5)) <= 10


def switch(page: Page, to: str) -> None:
    here, name = ("en", "Español") if to == "es" else ("es", "English")
    find_switch(page, here).get_by_role("link", name=name).click()


@pytest.mark.parametrize("width", [320, 1200])
def test_the_language_switch_keeps_open_answers_and_the_line(visit: Open, width: int) -> None:
    """It works in both directions, although the two pages differ in height."""
    page = visit(QUIZ, width=width)
    read_on(page)
    switch(page, "es")
    page.wait_for_url(f"**/es{QUIZ}#q-01-04")
    expect_place(page)
    switch(page, "en")
    page.wait_for_url(re.compile(rf"\d{QUIZ}#q-01-04$"))
    expect_place(page)


def test_reload_and_back_keep_open_answers_and_the_line(visit: Open) -> None:
    """They are kept even if the address names another question. The browser handles Back within the page."""
    page = visit(f"{QUIZ}#q-01-02")
    read_on(page)
    page.reload()
    expect_place(page)
    page.locator(".outline a[href='#q-01-06']").click()
    expect(page.locator("#q-01-06 h2")).to_be_in_viewport()
    page.go_back()
    expect(page.locator(LINE)).to_be_in_viewport()
    expect_place(page)
    page.locator(".onward .next").evaluate("link => link.click()")  # without scrolling to it
    page.wait_for_url(f"**{OTHER}")
    page.go_back()
    page.wait_for_url(f"**{QUIZ}#q-01-02")
    expect_place(page)


def test_going_back_to_the_other_language_keeps_the_current_position(visit: Open) -> None:
    """Going back counts as a language switch: the position is the last one in either language."""
    page = visit(QUIZ)
    switch(page, "es")
    page.wait_for_url(re.compile(rf"/es{QUIZ}#?$"))
    read_on(page)
    page.go_back()
    page.wait_for_url(re.compile(rf"\d{QUIZ}$"))
    expect_place(page)


@pytest.mark.parametrize("prefix", ["", "/es"])
def test_side_by_side_shares_the_position(visit: Open, prefix: str) -> None:
    """Answers stay open and the question stays visible on the way there, to the other language, and back."""
    page = visit(prefix + QUIZ)
    read_on(page)
    page.keyboard.press("b")
    for here in (prefix, "" if prefix else "/es"):
        page.wait_for_url(f"**{here}{QUIZ}side-by-side/#q-01-04")
        for fold in ("#q-01-01 .hint", "#q-01-01 .answer", "#q-01-04 .answer"):
            expect(page.locator(fold)).to_have_attribute("open", "")
        page.wait_for_load_state()
        wait_for_place(page)
        expect(page.locator("#q-01-04")).to_be_in_viewport()
        if here == prefix:
            switch(page, "en" if prefix else "es")
    page.keyboard.press("b")
    page.wait_for_url(f"**{QUIZ}#q-01-04")
    expect(page.locator("#q-01-04 .answer")).to_have_attribute("open", "")


def test_an_ordinary_link_does_not_restore_the_position(visit: Open) -> None:
    """All answers are closed, at the top of the page or at the linked question."""
    page = visit(QUIZ)
    for hash_ in ("", "#q-01-02"):
        read_on(page)
        page.locator(".onward .next").click()
        page.wait_for_url(f"**{OTHER}")
        link = page.locator(".neighbors .previous")
        link.evaluate("(link, hash) => { link.hash = hash }", hash_)
        link.click()
        page.wait_for_url(re.compile(rf"{QUIZ}{hash_}$"))
        page.wait_for_load_state()
        expect(page.locator(".question details[open]")).to_have_count(0)
        if hash_:
            expect(page.locator(f"{hash_} h2")).to_be_in_viewport(ratio=1)
        else:
            assert page.evaluate("scrollY") == 0


def test_a_mirror_opened_in_another_tab_is_not_a_language_switch(visit: Open) -> None:
    """Later visits in the first tab don't count as switches, either."""
    page = visit(QUIZ)
    read_on(page)
    with page.context.expect_page() as opened:
        link = find_switch(page, "en").get_by_role("link", name="Español")
        link.click(modifiers=["ControlOrMeta"])
    expect(opened.value.locator("html")).to_have_attribute("lang", "es")
    page.goto(page.url.replace(QUIZ, OTHER))
    page.goto(page.url.replace(OTHER, f"/es{QUIZ}"))
    page.wait_for_load_state()
    expect(page.locator(".question details[open]")).to_have_count(0)


def test_the_link_of_a_question_to_its_mirror_keeps_its_answer_open(visit: Open) -> None:
    """It leads to that question, whichever one is being read."""
    page = visit(QUIZ)
    read_on(page)
    mirror = page.locator("#q-01-01 a[hreflang=es]")
    mirror.evaluate("link => link.click()")
    page.wait_for_url(f"**/es{QUIZ}#q-01-01")
    expect(page.locator("#q-01-01 .answer")).to_have_attribute("open", "")
    expect(page.locator("#q-01-01 h2")).to_be_in_viewport(ratio=1)


def test_invalid_stored_positions_are_ignored(visit: Open) -> None:
    """The page opens as on a first visit. From another version's position, only existing parts are used."""
    page = visit(QUIZ)
    broken = json.dumps({"open": [7], "question": [], "block": -1, "share": None})
    for garbage in ("{", "null", "7", '{"open": 3}', broken):
        store_when_left(page, garbage)
        page.reload()
        page.wait_for_load_state()
        assert page.evaluate("Object.values(sessionStorage)") == [garbage]
        expect(page.locator(".question details[open]")).to_have_count(0)
    spot = {"blocks": 20, "block": 9, "share": 0.5}
    gone = {"open": ["q-99-99 answer", "q-01-02 answer"], "question": "q-99-99", **spot}
    store_when_left(page, json.dumps(gone))
    page.reload()
    expect(page.locator("#q-01-02 .answer")).to_have_attribute("open", "")


def store_when_left(page: Page, text: str) -> None:
    """Overwrites the saved position on pagehide, after the page's own script has saved it."""
    wait_until_kept(page)
    page.evaluate(
        "text => addEventListener('pagehide', () => {"
        "for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, text) })",
        text,
    )


def test_blocked_storage_is_ignored(visit: Open) -> None:
    """If storage is blocked, the language switch still leads to the question."""
    page = visit("/")
    page.context.add_init_script(
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('blocked') } })"
    )
    page.goto(f"{page.url.rstrip('/')}{QUIZ}#q-01-03")
    wait_until_kept(page)
    expect(page.locator(".outline [aria-current]")).to_have_attribute("href", "#q-01-03")
    switch(page, "es")
    page.wait_for_url(f"**/es{QUIZ}#q-01-03")
    expect(page.locator("#q-01-03 h2")).to_be_in_viewport(ratio=1)
    page.reload()
    expect(page.locator("#q-01-03 h2")).to_be_in_viewport(ratio=1)

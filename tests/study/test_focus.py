"""One question or card at a time in Chromium: by button, tap, and key, on quizzes and decks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from conftest import Open
from page_checks import box
from practicing import check_axe, wait_for_fields, wait_for_log
from site_server import Server
from small_bank import make_word
from test_browser import find_button, find_switch

DECK = "/drills/chapter-01-facts/"
CARDS = ["d-01-01", "d-01-02", "d-01-03", "d-01-04"]
QUIZ = "/quizzes/phase-01-arithmetic/"


def open_page(visit: Open, path: str = DECK, **options: object) -> Page:
    page = visit(path, **options)
    wait_for_fields(page)
    return page


def find_card(page: Page, number: int) -> Locator:
    return page.locator(f"#{CARDS[number - 1]}")


def expect_card(page: Page, number: int, *, turned: bool = False) -> None:
    """Expect only this card to be visible, with or without its back, and its mark in the strip."""
    for other in range(1, len(CARDS) + 1):
        expect(find_card(page, other)).to_be_visible(visible=other == number)
    expect(find_card(page, number).locator(".front")).to_be_visible()
    expect(find_card(page, number).locator(".answer-body")).to_be_visible(visible=turned)
    expect(page.locator(".strip [aria-current]")).to_have_attribute("href", f"#{CARDS[number - 1]}")


def test_keys_turn_cards_over_and_move_on(visit: Open) -> None:
    """Arrows move; space and Enter turn. Links, key combinations, and focused code keep their own keys."""
    page = open_page(visit, f"{DECK}#{CARDS[2]}", width=320)
    expect_card(page, 3)
    expect(find_card(page, 3).locator(".front")).to_be_in_viewport()
    page.keyboard.press("Space")
    expect_card(page, 3, turned=True)
    expect(find_card(page, 3).locator(".answer-body")).to_be_focused()
    page.keyboard.press("Enter")
    expect_card(page, 3)
    page.keyboard.press("ArrowLeft")
    expect_card(page, 2)
    expect(find_card(page, 2)).to_be_focused()
    expect(find_card(page, 2)).to_have_accessible_name("d-01-02 What does len('ñ') return?")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect_card(page, 4)
    page.keyboard.press("Space")
    page.keyboard.press("Control+ArrowLeft")
    expect_card(page, 4, turned=True)
    code = find_card(page, 4).locator("pre")
    expect(code).to_have_attribute("tabindex", "0")
    code.focus()
    page.keyboard.press("ArrowLeft")
    expect_card(page, 4, turned=True)
    page.wait_for_url(f"**{DECK}#{CARDS[3]}")
    page.emulate_media(media="print")
    for number in range(1, len(CARDS) + 1):
        expect(find_card(page, number).locator(".front")).to_be_visible()
        expect(find_card(page, number).locator(".answer-body")).to_be_visible()


def test_a_tap_grades_a_card_and_goes_on(visit: Open) -> None:
    """Grades replace the turn-over button; after the last card comes the end card alone."""
    page = open_page(visit, width=390, has_touch=True)
    for number, word in enumerate(["good", "forgot", "hard", "good"], 1):
        expect_card(page, number)
        card = find_card(page, number)
        find_button(card, "turn_over").tap()
        expect_card(page, number, turned=True)
        expect(find_button(card, "turn_over")).to_be_hidden()
        find_button(card, f"grade_{word}").tap()
    end = page.locator(".end-card")
    expect(end).to_be_focused()
    expect(end).to_contain_text(make_word("end_score", "en").format(right=3, count=4))
    expect(page.locator(".card:visible, .grade-bar:visible")).to_have_count(0)
    logged = [(one["id"], one["where"], one["grade"], one["right"]) for one in wait_for_log(page, 4)]
    assert logged == [
        ("d-01-01", "card", "good", True),
        ("d-01-02", "card", "forgot", False),
        ("d-01-03", "card", "hard", True),
        ("d-01-04", "card", "good", True),
    ]
    end.get_by_role("button").first.tap()
    expect(find_card(page, 2)).to_be_visible()


def test_keys_grade_a_card(visit: Open) -> None:
    """1, 2, and 3 grade only after the card is turned over."""
    page = open_page(visit, f"/es{DECK}")
    page.keyboard.press("3")
    expect(find_card(page, 1)).to_be_visible()
    page.keyboard.press("Space")
    expect(find_card(page, 1).locator(".grading")).to_be_visible()
    page.keyboard.press("3")
    expect(find_card(page, 2)).to_be_focused()
    page.keyboard.press("p")
    expect(find_card(page, 1)).to_be_visible()
    assert [one["grade"] for one in wait_for_log(page, 1)] == ["good"]


@pytest.mark.parametrize(("width", "height"), [(320, 800), (1440, 900), (1280, 400)])
def test_check_and_next_are_in_the_same_place(visit: Open, width: int, height: int) -> None:
    """At the bottom of the window, for every card and every question, however long; axe finds nothing."""
    page = open_page(visit, QUIZ, width=width, height=height, color_scheme="dark")
    find_button(page, "focus").click()
    question = page.locator(".current")
    expect(question).to_have_id("q-01-01")
    check = box(find_button(question, "check"))
    assert height - 90 < check["y"] + check["height"] <= height
    question.locator("[data-choice] label").first.click()
    find_button(question, "check").click()
    following = find_button(question, "next_question")
    expect(following).to_be_focused()
    assert abs(box(following)["y"] - check["y"]) <= 2
    assert abs(box(following)["x"] - check["x"]) <= 2
    expect(question.locator(".said")).to_be_in_viewport(ratio=1)
    expect(question.locator(".own-reasons")).to_be_in_viewport()
    check_axe(page)
    following.click()
    expect(page.locator(".current")).to_have_id("q-01-02")
    expect(page.locator("#q-01-02 h2")).to_be_in_viewport()
    assert box(page.locator("#q-01-02"))["y"] >= box(page.locator("header.top"))["height"]
    check = box(find_button(page.locator(".current"), "check"))
    assert height - 90 < check["y"] + check["height"] <= height


def test_a_quiz_opens_as_a_list_and_an_address_opens_its_question_in_either(
    visit: Open, server: Server
) -> None:
    """The choice lasts for the session, in both languages; links show their question."""
    page = open_page(visit, QUIZ)
    expect(page.locator(".question:visible")).to_have_count(7)
    find_button(page, "focus").click()
    expect(page.locator(".question:visible")).to_have_count(1)
    page.locator(".outline a[href='#q-01-04']").click()
    expect(page.locator(".current")).to_have_id("q-01-04")
    expect(page.locator(".outline [aria-current]")).to_have_attribute("href", "#q-01-04")
    page.keyboard.press("n")
    expect(page.locator(".current")).to_have_id("q-01-05")
    find_switch(page, "en").get_by_role("link", name="Español").click()
    page.wait_for_url("**/es/**")
    expect(page.locator(".question:visible")).to_have_id("q-01-05")
    page.goto(f"{server.address}{QUIZ}#q-01-03")
    expect(page.locator(".question:visible")).to_have_id("q-01-03")
    button = find_button(page, "focus")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(page.locator(".question:visible")).to_have_count(7)
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_all_cards_can_be_shown_and_graded(visit: Open) -> None:
    page = open_page(visit)
    button = find_button(page, "focus")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    for number in range(1, len(CARDS) + 1):
        expect(find_card(page, number)).to_be_visible()
    card = find_card(page, 3)
    card.locator(".answer > summary").click()
    expect(card.locator(".answer-body")).to_be_visible()
    find_button(card, "grade_hard").click()
    expect(card.locator(".grade-bar")).to_contain_text("graded grade_hard")
    following = find_button(card, "next_question")
    expect(following).to_be_in_viewport(ratio=1)
    following.click()
    expect(find_card(page, 4)).to_be_focused()


def test_grades_are_in_reach_in_a_low_window(visit: Open) -> None:
    """A phone held sideways."""
    page = open_page(visit, width=560, height=256)
    find_card(page, 1).scroll_into_view_if_needed()
    find_button(find_card(page, 1), "turn_over").click()
    for word in ("forgot", "hard", "good"):
        button = find_button(find_card(page, 1), f"grade_{word}")
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=1)


def test_without_a_script_all_cards_are_listed(visit: Open) -> None:
    """Each card can be turned over, and no useless buttons are shown."""
    page = visit(DECK, java_script_enabled=False)
    for number in range(1, len(CARDS) + 1):
        expect(find_card(page, number)).to_be_visible()
    expect(page.locator("main button:visible")).to_have_count(0)
    find_card(page, 2).locator("summary").first.click()
    expect(find_card(page, 2).locator(".answer-body")).to_be_visible()


def test_all_cards_appear_if_the_script_does_not_load(browser: Browser, server: Server) -> None:
    """An animation hides the other cards until the script loads, and times out on its own."""
    page = browser.new_page(service_workers="block")
    page.route("**/start-*.js", lambda route: route.abort())
    page.goto(server.address + DECK)
    page.evaluate("document.getAnimations().forEach(one => { one.pause(); one.currentTime = 0; })")
    expect(find_card(page, 1)).to_be_visible()
    expect(find_card(page, 2)).to_be_hidden()
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    for number in range(1, len(CARDS) + 1):
        expect(find_card(page, number)).to_be_visible()
    page.close()

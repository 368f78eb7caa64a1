"""Drills in Chromium: one card at a time, turned over and graded by button, tap, and key."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, Page, expect

from conftest import Open
from practicing import check_axe, wait_for_fields, wait_for_log
from site_server import Server
from small_bank import make_word
from test_browser import find_button, find_switch

DECK = "/drills/chapter-01-facts/"
CARDS = ["d-01-01", "d-01-02", "d-01-03", "d-01-04"]


def open_deck(visit: Open, path: str = DECK, **options: object) -> Page:
    page = visit(path, **options)
    wait_for_fields(page)
    return page


def find_card(page: Page, number: int) -> Locator:
    return page.locator(f"#{CARDS[number - 1]}")


def expect_card(page: Page, number: int, *, turned: bool = False) -> None:
    """Expect only this card to be visible, with or without its back, and its number on the page."""
    for other in range(1, len(CARDS) + 1):
        expect(find_card(page, other)).to_be_visible(visible=other == number)
    expect(find_card(page, number).locator(".front")).to_be_visible()
    expect(find_card(page, number).locator(".answer-body")).to_be_visible(visible=turned)
    expect(page.locator(".deck-count")).to_have_text(say_count(number))


def say_count(number: int) -> str:
    return make_word("card_of", "en").format(number=number, count=len(CARDS))


def test_buttons_turn_cards_over_and_move_on(visit: Open) -> None:
    """A screen reader reads each card, focus isn't lost, each card has a URL, and all cards are printed."""
    page = open_deck(visit)
    expect_card(page, 1)
    previous, turn, next_ = (find_button(page, word) for word in ("previous", "turn_over", "next"))
    status = page.locator(".deck-turner").get_by_role("status")
    expect(page.get_by_text(make_word("card_keys", "en"))).to_be_visible()
    expect(previous).to_have_attribute("aria-disabled", "true")
    turn.click()
    expect_card(page, 1, turned=True)
    expect(turn).to_be_hidden()
    front, back = (find_card(page, 1).locator(part).bounding_box() for part in (".front", ".answer-body"))
    assert front and back and back["y"] >= front["y"] + front["height"]
    next_.click()
    expect_card(page, 2)
    expect(next_).to_be_focused()
    expect(status).to_have_text(f"{say_count(2)}. What does len('ñ') return?")
    expect(turn).to_have_attribute("aria-expanded", "false")
    turn.click()
    expect(status).to_have_text(re.compile(r"^1: it counts characters"))
    previous.click()
    expect_card(page, 1)
    for _ in CARDS[1:]:
        next_.click()
    expect(status).to_have_text(re.compile(r"braces of \\\{1\\\} around first\?$"))
    expect(next_).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    expect_card(page, len(CARDS))
    expect(next_).to_be_focused()
    page.wait_for_url(f"**{DECK}#{CARDS[3]}")
    page.locator(f".outline a[href='#{CARDS[1]}']").click()
    expect_card(page, 2)
    expect(page.locator(".outline [aria-current]")).to_have_attribute("href", f"#{CARDS[1]}")
    find_card(page, 2).locator("h2 a").focus()
    page.keyboard.press("ArrowRight")
    expect_card(page, 3)
    expect(find_card(page, 3)).to_be_focused()
    page.emulate_media(media="print")
    for number in range(1, len(CARDS) + 1):
        expect(find_card(page, number).locator(".front")).to_be_visible()
        expect(find_card(page, number).locator(".answer-body")).to_be_visible()
    expect(next_).to_be_hidden()


def test_keys_turn_cards_over_and_move_on(visit: Open) -> None:
    """Arrows move; space and Enter turn. Links, key combinations, and focused code keep their own keys."""
    page = open_deck(visit, f"{DECK}#{CARDS[2]}", width=320)
    expect_card(page, 3)
    expect(find_card(page, 3).locator(".front")).to_be_in_viewport()
    page.keyboard.press("Space")
    expect_card(page, 3, turned=True)
    page.keyboard.press("Enter")
    expect_card(page, 3)
    page.keyboard.press("ArrowLeft")
    expect_card(page, 2)
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
    find_card(page, 4).locator("h2 a").focus()
    page.keyboard.press("Enter")
    expect_card(page, 4, turned=True)
    page.evaluate("document.activeElement.blur()")
    page.set_viewport_size({"width": 1200, "height": 200})
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    expect_card(page, 4, turned=True)  # keys don't act on an off-screen card


def grade(page: Page, word: str) -> Locator:
    """Find a grade button in the bar below the card, on an English page."""
    return find_button(page.locator(".deck-turner"), f"grade_{word}")


def test_a_tap_grades_a_card_and_goes_on(visit: Open) -> None:
    """Grades replace the turn-over button; after the last card comes the end card."""
    page = open_deck(visit, width=390, has_touch=True)
    for number, word in enumerate(["good", "forgot", "hard", "good"], 1):
        expect_card(page, number)
        find_button(page, "turn_over").tap()
        expect_card(page, number, turned=True)
        expect(page.locator(".card .grading:visible")).to_have_count(0)
        grade(page, word).tap()
    end = page.locator(".end-card")
    expect(end).to_be_focused()
    expect(end).to_contain_text(make_word("end_score", "en").format(right=3, count=4))
    logged = [(one["id"], one["where"], one["grade"], one["right"]) for one in wait_for_log(page, 4)]
    assert logged == [
        ("d-01-01", "card", "good", True),
        ("d-01-02", "card", "forgot", False),
        ("d-01-03", "card", "hard", True),
        ("d-01-04", "card", "good", True),
    ]
    end.get_by_role("button").first.tap()
    expect_card(page, 2)


def test_keys_grade_a_card(visit: Open) -> None:
    """1, 2, and 3 grade only after the card is turned over; a screen reader announces the grade."""
    page = open_deck(visit, f"/es{DECK}")
    page.keyboard.press("3")
    expect(find_card(page, 1)).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator(".deck-turner .grading")).to_be_visible()
    page.keyboard.press("3")
    expect(find_card(page, 2)).to_be_focused()
    said = make_word("graded", "es").format(grade=make_word("grade_good", "es"))
    status = page.locator(".deck-turner").get_by_role("status")
    expect(status).to_have_text(re.compile(rf"^{said} card_of-es 2 4\. "))
    page.keyboard.press("p")
    expect(find_card(page, 1)).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator(".deck-turner .grading")).to_be_visible()  # the card is ungraded again
    assert [one["grade"] for one in wait_for_log(page, 1)] == ["good"]


def test_nothing_jumps_and_axe_finds_nothing(visit: Open) -> None:
    """The bar keeps its position and height for every card and side."""
    page = open_deck(visit, f"{DECK}#{CARDS[0]}", width=320, color_scheme="dark")
    places = set()
    for number in range(1, len(CARDS) + 1):
        for turned in (False, True):
            expect_card(page, number, turned=turned)
            expect(page.locator(".deck-turner .grading")).to_have_count(int(turned))
            box = page.locator(".deck-turner").bounding_box()
            assert box
            places.add((round(box["y"]), round(box["height"])))
            if number == 1:
                check_axe(page)
            page.keyboard.press("ArrowRight" if turned else "Space")
    assert len(places) == 1


def test_the_switch_keeps_the_card_and_its_side(visit: Open) -> None:
    """The other language shows the same card on the same side, even after a reload."""
    page = open_deck(visit)
    find_button(page, "next").click()
    find_button(page, "turn_over").click()
    find_switch(page, "en").get_by_role("link", name="Español").click()
    page.wait_for_url(f"**/es{DECK}#{CARDS[1]}")
    expect(find_card(page, 2).locator(".answer-body")).to_be_visible()
    expect(find_card(page, 1)).to_be_hidden()
    page.reload()
    expect(find_card(page, 2).locator(".answer-body")).to_be_visible()
    expect(find_card(page, 1)).to_be_hidden()


def test_all_cards_can_be_shown_and_graded(visit: Open) -> None:
    """The choice lasts for the session; the same button goes back to one card at a time."""
    page = open_deck(visit)
    button = find_button(page, "show_all_cards")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    for number in range(1, len(CARDS) + 1):
        expect(find_card(page, number)).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(find_button(page, "next")).to_be_hidden()
    card = find_card(page, 3)
    card.locator(".answer > summary").click()
    expect(card.locator(".answer-body")).to_be_visible()
    find_button(card, "grade_hard").click()
    expect(card.locator(".act")).to_contain_text("graded grade_hard")
    expect(find_card(page, 4)).to_be_visible()
    button.click()
    expect_card(page, 1)


def test_without_a_script_all_cards_are_listed(visit: Open) -> None:
    """Each card can be turned over, and no useless buttons are shown."""
    page = visit(DECK, java_script_enabled=False)
    for number in range(1, len(CARDS) + 1):
        expect(find_card(page, number)).to_be_visible()
    expect(page.locator("button:visible")).to_have_count(0)
    find_card(page, 2).locator("summary").first.click()
    expect(find_card(page, 2).locator(".answer-body")).to_be_visible()


def test_all_cards_appear_if_the_script_does_not_load(browser: Browser, server: Server) -> None:
    """An animation hides the other cards until the script loads, and times out on its own."""
    page = browser.new_page(service_workers="block")
    page.route("**/cards-*.js", lambda route: route.abort())
    page.goto(server.address + DECK)
    page.evaluate("document.getAnimations().forEach(one => { one.pause(); one.currentTime = 0; })")
    expect(find_card(page, 1)).to_be_visible()
    expect(find_card(page, 2)).to_be_hidden()
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    for number in range(1, len(CARDS) + 1):
        expect(find_card(page, number)).to_be_visible()
    page.close()

"""Code and formulas that are wider than the screen, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from conftest import Open
from small_bank import make_word
from test_browser import PAGES, find_button, keep_messages, open_answers, run_axe

# This reason has wide code, a wide formula in a sentence, and short and long code in sentences.
QUIZ = "/quizzes/phase-01-arithmetic/"
WIDE = "#q-01-02 .why"
SHORT_CODE = "n % one == 0"


def visit_wide(visit: Open, width: int, **options: object) -> Page:
    page = visit(QUIZ, width=width, **options)
    open_answers(page)
    return page


def measure(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box
    return box


@pytest.mark.parametrize("part", ["pre", "p > math"])
def test_what_is_too_wide_scrolls_in_its_own_box(visit: Open, part: str) -> None:
    """On the smallest phone it goes on to the right within its box, and the page does not scroll sideways."""
    page = visit_wide(visit, 320)
    box = page.locator(f"{WIDE} {part}")
    assert box.evaluate("one => one.scrollWidth > one.clientWidth")
    box.evaluate("one => one.scrollBy(50, 0)")
    assert box.evaluate("one => one.scrollLeft") == 50
    assert measure(box)["x"] + measure(box)["width"] <= 320
    page.evaluate("scrollBy(50, 0)")
    assert page.evaluate("scrollX") == 0


def test_nothing_is_wider_than_the_smallest_phone_in_the_fonts_of_the_system(visit: Open) -> None:
    """Readers whose network is slow see their first page in these, which may be wider than ours."""
    page = visit("/es/", width=320, fonts=False)
    home, wide = page.url, {}
    for path in PAGES:
        page.goto(home + path.removeprefix("/"))
        wide[path] = page.evaluate("document.documentElement.scrollWidth")
    assert {path: pixels for path, pixels in wide.items() if pixels > 320} == {}


def test_a_formula_that_fits_is_as_high_as_it_was(visit: Open) -> None:
    """Being able to scroll neither clips a formula in a sentence nor changes the height of its line."""
    page = visit_wide(visit, 1200)
    math = page.locator("#q-01-05 .why math").first
    line = math.locator("xpath=..")
    height = measure(line)["height"]
    clipped = math.evaluate("one => one.scrollHeight - one.clientHeight")
    math.evaluate("one => { one.style.overflow = 'visible'; one.style.margin = one.style.padding = '0' }")
    assert measure(line)["height"] == height
    assert clipped <= 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("forced", ["none", "active"])
def test_code_that_goes_on_has_an_edge_there(visit: Open, theme: str, forced: str) -> None:
    """At the right while there is more, at the left once scrolled, and none where everything is in sight."""
    page = visit_wide(visit, 320, color_scheme=theme, forced_colors=forced)
    wide = page.locator(f"{WIDE} pre")
    assert _edges(page, wide) == (False, True)
    wide.evaluate("one => one.scrollBy(50, 0)")
    assert _edges(page, wide) == (True, True)
    wide.evaluate("one => one.scrollTo(one.scrollWidth, 0)")
    assert _edges(page, wide) == (True, False)
    narrow = page.locator("#q-01-06 .prompt pre")
    assert _edges(page, narrow) == (False, False)


def _edges(page: Page, box: Locator) -> tuple[bool, bool]:
    """Whether the left and the right edge of a box differ from its ground, half a line above its text."""
    box.scroll_into_view_if_needed()
    left, ground, right = (_color(page, box, share) for share in ("left", "ground", "right"))
    return left != ground, right != ground


def _color(page: Page, box: Locator, where: str) -> bytes:
    """A picture of one pixel of a box, inside of its border and above its text."""
    x, y, width = (measure(box)[name] for name in ("x", "y", "width"))
    at = {"left": x + 2, "ground": x + 60, "right": x + width - 3}[where]
    return page.screenshot(clip={"x": round(at), "y": round(y) + 12, "width": 1, "height": 1})


def test_the_copy_button_takes_no_row_and_covers_nothing(visit: Open) -> None:
    """It stands beside the code, on a phone too, is large enough for a thumb, and the keyboard reaches it."""
    for width in (320, 1200):
        page = visit_wide(visit, width)
        listing = page.locator("#q-01-06 .listing")
        code, button = measure(listing.locator("pre")), measure(find_button(listing, "copy"))
        assert measure(listing)["height"] == code["height"]
        assert button["x"] >= code["x"] + code["width"]
        assert min(button["width"], button["height"]) >= 44
        assert button["x"] + button["width"] <= width
        expect(listing.locator("pre")).not_to_have_attribute("tabindex", "0")  # the script sees that it fits
        page.locator("#q-01-06 .id").focus()
        page.keyboard.press("Tab")
        expect(find_button(listing, "copy")).to_be_focused()


def test_code_has_the_same_height_without_a_script(visit: Open) -> None:
    """The button that the script adds moves nothing."""
    with_script, without = (visit(QUIZ, width=390, java_script_enabled=on) for on in (True, False))
    expect(find_button(with_script.locator("#q-01-06"), "copy")).to_be_visible()
    heights = [measure(page.locator("#q-01-06 pre").first)["height"] for page in (with_script, without)]
    assert heights[0] == heights[1]


@pytest.mark.parametrize("width", range(320, 481, 16))
def test_short_code_is_not_broken_at_a_space(visit: Open, width: int) -> None:
    """At any width of a phone an expression stays on one line; code longer than a line is broken."""
    page = visit_wide(visit, width)
    short = page.locator(f"{WIDE} p code", has_text=SHORT_CODE).first
    expect(short).to_have_text(SHORT_CODE)
    assert measure(short)["height"] < 2 * short.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert short.evaluate("one => one.getClientRects().length") == 1
    long = page.locator(f"{WIDE} p code.long")
    assert long.evaluate("one => one.getClientRects().length") > 1
    assert measure(long)["x"] + measure(long)["width"] <= width


def test_a_comma_stays_with_the_code_before_it(visit: Open) -> None:
    """No line begins with the punctuation that follows code."""
    page = visit_wide(visit, 320)
    page.evaluate(
        "code => { const line = document.querySelector('.focus p'); line.textContent = 'words and words ';"
        "const made = line.appendChild(document.createElement('code')); made.textContent = code;"
        "line.append(Object.assign(document.createElement('i'), { textContent: ',' }), ' and more words') }",
        SHORT_CODE,
    )
    for width in range(150, 300, 4):
        page.evaluate("width => { document.querySelector('.focus p').style.width = `${width}px` }", width)
        code, comma = (measure(page.locator(f".focus {name}")) for name in ("code", "i"))
        assert comma["y"] < code["y"] + code["height"] / 2, width


def test_text_of_twice_the_size_fits_a_phone(visit: Open) -> None:
    """There even short code is broken, and nothing of a question is cut off."""
    page = visit_wide(visit, 390)
    page.evaluate("document.documentElement.style.fontSize = '40px'")
    for part in page.locator("#q-01-02 :is(h2, p, li, p > code, .listing)").all():
        if part.is_visible():
            assert measure(part)["x"] + measure(part)["width"] <= 390


def test_the_keyboard_reaches_what_scrolls_and_only_that(visit: Open) -> None:
    """A box is a stop for the Tab key while something in it is out of sight."""
    page = visit_wide(visit, 320)
    for part in ("pre", "p > math"):
        expect(page.locator(f"{WIDE} {part}")).to_have_attribute("tabindex", "0")
    expect(page.locator("#q-01-06 .prompt pre")).not_to_have_attribute("tabindex", "0")
    page.set_viewport_size({"width": 2400, "height": 800})
    expect(page.locator(f"{WIDE} p > math")).not_to_have_attribute("tabindex", "0")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_where_boxes_scroll(visit: Open, theme: str) -> None:
    """Every box that scrolls can be focused, on the smallest phone with the answers open."""
    page = visit_wide(visit, 320, color_scheme=theme)
    expect(page.locator(f"{WIDE} p > math")).to_have_attribute("tabindex", "0")
    assert run_axe(page, {"runOnly": ["wcag2a", "wcag2aa", "best-practice"]}) == []


def test_a_message_says_that_code_was_copied(visit: Open) -> None:
    """It stands beside the button, is announced, and does not change the name of the button."""
    page = visit(QUIZ, permissions=["clipboard-read", "clipboard-write"])
    keep_messages(page)
    listing = page.locator("#q-01-06 .listing")
    find_button(listing, "copy").click()
    expect(listing.get_by_role("status")).to_have_text(make_word("copied", "en"))
    expect(find_button(listing, "copy")).to_be_visible()

"""Code and formulas that are wider than the screen, in Chromium."""

from __future__ import annotations

from itertools import product

from playwright.sync_api import Locator, Page, expect

from conftest import Open
from page_checks import box, find_button, measure_width, open_answers, resize
from test_every_page import PAGES

# This reason has wide code, a wide formula in a sentence, and short and long code in sentences.
QUIZ = "/quizzes/phase-01-arithmetic/"
WIDE = "#q-01-02 .why"
SHORT_CODE = "n % one == 0"


def visit_wide(visit: Open, width: int, **options: object) -> Page:
    page = visit(QUIZ, width=width, **options)
    open_answers(page)
    return page


def test_wide_code_and_formulas_scroll_in_their_boxes(visit: Open) -> None:
    """On the smallest phone, code and formulas scroll within their boxes, and the page does not.

    A box is a tab stop while part of its content is hidden.
    """
    page = visit_wide(visit, 320)
    for part in ("pre", "p > math"):
        one = page.locator(f"{WIDE} {part}")
        expect(one).to_have_attribute("tabindex", "0")
        assert one.evaluate("one => one.scrollWidth > one.clientWidth")
        one.evaluate("one => one.scrollBy(50, 0)")
        assert one.evaluate("one => one.scrollLeft") == 50
        assert box(one)["x"] + box(one)["width"] <= 320
    page.evaluate("scrollBy(50, 0)")
    assert page.evaluate("scrollX") == 0
    expect(page.locator("#q-01-06 .prompt pre")).not_to_have_attribute("tabindex", "0")
    resize(page, 2400)
    expect(page.locator(f"{WIDE} p > math")).not_to_have_attribute("tabindex", "0")


def test_fallback_fonts_fit_the_smallest_phone(visit: Open) -> None:
    """Readers on a slow network first see the page in system fonts, which may be wider than ours."""
    page = visit("/es/", width=320, fonts=False)
    home, wide = page.url, {}
    for path in PAGES:
        page.goto(home + path.removeprefix("/"))
        wide[path] = measure_width(page)
    assert {path: pixels for path, pixels in wide.items() if pixels > 320} == {}


def test_a_formula_that_fits_keeps_the_height_of_its_line(visit: Open) -> None:
    """Its scroll container neither clips it nor changes the line height."""
    page = visit_wide(visit, 1200)
    math = page.locator("#q-01-05 .why math").first
    line = math.locator("xpath=..")
    height = box(line)["height"]
    clipped = math.evaluate("one => one.scrollHeight - one.clientHeight")
    math.evaluate("one => { one.style.overflow = 'visible'; one.style.margin = one.style.padding = '0' }")
    assert box(line)["height"] == height
    assert clipped <= 0


def test_scrollable_code_shows_a_shadow_where_it_continues(visit: Open) -> None:
    """It has one on the right until the end, one on the left once scrolled, and none if all is visible."""
    page = visit_wide(visit, 320)
    wide = page.locator(f"{WIDE} pre")
    for theme, forced in product(("light", "dark"), ("none", "active")):
        page.emulate_media(color_scheme=theme, forced_colors=forced)  # type: ignore[arg-type]
        for left, edges in ((0, (False, True)), (50, (True, True)), (9_999, (True, False))):
            wide.evaluate("(one, left) => one.scrollTo(left, 0)", left)
            assert _find_edges(page, wide) == edges
        assert _find_edges(page, page.locator("#q-01-06 .prompt pre")) == (False, False)


def _find_edges(page: Page, one: Locator) -> tuple[bool, bool]:
    """Returns whether a box has a shadow at its left and at its right edge."""
    one.scroll_into_view_if_needed()
    x, y, width = (box(one)[name] for name in ("x", "y", "width"))
    left, ground, right = (
        page.screenshot(clip={"x": round(at), "y": round(y) + 12, "width": 1, "height": 1})
        for at in (x + 2, x + 60, x + width - 3)
    )
    return left != ground, right != ground


def test_the_copy_button_takes_no_row_and_covers_nothing(visit: Open) -> None:
    """Its icon is next to the code, on a phone too, where the code keeps the width that it needs.

    The button is large enough to tap, and can be reached by keyboard.
    """
    page = visit_wide(visit, 320)
    for width in (320, 1200):
        resize(page, width)
        listing = page.locator("#q-01-06 .listing")
        code, button = box(listing.locator("pre")), box(find_button(listing, "copy"))
        assert box(listing)["height"] == code["height"]
        assert box(listing.locator(".copy svg"))["x"] >= code["x"] + code["width"]
        assert box(listing)["width"] - code["width"] < (30 if width == 320 else 50)
        assert min(button["width"], button["height"]) >= 44
        assert button["x"] + button["width"] <= width
        expect(listing.locator("pre")).not_to_have_attribute("tabindex", "0")  # the script sees that it fits
        page.locator("#q-01-06 .id").focus()
        page.keyboard.press("Tab")
        expect(find_button(listing, "copy")).to_be_focused()
    height = box(listing.locator("pre"))["height"]
    page = visit_wide(visit, 1200, java_script_enabled=False)
    assert box(page.locator("#q-01-06 pre").first)["height"] == height, "the script moves nothing"


def test_line_breaks_of_code_in_a_sentence(visit: Open) -> None:
    """An expression stays on one line of a phone; code longer than a line wraps.

    No line begins with the punctuation that follows code. With text twice as large, even short code wraps,
    and nothing of a question is cut off.
    """
    page = visit_wide(visit, 320)
    short = page.locator(f"{WIDE} p code", has_text=SHORT_CODE).first
    long = page.locator(f"{WIDE} p code.long")
    expect(short).to_have_text(SHORT_CODE)
    for width in range(320, 481, 16):
        resize(page, width)
        assert box(short)["height"] < 2 * short.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        assert short.evaluate("one => one.getClientRects().length") == 1
        assert long.evaluate("one => one.getClientRects().length") > 1
        assert box(long)["x"] + box(long)["width"] <= width
    page.evaluate(
        "code => { const line = document.querySelector('.focus p'); line.textContent = 'words and words ';"
        "const made = line.appendChild(document.createElement('code')); made.textContent = code;"
        "line.append(Object.assign(document.createElement('i'), { textContent: ',' }), ' and more words') }",
        SHORT_CODE,
    )
    for width in range(150, 300, 4):
        page.evaluate("width => { document.querySelector('.focus p').style.width = `${width}px` }", width)
        code, comma = (box(page.locator(f".focus {name}")) for name in ("code", "i"))
        assert comma["y"] < code["y"] + code["height"] / 2, width
    resize(page, 390)
    page.evaluate("document.documentElement.style.fontSize = '40px'")
    for part in page.locator("#q-01-02 :is(h2, p, li, p > code, .listing)").all():
        if part.is_visible():
            assert box(part)["x"] + box(part)["width"] <= 390

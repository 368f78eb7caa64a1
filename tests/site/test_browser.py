"""Reading in Chromium: language links, the outline, answers, code, and pages without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from conftest import Open, wait_for_script
from page_checks import box, resize
from page_checks import find_button as find_button
from page_checks import find_switch as find_switch
from page_checks import run_axe as run_axe
from site_server import Server
from small_bank import load_small_bank, make_word

QUIZ = "/quizzes/phase-01-arithmetic/"
LAST = "q-01-07"
PHONE = {"width": 390, "height": 844}

BELOW_HEADER = (
    "id => document.getElementById(id).getBoundingClientRect().top"
    " - document.querySelector('.top').getBoundingClientRect().bottom"
)


@pytest.mark.parametrize(("width", "question"), [(320, "q-01-02"), (1440, LAST)])
def test_the_language_link_keeps_the_question(visit: Open, width: int, question: str) -> None:
    """From the top, it leads to the top; otherwise, by mouse and by keyboard, to the question in view.

    Both languages are shown by their own names, and the current one is marked.
    """
    page = visit(QUIZ, width=width)
    languages = find_switch(page, "en")
    link = languages.get_by_role("link", name="Español")
    expect(languages).to_have_text(re.compile(r"English\s*·\s*Español"))
    expect(languages.get_by_role("link", name="English")).to_have_attribute("aria-current", "true")
    expect(link).not_to_have_attribute("aria-current", "true")
    link.click()
    page.wait_for_url(re.compile(rf"/es{QUIZ}#?$"))
    page.goto(page.url.replace(f"/es{QUIZ}", QUIZ).partition("#")[0] + f"#{question}")
    wait_for_script(page)
    expect(link).to_be_in_viewport(ratio=1)
    link.click()
    page.wait_for_url(f"**/es{QUIZ}#{question}")
    expect(page.locator(f"#{question} h2")).to_be_in_viewport(ratio=1)
    find_switch(page, "es").get_by_role("link", name="English").click()
    page.wait_for_url(re.compile(rf"\d{QUIZ}#{question}$"))
    wait_for_script(page)
    page.wait_for_function("history.scrollRestoration === 'auto'")  # until then, the page keeps its place
    page.evaluate("document.getElementById('q-01-03').scrollIntoView()")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/es{QUIZ}#q-01-03")


def test_answers_open_one_by_one_or_all_at_once(visit: Open) -> None:
    """Opening one by keyboard moves nothing above it; the buttons toggle all answers but no proofs."""
    page = visit(QUIZ)
    summary, verdict = page.locator("#q-01-01 .answer > summary"), page.locator("#q-01-01 .verdict")
    expect(verdict).to_be_hidden()
    summary.focus()
    before = box(summary)
    page.keyboard.press("Enter")
    expect(verdict).to_have_text("one_choice 2")
    assert box(summary) == before
    expect(page.locator("#q-01-02 .verdict")).to_be_hidden()
    find_button(page, "open_all").click()
    assert page.locator("details[open]").count() == page.locator(".question").count() > 1
    assert page.locator(".proof").count() > 1
    find_button(page, "close_all").click()
    expect(page.locator("details[open]")).to_have_count(0)


def test_a_hint_opens_from_the_keyboard_and_shows_no_answer(visit: Open) -> None:
    """A hint is closed at first, comes before the answer, and opens without scripts."""
    page = visit("/study-guide/quiz-02-averages/", java_script_enabled=False)
    question = page.locator("#pt-02-01")
    expect(question.locator(".hint-body")).to_be_hidden()
    question.locator(".hint > summary").focus()
    page.keyboard.press("Enter")
    expect(question.locator(".hint-body")).to_be_visible()
    expect(question.locator(".answer-body")).to_be_hidden()
    page.keyboard.press("Tab")  # this hint has nothing to focus, so the answer is next
    page.keyboard.press("Enter")
    expect(question.locator(".answer-body")).to_be_visible()


def test_code_can_be_copied(visit: Open) -> None:
    """Code is copied exactly and is highlighted; the button reports success or a clipboard error."""
    page = visit("/reference/patterns/", permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("() => { window.setTimeout = () => 0 }")  # keep messages that disappear after two seconds
    listing = page.locator("#p-01 figure")
    find_button(listing, "copy").click()
    expect(listing.get_by_role("status")).to_have_text(make_word("copied", "en"))
    (pattern,) = (one for one in load_small_bank().bank.reference.patterns if one.id == "p-01")
    written = pattern.code.show("en").markdown.strip().removeprefix("```python\n").removesuffix("```")
    assert "\n" in written.strip()
    assert page.evaluate("navigator.clipboard.readText()") == written
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')) }")
    find_button(listing, "copy").click()
    expect(listing.get_by_role("status")).to_have_text(make_word("copy_failed", "en"))
    colors = listing.locator("pre span").evaluate_all("all => all.map(one => getComputedStyle(one).color)")
    assert len(set(colors)) > 2


def test_a_heading_with_the_id_words_does_not_break_scripts(visit: Open, server: Server) -> None:
    """Handwritten pages may have a heading “Words”, whose id must not break the scripts."""

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


def test_everything_can_be_read_without_javascript(visit: Open) -> None:
    """Answers and the outline open, no dead button is shown, and each question links to its mirror."""
    page = visit(f"/es{QUIZ}", **PHONE, java_script_enabled=False)
    for _ in range(2):  # the second time in English
        page.locator("#q-01-01 .answer > summary").click()
        expect(page.locator("#q-01-01 .verdict")).to_be_visible()
        expect(page.locator("button:visible:not([popovertarget])")).to_have_count(0)
        expect_outline_folded(page)
        page.locator("#q-01-02 .foot > summary").click()
        page.locator("#q-01-02 .foot a[hreflang]").first.click()
        expect(page.locator("#q-01-02")).to_be_in_viewport()
    page.wait_for_url(f"**/es{QUIZ}#q-01-02")
    resize(page, 1200)
    expect_outline_beside(page, "es")


# The outline


def find_outline(page: Page, locale: str = "en") -> Locator:
    return page.get_by_role("navigation", name=make_word("on_this_page", locale), exact=True)


def find_current(page: Page) -> Locator:
    return find_outline(page).locator("[aria-current=true]")


def expect_outline_folded(page: Page) -> None:
    """Expects the outline folded: one touch-friendly line next to the breadcrumbs."""
    outline = page.locator("nav.outline")
    line, crumbs = box(outline.locator("summary")), box(page.locator(".crumbs li").last)
    assert 44 <= line["height"] <= 46
    assert line["y"] == pytest.approx(crumbs["y"], abs=1)
    assert line["x"] >= crumbs["x"] + crumbs["width"]
    entry = outline.get_by_role("link").nth(3)
    expect(entry).to_be_hidden()
    outline.locator("summary").click()
    expect(entry).to_be_visible()
    assert box(entry)["height"] >= 44


def expect_outline_beside(page: Page, locale: str) -> None:
    """Expects the outline open next to the text, without a button to fold it."""
    outline = find_outline(page, locale)
    expect(outline.get_by_role("link").first).to_be_visible()
    expect(outline.locator("summary")).to_be_hidden()
    text = box(page.locator("article"))
    assert box(outline)["x"] >= text["x"] + text["width"]


def test_the_outline_marks_the_question_being_read(visit: Open) -> None:
    """The current entry gets a bar and a bold id without moving; above the first question, there is none."""
    page = visit(QUIZ)
    entries = find_outline(page).get_by_role("link")
    places = [box(entry) for entry in entries.all()]
    expect(find_current(page)).to_have_count(0)
    for question in ("q-01-03", "q-01-05", "q-01-02"):
        page.evaluate("id => document.getElementById(id).scrollIntoView()", question)
        expect(find_current(page)).to_have_attribute("href", f"#{question}")
    expect(find_current(page)).to_have_css("border-left-style", "solid")
    expect(find_current(page).locator(".id")).to_have_css("font-weight", "700")
    expect(entries.first).to_have_css("border-left-style", "none")
    page.evaluate("scrollTo(0, 0)")
    expect(find_current(page)).to_have_count(0)
    assert [box(entry) for entry in entries.all()] == places
    resize(page, 1200, 2500)  # so tall that the page cannot scroll to its last question
    page.goto(f"{page.url}#{LAST}")
    expect(find_current(page)).to_have_attribute("href", f"#{LAST}")


def test_a_long_outline_scrolls_to_its_current_entry(visit: Open, server: Server) -> None:
    """The page itself doesn't scroll; on a phone, the open outline leaves part of the page visible."""
    page = visit("/")
    page.route(f"**{QUIZ}", _add_two_hundred_questions)
    page.goto(f"{server.address}{QUIZ}")
    wait_for_script(page)
    page.evaluate("location.hash = 'many-150'")
    expect(page.locator("#many-150")).to_be_in_viewport()
    place = page.evaluate("scrollY")
    expect(find_current(page)).to_have_attribute("href", "#many-150")
    expect(find_current(page)).to_be_in_viewport(ratio=1)
    expect(find_outline(page)).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == place > 0
    resize(page, **PHONE)
    page.reload()
    find_outline(page).locator("summary").click()
    assert box(find_outline(page))["height"] < PHONE["height"] * 0.75


def _add_two_hundred_questions(route: Route) -> None:
    """Returns the page with two hundred more questions and their outline entries."""
    html = route.fetch().text()
    links = "".join(f'<li><a href="#many-{n}"><span class=id>many-{n}</span></a></li>' for n in range(200))
    questions = "".join(f'<section class="question" id="many-{n}"><h2>{n}</h2></section>' for n in range(200))
    html = html.replace("</ol>\n</details>\n</nav>", f"{links}</ol></details></nav>", 1)
    html = html.replace("</article>", f"{questions}</article>", 1)
    assert "many-199" in html.split("<article")[0]
    route.fulfill(body=html, content_type="text/html")


def test_the_outline_folds_on_a_phone(visit: Open) -> None:
    """An outline link leads to a question below the header while the outline folds."""
    page = visit(QUIZ, **PHONE)
    expect_outline_folded(page)
    outline = find_outline(page)
    outline.get_by_role("link", name=re.compile("q-01-04")).click()
    page.wait_for_url("**#q-01-04")
    expect(outline.locator("details")).not_to_have_attribute("open", "")
    expect(page.locator("#q-01-04 h2")).to_be_in_viewport(ratio=1)
    assert page.evaluate(BELOW_HEADER, "q-01-04") >= 0
    resize(page, 1200)
    expect_outline_beside(page, "en")

"""Quiz page layout in Chromium: the page's head, its questions and answers, and its end."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from conftest import Open
from page_checks import bottom, box, resize
from small_bank import make_word

QUIZ = "/quizzes/phase-01-arithmetic/"
LONG = "/quizzes/phase-02-collections/"
"""A phase whose head is as long as published ones: a focus of several lines, and topics."""
GUIDE = "/study-guide/quiz-02-averages/"
DECK = "/drills/chapter-01-facts/"
PHONE = {"width": 390, "height": 844}
IN_SIGHT = 120
"""Pixels of the first question that are in the first screen of a phone, at least."""
READ_LINES = """heading => [heading.firstElementChild, heading.lastChild].map((part) => {
  const range = document.createRange();
  range.selectNodeContents(part);
  const { top, bottom } = range.getBoundingClientRect();
  return { top, bottom };
})"""


def read_tree(page: Page) -> Iterator[tuple[str, str]]:
    """Returns the role and name of every accessibility node, in order."""
    session = page.context.new_cdp_session(page)
    for node in session.send("Accessibility.getFullAXTree")["nodes"]:
        if not node["ignored"]:
            yield node["role"]["value"], " ".join(str(node.get("name", {}).get("value", "")).split())


def list_names(page: Page, role: str) -> list[str]:
    return [name for found, name in read_tree(page) if found == role]


def test_the_heading_of_a_page_has_two_lines(visit: Open) -> None:
    """The series is small, above the subject; the size is next to them or, on a phone, below."""
    page = visit(QUIZ)
    heading, size = page.get_by_role("heading", level=1), page.locator(".head .count")
    expect(heading).to_have_text("Phase 1 — Arithmetic: Whole numbers")
    assert "Phase 1 — Arithmetic: Whole numbers" in [
        name.replace(" :", ":") for name in list_names(page, "heading")
    ]
    assert box(page.locator("h1 .unseen"))["width"] <= 1
    expect(size).to_have_text(re.compile(r"^question_many 7 · minute_many \d+$"))
    for width, beside in ((1200, True), (390, False)):
        resize(page, width)
        series, subject = heading.evaluate(READ_LINES)
        assert (series["top"] + series["bottom"]) / 2 < subject["top"]
        assert series["bottom"] - series["top"] < subject["bottom"] - subject["top"]
        assert (box(size)["y"] < subject["bottom"]) is beside
        assert (box(size)["x"] > box(heading)["x"] + 100) is beside


def test_a_question_has_its_id_and_kind_above_its_name(visit: Open) -> None:
    """The heading's text stays `id — name (kind)`, with the dash hidden. Its lines are evenly spaced."""
    page = visit(QUIZ)
    heading = page.locator("#q-01-02 h2")
    expect(heading).to_have_text("q-01-02 — Which of these are prime numbers? (kind_multiple)")
    id_, kind, name = (heading.locator(part) for part in (".id", ".kind", ".name"))
    for width in (320, 768, 1200):
        resize(page, width)
        assert abs((box(id_)["y"] + bottom(id_)) - (box(kind)["y"] + bottom(kind))) < 6
        assert box(name)["y"] >= bottom(id_) - 1
        assert box(id_)["height"] >= 44
        assert box(heading.locator(".unseen").first)["width"] <= 1
        for question in ("q-01-01", "q-01-03", "q-01-05"):
            check_lines_of_name(page, question)


def check_lines_of_name(page: Page, question: str) -> None:
    """Checks that a name with code or math has lines as high as plain text."""
    name = page.locator(f"#{question} .name")
    assert name.locator("code, math").count() > 0
    for narrow in ("none", "7.2rem"):
        name.evaluate("(name, narrow) => { name.style.maxWidth = narrow }", narrow)
        line = float(name.evaluate("name => parseFloat(getComputedStyle(name).lineHeight)"))
        lines = box(name)["height"] / line
        assert lines == pytest.approx(round(lines), abs=0.02)
        assert narrow == "none" or lines > 1


@pytest.mark.parametrize("path", [QUIZ, f"/es{LONG}", f"/es{GUIDE}"])
def test_the_first_question_begins_in_the_first_screen_of_a_phone(visit: Open, path: str) -> None:
    """The toolbar takes up one row."""
    page = visit(path, **PHONE)
    tools = page.get_by_role("group", name=make_word("answers", "es" if "/es/" in path else "en"), exact=True)
    expect(tools).to_be_visible()
    assert box(tools)["height"] == 44
    assert box(page.locator(".question").first)["y"] < PHONE["height"] - IN_SIGHT


def test_the_translation_note_unfolds_from_one_line(visit: Open) -> None:
    """It is in the other language, works by keyboard and without scripts, and links to the translation.

    The page's description appears once above the questions, in the page's own language.
    """
    page = visit(LONG, **PHONE, java_script_enabled=False)
    for text, shown in (("What a list keeps and a set", 1), ("Qué conserva una lista y un conjunto", 0)):
        parts = page.locator(".head").get_by_text(text).all()
        assert sum(part.is_visible() for part in parts) == shown
    note = page.locator(".note[lang=es]")
    line, rest = note.locator("summary"), note.locator("p")
    assert box(note)["height"] == 44
    expect(rest).to_be_hidden()
    line.focus()
    page.keyboard.press("Enter")
    expect(rest).to_be_visible()
    assert line.evaluate("line => line.firstElementChild.scrollWidth <= line.firstElementChild.clientWidth")
    note.get_by_role("link", name=make_word("read_here", "es"), exact=True).click()
    page.wait_for_url(f"**/es{LONG}")


@pytest.mark.parametrize("width", [320, 1200])
def test_the_answer_summary_spans_the_card(visit: Open, width: int) -> None:
    """Clicking its far end opens the answer, and no choice moves when the right one is labeled."""
    page = visit(QUIZ, width=width)
    question = page.locator("#q-01-01")
    line, choices = question.locator(".answer > summary"), question.locator(".choices li")
    assert box(line)["width"] >= box(question)["width"] - 3
    line.scroll_into_view_if_needed()
    before = [box(choice) for choice in choices.all()]
    line.click(position={"x": box(line)["width"] - 12, "y": 20})
    expect(question.locator(".verdict")).to_be_visible()
    assert [box(choice) for choice in choices.all()] == before


def name_answer(number: int | str) -> str:
    """Returns the accessible name of an answer's summary: the visible word, then the question."""
    return f"{make_word('answer', 'en')} {make_word('answer_to', 'en').format(number=number)}"


def test_disclosures_have_unique_accessible_names(visit: Open) -> None:
    """Each contains the visible word and identifies its question or card.

    On topic pages, where the numbers of several quizzes clash, the id identifies it.
    """
    questions = list_names(visit(QUIZ), "DisclosureTriangle")
    for number in range(1, 8):
        assert name_answer(number) in questions
        assert f"{make_word('record_links', 'en')}: q-01-0{number}" in questions
    cards = list_names(visit(f"/es{DECK}", java_script_enabled=False), "DisclosureTriangle")
    of_card = make_word("turn_over_card", "es").format(number=2)
    assert f"{make_word('turn_over', 'es')} {of_card}" in cards
    assert f"{make_word('record_links', 'es')}: d-01-02" in cards
    names = list_names(visit("/topics/division/"), "DisclosureTriangle")
    assert name_answer("q-01-01") in names
    assert len(set(names)) == len(names) - names.count(make_word("hint", "en")) + 1


def test_an_open_answer_labels_the_right_choice(visit: Open) -> None:
    """Sighted readers and screen readers get the label, and searching the closed page can't find it."""
    page = visit(QUIZ)
    said, question = make_word("right_choice", "en"), page.locator("#q-01-02")
    word = "choice => getComputedStyle(choice, '::after').content"
    right, wrong = question.locator(".choices .right"), question.locator(".choices li:not(.right)")
    assert list_names(page, "StaticText").count(said) == 0
    assert {one.evaluate(word) for one in right.all()} == {"none"}
    assert said not in (question.locator(".choices").text_content() or "")
    question.locator(".answer > summary").click()
    assert list_names(page, "StaticText").count(said) == right.count() == 2
    assert {one.evaluate(word) for one in right.all()} == {f'"✓ {said}" / "{said}"'}
    assert {one.evaluate(word) for one in wrong.all()} == {"none"}
    page.locator("#q-01-03 .answer > summary").click()  # true or false
    assert list_names(page, "StaticText").count(said) == 3


def test_a_question_has_one_disclosure_with_all_its_links(visit: Open) -> None:
    """It opens by keyboard without scripts, with links to the mirror, the YAML lines, and the report form.

    The level at the end of its line does not block clicks.
    """
    page = visit(QUIZ, width=320, java_script_enabled=False)
    foot = page.locator("#q-01-02 .foot")
    links = foot.get_by_role("link")
    expect(links).to_have_count(0)
    foot.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(links).to_have_count(4)
    assert bottom(foot) <= bottom(page.locator("#q-01-02"))
    level, line = page.locator("#q-01-01 .level"), page.locator("#q-01-01 .foot > summary")
    expect(level).to_have_text(make_word("level", "en").format(level=1))
    line.scroll_into_view_if_needed()
    word = level.evaluate(
        "level => { const range = document.createRange(); range.selectNodeContents(level);"
        " return range.getBoundingClientRect().toJSON() }"
    )
    assert box(line)["y"] < (word["top"] + word["bottom"]) / 2 < bottom(line)
    page.mouse.click((word["left"] + word["right"]) / 2, (word["top"] + word["bottom"]) / 2)
    expect(page.locator("#q-01-01 .foot p")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "following"),
    [
        (QUIZ, LONG),
        (LONG, "/study-guide/quiz-01-division/"),
        ("/study-guide/quiz-03-strings/", DECK),
        (DECK, ""),
    ],
)
def test_the_end_of_a_page(visit: Open, path: str, following: str) -> None:
    """A large link leads to the next quiz, across collections; then come topics, downloads, and neighbors."""
    page = visit(path, width=390)
    last = ".question:visible >> nth=-1"
    order = [last, *([".next"] if following else []), ".by-topic", ".take", ".neighbors"]
    tops = [box(page.locator(part).first)["y"] for part in order]
    assert tops == sorted(tops)
    if not following:
        expect(page.locator("a[rel=next]")).to_have_count(0)
        return
    onward = page.get_by_role("navigation", name=make_word("next", "en"), exact=True)
    link = onward.locator("a[rel=next]")
    assert box(link)["width"] == box(onward)["width"]
    assert box(link)["height"] > 80
    link.click()
    page.wait_for_url(f"**{following}")

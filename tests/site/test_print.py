"""Printed pages: black on white in either theme, unsplit questions, and an answer key at the end."""

from __future__ import annotations

import io
import re

import pypdfium2
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from conftest import Open
from espejo.model.quiz import Quiz
from page_checks import find_button, find_wrong_colors, list_controls
from practicing import fill_in, find, press, wait_for_fields
from printed import squeeze
from small_bank import load_small_bank, make_word

QUIZ = "/quizzes/phase-02-collections/"


def print_page(page: Page, **options: object) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(io.BytesIO(page.pdf(**options)))  # type: ignore[arg-type]


def read_sheets(document: pypdfium2.PdfDocument) -> list[str]:
    """Returns the text of each sheet without whitespace and page number."""
    return [squeeze(re.sub(r"^\d+\r?\n", "", sheet.get_textpage().get_text_bounded())) for sheet in document]


def test_a_page_in_the_dark_theme_prints_black_on_white(visit: Open) -> None:
    """The system's preference doesn't matter. A dark page would print its background to the paper's edge."""
    page = visit(QUIZ, color_scheme="light")
    page.evaluate("localStorage.setItem('theme', 'dark')")
    page.reload()
    wait_for_fields(page)  # readers print pages whose questions have turned into forms
    page.emulate_media(media="print")
    assert (find_wrong_colors(page), list_controls(page)) == ([], [])
    for sheet in print_page(page, format="A4", print_background=True):
        image: Image.Image = sheet.render(scale=0.5, grayscale=True).to_pil()
        assert image.getpixel((3, 3)) == 255
        assert image.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0)) > 200  # type: ignore[operator]


@pytest.mark.parametrize("opened", [False, True])
def test_a_quiz_prints_its_questions_and_then_the_answer_key(visit: Open, *, opened: bool) -> None:
    """Whichever answers were open, all questions come first, without giving away any answer."""
    page = visit(QUIZ)
    wait_for_fields(page)
    if opened:
        page.locator(".answer > summary").first.click()
    sheets = read_sheets(print_page(page, format="Letter"))
    title = squeeze(make_word("key_title", "en"))
    first = next(at for at, sheet in enumerate(sheets) if title in sheet)
    asked, key = "".join(sheets[:first]), "".join(sheets[first:])
    assert key.startswith(title)
    (quiz,) = (unit for _, slug, unit in load_small_bank().bank.units() if slug in QUIZ)
    assert isinstance(quiz, Quiz)
    for question in quiz.questions:
        assert squeeze(question.id) in asked
        assert squeeze(question.id) in key
    verdicts = [squeeze(verdict) for verdict in page.locator(".verdict").all_text_contents()]
    assert len(verdicts) == sum(one.kind != "recall" for one in quiz.questions)
    assert all(verdict in key and verdict not in asked for verdict in verdicts)
    assert squeeze("A. A list drops repeated elements. B. A set drops repeated elements.") in asked
    assert "✓" not in asked
    assert make_word("open_all", "en") not in asked + key


def test_the_button_prints_questions_or_the_key_alone(visit: Open) -> None:
    """The questions have a line for a name. The browser's own command then prints both again."""
    page = visit(QUIZ)
    wait_for_fields(page)
    page.evaluate("window.print = () => {}")
    title, name = squeeze(make_word("key_title", "en")), squeeze(make_word("taker_name", "en"))
    found = {}
    for what in ("questions", "key", ""):
        if what:
            find_button(page, "print").click()
            find_button(page.locator("#print_sheet"), f"print_{what}").click()
            expect(page.locator("#print_sheet")).to_be_hidden()
        found[what] = "".join(read_sheets(print_page(page)))
    asked, reason = "Whichofthesesetshavethreeelements?", "eachelementonce,andsodoesaunion"
    for what, text in found.items():
        assert (asked in text, name in text) == (what != "key", what != "key"), what
        assert (reason in text, title in text) == (what != "questions", what != "questions"), what


def test_what_a_reader_answered_is_not_printed(visit: Open) -> None:
    """Neither choices and typed text, nor verdicts; reasons that the page folds are in the key again."""
    page = visit(QUIZ)
    wait_for_fields(page)
    before = read_sheets(print_page(page))
    for id_ in ("q-02-01", "q-02-02", "q-02-03", "q-02-07"):
        question = find(page, id_)
        fill_in(question, right=False)
        if question.locator(".act [type=submit].primary").is_visible():
            question.locator(".act [type=submit].primary").click()
        expect(question).to_have_attribute("data-state", "wrong")
    find(page, "q-02-05").locator("textarea").fill("what a reader typed")
    press(find(page, "q-02-05"), "show_answer")
    find(page, "q-02-05").locator("[data-point='1'] input").check()
    find(page, "q-02-05").locator("[data-grade=good]").click()
    assert read_sheets(print_page(page)) == before
    expect(page.locator("#q-02-02 [data-own]")).to_be_visible()  # the screen still shows it


@pytest.mark.parametrize("mode", ["feedback", "exam"])
def test_drawn_questions_are_printed_with_their_key(visit: Open, mode: str) -> None:
    """All of them, although the screen shows one; an exam that isn't handed in yet, too."""
    page = visit("/practice/?collection=quizzes")
    page.locator(f"input[name=mode][value={mode}]").check()
    page.locator("form.setup [type=submit]").click()
    expect(page.locator(".run .question form.practice").first).to_be_attached()
    expect(page.locator(".run [popovertarget]").first).to_be_attached()
    ids = page.locator(".run .question").evaluate_all("all => all.map(one => one.id)")
    asked, key = "".join(read_sheets(print_page(page))).split(squeeze(make_word("key_title", "en")))
    assert all(squeeze(id_) in asked and squeeze(id_) in key for id_ in ids)


def test_no_question_is_split_between_two_sheets(visit: Open) -> None:
    """On small paper too, a question's id and its last choice are on one sheet."""
    page = visit(QUIZ)
    wait_for_fields(page)
    sheets = read_sheets(print_page(page, width="5in", height="7in"))
    asked = page.locator(".question:has(.choices)").all()
    assert len(sheets) > len(asked) > 2
    for question in asked:
        begin = squeeze(question.get_attribute("id") or "")
        end = squeeze(question.locator(".choices li > :is(label, .row) > div").last.inner_text())
        assert any(end in sheet.partition(begin)[2] for sheet in sheets), begin


def test_printed_links_show_their_address(visit: Open) -> None:
    """Links to other sites are underlined and followed by their address; glossary links are plain text.

    Proofs are left out except for their badges.
    """
    page = visit("/study-guide/quiz-03-strings/")
    page.emulate_media(media="print")
    link = page.locator("#pt-03-01 .why a")
    address = link.get_attribute("href") or ""
    line = "one => getComputedStyle(one).textDecorationLine"
    assert address.startswith("https://docs.python.org/")
    assert address in link.evaluate("one => getComputedStyle(one, '::after').content")
    assert link.evaluate(line) == "underline"
    page = visit(QUIZ)
    page.emulate_media(media="print")
    assert page.locator("#q-02-01 .why a.term").first.evaluate(line) == "none"
    assert page.locator("#q-02-02 .badge").is_visible()
    assert page.locator("#q-02-02 .proof pre").is_hidden()

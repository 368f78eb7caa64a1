"""Printed pages: black on white from either theme, answers open, nothing to click."""

from __future__ import annotations

import io
import re

import pypdfium2
import pytest
from PIL import Image
from playwright.sync_api import Page

from conftest import Open
from espejo.model.quiz import Quiz
from practicing import wait_for_fields
from printed import squeeze
from project import ROOT
from small_bank import load_small_bank, make_word

QUIZ = "/quizzes/phase-02-collections/"
CONTROLS = "header.top, nav, .tools, .foot, .copy, .neighbors, footer, .md-skip, .skip, form, button"

COLORS = """() => {
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const owner = node.parentElement;
    if (node.data.trim() && owner.checkVisibility({ visibilityProperty: true })) {
      found.add(getComputedStyle(owner).color);
    }
  }
  const seen = [...document.querySelectorAll("*")].filter((one) => one.checkVisibility());
  const grounds = seen.map((one) => getComputedStyle(one).backgroundColor);
  return { texts: [...found], grounds: [...new Set(grounds)] };
}"""


def brightness(color: str) -> float:
    return max(map(float, re.findall(r"[\d.]+", color)[:3]))


def choose(page: Page, theme: str) -> None:
    """Choose a theme as a reader does with the button, whatever the system prefers, and print."""
    page.evaluate("theme => localStorage.setItem('theme', theme)", theme)
    page.reload()
    if page.locator(".question[data-kind]").count():
        wait_for_fields(page)  # what is asked stands in forms when a reader prints
    page.emulate_media(media="print")


def find_wrong_colors(page: Page) -> list[str]:
    """Colors on paper that are not dark text on white."""
    colors = page.evaluate(COLORS)
    texts = [one for one in colors["texts"] if brightness(one) > 0x33]
    return texts + sorted(set(colors["grounds"]) - {"rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"})


def list_controls(page: Page) -> list[str]:
    """Controls on paper. What is asked is in a form, without fields."""
    shown = page.locator(CONTROLS).locator("visible=true")
    names = shown.evaluate_all("all => all.map(one => one.className)")
    return sorted(set(names) - {"contents", "practice", "row"})


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_prints_black_on_white_from_a_theme_that_was_chosen(visit: Open, theme: str) -> None:
    page = visit(QUIZ, color_scheme="light" if theme == "dark" else "dark")
    choose(page, theme)
    assert (find_wrong_colors(page), list_controls(page)) == ([], [])


def test_a_page_prints_on_white_from_the_dark_theme(visit: Open) -> None:
    """The corner of each sheet has no ink: a dark page would print its background to the edge."""
    page = visit(QUIZ, color_scheme="dark")
    choose(page, "dark")
    document = pypdfium2.PdfDocument(io.BytesIO(page.pdf(format="A4", print_background=True)))
    for sheet in document:
        image: Image.Image = sheet.render(scale=0.5, grayscale=True).to_pil()
        assert image.getpixel((3, 3)) == 255
        assert image.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0)) > 200  # type: ignore[operator]


def read_sheets(document: pypdfium2.PdfDocument) -> list[str]:
    """The squeezed text of each sheet, without its number."""
    return [squeeze(re.sub(r"^\d+\r?\n", "", sheet.get_textpage().get_text_bounded())) for sheet in document]


@pytest.mark.parametrize("opened", [False, True])
def test_a_quiz_prints_its_questions_and_then_the_key(visit: Open, *, opened: bool) -> None:
    """Whatever was open: all questions, with nothing that tells which choice is right, then all answers."""
    page = visit(QUIZ)
    wait_for_fields(page)
    if opened:
        page.locator(".answer > summary").first.click()
    document = pypdfium2.PdfDocument(io.BytesIO(page.pdf(format="Letter")))
    sheets = read_sheets(document)
    title = squeeze(make_word("key_title", "en"))
    first = next(at for at, sheet in enumerate(sheets) if title in sheet)
    asked, key = "".join(sheets[:first]), "".join(sheets[first:])
    assert key.startswith(title)
    (quiz,) = (unit for _, slug, unit in load_small_bank().bank.units() if slug in QUIZ)
    assert isinstance(quiz, Quiz)
    for question in quiz.questions:
        heading = squeeze(question.id)
        assert heading in asked
        assert heading in key
    verdicts = [squeeze(verdict) for verdict in page.locator(".verdict").all_text_contents()]
    assert len(verdicts) == sum(one.kind != "recall" for one in quiz.questions)
    assert all(verdict in key and verdict not in asked for verdict in verdicts)
    assert squeeze("A. A list drops repeated elements. B. A set drops repeated elements.") in asked
    assert "✓" not in asked
    assert make_word("open_all", "en") not in asked + key


def test_no_question_is_split_between_two_sheets(visit: Open) -> None:
    """On small paper too, the id that begins a question and its last choice are on one sheet."""
    page = visit(QUIZ)
    wait_for_fields(page)
    sheets = read_sheets(pypdfium2.PdfDocument(io.BytesIO(page.pdf(width="5in", height="7in"))))
    asked = page.locator(".question:has(.choices)").all()
    assert len(sheets) > len(asked) > 2
    for question in asked:
        begin = squeeze(question.get_attribute("id") or "")
        end = squeeze(question.locator(".choices li > :is(label, .row) > div").last.inner_text())
        assert any(end in sheet.partition(begin)[2] for sheet in sheets), begin


def test_a_link_on_paper_says_where_it_leads(visit: Open) -> None:
    """A link to another site is underlined and followed by its address."""
    page = visit("/study-guide/quiz-03-strings/")
    page.emulate_media(media="print")
    link = page.locator("#pt-03-01 .why a")
    address = link.get_attribute("href") or ""
    assert address.startswith("https://docs.python.org/")
    assert address in link.evaluate("one => getComputedStyle(one, '::after').content")
    assert link.evaluate("one => getComputedStyle(one).textDecorationLine") == "underline"


def test_every_style_sheet_closes_what_it_opens() -> None:
    """They are joined: a brace left open would swallow the sheets that follow."""
    for sheet in sorted((ROOT / "hooks" / "espejo" / "site" / "css").glob("*.css")):
        text = sheet.read_text(encoding="utf-8")
        assert text.count("{") == text.count("}"), sheet.name

"""The book: the PDFs as `make pdf` makes them, and the print views as any browser prints them."""

from __future__ import annotations

import fcntl
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from espejo.bank import load_bank
from espejo.fragments import block, plain
from espejo.pages import Site
from espejo.text import Text
from espejo.view import Forge, View
from playwright.sync_api import Browser

from browser import find_browser
from espejo.book import Book, list_books
from espejo.model import Asked, Question
from printed import Printed, squeeze
from project import ROOT
from site_server import Server

LOCALES = ("en", "es")
PAPERS = ("A4", "Letter")
MILLIMETRE = 72 / 25.4
COURSES = ("fundamentals", "intermediate", "advanced")

PROJECT = Site(load_bank(ROOT / "data").bank, root="en", home="https://espejo-quiz.github.io/", forge=Forge())
BOOK: Book = next(book for one in PROJECT.bank.collections for book in list_books(one))
ASKED = [asked for chapter in BOOK.chapters() for asked in chapter.asked]


def questions() -> Iterator[tuple[Asked, Question]]:
    for asked in ASKED:
        assert isinstance(asked.item, Question)
        yield asked, asked.item


def only_once(folder: Path, name: str) -> Iterator[Path]:
    """A folder to fill, for the first process of a run of tests; the others wait and find it full."""
    made = folder / name
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            yield made
            assert made.exists()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def pdfs(shared: Path) -> dict[str, Printed]:
    """The PDFs in every language, made once."""
    for folder in only_once(shared, "pdf"):
        done = subprocess.run(
            [sys.executable, "-m", "espejo.cli", "pdf", "--data", str(ROOT / "data"), "--to", str(folder)],
            env={**os.environ, "CHROMIUM": find_browser(), "PYTHONPATH": str(ROOT / "hooks")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert len(re.findall(r"printing\n", done.stdout)) == 2
        assert len(re.findall(r"printing again", done.stdout)) == 2
        assert len(re.findall(r"study-guide\.\w\w\.pdf \(\d+ pages, [\d,]+ bytes\)", done.stdout)) == 2
    return {locale: Printed(shared / "pdf" / f"study-guide.{locale}.pdf") for locale in LOCALES}


@pytest.fixture(scope="session")
def papers(shared: Path, browser: Browser, server: Server) -> dict[tuple[str, str], Printed]:
    """The print view of the whole guide as a reader prints it, on either paper, from the dark theme."""
    for folder in only_once(shared, "papers"):
        for locale in LOCALES:
            page = browser.new_page(color_scheme="dark")
            page.goto(f"{server.address}/{'es/' if locale == 'es' else ''}study-guide/print/")
            page.evaluate("document.fonts.ready")
            for paper in PAPERS:
                page.pdf(path=folder / f"{paper}.{locale}.pdf", format=paper)
            page.close()
    return {
        (paper, locale): Printed(shared / "papers" / f"{paper}.{locale}.pdf")
        for paper in PAPERS
        for locale in LOCALES
    }


@pytest.fixture(params=LOCALES)
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def pdf(pdfs: dict[str, Printed], locale: str) -> Printed:
    return pdfs[locale]


@pytest.fixture(params=["pdf", *PAPERS])
def paper(request: pytest.FixtureRequest, locale: str) -> Printed:
    """The PDF, and the print view on A4 and on Letter."""
    if request.param == "pdf":
        return request.getfixturevalue("pdfs")[locale]  # type: ignore[no-any-return]
    return request.getfixturevalue("papers")[request.param, locale]  # type: ignore[no-any-return]


def said(text: Text, locale: str) -> str:
    return squeeze(plain(text.show(locale).markdown))


def longest(text: Text, locale: str) -> str:
    """The longest run of words of a passage: formulas and code aside, a PDF has it letter by letter."""
    html = re.sub(r"<(pre|math).*?</\1>", "<>", block(text.show(locale).markdown), flags=re.DOTALL)
    return max((squeeze(unescape(run)) for run in re.split(r"<[^>]*>", html)), key=len)


def answers(question: Question) -> Iterator[Text]:
    """Every passage that gives something away."""
    yield from (choice.why for choice in question.choices if choice.why)
    yield from question.points
    yield from (text for text in (question.answer, question.why) if text)


def test_every_question_and_every_answer_is_there(paper: Printed, locale: str) -> None:
    """Each id stands with its title where its links lead: first in a question, then in the key."""
    key, appendices = paper.targets["key"], paper.targets["appendices"]
    for _, question in questions():
        heading = squeeze(question.id) + said(question.title, locale)
        asked, answered = paper.targets[question.id], paper.targets[f"{question.id}-answer"]
        assert asked < key <= answered <= appendices
        assert heading in paper.squeezed[asked - 1]
        assert heading in paper.squeezed[answered - 1]


def test_the_answers_are_nowhere_before_the_key(paper: Printed, locale: str) -> None:
    """Neither a verdict nor a word of any reasoning; in the key all of it is there."""
    first = paper.targets["key"] - 1
    before, key = "".join(paper.squeezed[:first]), "".join(paper.squeezed[first:])
    view = View(PROJECT, BOOK.path, locale)
    for asked, question in questions():
        for text in answers(question):
            run = longest(text, locale)
            assert len(run) > 8
            assert run in key, question.id
            assert run not in before, question.id
        if verdict := squeeze(view.verdict(asked.unit, question)):  # type: ignore[arg-type]
            assert verdict in key or question.correct is not None
            assert question.correct is not None or verdict not in before
    assert "✓" not in before


def test_question_and_answer_point_to_each_other(paper: Printed) -> None:
    """A question ends with the link to its answer, and an answer with the link back."""
    links = set(paper.links)
    for _, question in questions():
        assert (paper.targets[question.id], f"{question.id}-answer") in links
        assert any(to == question.id and at >= paper.targets["key"] for at, to in links)


def test_no_question_is_split(paper: Printed) -> None:
    """Its beginning and the link that ends it are on one page."""
    ends = {to.removesuffix("-answer"): at for at, to in paper.links if to.endswith("-answer")}
    split = [q.id for _, q in questions() if ends[q.id] != paper.targets[q.id]]
    assert split == []


def test_no_heading_stands_alone(paper: Printed, locale: str) -> None:
    """A quiz begins on the page of its first question, and an answer on the page of its verdict."""
    for chapter in BOOK.chapters():
        first = chapter.asked[0].item.id
        assert paper.targets[f"questions-{chapter.slug}"] == paper.targets[first]
        assert paper.targets[f"key-{chapter.slug}"] == paper.targets[f"{first}-answer"]
    for part in BOOK.parts:
        assert paper.targets[f"part-{part.number}"] == paper.targets[f"questions-{part.chapters[0].slug}"]
    view = View(PROJECT, BOOK.path, locale)
    for asked, question in questions():
        page = paper.squeezed[paper.targets[f"{question.id}-answer"] - 1]
        opens = view.verdict(asked.unit, question) or longest(question.answer, locale)[:20]  # type: ignore[arg-type]
        assert squeeze(opens) in page.partition(squeeze(question.id) + said(question.title, locale))[2]


def test_code_and_tables_are_whole(paper: Printed, locale: str) -> None:
    """Every listing and every table of the book stands on one page, to its last sign."""
    reference = PROJECT.bank.reference
    texts = [text for _, question in questions() for text in question.texts()]
    texts += [text for formula in reference.formulas for text in formula.texts()]
    texts += [text for pattern in reference.patterns for text in pattern.texts()]
    blocks = [
        squeeze(unescape(re.sub(r"<[^>]*>", "", found)))
        for text in texts
        for found in re.findall(
            r"<pre.*?</pre>|<table>.*?</table>", block(text.show(locale).markdown), re.DOTALL
        )
        if "<math" not in found
    ]
    assert len(blocks) > 100
    torn = [one for one in blocks if not any(one in page for page in paper.squeezed)]
    assert torn == []


def test_nothing_is_cut(paper: Printed) -> None:
    """The margins are white on every page: no line of code and no formula runs into them."""
    for number, (left, top, right, bottom) in enumerate(paper.margins(), 1):
        assert min(left, right) > 20 * MILLIMETRE, number
        assert top > 16 * MILLIMETRE, number
        assert bottom > 6 * MILLIMETRE, number


def test_the_pdf_fits_both_papers(pdf: Printed) -> None:
    """No page is wider than A4 or higher than Letter."""
    for page in pdf.shown:
        width, height = page.get_size()
        assert width < 210.5 * MILLIMETRE
        assert height < 279.5 * MILLIMETRE


def test_the_outline_goes_down_to_the_quiz(pdf: Printed, locale: str) -> None:
    words = PROJECT.words[locale]
    view = View(PROJECT, BOOK.path, locale)

    def name(title: Text, subject: Text) -> str:
        return f"{plain(title.show(locale).markdown)}: {plain(subject.show(locale).markdown)}"

    expected = [(0, plain(BOOK.collection.title.show(locale).markdown), 1), (1, words("contents"), 2)]
    for part in BOOK.parts:
        title = plain(part.course.title.show(locale).markdown)
        place = pdf.targets[f"part-{part.number}"]
        expected.append((1, f"{words('part', number=view.roman(part.number))}: {title}", place))
        for slug, quiz, _ in part.chapters:
            expected.append((2, name(quiz.title, quiz.subject), pdf.targets[f"questions-{slug}"]))
    expected.append((1, words("key_title"), pdf.targets["key"]))
    for slug, quiz, _ in BOOK.chapters():
        expected.append((2, name(quiz.title, quiz.subject), pdf.targets[f"key-{slug}"]))
    expected.append((1, words("appendices"), pdf.targets["appendices"]))
    expected += [(2, words(f"{one}_title"), pdf.targets[one]) for one in ("formulas", "patterns")]
    assert [tuple(one) for one in pdf.outline() if one.level < 3] == expected
    assert sum(one.level == 3 for one in pdf.outline()) == 2 * len(ASKED) + 10


def test_the_numbers_in_the_contents_are_true(pdf: Printed, locale: str) -> None:
    """So are those beside each question and answer, and every page says its own."""
    contents = pdf.squeezed[1]
    words = PROJECT.words[locale]
    for part in BOOK.parts:
        assert f"{said(part.course.title, locale)}{pdf.targets[f'part-{part.number}']}" in contents
    questions_rows, key_rows = contents.split(squeeze(words("key_title")))
    for slug, quiz, _ in BOOK.chapters():
        row = said(quiz.title, locale) + ":" + said(quiz.subject, locale)
        assert f"{row}{pdf.targets[f'questions-{slug}']}" in questions_rows
        assert f"{row}{pdf.targets[f'key-{slug}']}" in key_rows
    assert f"{squeeze(words('patterns_title'))}{pdf.targets['patterns']}" in contents
    for _, question in questions():
        asked, answered = pdf.targets[question.id], pdf.targets[f"{question.id}-answer"]
        assert squeeze(f"{words('see_answer')}, {words('page')} {answered}") in pdf.squeezed[asked - 1]
        back = squeeze(f"{words('see_question')}, {words('page')} {asked}")
        assert back in "".join(pdf.squeezed[answered - 1 : answered + 1])
    for number, text in enumerate(pdf.texts[1:], 2):
        assert text.splitlines()[0] == str(number)
    assert not pdf.texts[0].startswith("1")


def test_what_the_pdf_says_of_itself(pdf: Printed, locale: str) -> None:
    inside = pdf.inside
    title, author = {
        "en": ("PyTorch study guide", "The contributors to Espejo"),
        "es": ("Guía de estudio de PyTorch", "Quienes contribuyen a Espejo"),
    }[locale]
    assert str(inside.Root.Lang) == locale
    assert inside.Root.ViewerPreferences.DisplayDocTitle
    assert (str(inside.docinfo.Title), str(inside.docinfo.Author)) == (title, author)
    with inside.open_metadata() as told:
        assert (told["dc:title"], told["dc:creator"], told["dc:language"]) == (title, [author], {locale})


def test_the_pdf_is_tagged(pdf: Printed, locale: str) -> None:
    """Headings, lists, tables and links have tags, and each formula its TeX as a text alternative."""
    tags = list(pdf.tags())
    kinds = [str(tag.S) for tag in tags]
    assert bool(pdf.inside.Root.MarkInfo.Marked)
    assert (kinds.count("/H1"), kinds.count("/H2")) == (1, 3 + 3)
    assert kinds.count("/H3") == 2 * 12 + 2
    assert kinds.count("/H4") == 2 * len(ASKED) + 10
    assert kinds.count("/Table") >= 2
    assert {"/P", "/L", "/LI", "/TH", "/TD", "/Link"} <= set(kinds)
    html = PROJECT.render(next(PROJECT.book_pages(BOOK.collection, locale)))
    formulas = [unescape(tex) for tex in re.findall(r'<math alttext="([^"]*)"', html)]
    assert len(formulas) == html.count("<math") > 200
    named = [str(tag.Alt) for tag in tags if tag.S == "/Figure" and "/Alt" in tag]
    assert sorted(map(squeeze, named)) == sorted(map(squeeze, [*formulas, "Espejo"]))


def test_the_fonts_are_embedded(pdf: Printed) -> None:
    """Each is a real font, ours, with a way back to letters; none is the machine's and none a drawing."""
    fonts = pdf.fonts()
    names = {re.sub(r"^/[A-Z]+\+", "", name).partition("-")[0] for name in fonts}
    assert names == {"SourceSerif4", "SourceCodeProExtraLight", "STIXTwoMath"}
    for font in fonts.values():
        assert font.Subtype == "/Type0"
        assert "/ToUnicode" in font
        assert "/FontFile2" in font.DescendantFonts[0].FontDescriptor


@pytest.mark.parametrize("course", COURSES)
def test_a_course_has_a_print_view_of_its_own(site: Path, locale: str, course: str) -> None:
    """Its questions and its key, with the appendices, and nothing of another course."""
    folder = site / "es" if locale == "es" else site
    html = (folder / "study-guide" / "print" / course / "index.html").read_text(encoding="utf-8")
    part = BOOK.parts[COURSES.index(course)]
    ids = [asked.item.id for chapter in part.chapters for asked in chapter.asked]
    assert re.findall(r'<article class="asked" id="([\w-]+)"', html) == ids
    assert re.findall(r'<article class="answered" id="([\w-]+)-answer"', html) == ids
    assert html.index('id="key"') < html.index('class="answered"') < html.index('id="appendices"')
    assert len(re.findall(r'<article class="entry"', html)) == 10
    choices = re.findall("<li[^>]*>", html.partition('id="part-')[2].partition('id="key"')[0])
    assert set(choices) == {"<li>"}, "a choice is marked before the key"
    assert "data-pagefind-body" not in html

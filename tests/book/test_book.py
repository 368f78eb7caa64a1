"""The study guide as a book: PDFs from `make pdf`, and print views printed by a browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser

from conftest import BuildOnce
from espejo.book.browser import find_or_install
from espejo.check.project import inspect_project
from espejo.markdown.fragments import block, plain
from espejo.model.collection import Placed
from espejo.model.quiz import Question
from espejo.model.text import Text
from espejo.rendering.downloads import Downloads
from espejo.rendering.estimates import count_lines
from espejo.rendering.page_view import View
from espejo.rendering.repository_links import RepositoryLinks
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages.print_views import Book, list_books, list_print_views
from printed import Printed, squeeze
from sharing import make_once
from site_server import serve
from small_bank import SITE_URL

LOCALES = ("en", "es")
PAPERS = ("A4", "Letter")
MILLIMETER = 72 / 25.4
EXERCISES = 8
"""Extra questions per quiz of the guide, so that the book has many page breaks."""


def lengthen_guide(guide: Path) -> None:
    """Add questions of every kind to each quiz of the guide, with listings and tables of many lengths."""
    for path in sorted(guide.glob("quiz-*.yaml")):
        text = path.read_text(encoding="utf-8").rstrip()
        ids = re.findall(r"^  - id: (pt-\d+-)\d+$", text, re.MULTILINE)
        added = [write_exercise(ids[0], len(ids) + n) for n in range(1, EXERCISES + 1)]
        written = indent(yaml.safe_dump(added, allow_unicode=True, sort_keys=False), "  ")
        path.write_text(f"{text}\n{written}", encoding="utf-8")


def write_exercise(prefix: str, number: int) -> dict[str, Any]:
    """Make one question of a quiz. The words of its answer are unique."""
    id_ = f"{prefix}{number:02}"
    kinds: list[dict[str, Any]] = [
        {"kind": "single", "choices": write_choices(id_, right=[2])},
        {"kind": "multiple", "choices": write_choices(id_, right=[1, 3])},
        {"kind": "truefalse", "correct": number % 2 == 0},
        {"kind": "free", "answer": write_text("answer", id_), "points": [write_text("point", id_)]},
        {"kind": "recall", "answer": write_text("answer", id_)},
    ]
    title = {"en": f"Exercise {number} of {id_}", "es": f"Ejercicio {number} de {id_}"}
    body = write_listing(number * 7 % 31 + 2) if number % 4 else write_table(number + 3)
    prompt = {"en": f"Read this first.\n\n{body}", "es": f"Lee esto primero.\n\n{body}"}
    shown = write_table(number + 5) if number % 3 else write_listing(number + 9)
    why = {locale: f"{text}\n\n{shown}" for locale, text in write_text("reason", id_).items()}
    return {"id": id_, "title": title, "prompt": prompt, **kinds[number % len(kinds)], "why": why}


def write_choices(id_: str, right: list[int]) -> list[dict[str, Any]]:
    return [
        {"text": {"en": f"Possibility number {number}.", "es": f"Posibilidad número {number}."}}
        | ({"correct": True} if number in right else {"why": write_text(f"objection {number}", id_)})
        for number in range(1, 5)
    ]


def write_text(what: str, id_: str) -> dict[str, str]:
    return {
        "en": f"This is the {what} that belongs to {id_}, with $x^2$ in it.",
        "es": f"Aquí va, con $x^2$ dentro, lo que corresponde a {id_} ({what}).",
    }


def write_listing(lines: int) -> str:
    code = [f"value_{at} = sum(range({at}))  # line {at} of {lines} in this listing" for at in range(lines)]
    return "\n".join(["```python", *code, "```", ""])


def write_table(rows: int) -> str:
    return "\n".join(
        ["| value | square |", "| --- | --- |", *(f"| {n} | {n * n} |" for n in range(rows)), ""]
    )


@pytest.fixture(scope="session")
def long_project(build_once: BuildOnce) -> Path:
    """Build a project whose guide fills many pages."""
    return build_once("long-guide", lambda project: lengthen_guide(project / "data" / "study-guide"))


@pytest.fixture(scope="session")
def guide(long_project: Path) -> Site:
    """Load that project's pages, to know what to expect in the book."""
    loaded = inspect_project(long_project / "data")
    assert loaded.faults == []
    return Site(loaded.bank, home=SITE_URL, repository=RepositoryLinks())


@pytest.fixture(scope="session")
def book(guide: Site) -> Book:
    """Return the whole guide."""
    return next(book for one in guide.bank.collections for book in list_books(one))


@pytest.fixture(scope="session")
def questions(book: Book) -> list[tuple[Placed, Question]]:
    """List every question of the book, in order."""
    asked = [one for chapter in book.chapters() for one in chapter.questions]
    return [(one, one.item) for one in asked if isinstance(one.item, Question)]


@pytest.fixture(scope="session")
def pdfs(shared: Path, long_project: Path) -> dict[str, Printed]:
    """Make the PDFs in every language, once, with the command."""

    def make(folder: Path) -> None:
        call = ["pdf", "--data", str(long_project / "data"), "--to", str(folder)]
        done = subprocess.run(
            [sys.executable, "-m", "espejo.commands.cli", *call],
            env={**os.environ, "CHROMIUM": find_or_install(), "PYTHONPATH": str(long_project / "hooks")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        for locale in LOCALES:
            name = rf"study-guide\.{locale}\.pdf"
            steps = (": printing\n", ": printing again", r" \(\d+ pages, [\d,]+ bytes\)")
            for step in steps:
                assert len(re.findall(name + step, done.stdout)) == 1, done.stdout

    folder = make_once(shared, "pdf", make)
    return {locale: Printed(folder / f"study-guide.{locale}.pdf") for locale in LOCALES}


@pytest.fixture(scope="session")
def papers(shared: Path, browser: Browser, long_project: Path) -> dict[tuple[str, str], Printed]:
    """Print the print view of the whole guide on both paper sizes, from the dark theme."""

    def make(folder: Path) -> None:
        with serve(long_project / "site") as server:
            for locale in LOCALES:
                page = browser.new_page(color_scheme="dark")
                page.goto(f"{server.address}/{'es/' if locale == 'es' else ''}study-guide/print/")
                page.evaluate("document.fonts.ready")
                for paper in PAPERS:
                    page.pdf(path=folder / f"{paper}.{locale}.pdf", format=paper)
                page.close()

    folder = make_once(shared, "papers", make)
    return {
        (paper, locale): Printed(folder / f"{paper}.{locale}.pdf") for paper in PAPERS for locale in LOCALES
    }


@pytest.fixture(params=LOCALES)
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def pdf(pdfs: dict[str, Printed], locale: str) -> Printed:
    return pdfs[locale]


@pytest.fixture(params=["pdf", *PAPERS])
def paper(
    request: pytest.FixtureRequest,
    locale: str,
    pdfs: dict[str, Printed],
    papers: dict[tuple[str, str], Printed],
) -> Printed:
    """Return the PDF, or the print view on A4 or Letter."""
    return pdfs[locale] if request.param == "pdf" else papers[request.param, locale]


@pytest.fixture
def view(guide: Site, book: Book, locale: str) -> View:
    return View(guide, book.path, locale)


def said(text: Text, locale: str) -> str:
    return squeeze(plain(text.show(locale).markdown))


def longest_words(text: Text, locale: str) -> str:
    """Return the longest run of words, which a PDF has letter by letter, unlike formulas and code."""
    html = re.sub(r"<(pre|math).*?</\1>", "<>", block(text.show(locale).markdown), flags=re.DOTALL)
    return max((squeeze(unescape(run)) for run in re.split(r"<[^>]*>", html)), key=len)


def list_answers(question: Question) -> Iterator[Text]:
    """List every passage that gives an answer away."""
    yield from (choice.why for choice in question.choices if choice.why)
    yield from question.points
    yield from (text for text in (question.answer, question.why) if text)


Questions = list[tuple[Placed, Question]]


def test_every_question_and_every_answer_is_there(paper: Printed, locale: str, questions: Questions) -> None:
    """Ids and titles are at link targets, in the question and in the key, which link to each other."""
    links = set(paper.links)
    key, appendices = paper.targets["key"], paper.targets["appendices"]
    for _, question in questions:
        heading = squeeze(question.id) + said(question.title, locale)
        asked, answered = paper.targets[question.id], paper.targets[f"{question.id}-answer"]
        assert asked < key <= answered <= appendices, question.id
        assert heading in paper.squeezed[asked - 1], question.id
        assert heading in paper.squeezed[answered - 1], question.id
        assert (asked, f"{question.id}-answer") in links
        assert any(to == question.id and at >= key for at, to in links), question.id


def test_the_answers_are_nowhere_before_the_key(paper: Printed, view: View, questions: Questions) -> None:
    """No verdict or reasoning is there, but the key has all of it."""
    first = paper.targets["key"] - 1
    before, key = "".join(paper.squeezed[:first]), "".join(paper.squeezed[first:])
    for asked, question in questions:
        words = [longest_words(text, view.locale) for text in list_answers(question)]
        assert [run for run in words if run not in key] == [], question.id
        telling = [run for run in words if len(run) > 8]  # a word or two may well be in a question, too
        assert telling, question.id
        assert [run for run in telling if run in before] == [], question.id
        verdict = squeeze(view.verdict(asked))
        assert verdict in key, question.id
        if verdict and question.correct is None:  # a statement offers both "true" and "false"
            assert verdict not in before, question.id
    assert "✓" not in before


def test_no_question_is_split(paper: Printed, questions: Questions) -> None:
    """A question's first line and final link are on the same page. Most pages have several questions."""
    pages = [paper.targets[question.id] for _, question in questions]
    assert 10 < len(set(pages)) < 0.8 * len(pages)
    ends = {to.removesuffix("-answer"): at for at, to in paper.links if to.endswith("-answer")}
    split = [one.id for _, one in questions if ends[one.id] != paper.targets[one.id]]
    assert split == []


def test_no_heading_is_alone_on_its_page(
    paper: Printed, view: View, book: Book, questions: Questions
) -> None:
    """A quiz starts on the page of its first question, and an answer on the page of its verdict."""
    for chapter in book.chapters():
        first = chapter.questions[0].item.id
        assert paper.targets[f"questions-{chapter.slug}"] == paper.targets[first]
        assert paper.targets[f"key-{chapter.slug}"] == paper.targets[f"{first}-answer"]
    for part in book.parts:
        assert paper.targets[f"part-{part.number}"] == paper.targets[f"questions-{part.chapters[0].slug}"]
    for asked, question in questions:
        page = paper.squeezed[paper.targets[f"{question.id}-answer"] - 1]
        opening: str = view.verdict(asked)
        if not opening:
            assert question.answer
            opening = longest_words(question.answer, view.locale)[:20]
        heading = squeeze(question.id) + said(question.title, view.locale)
        assert squeeze(opening) in page.partition(heading)[2], question.id


def test_no_page_is_nearly_empty(paper: Printed, book: Book) -> None:
    """Chapters run on; only the last page before a part and the very last page may be short."""
    opened = [f"part-{part.number}" for part in book.parts] + ["hints", "key", "appendices"]
    last = {paper.targets[name] - 1 for name in opened} | {len(paper)}
    empty = [at for at, fill in enumerate(paper.fills(), 1) if fill < 0.25 and at not in last]
    assert empty == []


def test_a_written_answer_has_as_many_lines_as_it_needs(questions: Questions, guide: Site) -> None:
    """A number or word gets one line, a sentence more, a long answer six, and choices none."""
    picked = next(question for _, question in questions if question.kind == "single")
    assert count_lines(picked, guide.root) == 0
    recalled = next(question for _, question in questions if question.kind == "recall")
    assert count_lines(replace(recalled, kind="numeric", answer=None), guide.root) == 1
    for words, expected in ((1, 1), (9, 1), (10, 2), (40, 3), (400, 6)):
        answer = Text({guide.root: " ".join(["word"] * words)}, recalled.place)
        assert count_lines(replace(recalled, answer=answer), guide.root) == expected


def test_code_and_tables_are_whole(paper: Printed, locale: str, guide: Site, questions: Questions) -> None:
    """Every listing and table of the book is complete, on a single page."""
    reference = guide.bank.reference
    texts = [text for _, question in questions for text in question.texts()]
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
    assert len(blocks) > len(questions) / 2
    torn = [one for one in blocks if not any(one in page for page in paper.squeezed)]
    assert torn == []


def test_nothing_is_cut_off(paper: Printed) -> None:
    """The margins are white on every page: no code or formula runs into them."""
    for number, (left, top, right, bottom) in enumerate(paper.margins(), 1):
        assert min(left, right) > 20 * MILLIMETER, number
        assert top > 16 * MILLIMETER, number
        assert bottom > 6 * MILLIMETER, number


def test_the_outline_names_parts_quizzes_and_questions(
    pdf: Printed, guide: Site, view: View, book: Book, questions: Questions
) -> None:
    """Each entry links to its page. The questions of a quiz are collapsed at first."""
    locale, words = view.locale, view.words

    def name(title: Text, subject: Text) -> str:
        return f"{plain(title.show(locale).markdown)}: {plain(subject.show(locale).markdown)}"

    expected = [(0, plain(book.collection.title.show(locale).markdown), 1), (1, words("contents"), 2)]
    for part in book.parts:
        title = plain(part.course.title.show(locale).markdown)
        place = pdf.targets[f"part-{part.number}"]
        expected.append((1, f"{words('part', number=view.roman(part.number))}: {title}", place))
        for slug, quiz, *_ in part.chapters:
            expected.append((2, name(quiz.title, quiz.name), pdf.targets[f"questions-{slug}"]))
    expected.append((1, words("hints_title"), pdf.targets["hints"]))
    for slug, quiz, *_ in (chapter for chapter in book.chapters() if chapter.hinted):
        expected.append((2, name(quiz.title, quiz.name), pdf.targets[f"hints-{slug}"]))
    expected.append((1, words("key_title"), pdf.targets["key"]))
    for slug, quiz, *_ in book.chapters():
        expected.append((2, name(quiz.title, quiz.name), pdf.targets[f"key-{slug}"]))
    expected.append((1, words("appendices"), pdf.targets["appendices"]))
    expected += [(2, words(f"{one}_title"), pdf.targets[one]) for one in ("formulas", "patterns")]
    assert [tuple(one) for one in pdf.outline() if one.level < 3] == expected

    ids = [one.id for _, one in questions]
    hinted = [one.id for _, one in questions if one.hint]
    reference = guide.bank.reference
    entries = [formula.id for formula in reference.formulas] + [pattern.id for pattern in reference.patterns]
    listed = [one for one in pdf.outline() if one.level == 3]
    found = [re.search(r"\b(?:pt-\d+|f|p)-\d+\b", one.title) for one in listed]
    assert [match and match[0] for match in found] == [*ids, *hinted, *ids, *entries]
    places = [
        *(pdf.targets[id_] for id_ in ids),
        *(pdf.targets[f"{id_}-hint"] for id_ in hinted),
        *(pdf.targets[f"{id_}-answer"] for id_ in ids),
    ]
    assert [one.page for one in listed[: len(places)]] == places
    counts = [(one.level, one.get_count()) for one in pdf.shown.get_toc(max_depth=9)]
    assert all((count < 0) == (level == 2) for level, count in counts), "folded below the quizzes"


def test_page_numbers_are_correct(pdf: Printed, view: View, book: Book, questions: Questions) -> None:
    """This covers the table of contents, the links at questions and answers, and every page."""
    locale, words = view.locale, view.words
    contents = pdf.squeezed[1]
    for part in book.parts:
        assert f"{said(part.course.title, locale)}{pdf.targets[f'part-{part.number}']}" in contents
    questions_rows, key_rows = contents.split(squeeze(words("key_title")))
    for slug, quiz, *_ in book.chapters():
        row = said(quiz.title, locale) + ":" + said(quiz.name, locale)
        assert f"{row}{pdf.targets[f'questions-{slug}']}" in questions_rows
        assert f"{row}{pdf.targets[f'key-{slug}']}" in key_rows
    assert f"{squeeze(words('patterns_title'))}{pdf.targets['patterns']}" in contents
    for _, question in questions:
        asked, answered = pdf.targets[question.id], pdf.targets[f"{question.id}-answer"]
        assert squeeze(f"{words('see_answer')}, {words('page')} {answered}") in pdf.squeezed[asked - 1]
        if question.hint:
            hint = pdf.targets[f"{question.id}-hint"]
            assert squeeze(f"{words('hint')}, {words('page')} {hint}") in pdf.squeezed[asked - 1]
        back = squeeze(f"{words('see_question')}, {words('page')} {asked}")
        assert back in "".join(pdf.squeezed[answered - 1 : answered + 1]), question.id
    for number, text in enumerate(pdf.texts[1:], 2):
        assert text.splitlines()[0] == str(number)
    assert not pdf.texts[0].startswith("1")


def test_the_pdf_fits_both_papers_and_has_title_author_and_language(pdf: Printed, view: View) -> None:
    """It is as wide as A4 and as high as Letter; metadata is in both places where PDF readers look."""
    for page in pdf.shown:
        width, height = page.get_size()
        assert width < 210.5 * MILLIMETER
        assert height < 279.5 * MILLIMETER
    inside, locale, author = pdf.inside, view.locale, view.author
    title = {"en": "Arithmetic study guide", "es": "Guía de estudio de aritmética"}[locale]
    assert str(inside.Root.Lang) == locale
    assert inside.Root.ViewerPreferences.DisplayDocTitle
    assert (str(inside.docinfo.Title), str(inside.docinfo.Author)) == (title, author)
    with inside.open_metadata() as told:
        assert (told["dc:title"], told["dc:creator"], told["dc:language"]) == (title, [author], {locale})


def test_the_pdf_is_tagged(pdf: Printed, guide: Site, view: View, book: Book, questions: Questions) -> None:
    """Headings, lists, tables, and links have tags, and each formula and figure has alt text."""
    tags = list(pdf.tags())
    kinds = [str(tag.S) for tag in tags]
    html = render_page(guide, next(list_print_views(guide, book.collection, view.locale)), Downloads())
    reference = guide.bank.reference
    assert bool(pdf.inside.Root.MarkInfo.Marked)
    assert kinds.count("/H1") == 1
    assert kinds.count("/H2") == len(book.parts) + len(("contents", "hints", "key", "appendices"))
    chapters, hinted = list(book.chapters()), [one for _, one in questions if one.hint]
    with_hints = [chapter for chapter in chapters if chapter.hinted]
    assert kinds.count("/H3") == 2 * len(chapters) + len(with_hints) + len(("formulas", "patterns"))
    entries = len(reference.formulas) + len(reference.patterns)
    assert kinds.count("/H4") == 2 * len(questions) + len(hinted) + entries
    assert kinds.count("/Table") == html.count("<table>") > 2
    assert {"/P", "/L", "/LI", "/TH", "/TD", "/Link"} <= set(kinds)
    formulas = [unescape(tex) for tex in re.findall(r'<math alttext="([^"]*)"', html)]
    assert len(formulas) == html.count("<math") > len(questions)
    named = [str(tag.Alt) for tag in tags if tag.S == "/Figure" and "/Alt" in tag]
    figures = [unescape(alt) for alt in re.findall(r'<svg [^>]*role="img" [^>]*aria-label="([^"]*)"', html)]
    drawn = [one for one in figures if one != view.name]
    assert drawn
    assert sorted(map(squeeze, named)) == sorted(map(squeeze, [*formulas, *drawn, view.name]))


def test_the_fonts_are_embedded(pdf: Printed) -> None:
    """All fonts are ours, none are system fonts or outlines, and their text can be copied."""
    fonts = pdf.fonts()
    names = {re.sub(r"^/[A-Z]+\+", "", name).partition("-")[0] for name in fonts}
    assert names == {"SourceSerif4", "SourceCodeProExtraLight", "STIXTwoMath"}
    for font in fonts.values():
        assert font.Subtype == "/Type0"
        assert "/ToUnicode" in font
        assert "/FontFile2" in font.DescendantFonts[0].FontDescriptor


def test_a_course_has_a_print_view_of_its_own(
    long_project: Path, guide: Site, locale: str, book: Book
) -> None:
    """It has the course's questions, key, and the appendices, and nothing from other courses."""
    folder = long_project / "site" / ("es" if locale == "es" else "") / "study-guide" / "print"
    assert sorted(path.parent.name for path in folder.glob("*/index.html")) == ["numbers", "text"]
    reference = guide.bank.reference
    entries = [formula.id for formula in reference.formulas] + [pattern.id for pattern in reference.patterns]
    for part in book.parts:
        html = (folder / part.course.id / "index.html").read_text(encoding="utf-8")
        ids = [asked.item.id for chapter in part.chapters for asked in chapter.questions]
        assert re.findall(r'<article class="asked" id="([\w-]+)"', html) == ids
        assert re.findall(r'<article class="answered" id="([\w-]+)-answer"', html) == ids
        assert html.index('id="key"') < html.index('class="answered"') < html.index('id="appendices"')
        assert re.findall(r'<article class="entry" id="([\w-]+)"', html) == entries
        choices = re.findall("<li[^>]*>", html.partition('id="part-')[2].partition('id="key"')[0])
        assert set(choices) == {"<li>"}, "a choice is marked before the key"

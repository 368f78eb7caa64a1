"""A bank of one quiz: a site needs no topics, glossary, formulas, patterns, proofs, or ledger."""

from __future__ import annotations

import json
import re
import shutil
from collections import defaultdict
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from conftest import BuildOnce
from edits import remove_references
from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.model.text import DRAFT
from espejo.rendering.downloads import Downloads
from espejo.rendering.page_view import View
from espejo.rendering.site import Site
from espejo.site.frame import Frame, render_page
from espejo.site.pages import list_pages
from small_bank import SITE_URL

EMPTY = ("topics", "glossary", "proofs")

COLLECTIONS = """\
collections:
  - folder: questions
    prefix: q
    title: {en: Questions, es: Preguntas}
    about: {en: All of them., es: Todas.}
"""

QUIZ = """\
title: {en: Quiz 1, es: Quiz 1}
subject: {en: Numbers, es: Números}
focus: {en: Whole numbers., es: Números enteros.}
questions:
  - id: q-01-01
    kind: single
    title: {en: "Which one is even?", es: "¿Cuál es par?"}
    choices:
      - {text: "`2`", correct: true}
      - {text: "`3`", why: {en: It is odd., es: Es impar.}}
"""


def write_one_quiz(data: Path) -> Path:
    """Reduces a bank to its name and languages, and adds one collection with one quiz."""
    for path in data.iterdir():
        if path.name not in ("bank.yaml", "locales"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    (data / "questions").mkdir()
    (data / "collections.yaml").write_text(COLLECTIONS, encoding="utf-8")
    (data / "questions" / "quiz-01-numbers.yaml").write_text(QUIZ, encoding="utf-8")
    return data


@pytest.fixture(scope="module")
def project(build_once: BuildOnce) -> Path:
    """A built project with that bank."""
    return build_once("one-quiz", lambda project: write_one_quiz(project / "data"))


def test_it_has_no_problems(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The check passes once `espejo accept` has written the ledger."""
    write_one_quiz(data)
    assert [str(fault) for fault in inspect_project(data).faults] == []
    assert main(["accept", "--data", str(data)]) == 0
    assert main(["check", "--data", str(data)]) == 0
    assert "no problems" in capsys.readouterr().out


def test_its_site_has_no_empty_page_and_no_broken_link(project: Path) -> None:
    site = project / "site"
    folders = {path.name for path in site.iterdir() if path.is_dir()}
    assert {"questions", "search", "status", "downloads"} <= folders
    assert folders.isdisjoint(EMPTY)
    sitemap = (site / "sitemap.xml").read_text(encoding="utf-8")
    assert not [name for name in EMPTY if f"/{name}/" in sitemap]
    pages = list(site.rglob("*.html"))
    assert len(pages) > 10
    for page in pages:
        here = urljoin(SITE_URL, page.relative_to(site).as_posix().removesuffix("index.html"))
        for link in re.findall(r'(?:href|src)="([^"]+)"', page.read_text(encoding="utf-8")):
            target = urlsplit(urljoin(here, link))
            if target.geturl().startswith(SITE_URL):
                path = site / target.path.lstrip("/")
                assert (path / "index.html" if target.path.endswith("/") else path).exists(), (page, link)


def test_its_exports_contain_only_the_quiz(project: Path) -> None:
    bank = json.loads((project / "site" / "bank.json").read_text(encoding="utf-8"))
    assert bank["topics"] == []
    assert [item["id"] for item in bank["items"]] == ["q-01-01"]
    status = json.loads((project / "site" / "status.json").read_text(encoding="utf-8"))
    assert [row["path"] for row in status] == ["questions/quiz-01-numbers"]


@pytest.mark.parametrize("kept", [(), ("formulas",), ("patterns",)], ids=["none", "formulas", "patterns"])
def test_a_guide_has_only_appendices_with_content(data: Path, kept: tuple[str, ...]) -> None:
    """Its page, its book, and the book's contents leave out empty appendices."""
    for name in ("formulas", "patterns"):
        if name not in kept:
            (data / "reference" / f"{name}.yaml").unlink()
    (data / "ledger.yaml").unlink()
    remove_references(data)
    loaded = inspect_project(data)
    assert [str(fault) for fault in loaded.faults] == []
    site = Site(loaded.bank, home=SITE_URL)
    pages = {page.path: page for page in list_pages(site, "en")}
    guide = render_page(site, pages["study-guide"], Downloads())
    book = render_page(site, pages["study-guide/print"], Downloads())
    for html in (guide, book):
        assert ('id="appendices"' in html) == bool(kept)
    assert ('href="#appendices"' in book) == bool(kept)
    for name in ("formulas", "patterns"):
        assert (f"reference/{name}" in pages) == (name in kept)
        assert (f'reference/{name}/"' in guide) == (name in kept)
        assert (f'id="{name}"' in book) == (f'href="#{name}"' in book) == (name in kept)
    header = Frame(View(site, "", "en")).part("header")
    assert re.findall(r'href="[^"]*/(formulas|patterns|glossary)/"', header) == ["glossary", *kept]


def test_unused_topics_are_counted_without_a_link(data: Path) -> None:
    """They can be translated, but have no page yet. An unknown topic gets a message on how to start."""
    quiz = write_one_quiz(data) / "questions" / "quiz-01-numbers.yaml"
    quiz.write_text(QUIZ.replace("    kind:", "    topics: [odd]\n    kind:"), encoding="utf-8")
    (fault,) = inspect_project(data).faults
    assert fault.fact == (
        "unknown topic 'odd'. Expected a topic of data/topics.yaml, which has none. "
        "Start one with: espejo new topic …"
    )
    quiz.write_text(QUIZ, encoding="utf-8")
    topic = "topics:\n  - {id: even, title: {en: Even, es: Par}, about: {en: Even., es: Par.}}\n"
    (data / "topics.yaml").write_text(topic, encoding="utf-8")
    site = Site(inspect_project(data).bank, home=SITE_URL)
    pages = {page.path: page for page in list_pages(site, "en")}
    assert "topics" not in pages
    html = render_page(site, pages["status"], Downloads({"status.json": 1}))
    assert "topics_title" in html
    assert 'topics/"' not in html
    assert 'topics/"' not in Frame(View(site, "", "en")).part("header")


def test_new_records_get_their_files_and_pages(data: Path) -> None:
    """The first topic, term, formula, and pattern create their files and pages."""
    write_one_quiz(data)
    for words in (("topic", "even"), ("term", "even-number"), ("formula",), ("pattern",)):
        assert main(["new", *words, "--data", str(data)]) == 0
    quiz = data / "questions" / "quiz-01-numbers.yaml"
    quiz.write_text(QUIZ.replace("    kind:", "    topics: [even]\n    kind:"), encoding="utf-8")
    loaded = inspect_project(data)
    assert [str(fault) for fault in loaded.faults] == []
    site = Site(loaded.bank, home=SITE_URL)
    pages = {page.path: page for page in list_pages(site, "en")}
    for path in ("topics/even", "glossary", "reference/formulas", "reference/patterns"):
        assert DRAFT.strip() in render_page(site, pages[path], Downloads(defaultdict(int)))

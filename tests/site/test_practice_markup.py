"""The markup that practice reads: kind, key and parts of each question, on every page that shows one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest

from espejo.model.collection import Placed
from espejo.model.kinds.fingerprint import key_fingerprint, name_kind
from espejo.rendering.site import Site
from espejo.rendering.view import View
from espejo.site.frame import PROGRESS_WORDS, SCRIPT_WORDS, Frame, HandWritten
from espejo.site.pages import list_pages
from espejo.site.pages.practice import SCRIPT_WORDS as DRAWN_WORDS
from small_bank import SITE_URL, load_small_bank

PLACED = {placed.item.id: placed for placed in load_small_bank().bank.items()}

PAGES = (
    *("quizzes/phase-01-arithmetic", "quizzes/phase-02-collections", "study-guide/quiz-01-division"),
    *("drills/chapter-01-facts", "topics/division", "topics/strings"),
    *("quizzes/phase-02-collections/side-by-side", "drills/chapter-01-facts/side-by-side"),
)


class Part(NamedTuple):
    """A choice, a reason or a point: its number in the file (or its truth), and whether it is right."""

    name: str
    right: bool


class Shown(NamedTuple):
    """A question on a page: the attributes of its section, and its parts by what they are."""

    attributes: Mapping[str, str]
    parts: dict[str, list[Part]]


class Reader(HTMLParser):
    """Reads the questions of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Shown] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        classes = found.get("class", "").split()
        if tag == "section" and "question" in classes:
            self.shown.append(Shown(found, {"choice": [], "reason": [], "point": []}))
        for kind in ("choice", "reason", "point"):
            if f"data-{kind}" in found:
                part = Part(found[f"data-{kind}"], "right" in classes)
                self.shown[-1].parts[kind].append(part)


def read(html: str) -> list[Shown]:
    reader = Reader()
    reader.feed(html)
    return reader.shown


def expect_parts(placed: Placed) -> Iterator[tuple[str, list[Part]]]:
    """The parts that a question must have, in the order of the page."""
    question = placed.question
    if not question:
        return
    choices = [Part(str(number), choice.correct) for number, choice in enumerate(question.choices, 1)]
    if question.correct is not None:
        choices = [Part("true", question.correct), Part("false", not question.correct)]
    yield "choice", choices
    reasons = (*question.reasons(correct=True), *question.reasons(correct=False))
    yield "reason", [Part(str(number), False) for number, _ in reasons]
    yield "point", [Part(str(number), False) for number, _ in enumerate(question.points, 1)]


@pytest.mark.parametrize("prefix", ["", "es/"])
@pytest.mark.parametrize("path", PAGES)
def test_a_question_says_what_practice_needs(site: Path, path: str, prefix: str) -> None:
    """Kind, key and parts, with the numbers of the file, in both languages and side by side."""
    html = (site / prefix / path / "index.html").read_text(encoding="utf-8")
    questions = read(html)
    assert questions
    for shown in questions:
        placed = PLACED[shown.attributes["id"]]
        assert shown.attributes["data-kind"] == name_kind(placed.item)
        assert shown.attributes["data-key"] == key_fingerprint(placed.item)
        for kind, expected in expect_parts(placed):
            assert shown.parts[kind] == expected


def test_both_views_of_a_quiz_say_the_same(site: Path) -> None:
    """The attributes of a section do not depend on the language, nor on the view."""
    quiz = "quizzes/phase-02-collections"
    pages = [read((site / path / "index.html").read_text("utf-8")) for path in (quiz, f"es/{quiz}")]
    pages += [read((site / f"{quiz}/side-by-side/index.html").read_text("utf-8"))]
    data = [
        [{k: v for k, v in one.attributes.items() if k.startswith("data-") or k == "id"} for one in page]
        for page in pages
    ]
    assert data[0] == data[1] == data[2]
    assert len(data[0]) == len({one["id"] for one in data[0]}) > 1


def test_the_question_of_home_and_its_twin_say_the_same(site: Path) -> None:
    """Whichever of them is answered, the answer is judged alike."""
    for page in ("index.html", "es/index.html"):
        first, twin = read((site / page).read_text(encoding="utf-8"))
        assert twin.attributes["id"] == f"twin-{first.attributes['id']}"
        assert twin.parts == first.parts
        assert first.parts["choice"]
        for name in ("data-kind", "data-key", "data-labels"):
            assert twin.attributes[name] == first.attributes[name] != ""


# The words of the scripts.

WITH_PROGRESS = ("collection.html", "guide.html", "topics.html", "topic.html")
WITH_QUESTIONS = ("quiz.html", "deck.html", "topic.html", "side_by_side.html")


def test_pages_with_questions_carry_the_words_of_practice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quizzes, decks, topics and both languages side by side; the page of practice carries more of them."""
    for module in ("units", "topics"):
        monkeypatch.setattr(f"espejo.site.pages.{module}.PRACTICE_WORDS", ("hint", "answer_to"))
    site = Site(load_small_bank().bank, home=SITE_URL)
    seen = set()
    for page in list_pages(site, "es"):
        if page.standalone or page.template in ("you.html", "review.html", "offline.html"):
            continue  # their scripts need more words
        frame = Frame(View(site, page.path, "es"), page=page)
        words = json.loads(re.sub("<.*?>", "", frame.part("words")))
        further: tuple[str, ...] = ("hint", "answer_to") if page.template in WITH_QUESTIONS else ()
        further = DRAWN_WORDS if page.template == "practice.html" else further
        further = (*further, *PROGRESS_WORDS) if page.template in WITH_PROGRESS else further
        assert words == {name: site.words["es"].raw[name] for name in (*SCRIPT_WORDS, *further)}
        seen.add(page.template)
    assert {*WITH_QUESTIONS, "collection.html", "topics.html"} <= seen


def test_home_carries_them_if_it_has_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page written by hand does not, nor does the page for what is not found."""
    monkeypatch.setattr("espejo.site.frame.PRACTICE_WORDS", ("hint",))
    site = Site(load_small_bank().bank, home=SITE_URL)
    written = HandWritten("Title", "About", "<p>…</p>")
    assert "hint" in Frame(View(site, "", "en"), hand_written=written).script_words
    assert "hint" not in Frame(View(site, "contributing", "en"), hand_written=written).script_words
    assert "hint" not in Frame(View(site, "", "en")).script_words

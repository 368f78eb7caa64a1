"""Words that pages carry for the scripts of practice and progress."""

from __future__ import annotations

import json
import re

import pytest

from espejo.rendering.site import Site
from espejo.rendering.view import View
from espejo.site.frame import PROGRESS_WORDS, SCRIPT_WORDS, Frame, HandWritten
from espejo.site.pages import list_pages
from espejo.site.pages.practice import SCRIPT_WORDS as DRAWN_WORDS
from small_bank import SITE_URL, load_small_bank

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

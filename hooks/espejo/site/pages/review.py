"""Review page: spaced repetition settings, how scheduling works, and how to share a history with Anki."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from espejo.load.languages import list_words
from espejo.model.addresses import GLOSSARY, LOG_FORMAT, PRACTICE_MAP, REVIEW, YOU
from espejo.rendering.site import Site
from espejo.site.page import Page
from espejo.site.pages.titles import titled_page

OTHERS = ("run_failed", "hint", "answer", "turn_over", "you_answer_one", "you_answer_many")
"""Words from other pages that this page's scripts need too."""

SCRIPT_WORDS = (*list_words("answering", "trouble", "keys", "review", "charts"), *OTHERS)
"""Words for this page's scripts."""

COMMANDS = {
    "out": "espejo anki --log espejo-log.json",
    "make_out": "espejo anki --log espejo-log.json",
    "back": "espejo log --from-anki deck.apkg",
    "make_back": "espejo log --from-anki deck.apkg",
}
"""Commands to write Anki packages from a log, and a log from an Anki package."""


def review_page(site: Site, locale: str) -> Iterator[Page]:
    """Make the review page. Scripts show what is due, which only the reader's browser knows."""
    page = titled_page(
        site,
        REVIEW,
        locale,
        collections=[one for one in site.bank.collections if one.units],
        others=[one for one in site.bank.locales if one != locale],
        terms=len(site.bank.reference.terms),
        glossary=GLOSSARY,
        commands=COMMANDS,
        map=PRACTICE_MAP,
        you=YOU,
        format=LOG_FORMAT,
    )
    yield replace(page, script_words=SCRIPT_WORDS)

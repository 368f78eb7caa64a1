"""Style sheets: which sheets of docs/assets/css are joined into which file, and which files a page loads.

Every page loads `site.css`, and besides it only what its kind of page needs: a browser shows nothing before
all of them are there. What pages have in common is one file, so that a reader fetches it once.
"""

from __future__ import annotations

from collections.abc import Mapping

STYLES = "docs/assets/css"
"""The folder of the style sheets in a project."""

FOLDER = "assets/css"
"""The folder of the joined files on a site."""

SITE = "site.css"
"""What every page loads."""

PRINT = "print.css"
"""What every page has for paper: the last one, and no screen waits for it."""

SHEETS: Mapping[str, tuple[str, ...]] = {
    SITE: (
        *("faces", "theme", "base", "layout", "header", "outline", "footer", "head", "tools"),
        *("disclosures", "code", "scrolling", "math", "neighbors", "downloads", "fold"),
        *("buttons", "terms", "dialogs", "search", "keys", "page_changed"),
    ),
    "questions.css": ("question", "figure", "aids", "proof", "practice", "strip", "trouble"),
    "cards.css": ("deck",),
    "side_by_side.css": ("side_by_side", "side_by_side_practice"),
    "lists.css": (
        *("totals", "lists", "page_links", "topics", "reference", "glossary", "proofs", "files"),
        *("status", "contributing", "not_found"),
    ),
    "home.css": ("home",),
    "progress.css": ("progress",),
    "learner.css": ("grade_bar", "setup", "exam", "you", "review", "review_charts", "offline"),
    PRINT: ("print",),
    "book.css": ("book_faces", "theme", "figure", "math", "book"),
}
"""The sheets that are joined into each file. A page loads its files in this order."""

_QUESTIONS, _CARDS, _LISTS, _LEARNER = "questions.css", "cards.css", "lists.css", "learner.css"

_BY_TEMPLATE: Mapping[str, tuple[str, ...]] = {
    "quiz.html": (_QUESTIONS,),
    "deck.html": (_QUESTIONS, _CARDS),
    "side_by_side.html": (_QUESTIONS, _CARDS, "side_by_side.css"),
    "topic.html": (_QUESTIONS, _CARDS, _LISTS),
    "glossary.html": (_QUESTIONS, _LISTS),
    "formulas.html": (_QUESTIONS, _LISTS),
    "patterns.html": (_QUESTIONS, _LISTS),
    "proofs.html": (_QUESTIONS, _LISTS),
    "fields.html": (_QUESTIONS, _LISTS),
    "status.html": (_QUESTIONS, _LISTS),
    "status_group.html": (_QUESTIONS, _LISTS),
    "practice.html": (_QUESTIONS, _CARDS, _LEARNER),
    "review.html": (_QUESTIONS, _CARDS, _LEARNER),
    "you.html": (_QUESTIONS, _LISTS, _LEARNER),
    "offline.html": (_QUESTIONS, _LISTS, _LEARNER),
}
"""What a kind of page loads between the first file and the last. Scripts may bring questions to it, too."""


def list_sheets(template: str, *, progress: bool = False) -> list[str]:
    """The addresses of what a page loads for screens, in order; `progress` if it shows how far a reader is.

    A page without a template of its own, such as one written by hand, is a list or a text.
    """
    return _name((SITE, *_BY_TEMPLATE.get(template, (_LISTS,)), *(("progress.css",) if progress else ())))


def list_home_sheets(*, question: bool) -> list[str]:
    """The same for home, which may show a question."""
    return _name((SITE, *((_QUESTIONS,) if question else ()), "home.css", "progress.css"))


def _name(files: tuple[str, ...]) -> list[str]:
    return [f"{FOLDER}/{name}" for name in SHEETS if name in files]

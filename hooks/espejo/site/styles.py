"""Style sheets: which sheets in the folder `css` are joined into which file, and which files a page loads.

Every page loads `site.css`, and besides it only what its kind of page needs: a browser shows nothing before
all of them are there. What pages have in common is one file, so that a reader fetches it once.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

STYLES = Path(__file__).parent / "css"
"""The folder of the style sheets."""

FOLDER = "assets/css"
"""The folder of the joined files on a site."""

SITE = "site.css"
"""What every page loads."""

DIALOGS = "dialogs.css"
"""What scripts load before they open the first dialog of a page."""

WRITTEN = "written.css"
"""What pages written by hand load after the style sheet of Material: its colors and type are ours."""

PRINT = "print.css"
"""What every page has for paper: the last one, and no screen waits for it."""

SHEETS: Mapping[str, tuple[str, ...]] = {
    SITE: (
        *("faces", "theme", "base", "layout", "header", "outline", "footer", "head", "tools"),
        *("disclosures", "code", "scrolling", "math", "neighbors", "downloads", "fold"),
        *("buttons", "terms", "page_changed"),
        *("question", "figure", "aids", "proof", "practice", "strip", "trouble"),
    ),
    "cards.css": ("deck",),
    "side_by_side.css": ("side_by_side", "side_by_side_practice"),
    "lists.css": (
        *("totals", "lists", "page_links", "topics", "reference", "glossary", "proofs", "files"),
        *("status", "contributing", "not_found"),
    ),
    DIALOGS: ("dialogs", "search", "keys"),
    "home.css": ("home",),
    "progress.css": ("progress",),
    "learner.css": ("grade_bar", "setup", "exam", "you", "review", "review_charts", "offline"),
    WRITTEN: ("written",),
    PRINT: ("print",),
    "book.css": ("book_faces", "theme", "figure", "math", "book"),
}
"""The sheets that are joined into each file. A page loads its files in this order.

Questions are in the first one, because most pages have some: apart, the two would compress worse.
"""

_CARDS, _LISTS, _LEARNER = "cards.css", "lists.css", "learner.css"

_BY_TEMPLATE: Mapping[str, tuple[str, ...]] = {
    "quiz.html": (),
    "deck.html": (_CARDS,),
    "side_by_side.html": (_CARDS, "side_by_side.css"),
    "topic.html": (_CARDS, _LISTS),
    "practice.html": (_CARDS, _LEARNER),
    "review.html": (_CARDS, _LEARNER),
    "you.html": (_LISTS, DIALOGS, _LEARNER),
    "offline.html": (_LISTS, _LEARNER),
    "search.html": (_LISTS, DIALOGS),
    "home.html": ("home.css",),
}
"""What a kind of page loads between the first file and the last. Any other is a list or a text."""


def list_sheets(template: str, *, progress: bool = False) -> list[str]:
    """The addresses of what a page loads for screens; `progress` if it shows how far a reader is."""
    loaded = {SITE, *_BY_TEMPLATE.get(template, (_LISTS,)), *(("progress.css",) if progress else ())}
    return [f"{FOLDER}/{name}" for name in SHEETS if name in loaded]

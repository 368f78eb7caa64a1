"""Style sheets: which sheets in `css/` are joined into which file, and which files each page loads.

Style sheets block rendering, so every page loads `site.css` and otherwise only what its kind of page needs.
Shared styles are in one file that readers fetch once.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

STYLES = Path(__file__).parent / "css"
"""Folder of the style sheets."""

FOLDER = "assets/css"
"""Folder of the joined files on a site."""

SITE = "site.css"
"""Loaded by every page."""

DIALOGS = "dialogs.css"
"""Loaded by scripts before they open the first dialog on a page."""

WRITTEN = "written.css"
"""Loaded after Material's style sheet by pages written by hand: gives it our colors and type."""

PRINT = "print.css"
"""Print styles of every page: loaded last, without blocking the screen."""

SHEETS: Mapping[str, tuple[str, ...]] = {
    SITE: (
        *("faces", "theme", "base", "layout", "header", "outline", "footer", "head", "tools"),
        *("disclosures", "code", "scrolling", "math", "neighbors", "downloads", "fold"),
        *("buttons", "terms", "page_changed"),
        *("question", "figure", "aids", "proof", "practice", "grade_bar", "focus", "strip", "trouble"),
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
    "learner.css": ("setup", "exam", "you", "review", "review_charts", "offline"),
    WRITTEN: ("written",),
    PRINT: ("print",),
    "book.css": ("book_faces", "theme", "figure", "math", "book"),
}
"""Sheets joined into each file, in the order in which a page loads the files.

Question styles are in the first file because most pages have questions, and one file compresses better.
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
"""Files that pages of each kind load between the first and the last. Other pages are lists or texts."""


def list_sheets(template: str, *, progress: bool = False) -> list[str]:
    """List the addresses of a page's screen style sheets; `progress` if it shows the reader's progress."""
    loaded = {SITE, *_BY_TEMPLATE.get(template, (_LISTS,)), *(("progress.css",) if progress else ())}
    return [f"{FOLDER}/{name}" for name in SHEETS if name in loaded]

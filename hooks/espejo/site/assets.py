"""Assets: style sheets joined into one file per kind of page, and the fonts that the setup installs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

STYLES = {
    "site.css": (
        *("faces", "theme", "base", "layout", "header", "outline", "footer", "head", "tools"),
        *("disclosures", "question", "code", "scrolling", "figure", "aids", "math", "proof"),
        *("practice", "grade_bar", "strip", "deck", "neighbors", "downloads"),
        *("side_by_side", "side_by_side_practice", "totals", "fold", "lists", "page_links"),
        *("home", "topics", "progress", "reference", "glossary", "dialogs", "search", "keys", "status"),
        *("setup", "exam", "you", "review", "review_charts", "contributing", "not_found", "print"),
    ),
    "book.css": ("book_faces", "theme", "figure", "math", "book"),
}

MATH_FONT = "@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff"
"""As WOFF, because WOFF2 takes ten times as long to open."""

SUBSET_FONT = "assets/fonts/stix-two-math.woff2"
"""The address of the subset of the math font."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)

_FONTS = {
    "@fontsource-variable/source-serif-4": ("latin-wght-normal", "latin-wght-italic"),
    "@fontsource-variable/source-code-pro": ("latin-wght-normal",),
    "@fontsource/source-serif-4": ("latin-400-normal", "latin-400-italic", "latin-600-normal"),
    "@fontsource/source-code-pro": ("latin-400-normal", "latin-600-normal"),
}


def join_styles(folder: Path) -> Mapping[str, str]:
    """The text of each style sheet that pages load, joined from the files in this folder and made smaller."""
    return {
        name: "".join(_shrink((folder / f"{part}.css").read_text(encoding="utf-8")) for part in parts)
        for name, parts in STYLES.items()
    }


def _shrink(sheet: str) -> str:
    """A style sheet without comments, indentation and empty lines: a third smaller, and still readable."""
    return "".join(f"{line.strip()}\n" for line in _COMMENT.sub("", sheet).splitlines() if line.strip())


def list_fonts(node_modules: Path) -> Iterator[tuple[str, Path]]:
    """The address of each font on the site, and its file in node_modules."""
    for package, styles in _FONTS.items():
        for style in styles:
            file = f"{package.rpartition('/')[2]}-{style}.woff2"
            yield f"assets/fonts/{file}", node_modules / package / "files" / file

"""Assets: style sheets joined into one file per kind of page, and the fonts that the setup installs.

Pages name them with a hash of their content (`?v=`): a browser that kept an older one never takes it for the
new one, and what it kept under that name stays right for good.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from espejo.messages.message import MessageError, message
from espejo.model.bank import Bank
from espejo.site.math_font import find_characters, subset_font

STYLES = "docs/assets/css"
"""The folder of the style sheets in a project."""

SHEETS = {
    "site.css": (
        *("faces", "theme", "base", "layout", "header", "outline", "footer", "head", "tools"),
        *("disclosures", "question", "code", "scrolling", "figure", "aids", "math", "proof"),
        *("practice", "grade_bar", "strip", "deck", "neighbors", "downloads"),
        *("side_by_side", "side_by_side_practice", "totals", "fold", "lists", "page_links"),
        *("home", "topics", "progress", "reference", "glossary", "dialogs", "search", "keys", "status"),
        *("setup", "exam", "you", "review", "review_charts", "offline", "contributing", "not_found", "print"),
    ),
    "book.css": ("book_faces", "theme", "figure", "math", "book"),
}

MATH_FONT = "@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff"
"""As WOFF, because WOFF2 takes ten times as long to open."""

SUBSET_FONT = "assets/fonts/stix-two-math.woff2"
"""The address of the subset of the math font."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_FONT_URL = re.compile(r'url\("\.\./(fonts/[\w-]+\.woff2)"\)')

_FONTS = {
    "@fontsource-variable/source-serif-4": ("latin-wght-normal", "latin-wght-italic"),
    "@fontsource-variable/source-code-pro": ("latin-wght-normal",),
    "@fontsource/source-serif-4": ("latin-400-normal", "latin-400-italic", "latin-600-normal"),
    "@fontsource/source-code-pro": ("latin-400-normal", "latin-600-normal"),
}


class AssetsError(MessageError):
    """The assets could not be made; the message is one line."""


def take_version(content: bytes) -> str:
    """The hash of a file by which pages and browsers tell one version of it from another."""
    return sha256(content).hexdigest()[:8]


def make_assets(bank: Bank, project: Path, node_modules: Path) -> dict[str, bytes]:
    """The fonts and style sheets of a bank's pages by address. Raises AssetsError if a font is missing."""
    assets = dict(_read_fonts(node_modules))
    assets[SUBSET_FONT] = subset_font(node_modules / MATH_FONT, find_characters(bank))
    versions = {address: take_version(content) for address, content in assets.items()}
    for name, parts in SHEETS.items():
        sheets = (_shrink(_read_sheet(project / STYLES / f"{part}.css", versions)) for part in parts)
        assets[f"assets/css/{name}"] = "".join(sheets).encode()
    return assets


def _read_fonts(node_modules: Path) -> Iterator[tuple[str, bytes]]:
    """The address of each font on the site, and its content."""
    for package, styles in _FONTS.items():
        for style in styles:
            file = f"{package.rpartition('/')[2]}-{style}.woff2"
            try:
                yield f"assets/fonts/{file}", (node_modules / package / "files" / file).read_bytes()
            except FileNotFoundError as error:
                raise AssetsError(message("The fonts are missing. Run: make setup")) from error


def _read_sheet(path: Path, versions: Mapping[str, str]) -> str:
    """A style sheet that names the version of each font."""

    def add_version(found: re.Match[str]) -> str:
        return f'url("../{found[1]}?v={versions[f"assets/{found[1]}"]}")'

    return _FONT_URL.sub(add_version, path.read_text(encoding="utf-8"))


def _shrink(sheet: str) -> str:
    """A style sheet without comments, indentation and empty lines: a third smaller, and still readable."""
    return "".join(f"{line.strip()}\n" for line in _COMMENT.sub("", sheet).splitlines() if line.strip())

"""Assets: joined style sheets, fonts, and the icon, at addresses with a content hash.

Pages add a hash of the content (`?v=`), so that browsers never use an outdated cached file and can keep each
version forever.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from espejo.messages.message import MessageError, message
from espejo.rendering.site import Site
from espejo.site.appearance import OUR_LOOK, Look
from espejo.site.math_font import find_characters, subset_font
from espejo.site.styles import FOLDER, SHEETS, STYLES

LIVE_STYLE = f"{FOLDER}/live.css"
"""Address of the style sheet that only the local server adds."""

MATH_FONT = "@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff"
"""WOFF, because WOFF2 takes ten times as long to open."""

SUBSET_FONT = "assets/fonts/stix-two-math.woff2"
"""Address of the math font subset."""

MADE_FONTS = Path(".espejo")
"""Folder of the fonts made by `made_fonts.py`, next to the packages they are made from."""

CARDS = "cards"
"""The math font of Anki cards, one of these."""

_THEME = "theme"
"""The sheet of colors and fonts, which a site's settings can override."""

_SMALL = ("serif", "serif-italic", "code")  # those of pages

_NEEDLESS = re.compile(
    r"""(?P<comment>\s*/\*.*?\*/\s*)|(?P<quoted>"[^"]*")|\s*(?P<mark>[{};,>]|:(?=\s))\s*|\s+""", re.DOTALL
)
_FONT_URL = re.compile(r'url\("\.\./(fonts/[\w-]+\.woff2)"\)')

_FONTS = {
    "@fontsource-variable/source-serif-4": ("latin-wght-normal", "latin-wght-italic"),
    "@fontsource-variable/source-code-pro": ("latin-wght-normal",),
    "@fontsource/source-serif-4": ("latin-400-normal", "latin-400-italic", "latin-600-normal"),
    "@fontsource/source-code-pro": ("latin-400-normal", "latin-600-normal"),
}


class AssetsError(MessageError):
    """The assets could not be made; the message is one line."""


def read_live_style() -> dict[str, bytes]:
    """Return the local server's own style sheet, by address."""
    return {LIVE_STYLE: (STYLES / "live.css").read_bytes()}


def take_version(content: bytes) -> str:
    """Return the content hash for the `?v=` of an address."""
    return sha256(content).hexdigest()[:8]


def make_assets(site: Site, node_modules: Path, look: Look = OUR_LOOK) -> dict[str, bytes]:
    """Build a site's fonts, styles, and icons, keyed by address. Raises AssetsError if fonts are missing."""
    assets = dict(_read_fonts(node_modules))
    assets.update((image.address, image.content) for image in (look.images.logo, look.images.favicon))
    tokens = shrink(look.tokens)
    assets[SUBSET_FONT] = subset_font(node_modules / MATH_FONT, find_characters(site.bank))
    versions = {address: take_version(content) for address, content in assets.items()}
    for name, parts in SHEETS.items():
        sheets = [shrink(_read_sheet(STYLES / f"{part}.css", versions)) for part in parts]
        if _THEME in parts:
            sheets.insert(parts.index(_THEME) + 1, tokens)
        assets[f"{FOLDER}/{name}"] = "".join(sheets).encode()
    return assets


def _read_fonts(node_modules: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the address and content of each font."""
    for file in list_fonts():
        yield f"assets/fonts/{file.name}", _read_font(node_modules / file)


def list_fonts() -> Iterator[Path]:
    """List the published fonts, relative to the folder of the packages."""
    for package, names in _FONTS.items():
        for name in names:
            yield Path(package, "files", f"{package.rpartition('/')[2]}-{name}.woff2")
    yield from (MADE_FONTS / f"{name}.woff2" for name in _SMALL)


def read_made_font(node_modules: Path, name: str) -> bytes:
    return _read_font(node_modules / MADE_FONTS / f"{name}.woff2")


def _read_font(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError as error:
        raise AssetsError(message("The fonts are missing. Run: make setup")) from error


def _read_sheet(path: Path, versions: Mapping[str, str]) -> str:
    """Read a style sheet, adding a version to the address of each font."""

    def add_version(found: re.Match[str]) -> str:
        return f'url("../{found[1]}?v={versions[f"assets/{found[1]}"]}")'

    return _FONT_URL.sub(add_version, path.read_text(encoding="utf-8"))


def shrink(sheet: str) -> str:
    """Minify a style sheet: drop comments and needless spaces outside quotes. Saves a third."""
    return _NEEDLESS.sub(_leave_needed, sheet).strip().replace(";}", "}") + "\n"


def _leave_needed(found: re.Match[str]) -> str:
    comment, quoted, mark = found["comment"], found["quoted"], found["mark"]
    return "" if comment else quoted or mark or " "

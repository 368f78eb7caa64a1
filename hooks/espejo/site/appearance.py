"""Appearance settings in mkdocs.yml: palette, logo, favicon, and fonts.

A setting that can't be used is ignored and reported in a notice that begins with its key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from espejo.messages.message import Message, comma_separated, listed, message
from espejo.model.problems import quote
from espejo.site.palette import Palette, write_tokens

_FONTS = {
    "text": '"Source Serif 4", Charter, "Bitstream Charter", Georgia, serif',
    "code": '"Source Code Pro", ui-monospace, Menlo, Consolas, monospace',
}
"""Fallback fonts from theme.css, for characters missing in the author's font."""


@dataclass(frozen=True, slots=True)
class Font:
    """Fonts of text and code."""

    tokens: str = ""  # a style sheet to append to theme.css
    notices: tuple[Message, ...] = ()


def describe_font(font: object, user_set: bool, styles: str = "") -> Font:
    """Read theme.font if the author has set it. `styles` are the style sheets that may load its fonts."""
    if not user_set or not font:
        return Font()
    chosen = {key: str(font[key]) for key in _FONTS if font.get(key)} if isinstance(font, Mapping) else {}
    if not chosen:
        expected = "{text: …, code: …}"
        return Font(notices=(message("theme.font: expected {expected}.", expected=expected),))
    tokens = {f"--{key}": f"{_quote_css(name)}, {_FONTS[key]}" for key, name in chosen.items()}
    missing = [quote(name) for key, name in chosen.items() if name not in _FONTS[key] + styles]
    notice = message(
        "theme.font: pages load no fonts from Google. Put the files of {fonts} into docs, and "
        "name them with @font-face in a file of extra_css.",
        fonts=listed(missing),
    )
    return Font(write_tokens(tokens), (notice,) if missing else ())


def _quote_css(text: str) -> str:
    escaped = " ".join(text.split()).replace("\\", r"\\").replace('"', r"\"")
    return f'"{escaped}"'


MARK = "assets/mark.svg"
MARK_FILE = Path(__file__).parent / "mark.svg"
"""Address and file of the mark of a bank without a logo."""

_LINES = re.compile(
    r"<style>path\{fill:none;stroke:[^<]*</style>\s*"
    r'<path d="([^"]+)"/>\s*(?:<path class="axis" d="([^"]+)"/>\s*)?</svg>'
)


def find_lines(svg: str) -> tuple[str, str] | None:
    """The paths of a mark of lines only, which follow the theme: the letters and, if it has one, the axis."""
    found = _LINES.search(svg)
    return (found[1], found[2] or "") if found else None


_SVG = "image/svg+xml"
_LOGO_TYPES = {".png": "image/png", ".svg": _SVG}
_FAVICON_TYPES = {**_LOGO_TYPES, ".ico": "image/x-icon", ".webp": "image/webp"}
_MATERIAL_FAVICON = "assets/images/favicon.png"
"""Material's default favicon."""


@dataclass(frozen=True, slots=True)
class Image:
    """An image in docs/, or the mark of a bank without a logo."""

    address: str  # on the site
    file: Path
    content: bytes
    media_type: str

    @property
    def lines(self) -> tuple[str, str] | None:
        return find_lines(self.content.decode(errors="replace"))


@dataclass(frozen=True, slots=True)
class Images:
    """The logo, also used in social cards and app icons, and the favicon."""

    logo: Image
    favicon: Image
    notices: tuple[Message, ...] = ()

    @property
    def has_logo(self) -> bool:
        return self.logo.file != MARK_FILE


def read_images(theme_logo: object, theme_favicon: object, docs: Path) -> Images:
    """Read theme.logo and theme.favicon from docs. A logo alone is the favicon too."""
    if theme_favicon == _MATERIAL_FAVICON and not (docs / _MATERIAL_FAVICON).is_file():
        theme_favicon = None
    found = _read_image("logo", theme_logo, docs, _LOGO_TYPES)
    logo = found if isinstance(found, Image) else Image(MARK, MARK_FILE, MARK_FILE.read_bytes(), _SVG)
    icon = _read_image("favicon", theme_favicon, docs, _FAVICON_TYPES)
    favicon = icon if isinstance(icon, Image) else logo
    told = (found, icon, _find_lost_text(logo))
    return Images(logo, favicon, tuple(one for one in told if isinstance(one, Message)))


def _read_image(key: str, address: object, docs: Path, types: Mapping[str, str]) -> Image | Message | None:
    if not address:
        return None
    path = PurePosixPath(str(address))
    name, kind = quote(str(address)), path.suffix.lower()
    if "://" in str(address):
        return message("theme.{key}: pages load nothing from other hosts. Put the file into docs.", key=key)
    if path.is_absolute() or ".." in path.parts or not (docs / path).is_file():
        return message("theme.{key}: there is no file {name} in docs.", key=key, name=name)
    if kind not in types:
        expected = comma_separated(types)
        return message(
            "theme.{key}: {name} is not one of: {expected}.", key=key, name=name, expected=expected
        )
    return Image(str(path), docs / path, (docs / path).read_bytes(), types[kind])


def _find_lost_text(logo: Image) -> Message | None:
    """Return a notice if the logo contains text, for which the image renderer has no fonts."""
    if logo.media_type != _SVG or b"<text" not in logo.content:
        return None
    return message(
        "theme.logo: social pictures and app icons leave out the text of {name}. Turn it into paths.",
        name=quote(logo.address),
    )


class Look(NamedTuple):
    """Appearance of a site."""

    palette: Palette
    font: Font
    images: Images

    @property
    def tokens(self) -> str:
        """Custom properties that override our theme's."""
        return self.palette.tokens + self.font.tokens

    @property
    def notices(self) -> tuple[Message, ...]:
        return *self.palette.notices, *self.font.notices, *self.images.notices


OUR_LOOK = Look(Palette(), Font(), read_images(None, None, Path()))
"""Appearance without any settings."""

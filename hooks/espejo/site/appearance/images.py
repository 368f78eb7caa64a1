"""Logo and favicon: theme.logo and theme.favicon in mkdocs.yml, or our own logo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from espejo.messages.message import Message, comma_separated, message
from espejo.model.problems import quote

_MARK = "assets/mark.svg"
_SVG = "image/svg+xml"
_LOGO_TYPES = {".png": "image/png", ".svg": _SVG}
_FAVICON_TYPES = {**_LOGO_TYPES, ".ico": "image/x-icon", ".webp": "image/webp"}
_MATERIAL_FAVICON = "assets/images/favicon.png"
"""Material's default favicon."""


@dataclass(frozen=True, slots=True)
class Image:
    """An image in docs/, or our own logo."""

    address: str  # on the site
    file: Path
    content: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class Images:
    """The logo, also used in social cards and app icons, and the favicon."""

    logo: Image
    favicon: Image
    notices: tuple[Message, ...] = ()


def read_images(theme_logo: object, theme_favicon: object, docs: Path, default: Path) -> Images:
    """Read theme.logo and theme.favicon from docs. `default` is our logo; a logo alone is the favicon too."""
    if theme_favicon == _MATERIAL_FAVICON and not (docs / _MATERIAL_FAVICON).is_file():
        theme_favicon = None
    found = _read_image("logo", theme_logo, docs, _LOGO_TYPES)
    logo = found if isinstance(found, Image) else Image(_MARK, default, default.read_bytes(), _SVG)
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
            "theme.{key}: {name} is not one of: {expected}.",
            key=key,
            name=name,
            expected=expected,
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

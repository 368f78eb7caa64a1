"""Shell of a page: what the theme puts around the parts of a frame, the same for all pages of a language.

The theme's template is rendered once, with marks in the places of the parts; each page fills in its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from markupsafe import Markup

from espejo.rendering.downloads import PENDING, write_size
from espejo.rendering.view import View
from espejo.site.assets import take_version

_MARK = "\0"
_LINES = re.compile(r"\n\s+")
_PENDING = PENDING.encode()
_VERSION = b'data-version=""'
"""Where a page says which version of it this is. The value is known when the page is finished."""


class ShellFrame:
    """Stands in for the frame of a page while the theme's template is rendered: gives marks for parts."""

    def __init__(self, view: View) -> None:
        self.view = view

    def part(self, name: str) -> Markup:
        return Markup(f"{_MARK}{name}{_MARK}")

    @property
    def body(self) -> Markup:
        return self.part("body")


class Shell(NamedTuple):
    """Text of the theme and names of parts in turn, beginning and ending with text."""

    pieces: tuple[str, ...]

    @classmethod
    def parse(cls, html: str) -> Shell:
        """The shell of a rendered template, without its indentation and the lines that its tags left."""
        return cls(tuple(_LINES.sub("\n", html.lstrip()).split(_MARK)))

    def fill(self, part: Callable[[str], str]) -> str:
        """The page, with what `part` gives for each name."""
        return "".join(part(piece) if index % 2 else piece for index, piece in enumerate(self.pieces))


def encode_page(html: str) -> bytes:
    """A page as bytes, still with marks in the places of its version and of the sizes of downloads."""
    return html.encode(errors="xmlcharrefreplace")


def finish_page(content: bytes, sizes: Mapping[str, int]) -> bytes:
    """The page as it is published: with the sizes of downloads, and a hash of all the rest as its version."""
    if _PENDING in content:
        parts = content.split(_PENDING)
        parts[1::2] = [write_size(sizes[path.decode()]).encode() for path in parts[1::2]]
        content = b"".join(parts)
    version = f'data-version="{take_version(content)}"'
    return content.replace(_VERSION, version.encode(), 1)


def list_pending(content: bytes) -> list[str]:
    """The downloads whose sizes a page shows."""
    if _PENDING not in content:
        return []
    return list(dict.fromkeys(path.decode() for path in content.split(_PENDING)[1::2]))

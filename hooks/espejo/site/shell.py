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
_VERSION = 'data-version=""'
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


def finish_page(html: str, sizes: Mapping[str, int]) -> bytes:
    """The page as it is published: with the sizes of downloads, and a hash of all the rest as its version."""
    parts = html.split(PENDING)
    parts[1::2] = [write_size(sizes[path]) for path in parts[1::2]]
    content = "".join(parts).encode(errors="xmlcharrefreplace")
    version = f'data-version="{take_version(content)}"'
    return content.replace(_VERSION.encode(), version.encode(), 1)


def list_pending(html: str) -> list[str]:
    """The downloads whose sizes a page shows."""
    return list(dict.fromkeys(html.split(PENDING)[1::2]))

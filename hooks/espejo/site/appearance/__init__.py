"""Appearance settings of Material in mkdocs.yml: what the site makes of palette, logo, favicon and fonts.

A setting that cannot be used becomes a notice that begins with its key; the site does without it.
"""

from __future__ import annotations

from typing import NamedTuple

from espejo.messages.message import Message
from espejo.site.appearance.fonts import Font, describe_font
from espejo.site.appearance.images import Image, Images, read_images
from espejo.site.appearance.palette import Palette, Theme, read_palette


class Look(NamedTuple):
    """How a site looks."""

    palette: Palette
    font: Font
    images: Images

    @property
    def tokens(self) -> str:
        """Custom properties that override those of our theme."""
        return self.palette.tokens + self.font.tokens

    @property
    def notices(self) -> tuple[Message, ...]:
        return *self.palette.notices, *self.font.notices, *self.images.notices


__all__ = [
    "Font",
    "Image",
    "Images",
    "Look",
    "Palette",
    "Theme",
    "describe_font",
    "read_images",
    "read_palette",
]

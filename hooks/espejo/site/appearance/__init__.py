"""Appearance settings in mkdocs.yml: palette, logo, favicon, and fonts.

A setting that can't be used is ignored and reported in a notice that begins with its key.
"""

from __future__ import annotations

from typing import NamedTuple

from espejo.messages.message import Message
from espejo.site.appearance.fonts import Font, describe_font
from espejo.site.appearance.images import Image, Images, read_images
from espejo.site.appearance.palette import Palette, Theme, read_palette


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

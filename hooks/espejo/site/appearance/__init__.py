"""Appearance settings of Material in mkdocs.yml: what the site makes of palette, logo, favicon and fonts.

A setting that cannot be used becomes a notice that begins with its key; the site does without it.
"""

from __future__ import annotations

from espejo.site.appearance.fonts import Font, describe_font
from espejo.site.appearance.images import Image, Images, read_images
from espejo.site.appearance.palette import Palette, Theme, read_palette

__all__ = ["Font", "Image", "Images", "Palette", "Theme", "describe_font", "read_images", "read_palette"]

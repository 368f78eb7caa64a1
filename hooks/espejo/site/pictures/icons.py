"""App icons: the logo as a touch icon and in the sizes for a web manifest."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.model.addresses import TOUCH_ICON, icon_path
from espejo.site.pictures.canvas import Canvas
from espejo.site.pictures.mark import MARK_SIZE, Mark
from espejo.site.pictures.palette import Palette

ICON_SIZES = (192, 512)
TOUCH_SIZE = 180

_SHARE = 0.8
"""Width of the logo relative to the icon."""

_SAFE_SHARE, _SAFE_SQUARE = 0.62, 0.56
"""The same on a maskable icon, which may be cropped to a circle. Our logo has empty corners."""


def draw_icons(canvas: Canvas, mark: Mark, colors: Palette) -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of each icon."""
    safe = _SAFE_SQUARE if mark.image else _SAFE_SHARE
    yield TOUCH_ICON, _draw(canvas, mark, colors, TOUCH_SIZE, _SHARE)
    for size in ICON_SIZES:
        yield icon_path(size), _draw(canvas, mark, colors, size, _SHARE)
        yield icon_path(size, maskable=True), _draw(canvas, mark, colors, size, safe)


def _draw(canvas: Canvas, mark: Mark, colors: Palette, size: int, share: float) -> bytes:
    scale = size * share / MARK_SIZE
    margin = size * (1 - share) / 2
    return canvas.draw("icon", size, size, mark=mark, scale=scale, margin=margin, colors=colors)

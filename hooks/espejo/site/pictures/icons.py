"""Icons: the mark as a touch icon and in the sizes of a web manifest."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.model.addresses import TOUCH_ICON, icon_path
from espejo.site.pictures.canvas import Canvas
from espejo.site.pictures.mark import MARK_SIZE, Mark
from espejo.site.pictures.palette import LIGHT

ICON_SIZES = (192, 512)
TOUCH_SIZE = 180

_SHARE, _SAFE_SHARE = 0.8, 0.62
"""How much of its width the mark takes: of an icon, and of one of which a circle may be all that is seen."""


def draw_icons(canvas: Canvas, mark: Mark) -> Iterator[tuple[str, bytes]]:
    """The path and content of each icon."""
    yield TOUCH_ICON, _draw(canvas, mark, TOUCH_SIZE, _SHARE)
    for size in ICON_SIZES:
        yield icon_path(size), _draw(canvas, mark, size, _SHARE)
        yield icon_path(size, maskable=True), _draw(canvas, mark, size, _SAFE_SHARE)


def _draw(canvas: Canvas, mark: Mark, size: int, share: float) -> bytes:
    scale = size * share / MARK_SIZE
    margin = size * (1 - share) / 2
    return canvas.draw("icon", size, size, mark=mark, scale=scale, margin=margin, colors=LIGHT)

"""Color contrast: measures it as in WCAG 2, and finds the nearest readable shade of a color."""

from __future__ import annotations

import re
from collections.abc import Iterable
from colorsys import hls_to_rgb

TEXT_CONTRAST = 7.0
"""Contrast of text: level AAA."""

LEAST_CONTRAST = 4.5
"""Minimum contrast of a color chosen by the author: level AA."""

_STEPS = 100
_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})")
_HSL = re.compile(r"hsl\((\d+),\s*(\d+)%,\s*(\d+)%\)")


def parse_color(css: str) -> str:
    """Convert a CSS color to #rrggbb; "" if it depends on a variable."""
    if found := _HEX.fullmatch(css):
        digits = found[1]
        return f"#{digits}" if len(digits) == 6 else "#" + "".join(digit * 2 for digit in digits)
    if found := _HSL.fullmatch(css):
        hue, saturation, lightness = map(int, found.groups())
        return _write(hls_to_rgb(hue / 360, lightness / 100, saturation / 100))
    return ""


def measure_contrast(one: str, other: str) -> float:
    """Return the contrast of two colors, from 1 to 21."""
    darker, lighter = sorted(_measure_luminance(color) for color in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def find_readable(color: str, ground: str) -> str:
    """Mix in just enough black or white to make the color readable on this background."""
    end = max("#000000", "#ffffff", key=lambda one: measure_contrast(one, ground))
    shades = (_mix(color, end, step / _STEPS) for step in range(_STEPS + 1))
    return next((one for one in shades if measure_contrast(one, ground) >= TEXT_CONTRAST), end)


def _measure_luminance(color: str) -> float:
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in _read(color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mix(one: str, other: str, share: float) -> str:
    pairs = zip(_read(one), _read(other), strict=True)
    return _write((a * (1 - share) + b * share for a, b in pairs))


def _read(color: str) -> tuple[float, float, float]:
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _write(values: Iterable[float]) -> str:
    return "#" + "".join(f"{round(value * 255):02x}" for value in values)

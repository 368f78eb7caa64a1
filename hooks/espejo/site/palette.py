"""Palette: our colors, and theme.palette in mkdocs.yml as an accent color that can be read in each theme.

Contrast is measured as in WCAG 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from colorsys import hls_to_rgb
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Literal, NamedTuple

from espejo.messages.message import Message, message, sentences
from espejo.model.problems import quote, suggest


class ThemeColors(NamedTuple):
    """Colors of one theme, named as in theme.css."""

    paper: str
    wash: str
    ink: str
    quiet: str
    accent: str


LIGHT = ThemeColors(paper="#fbfaf7", wash="#f3f1ec", ink="#1d1f24", quiet="#4d4f55", accent="#154f93")
DARK = ThemeColors(paper="#15171b", wash="#24272d", ink="#ecebe7", quiet="#bfc1c6", accent="#9cc6f5")


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


Theme = Literal["system", "light", "dark"]

Entry = Mapping[str, str]
"""One palette in the author's list."""

Colors = Mapping[str, Mapping[str, str]]
"""Material's colors by name, for each palette key; "" for black and white, which don't color links."""

_KEYS = ("primary", "accent")
_SCHEMES: Mapping[str, Theme] = {"default": "light", "slate": "dark"}
_CUSTOM = "custom"
"""Material's name for a color set in the author's own style sheet."""

_NAMED_COLOR = re.compile(r"\[data-md-color-(primary|accent)=([\w-]+)\]\{--md-\1-fg-color:([^;}]+)")


@dataclass(frozen=True, slots=True)
class Palette:
    """Colors and theme of the site."""

    tokens: str = ""  # a style sheet to append to theme.css
    theme: Theme = "system"  # default
    choosable: bool = True  # whether readers can switch the theme
    accent: str = LIGHT.accent  # of the light theme, for generated images
    notices: tuple[Message, ...] = ()


class Pair(NamedTuple):
    """A color in the light and the dark theme."""

    light: str
    dark: str

    def __str__(self) -> str:
        return f"light-dark({self.light}, {self.dark})"


def read_palette(palette: object, material: Path) -> Palette:
    """Read theme.palette; `material` is the folder of Material's templates, which define its colors."""
    entries, known = list(_list_entries(palette)), _read_colors(material)
    theme, choosable = _choose_theme(entries)
    primary, accent = (_find_pair(entries, key, known[key]) for key in _KEYS)
    if not primary and not _is_custom(entries, "primary"):
        primary = accent
    links, hover = (pair and _make_readable(pair) for pair in (primary, accent))
    notices = (_find_mistakes(palette, entries), _find_unknown(entries, known), _find_faint(entries, known))
    return Palette(
        write_tokens({"--accent": links, "--accent-hover": hover}) + _set_theme(theme, choosable),
        theme,
        choosable,
        links.light if links else LIGHT.accent,
        tuple(chain(*notices)),
    )


def _list_entries(palette: object) -> Iterator[Entry]:
    """List the palettes with names normalized as in Material, which allows capitals and spaces."""
    for one in palette if isinstance(palette, list) else [palette]:
        if isinstance(one, Mapping):
            used = {key: str(one[key]) for key in ("scheme", "media", *_KEYS) if one.get(key)}
            yield {key: value.lower().replace(" ", "-") for key, value in used.items()}


def _choose_theme(entries: Sequence[Entry]) -> tuple[Theme, bool]:
    """Return the default theme, and whether readers can choose; they can't if there is only one."""
    if not any(one.get("scheme") in _SCHEMES for one in entries):
        return "system", True
    themes = [_SCHEMES.get(one.get("scheme", ""), "light") for one in entries]
    if len(set(themes)) == 1:
        return themes[0], False
    follows = any("prefers-color-scheme" in one.get("media", "") for one in entries)
    return "system" if follows else themes[0], True


def _set_theme(theme: Theme, choosable: bool) -> str:
    """Write a style sheet that sets the theme, either by default (theme.js can change it) or for good."""
    if theme == "system":
        return ""
    root = ":root:not([data-theme])" if choosable else ":root:root"  # comes later, so it overrides a choice
    return f"@media screen {{\n  {root} {{\n    color-scheme: {theme};\n  }}\n}}\n"


def _read_colors(material: Path) -> Colors:
    sheets = (material / "assets" / "stylesheets").glob("palette.*.min.css")
    found = _NAMED_COLOR.findall("".join(sheet.read_text(encoding="utf-8") for sheet in sheets))
    return {
        key: {_CUSTOM: "", **{name: parse_color(color) for use, name, color in found if use == key}}
        for key in _KEYS
    }


def _is_custom(entries: Sequence[Entry], key: str) -> bool:
    return any(one.get(key) == _CUSTOM for one in entries)


def _find_pair(entries: Sequence[Entry], key: str, colors: Mapping[str, str]) -> Pair | None:
    """Find the color for each theme; if only one theme has it, it is used for both."""
    if _is_custom(entries, key):
        return None
    light, dark = (_find_color(_sort_entries(entries, scheme), key, colors) for scheme in _SCHEMES)
    return Pair(light, dark) if light else None


def _sort_entries(entries: Sequence[Entry], scheme: str) -> list[Entry]:
    """Put the entries of a scheme first."""
    return sorted(entries, key=lambda one: one.get("scheme", "default") != scheme)


def _find_color(entries: Sequence[Entry], key: str, colors: Mapping[str, str]) -> str:
    return next(filter(None, (colors.get(one.get(key, "")) for one in entries)), "")


def _make_readable(pair: Pair) -> Pair:
    """Make the colors readable as text on paper, and on a wash, where they have less contrast."""
    return Pair(find_readable(pair.light, LIGHT.wash), find_readable(pair.dark, DARK.wash))


def _find_mistakes(palette: object, entries: Sequence[Entry]) -> Iterator[Message]:
    """Report palettes that aren't mappings, and schemes that are unknown or duplicated."""
    if palette and len(entries) != (len(palette) if isinstance(palette, list) else 1):
        expected = "{primary: indigo}"
        yield message("theme.palette: expected a palette such as {expected}.", expected=expected)
    schemes = [one["scheme"] for one in entries if "scheme" in one]
    for name in dict.fromkeys(schemes):
        if name not in _SCHEMES:
            fact = message("theme.palette: there is no scheme {name}.", name=quote(name))
            yield sentences(fact, suggest(name, _SCHEMES))
        elif schemes.count(name) > 1:
            yield message(
                "theme.palette: two palettes have the scheme {name}. The site uses the first.",
                name=quote(name),
            )


def _list_names(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """List the colors used, each with its key."""
    return list(dict.fromkeys((key, one[key]) for key in _KEYS for one in entries if key in one))


def _find_unknown(entries: Sequence[Entry], known: Colors) -> Iterator[Message]:
    for key, name in _list_names(entries):
        if name not in known[key]:
            fact = message("theme.palette.{key}: there is no color {name}.", key=key, name=quote(name))
            yield sentences(fact, suggest(name, known[key]))


def _find_faint(entries: Sequence[Entry], known: Colors) -> Iterator[Message]:
    """Report colors that are too faint in the light theme."""
    for key, name in _list_names([one for one in entries if one.get("scheme") != "slate"]):
        color = known[key].get(name)
        if color and (contrast := measure_contrast(color, LIGHT.paper)) < LEAST_CONTRAST:
            yield message(
                "theme.palette.{key}: {name} is hard to read on a light page ({contrast}:1), so "
                "the site uses {color} there.",
                key=key,
                name=quote(name),
                contrast=f"{contrast:.1f}",
                color=find_readable(color, LIGHT.wash),
            )


def write_tokens(tokens: Mapping[str, object]) -> str:
    """Write a style sheet that sets custom properties; "" if none has a value."""
    lines = [f"  {name}: {value};\n" for name, value in tokens.items() if value]
    return f":root {{\n{''.join(lines)}}}\n" if lines else ""

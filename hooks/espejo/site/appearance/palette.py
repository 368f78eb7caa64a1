"""Palette: the accent color and the light or dark theme, from theme.palette in mkdocs.yml."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Literal, NamedTuple

from espejo.messages.message import Message, message, sentences
from espejo.model.problems import quote, suggest
from espejo.site.appearance.colors import LEAST_CONTRAST, find_readable, measure_contrast, parse_color
from espejo.site.appearance.tokens import write_tokens
from espejo.site.pictures.palette import DARK, LIGHT

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

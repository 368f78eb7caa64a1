"""Figure renderer: renders a figure in one language as inline SVG, for pages, notes, the book, and JSON.

The geometry is in the SVG itself, so it's readable without a style sheet. Colors and typefaces come from
`figure-…` classes in the style sheets of the site and of Anki notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from markupsafe import Markup, escape

from espejo.markdown.drawing import Drawing, Element, parse_drawing
from espejo.markdown.drawing_rules import COLORS, WIDTH
from espejo.markdown.fragments import plain
from espejo.model.figure import Figure

_STYLED = frozenset((*COLORS, "code"))

_ATTRIBUTES: Mapping[str, Mapping[str, str]] = {
    "quiet": {"stroke-width": "1"},
    "accent": {"stroke-width": "2.5"},
    "soft": {"fill": "currentColor", "fill-opacity": "0.12"},
    "solid": {"fill": "currentColor"},
    "dashed": {"stroke-dasharray": "4 4"},
    "bold": {"font-weight": "650"},
    "code": {"font-size": "13"},
    "small": {"font-size": "13"},
}
"""SVG attributes a class adds to a shape or group."""

_OF_TEXT: Mapping[str, Mapping[str, str]] = {
    "accent": {"font-weight": "650"},
    "bold": {"font-weight": "650"},
    "code": {"font-size": "13"},
    "small": {"font-size": "13"},
}


_USE = "\0"
"""Placeholder in cached SVG for the id prefix of each use; no drawing can contain this character."""


def render_figure(figure: Figure, locale: str, use: str) -> Markup:
    """Render the SVG in a language, with its alt text as label; `use` makes its ids unique on a page."""
    labels = tuple(figure.written_labels(locale))
    alt = plain(figure.alt.show(locale).markdown)
    return Markup(_draw(str(figure.drawing), labels, alt, locale).replace(_USE, escape(use)))


# A figure appears on several pages and notes; only its ids differ.
@lru_cache(maxsize=4096)
def _draw(svg: str, labels: tuple[tuple[str, str], ...], alt: str, locale: str) -> str:
    drawing = parse_drawing(svg)
    return "" if drawing.faults else "".join(_Renderer(drawing, dict(labels)).svg(alt, locale))


class _Renderer:
    """Writes one drawing."""

    def __init__(self, drawing: Drawing, labels: Mapping[str, str]) -> None:
        self.drawing = drawing
        self.labels = labels

    def svg(self, alt: str, locale: str) -> Iterator[str]:
        attributes = {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {self.drawing.height}",
            "width": str(WIDTH),
            "height": str(self.drawing.height),
            "role": "img",
            "lang": locale,
            "aria-label": alt,
            "fill": "none",
            "stroke": "currentColor",
            "stroke-width": "1.5",
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
            "font-size": "14.5",
        }
        yield _tag("svg", attributes)
        yield from self.markers()
        for child in self.drawing.root.children:
            yield from self.element(child, "")
        yield "</svg>"

    def markers(self) -> Iterator[str]:
        """One arrowhead per arrow color, because markers don't inherit the color of their line."""
        colors = dict.fromkeys(_list_arrow_colors(self.drawing.root, ""))
        for color in colors:
            yield "<defs>"
            yield _tag(
                "marker",
                {
                    **{"id": self.marker(color), "viewBox": "0 0 10 10", "refX": "8.5", "refY": "5"},
                    **{"markerWidth": "9", "markerHeight": "9", "orient": "auto"},
                    **{"markerUnits": "userSpaceOnUse"},
                    **({"class": f"figure-{color}"} if color else {}),
                },
            )
            yield '<path d="M 0.5 1 L 9.5 5 L 0.5 9 z" fill="currentColor" stroke="none"/></marker></defs>'

    def marker(self, color: str) -> str:
        return f"{_USE}-arrow{f'-{color}' if color else ''}"

    def element(self, element: Element, color: str) -> Iterator[str]:
        color = _choose_color(element, color)
        attributes = {name: value for name, value in element.attributes.items() if name != "class"}
        if styled := [f"figure-{one}" for one in element.classes if one in _STYLED]:
            attributes["class"] = " ".join(styled)
        is_text = element.tag == "text"
        if is_text:
            attributes |= {"fill": "currentColor", "stroke": "none"}
        for one in element.classes:
            attributes |= (_OF_TEXT if is_text else _ATTRIBUTES).get(one, {})
        if "arrow" in element.classes:
            attributes["marker-end"] = f"url(#{self.marker(color)})"
        yield _tag(element.tag, attributes, empty=not (is_text or element.children))
        if is_text:
            yield escape(self.labels.get(element.label, element.text))
        for child in element.children:
            yield from self.element(child, color)
        if is_text or element.children:
            yield f"</{escape(element.tag)}>"


def _list_arrow_colors(element: Element, color: str) -> Iterator[str]:
    color = _choose_color(element, color)
    if "arrow" in element.classes:
        yield color
    for child in element.children:
        yield from _list_arrow_colors(child, color)


def _choose_color(element: Element, around: str) -> str:
    """The color of an element: its own, or inherited from its group."""
    return next((one for one in element.classes if one in COLORS), around)


def _tag(name: str, attributes: Mapping[str, str], *, empty: bool = False) -> str:
    written = "".join(f' {escape(key)}="{escape(value)}"' for key, value in attributes.items())
    return f"<{escape(name)}{written}{'/' if empty else ''}>"

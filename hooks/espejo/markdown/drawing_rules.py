"""SVG allowlist for figures: which elements, attributes, and values a drawing may have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from espejo.messages.message import Message, comma_separated, message, plural, sentences
from espejo.model.problems import quote, suggest

WIDTH = 320
MIN_HEIGHT, MAX_HEIGHT = 40, 640
"""Drawing size. The width is that of a small phone, so that text stays legible there."""

COLORS = ("quiet", "accent", "right", "wrong")
CLASSES = (*COLORS, "soft", "solid", "dashed", "arrow", "code", "small", "bold")
"""Styles of shapes and text. Without a class, they have the page's text color and no fill."""

_OF_GROUP = tuple(one for one in CLASSES if one not in ("soft", "solid", "arrow"))
_NAMESPACE = "http://www.w3.org/2000/svg"
_NUMBER = re.compile(r"-?[0-9]{1,4}(?:\.[0-9]{1,3})?")
VIEW_BOX = re.compile(rf"0 0 {WIDTH} ([0-9]{{2,3}})")
_SEPARATOR = re.compile(r"[\s,]+")
_PATH_COMMAND = re.compile(r"([A-Za-z])")
_PATH_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_TRANSFORM = re.compile(r"(translate|rotate)\(([^()]*)\)")
_TRANSFORM_NUMBERS = {"translate": (1, 2), "rotate": (1, 3)}


def check_element(tag: str, attributes: Mapping[str, str], parent: str) -> Iterator[Message]:
    """Yield problems with an element and its attributes."""
    if tag not in _ELEMENTS:
        advice = _INSTEAD.get(tag.rpartition(":")[2], suggest(tag, _ELEMENTS))
        yield sentences(message("<{tag}> is not allowed in a drawing.", tag=tag), advice)
        return
    if (tag == "svg") != (parent == ""):
        yield message("expected one <svg> around the whole drawing.")
    if parent == "text":
        yield message("<text> holds the name of one label, and no other element.")
    known = _ELEMENTS[tag]
    for name, value in attributes.items():
        if name not in known:
            advice = _INSTEAD.get(name, suggest(name, known))
            yield sentences(message("<{tag}> has no {name} here.", tag=tag, name=quote(name)), advice)
        elif fact := known[name](value):
            yield sentences(message("invalid {name} of <{tag}>.", name=name, tag=tag), fact)
    if tag == "svg" and "viewBox" not in attributes:
        yield sentences(message("<svg> needs its size."), _check_view_box("") or "")


def _check_view_box(value: str) -> Message | None:
    box = VIEW_BOX.fullmatch(value)
    if box and MIN_HEIGHT <= int(box[1]) <= MAX_HEIGHT:
        return None
    return message(
        'Expected viewBox="0 0 {width} HEIGHT" with a height from {least} to {most}.',
        width=WIDTH,
        least=MIN_HEIGHT,
        most=MAX_HEIGHT,
    )


def _check_namespace(value: str) -> Message | None:
    return None if value == _NAMESPACE else message("Expected {expected}", expected=_NAMESPACE)


def _check_number(value: str) -> Message | None:
    if _NUMBER.fullmatch(value):
        return None
    return message("Expected a number such as 12 or 7.5, without a unit.")


def _check_size(value: str) -> Message | None:
    return message("Expected 0 or more.") if value.startswith("-") else _check_number(value)


def _check_points(value: str) -> Message | None:
    numbers = _split(value)
    if len(numbers) >= 4 and len(numbers) % 2 == 0 and all(map(_NUMBER.fullmatch, numbers)):
        return None
    return message("Expected at least two points such as 10,20 30,40.")


def _check_path(value: str) -> Message | None:
    """Check that each command has the right number of numbers, or a multiple of it."""
    parts = _PATH_COMMAND.split(value)
    expected = message("Expected commands and numbers with spaces between them, such as M 10 20 L 30 40.")
    if parts[0].strip() or len(parts) < 2 or parts[1] not in "Mm":
        return expected
    for command, rest in zip(parts[1::2], parts[2::2], strict=True):
        numbers, takes = _split(rest), _PATH_NUMBERS.get(command.upper(), -1)
        if takes < 0 or not all(map(_NUMBER.fullmatch, numbers)):
            return expected
        if len(numbers) % takes if takes and numbers else len(numbers) != takes:
            return sentences(
                plural(
                    "{command} takes {count} number.",
                    "{command} takes {count} numbers.",
                    takes,
                    command=command,
                ),
                expected,
            )
    return None


def _check_transform(value: str) -> Message | None:
    for name, inside in _TRANSFORM.findall(value):
        numbers = _split(inside)
        if len(numbers) not in _TRANSFORM_NUMBERS[name] or not all(map(_NUMBER.fullmatch, numbers)):
            break
    else:
        if not _TRANSFORM.sub("", value).strip():
            return None
    return message("Expected translate(10 20), rotate(90) or rotate(90 10 20).")


def _check_anchor(value: str) -> Message | None:
    anchors = ("start", "middle", "end")
    return None if value in anchors else suggest(value, anchors)


def _check_class(value: str, known: tuple[str, ...] = CLASSES) -> Message | None:
    unknown = next((one for one in value.split() if one not in known), "")
    if not unknown:
        return None
    return sentences(message("Unknown class {name}.", name=quote(unknown)), suggest(unknown, known))


def _split(numbers: str) -> list[str]:
    return [one for one in _SEPARATOR.split(numbers) if one]


_Check = Callable[[str], Message | None]

_LOOK: Mapping[str, _Check] = {"class": _check_class, "transform": _check_transform}


def _numbers(*names: str) -> Mapping[str, _Check]:
    return {**dict.fromkeys(names, _check_number), **_LOOK}


_ELEMENTS: Mapping[str, Mapping[str, _Check]] = {
    "svg": {"viewBox": _check_view_box, "xmlns": _check_namespace},
    "g": {**_LOOK, "class": partial(_check_class, known=_OF_GROUP)},
    "path": {"d": _check_path, **_LOOK},
    "line": _numbers("x1", "y1", "x2", "y2"),
    "polyline": {"points": _check_points, **_LOOK},
    "polygon": {"points": _check_points, **_LOOK},
    "rect": {**_numbers("x", "y"), **dict.fromkeys(("width", "height", "rx"), _check_size)},
    "circle": {**_numbers("cx", "cy"), "r": _check_size},
    "ellipse": {**_numbers("cx", "cy"), "rx": _check_size, "ry": _check_size},
    "text": {**_numbers("x", "y"), "text-anchor": _check_anchor},
}

_CLASS_ADVICE = message("Expected class, with one or more of: {classes}.", classes=comma_separated(CLASSES))
_ALT_ADVICE = message("Write it as the 'alt' of the figure.")
_ARROW_ADVICE = message('An arrow is a line or path with class="arrow".')
_INSTEAD: Mapping[str, Message] = {
    **dict.fromkeys(
        ("style", "fill", "stroke", "stroke-width", "color", "font-size", "opacity"), _CLASS_ADVICE
    ),
    **dict.fromkeys(("font-family", "font-weight", "stroke-dasharray", "fill-opacity"), _CLASS_ADVICE),
    **dict.fromkeys(("title", "desc", "aria-label", "role"), _ALT_ADVICE),
    **dict.fromkeys(("defs", "marker", "marker-end", "marker-start"), _ARROW_ADVICE),
    "tspan": message("Use one <text> for each line."),
}
"""Advice for common SVG features that aren't allowed here."""

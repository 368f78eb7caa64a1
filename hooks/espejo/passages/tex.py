"""TeX enters, MathML leaves. It is made when the site is built, so that a formula needs no script."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape
from math_core import LatexError, LatexToMathML

MAX_LENGTH = 2_000
MAX_DEPTH = 24
MAX_EM = 10

_CONVERTER = LatexToMathML(fancy_error=False, max_expansions=100)

# No macros: what a formula means should be seen where it stands.
_MACRO = re.compile(r"\\(?:[egx]?def|let|(?:re|provide)?newcommand|DeclareMathOperator)(?![A-Za-z])")

# The pages allow no style of their own, so the few declarations that lay out columns become classes.
_CLASSES = {
    "text-align: left": "left",
    "text-align: right": "right",
    "justify-items: start": "",
    "justify-items: end": "",
    "padding-left: 0": "close-left",
    "padding-right: 0": "close-right",
    "padding-left:1em": "apart",
    "padding-right:0.1667em": "thin-right",
    "margin-left:-0.0833em": "back-hair",
    "margin-left:-0.16666667em": "back-thin",
    "margin-left:-0.22222222em": "back-medium",
    "margin-left:-0.2777778em": "back-thick",
}
_STYLE = re.compile(r' style="([^"]*)"')
_TAG = re.compile(r"<(/?)([a-z]+)[^>]*?(/?)>")
_LENGTH = re.compile(r'="-?([\d.]+)([a-z]+)"')
_PLACED = re.compile(r"(\d+): (.*)", re.DOTALL)
_NOT_SHOWN = {"border": "a line beside cells", "color": "a color", "width": "a numbered equation"}


class TexFault(NamedTuple):
    """What is wrong with a formula, and where in it, counted from 0."""

    at: int
    fact: str


def mathml(tex: str, *, display: bool) -> Markup:
    """The formula as MathML; one that cannot be shown stands as it was written."""
    made = _convert(tex, display)
    return Markup("<code>{}</code>").format(tex) if isinstance(made, TexFault) else made


def find_tex_fault(tex: str, *, display: bool) -> TexFault | None:
    made = _convert(tex, display)
    return made if isinstance(made, TexFault) else None


# Large, for the same reason as the code: the second language comes when the first is done.
@lru_cache(maxsize=32768)
def _convert(tex: str, display: bool) -> Markup | TexFault:
    if len(tex) > MAX_LENGTH:
        return TexFault(0, f"a formula of more than {MAX_LENGTH:,} characters. Make it shorter.")
    if not tex.strip():
        return TexFault(0, "an empty formula. Write TeX between the dollar signs: $x^2$")
    if macro := _MACRO.search(tex):
        return TexFault(macro.start(), f"a macro, {macro[0]}. Write the formula out.")
    try:
        made = _CONVERTER.convert_with_local_state(tex.strip(), displaystyle=display)
    except LatexError as error:
        placed = _PLACED.fullmatch(str(error))
        at, said = (int(placed[1]), placed[2]) if placed else (0, str(error))
        said = f"{said[0].lower()}{said[1:]}"
        return TexFault(at + len(tex) - len(tex.lstrip()), f"TeX that does not parse: {said}")
    made = made.replace("&ApplyFunction;", "\u2061")
    if unfit := _unfit(made):
        return TexFault(0, unfit)
    # The TeX goes along: as a name for what shows no formula, and for what sets it in a way of its own.
    return Markup(_STYLE.sub(_classes, made).replace("<math", f'<math alttext="{escape(tex.strip())}"', 1))


def _unfit(made: str) -> str:
    """Why this MathML does not fit a page, though its TeX is good."""
    depth = deepest = 0
    for close, name, empty in _TAG.findall(made):
        if name == "menclose":
            return "TeX that browsers do not show: a box or a line through a formula."
        depth += -1 if close else 0 if empty else 1
        deepest = max(depth, deepest)
    if deepest > MAX_DEPTH:
        return f"a formula nested too deep. At most {MAX_DEPTH} levels."
    for number, unit in _LENGTH.findall(made):
        if float(number) > (MAX_EM if unit == "em" else 10 * MAX_EM):
            return f"a length of {number}{unit} in a formula. At most {MAX_EM}em."
    for style in _STYLE.findall(made):
        for part in _declarations(style):
            if part not in _CLASSES:
                what = next((said for name, said in _NOT_SHOWN.items() if name in part), "a style")
                return f"{what} in a formula, which the pages do not show. Take it out."
    return ""


def _declarations(style: str) -> list[str]:
    return [part.strip() for part in style.split(";") if part.strip()]


def _classes(style: re.Match[str]) -> str:
    classes = " ".join(filter(None, (_CLASSES[part] for part in _declarations(style[1]))))
    return f' class="{escape(classes)}"' if classes else ""

"""TeX to MathML converter, run at build time so that formulas need no script in the browser."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape
from math_core import LatexError, LatexToMathML

from espejo.messages.message import Message, message

MAX_LENGTH = 2_000
MAX_DEPTH = 24
MAX_EM = 10
MAX_BACK = 12
"""Limit of negative spaces in a formula. More could move it over the text before it."""

_CONVERTER = LatexToMathML(fancy_error=False, max_expansions=100)

# No macros: a formula should be readable without looking anything up, and \\mathchoice hides text.
_MACRO = re.compile(
    r"\\(?:global|[egx]?def|let|(?:re)?newcommand|providecommand|DeclareMathOperator|mathchoice)(?![A-Za-z])"
)

# No comments: the converter skips them, but other programs that show the TeX might not.
_COMMENT = re.compile(r"(?:\\.|[^\\%])*+%", re.DOTALL)

# Allowed MathML elements. All others are rejected, such as the link of an \\eqref.
_ELEMENTS = {
    *("math", "mrow", "mi", "mn", "mo", "ms", "mtext", "mspace", "mstyle", "mpadded", "mphantom"),
    *("mfrac", "msqrt", "mroot", "msub", "msup", "msubsup", "munder", "mover", "munderover"),
    *("mmultiscripts", "mprescripts", "mtable", "mtr", "mtd"),
}

# The Content-Security-Policy forbids inline styles, so column layout styles become classes.
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
_INVISIBLE = re.compile("<mphantom>.*?</mphantom>|<[^>]*>", re.DOTALL)
_DRAWN = re.compile("<(?:mfrac|msqrt|mroot)\\b")
_STYLE = re.compile(r' style="([^"]*)"')
_TAG = re.compile(r"<(/?)([a-z]+)[^>]*?(/?)>")
_LENGTH = re.compile(r'="-?([\d.]+)([a-z]+)"')
_ERROR = re.compile(r"(\d+): (.*)", re.DOTALL)
_NOT_SHOWN = {
    "border": message("the pages cannot show a line next to cells in a formula. Remove it."),
    "color": message("the pages cannot show a color in a formula. Remove it."),
    "width": message("the pages cannot show a numbered equation in a formula. Remove it."),
}


class TexFault(NamedTuple):
    """A fault in a formula: its offset and the message."""

    offset: int
    fact: Message


def mathml(tex: str, *, display: bool) -> Markup:
    """Convert a formula to MathML, or to a code element with the TeX if that fails."""
    converted = _convert(tex, display)
    return Markup("<code>{}</code>").format(tex) if isinstance(converted, TexFault) else converted


def find_tex_fault(tex: str, *, display: bool) -> TexFault | None:
    converted = _convert(tex, display)
    return converted if isinstance(converted, TexFault) else None


# Large, because the second locale is rendered after all of the first, with mostly the same formulas.
@lru_cache(maxsize=32768)
def _convert(tex: str, display: bool) -> Markup | TexFault:
    if len(tex) > MAX_LENGTH:
        fact = message("the formula is longer than {limit} characters. Shorten it.", limit=MAX_LENGTH)
        return TexFault(0, fact)
    if not tex.strip():
        return TexFault(0, message("empty formula. Write TeX between the dollar signs: $x^2$"))
    if macro := _MACRO.search(tex):
        fact = message("the macro {macro} is not allowed. Write the formula out.", macro=macro[0])
        return TexFault(macro.start(), fact)
    if comment := _COMMENT.match(tex):
        return TexFault(comment.end() - 1, message("a % in a formula starts a comment. Write \\%"))
    try:
        xml = _CONVERTER.convert_with_local_state(tex.strip(), displaystyle=display)
    except LatexError as error:
        match = _ERROR.fullmatch(str(error))
        offset, reason = (int(match[1]), match[2]) if match else (0, str(error))
        fact = message("invalid TeX: {reason}", reason=f"{reason[0].lower()}{reason[1:]}")
        return TexFault(offset + len(tex) - len(tex.lstrip()), fact)
    xml = xml.replace("&ApplyFunction;", "\u2061")
    if unsupported := _find_unsupported(xml):
        return TexFault(0, unsupported)
    # Keep the TeX as alternative text, and as source for exports that typeset it.
    alttext = f'<math alttext="{escape(tex.strip())}"'
    return Markup(_STYLE.sub(_style_to_class, xml).replace("<math", alttext, 1))


def _find_unsupported(xml: str) -> Message | None:
    """Why pages can't show this MathML despite valid TeX; None if they can."""
    depth = deepest = 0
    for close, name, empty in _TAG.findall(xml):
        if name == "menclose":
            return message("browsers do not show a box or a line through a formula. Remove it.")
        if name not in _ELEMENTS:
            return message("the pages cannot show a link or a label in a formula. Remove it.")
        depth += -1 if close else 0 if empty else 1
        deepest = max(depth, deepest)
    if deepest > MAX_DEPTH:
        return message("the formula is nested more than {limit} levels deep.", limit=MAX_DEPTH)
    for number, unit in _LENGTH.findall(xml):
        if float(number) > (MAX_EM if unit == "em" else 10 * MAX_EM):
            return message(
                "the length {length} in a formula is too large. The limit is {limit}em.",
                length=f"{number}{unit}",
                limit=MAX_EM,
            )
    if "voffset=" in xml or xml.count("margin-left:-") > MAX_BACK:
        return message("a formula must not be moved over other text. Remove \\raisebox and negative spaces.")
    for style in _STYLE.findall(xml):
        for declaration in _split_style(style):
            if declaration not in _CLASSES:
                other = message("the pages cannot show a style in a formula. Remove it.")
                return next((fact for name, fact in _NOT_SHOWN.items() if name in declaration), other)
    if not _INVISIBLE.sub("", xml).strip("\u2061 \xa0\n") and not _DRAWN.search(xml):
        return message("the formula shows nothing. Write something in it, or remove it.")
    return None


def _split_style(style: str) -> list[str]:
    return [part.strip() for part in style.split(";") if part.strip()]


def _style_to_class(style: re.Match[str]) -> str:
    classes = " ".join(filter(None, (_CLASSES[declaration] for declaration in _split_style(style[1]))))
    return f' class="{escape(classes)}"' if classes else ""

"""Anki escaping: neutralizes text that Anki or MathJax would interpret as their own syntax.

Anki looks for sounds, speech, LaTeX, type-in answers, and clozes in a card's HTML, and MathJax looks for TeX
in its text. Some of that runs programs or scripts, so text from the data must never trigger it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from espejo.ledger.deck_names import make_deck_name

_AFTER_BRACKET = r"(?=sound:|anki:|\[type:|/?latex\]|/?\$)"
_AFTER_BRACE = r"(?=\{c\d)"
_DELIMITER = r"(?=[()\[\]])"
_MACRO = r"(?=begin\b|(?:eq)?ref\b)"
_BRACKETS = rf"\[{_AFTER_BRACKET}|\{{{_AFTER_BRACE}"
_DELIMITERS = rf"\\{_DELIMITER}"
_MATH = rf"{_DELIMITERS}|\\{_MACRO}|\$(?=\$)"
_CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_CONTROL = f"[{_CONTROLS}]"
# The same, starting with the first characters: the search skips everything else, which is much faster.
_SUSPECT = re.compile(
    rf"[\[{{\\${_CONTROLS}](?:(?<=\[){_AFTER_BRACKET}|(?<=\{{){_AFTER_BRACE}"
    rf"|(?<=\\)(?:{_DELIMITER}|{_MACRO})|(?<=\$)(?=\$)|(?<={_CONTROL}))",
    re.IGNORECASE,
)
_IN_TAG = re.compile(f"{_BRACKETS}|{_DELIMITERS}", re.IGNORECASE)
_TAG_OR_SYNTAX = re.compile(
    rf"""(?P<tag><(?P<drawn>text )?[a-z/](?:[^">]|"[^"]*")*>)(?P<label>(?(drawn)[^<]*))"""
    rf"""|(?P<syntax>{_BRACKETS}|{_MATH})|{_CONTROL}""",
    re.IGNORECASE,
)


def escape_syntax(html: str) -> str:
    """Escape HTML so that Anki and MathJax display it literally.

    In text, we wrap a character in an element to break up the syntax. Entities don't work there: MathJax
    decodes them, and Anki's editor turns them back into characters. In attributes, entities are the only way.
    In drawings we use `tspan`, because a `span` would end the drawing.
    """
    return _TAG_OR_SYNTAX.sub(_escape_match, html) if _SUSPECT.search(html) else html


def _escape_match(match: re.Match[str]) -> str:
    if match["tag"]:
        tag = _IN_TAG.sub(lambda syntax: f"&#{ord(syntax[0])};", match["tag"])
        return tag + _SUSPECT.sub(lambda syntax: f"<tspan>{syntax[0]}</tspan>", match["label"])
    return f"<span>{match['syntax']}</span>" if match["syntax"] else "\N{REPLACEMENT CHARACTER}"


@lru_cache(maxsize=1024)  # the notes of a quiz share a deck and most tags
def join_deck(names: tuple[str, ...]) -> str:
    """The full name of a deck, outermost first."""
    return "::".join(make_deck_name(name, "?") for name in names)


@lru_cache(maxsize=1024)
def join_tags(tags: tuple[str, ...]) -> str:
    """Join tags with spaces, as Anki stores them, and replace spaces in a tag."""
    return " ".join("-".join(re.sub(_CONTROL, " ", tag).split()) for tag in tags)

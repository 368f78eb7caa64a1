"""Code comments and strings: blanks the parts of a listing that may be translated."""

from __future__ import annotations

import re
from functools import lru_cache

# An unclosed comment continues to the end, so that the regex doesn't search for its end again.
_BLOCK = r"/\*(?:.*?\*/|.*)"
_COMMENTS = {
    "#": r"\#[^\n]*",
    "//": rf"//[^\n]*|{_BLOCK}",
    "--": rf"--[^\n]*|{_BLOCK}",
    # In other languages '//' and '--' may be operators, so they need spaces around them to start a comment.
    "": rf"\#[^\n]*|(?<!\S)(?://|--)\s[^\n]*|{_BLOCK}",
}
_LANGUAGES = {
    "#": "bash console dockerfile elixir julia make makefile nim perl py pycon python r rb ruby sh shell "
    "toml yaml yml",
    "//": "c c++ cpp cs csharp cuda dart glsl go h java javascript js jsonc jsx kotlin rs rust scala swift "
    "ts tsx typescript zig",
    "--": "ada elm haskell hs lua sql vhdl",
}
_SIGNS = {name: sign for sign, names in _LANGUAGES.items() for name in names.split()}
# Escapes outside comments and strings are matched, too. Otherwise an escaped quotation mark would start a
# string that never ends, and the search would be quadratic.
_STRING_OR_ESCAPE = (
    r"""(?P<quotes>\"{3}|'{3}).*?(?P=quotes)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?P<escape>\\.)"""
)


def blank_comments(code: str, language: str) -> str:
    """Remove comments from code and empty its strings."""
    return _compile(_SIGNS.get(language, "")).sub(_blank, code)


@lru_cache
def _compile(sign: str) -> re.Pattern[str]:
    return re.compile(f"(?P<comment>{_COMMENTS[sign]})|{_STRING_OR_ESCAPE}", re.DOTALL)


def _blank(match: re.Match[str]) -> str:
    return match["escape"] or ("" if match["comment"] else '""')

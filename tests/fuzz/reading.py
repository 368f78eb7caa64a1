"""Second reading of a bank: which passages its files hold, and which of their words a page does not show.

It does not use the loader: the files are read with PyYAML alone, and words are found without a Markdown
parser. Where the syntax of Markdown makes it hard to say what is a word, the word is not asked for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import Any, NamedTuple
from urllib.parse import unquote

import yaml

from .domain import PASSAGE_KEYS

_LISTS = frozenset(("points",))
_NOT_SHOWN = frozenset(("allow", "also", "proof", "short"))
_ITEMS = frozenset(("questions", "cards"))
_LOCALES = frozenset(("en", "es"))

_WORD = re.compile(r"[^\W_]+")
_ENTITY = re.compile(r"[^\W_]*(?:&[#\w]+;[^\W_]*)+")
_FENCE = re.compile(r"^(?:[ \t>*+-]|\d+[.)])*(?:`{3,}|~{3,})[ \t]*[\w+-]*", re.MULTILINE)
_ADDRESS = re.compile(r"\]\(\s*<?[^\s)>]*|<?(?:https?://|mailto:)\S*")
_DEFINITION = re.compile(r"^[ \t>*+-]*\[([^\]\n]+)\]:[ \t]*(\S+)", re.MULTILINE)
_NUMBER_OF_A_LIST = re.compile(r"\d+[.)]")
_MATH = re.compile(r'<math alttext="([^"]*)".*?</math>', re.DOTALL)
_ATTRIBUTE = re.compile(r' (?:href|title|start)="([^"]*)"')
_SPAN = re.compile(r"</?span[^>]*>")
_TAG = re.compile(r"<[^>]*>")


class Written(NamedTuple):
    """A passage in a file: its language, or none if it is for all; whether it belongs to a question or card."""

    markdown: str
    locale: str
    in_item: bool


def read_passages(text: str, *, strict: bool) -> set[Written]:
    """The passages of a file, as PyYAML reads them: with its own slow parser if `strict`, else with libyaml."""
    tree = yaml.load(text, Loader=yaml.BaseLoader if strict else yaml.CBaseLoader)  # noqa: S506 (all text)
    return set(_walk(tree, "", False))


def _walk(tree: Any, key: str, in_item: bool) -> Iterator[Written]:
    if key in _NOT_SHOWN:
        return
    if isinstance(tree, dict):
        is_text = (key in PASSAGE_KEYS or key in _LISTS) and tree.keys() <= _LOCALES
        for name, value in tree.items():
            if is_text and isinstance(value, str):
                if value.strip():
                    yield Written(value, name, in_item)
            else:
                yield from _walk(value, name, in_item)
    elif isinstance(tree, list):
        for value in tree:
            yield from _walk(value, key, in_item or key in _ITEMS)
    elif isinstance(tree, str) and (key in PASSAGE_KEYS or key in _LISTS):
        yield Written(tree, "", in_item)


def find_lost_words(markdown: str, html: str) -> list[str]:
    """The words of a passage that its HTML has neither in its text nor in the attributes of a link or formula."""
    shown = _count_shown(html)
    return sorted((_count_written(markdown, html) - shown).elements())


def _count_written(markdown: str, html: str) -> Counter[str]:
    text = markdown
    if "]:" in text:
        text = _DEFINITION.sub(lambda found: "" if _is_used(found[1], found[2], html) else found[0], text)
        for label in {found[1] for found in _DEFINITION.finditer(markdown)}:
            text = text.replace(f"[{label}]", "")
    for pattern in (_FENCE, _ENTITY, _ADDRESS, _NUMBER_OF_A_LIST):
        text = pattern.sub(" ", text)
    return Counter(_WORD.findall(text))


def _is_used(label: str, address: str, html: str) -> bool:
    return f'href="{address}' in html


def _count_shown(html: str) -> Counter[str]:
    formulas = _MATH.findall(html)
    html = _MATH.sub(" ", html)
    attributes = [unquote(one) for one in _ATTRIBUTE.findall(html)]
    visible = _TAG.sub(" ", _SPAN.sub("", html))
    return Counter(_WORD.findall(unescape(" ".join([visible, *attributes, *formulas]))))

"""Second reading of a bank: which passages its files hold, and which of their words a page does not show.

It does not use the loader: the files are read with PyYAML alone, and words are found without a Markdown
parser. Where the syntax of Markdown makes it hard to say what is a word, the word is not asked for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import Any, NamedTuple
from urllib.parse import unquote

import yaml

from .mutations.trees import LOCALES, PASSAGE_KEYS
from .seed import Files, make_seed
from .trial import HarmError

_LISTS = frozenset(("points",))
_NOT_SHOWN = frozenset(("allow", "also", "alt", "proof", "short"))  # an `alt` only if its figure is shown
_ITEMS = frozenset(("questions", "cards"))

_WORD = re.compile(r"[^\W_]+")
_ENTITY = re.compile(r"(?<![^\W_])[^\W_]*+(?:&[#\w]++;[^\W_]*+)+")
_FENCE = re.compile(r"^(?:[ \t>*+-]|\d++[.)])*+(?:`{3,}|~{3,})[ \t]*[\w+-]*", re.MULTILINE)
_ADDRESS = re.compile(r"\]\(\s*<?[^\s)>]*|<?(?:https?://|mailto:)\S*")
_DEFINITION = re.compile(r"\[([^\]\n]+)\]:[ \t]*(\S+)")
_NUMBER_OF_A_LIST = re.compile(r"(?<![^\W_])\d+[.)]")
_MATH = re.compile(r'<math alttext="([^"]*)".*?</math>', re.DOTALL)
_ATTRIBUTE = re.compile(r' (?:href|title|start)="([^"]*)"')
_SPAN = re.compile(r"</?span[^>]*>")
_TAG = re.compile(r"<[^>]*>")


class Written(NamedTuple):
    """A passage in a file: its language, if it has one, and whether it is part of a question or card."""

    markdown: str
    locale: str
    in_item: bool


def list_new_passages(files: Files, *, strict: bool) -> set[Written]:
    """The passages of the files that differ from the seed, without those of the seed itself.

    A strict reading is also made with a second parser, which must read the same.
    """
    seed = make_seed()
    found: set[Written] = set()
    for name, content in files.items():
        if isinstance(content, bytes) and content != seed.get(name) and _has_passages(name):
            text = content.decode().replace("\r\n", "\n")
            new = _read_passages(text, yaml.CBaseLoader)
            if strict:
                _compare_parsers(text, new)
            found |= new
    return found - list_seed_passages()


@cache
def list_seed_passages() -> frozenset[Written]:
    """The passages of the seed."""
    texts = [
        one.decode() for name, one in make_seed().items() if isinstance(one, bytes) and _has_passages(name)
    ]
    return frozenset(passage for text in texts for passage in _read_passages(text, yaml.CBaseLoader))


def _has_passages(name: str) -> bool:
    return name.endswith(".yaml") and name != "ledger.yaml" and not name.startswith("locales/")


def _compare_parsers(text: str, new: set[Written]) -> None:
    """Read a text with PyYAML's own parser, which is slow and disagrees with libyaml about a few things."""
    try:
        strict = _read_passages(text, yaml.BaseLoader)
    except yaml.YAMLError as error:
        raise HarmError("a file that another parser refuses", str(error)) from error
    if strict != new:
        raise HarmError("a passage that another parser reads otherwise", repr(strict ^ new))


def _read_passages(text: str, loader: type[yaml.BaseLoader | yaml.CBaseLoader]) -> set[Written]:
    return set(_walk(yaml.load(text, Loader=loader), "", False))  # noqa: S506 (every value is text)


def _walk(tree: Any, key: str, in_item: bool) -> Iterator[Written]:
    if key in _NOT_SHOWN:
        return
    if isinstance(tree, dict):
        is_text = (key in PASSAGE_KEYS or key in _LISTS) and tree.keys() <= LOCALES
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
    """The words of a passage that its HTML does not have, neither as text nor in a link or a formula."""
    shown = _count_shown(html)
    return sorted((_count_written(markdown, html) - shown).elements())


def _count_written(markdown: str, html: str) -> Counter[str]:
    text, links = markdown, unescape(unquote(html))
    for definition in _DEFINITION.finditer(markdown):
        label, address = definition.groups()
        if f'href="{address}"' in links:  # its name and address are not text, but its title is
            text = text.replace(definition[0], "").replace(f"[{label}]", "")
    for pattern in (_FENCE, _ENTITY, _ADDRESS, _NUMBER_OF_A_LIST):
        text = pattern.sub(" ", text)
    return Counter(_WORD.findall(text))


def _count_shown(html: str) -> Counter[str]:
    formulas = _MATH.findall(html)
    html = _MATH.sub(" ", html)
    attributes = [unquote(one) for one in _ATTRIBUTE.findall(html)]
    visible = _TAG.sub(" ", _SPAN.sub("", html))
    return Counter(_WORD.findall(unescape(" ".join([visible, *attributes, *formulas]))))

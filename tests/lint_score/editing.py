"""Edits of a passage: choose a place in its prose, code, or formulas, and change it there."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from espejo.editing.lints.language_facts import LanguageFacts
from espejo.markdown.parsed import ParsedPassage

Passages = dict[str, str]
"""Markdown by locale."""

T = TypeVar("T")


class Sample(NamedTuple):
    """A text to edit: its passages, facts about their languages, and a random number generator."""

    passages: Passages
    facts: dict[str, LanguageFacts]
    dice: Random


Edit = Callable[[Sample, str], Passages | None]
"""Changes the passage in a locale, and maybe others. Returns None if there's nothing to change."""


class Change(NamedTuple):
    """A kind of edit: a defect, with the lint that should catch it, or a harmless edit, without one."""

    name: str
    edit: Edit
    lint: str = ""
    also: frozenset[str] = frozenset()  # other lints that may report the defect
    choices_only: bool = False


def choose(sample: Sample, places: Sequence[T]) -> T | None:
    return sample.dice.choice(places) if places else None


def with_passage(sample: Sample, locale: str, markdown: str) -> Passages | None:
    """The passages with this one replaced, or nothing if it's unchanged."""
    return None if markdown == sample.passages[locale] else {**sample.passages, locale: markdown}


def replace_span(markdown: str, start: int, end: int, new: str) -> str:
    return markdown[:start] + new + markdown[end:]


def rewriting(*rules: tuple[str, str] | tuple[str, str, str]) -> Edit:
    r"""Makes an edit that replaces one match in the prose; code, formulas, and addresses stay the same.

    A rule is a pattern and a replacement, as for `re.sub`, plus a locale if it's only for one. A space may
    match the end of a line. If the match begins with a capital letter, so does its replacement.
    """
    compiled = [
        (re.compile(pattern.replace(" ", r"[\s\0]"), re.IGNORECASE), new, locale)
        for pattern, new, locale in ((*rule, "")[:3] for rule in rules)
    ]

    def edit(sample: Sample, locale: str) -> Passages | None:
        markdown = sample.passages[locale]
        prose = ParsedPassage(markdown).prose
        places = [
            (match, match.expand(new))
            for pattern, new, only in compiled
            if only in ("", locale)
            for match in pattern.finditer(prose)
        ]
        if not (place := choose(sample, places)):
            return None
        match, new = place
        new = new[:1].upper() + new[1:] if match[0][:1].isupper() else new
        return with_passage(sample, locale, replace_span(markdown, *match.span(), new))

    return edit


def add_link(sample: Sample, address: str) -> Passages:
    """Adds a link to the same page at the end of both passages."""
    return {name: f"{text} ([1]({address}))" for name, text in sample.passages.items()}

"""Editing of a passage: choose a place in its prose, code or formulas, and change it there."""

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
    """A text to edit: its passages, what is known about their languages, and the dice for this edit."""

    passages: Passages
    facts: dict[str, LanguageFacts]
    dice: Random


Edit = Callable[[Sample, str], Passages | None]
"""Changes the passage in a locale, and perhaps the others. Nothing if there is nothing to change."""


class Change(NamedTuple):
    """A kind of edit: a defect, with the lint that should find it, or a harmless edit without one."""

    name: str
    edit: Edit
    lint: str = ""
    also: frozenset[str] = frozenset()  # other lints that are right to report a defect
    choices_only: bool = False


Replace = Callable[[re.Match[str]], str]


def choose(sample: Sample, places: Sequence[T]) -> T | None:
    return sample.dice.choice(places) if places else None


def with_passage(sample: Sample, locale: str, markdown: str) -> Passages | None:
    """The passages with a new one in this locale, if that changes anything."""
    return None if markdown == sample.passages[locale] else {**sample.passages, locale: markdown}


def replace_span(markdown: str, start: int, end: int, new: str) -> str:
    return markdown[:start] + new + markdown[end:]


def edit_prose(sample: Sample, locale: str, pattern: re.Pattern[str], new: Replace) -> Passages | None:
    """Replace one match of the pattern in the prose; code, formulas and addresses stay as they are."""
    markdown = sample.passages[locale]
    match = choose(sample, list(pattern.finditer(ParsedPassage(markdown).prose)))
    if not match:
        return None
    return with_passage(sample, locale, replace_span(markdown, *match.span(), keep_case(match, new(match))))


def keep_case(match: re.Match[str], new: str) -> str:
    """What replaces a match, with a capital letter if the match begins with one."""
    return new[:1].upper() + new[1:] if match[0][:1].isupper() else new


def add_link(sample: Sample, address: str) -> Passages:
    """Both passages with a link at their end, which leads to the same page."""
    return {name: f"{text} ([1]({address}))" for name, text in sample.passages.items()}

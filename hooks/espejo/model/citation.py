"""Citations: the pages and papers where a reader can read on."""

from __future__ import annotations

from dataclasses import dataclass

from espejo.model.grammar import VERSION, WEB_ADDRESS
from espejo.model.keys import HasTexts
from espejo.model.problems import Place
from espejo.model.text import Text, key

MAX_SOURCES = 5
"""How many sources a record may have: more than that is a bibliography, which nobody reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation(HasTexts):
    """A source of a record: a page of documentation or a paper."""

    title: Text = key(once=True, line=True)
    url: str = key(form=WEB_ADDRESS)
    part: Text | None = key(default=None, once=True, line=True)  # which part of the page, in words
    version: str | None = key(default=None, form=VERSION)  # the version or year that it speaks of
    place: Place

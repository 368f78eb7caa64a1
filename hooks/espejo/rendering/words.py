"""Words of one locale: the texts of the interface, escaped and with their blanks filled in."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup, escape

from espejo.model.words import BLANK


class Words:
    """The words of one language as HTML. A blank in braces is filled in by name."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.raw = words

    def __call__(self, name: str, **blanks: object) -> Markup:
        """One word as HTML. The values of blanks are escaped too, unless they are fragments."""
        return Markup(BLANK.sub(lambda blank: escape(blanks[blank[1]]), escape(self.raw[name])))

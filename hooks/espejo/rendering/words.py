"""Interface strings of one locale: escapes them, and fills in their placeholders."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup, escape

from espejo.model.language import BLANK


class Words:
    """Interface strings of one language as HTML, with named placeholders in braces."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.raw = words
        # Escaped text and placeholder names, alternating, starting with text.
        self._pieces = {name: list(map(Markup, BLANK.split(escape(text)))) for name, text in words.items()}

    def __call__(self, name: str, **blanks: object) -> Markup:
        """Return a string as HTML. Placeholder values are escaped too, unless they are Markup."""
        pieces = self._pieces[name]
        if len(pieces) == 1:
            return pieces[0]
        filled: list[str] = [*pieces]
        filled[1::2] = [escape(blanks[blank]) for blank in filled[1::2]]
        return Markup("".join(filled))

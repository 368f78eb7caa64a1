"""Term links: link the first use of each glossary term in a record to the glossary."""

from __future__ import annotations

from markupsafe import Markup, escape

from espejo.model.text import Text
from espejo.rendering.terms import Terms

MAX_LINKS = 6
"""Most terms linked in a record; more would be distracting."""


class TermLinks:
    """Term links of one record on a page. Each term is linked once, so add texts in reading order."""

    def __init__(self, terms: Terms, glossary: str) -> None:
        self._terms = terms
        self._glossary = escape(glossary)  # link to the glossary page
        self._linked: set[str] = set()

    def add(self, text: Text, html: Markup, locale: str) -> Markup:
        """Link the terms in a text's HTML that the record hasn't linked yet."""
        parts, done = list[str](), 0
        for id_, start, end in self._terms.find(text, html, locale):
            if id_ not in self._linked and len(self._linked) < MAX_LINKS:
                self._linked.add(id_)
                parts.append(f'{html[done:start]}<a class="term" href="{self._glossary}#{escape(id_)}">')
                parts.append(f"{html[start:end]}</a>")
                done = end
        return Markup("".join([*parts, html[done:]])) if parts else html

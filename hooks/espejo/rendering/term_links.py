"""Term links: links from the texts of a record to the glossary, where a term is first used."""

from __future__ import annotations

from markupsafe import Markup, escape

from espejo.model.text import Text
from espejo.rendering.terms import Terms

MAX_LINKS = 6
"""How many terms of a record are linked: more would be in the way of reading."""


class TermLinks:
    """The links of one record on a page. Each term is linked once, so its texts come in their order."""

    def __init__(self, terms: Terms, glossary: str) -> None:
        self._terms = terms
        self._glossary = escape(glossary)  # the link to its page
        self._linked: set[str] = set()

    def add(self, text: Text, html: Markup, locale: str) -> Markup:
        """A fragment of a text in this language, in which the terms that are new are links."""
        parts, done = list[str](), 0
        for id_, start, end in self._terms.find(text, html, locale):
            if id_ not in self._linked and len(self._linked) < MAX_LINKS:
                self._linked.add(id_)
                parts.append(f'{html[done:start]}<a class="term" href="{self._glossary}#{escape(id_)}">')
                parts.append(f"{html[start:end]}</a>")
                done = end
        return Markup("".join([*parts, html[done:]])) if parts else html

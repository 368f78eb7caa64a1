"""Finished pages: while serving, a page whose content and layout are unchanged keeps its HTML.

Without them, an edit waits half a second longer on this bank for layouts that come out the same. MkDocs still
calls every event for these pages; only the template is replaced by one that prints the HTML.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from mkdocs.config.defaults import MkDocsConfig

from espejo.plugin.bank_build import Address
from espejo.plugin.bank_pages import BankPage
from espejo.site.frame import Around

TEMPLATE = "finished.html"


class _Finished(NamedTuple):
    layout: Any
    content: str | None
    html: str


class FinishedPages:
    """The bank's pages in one build, before other plugins change them."""

    def __init__(self, last: FinishedPages | None, untouched: Collection[Address]) -> None:
        """`untouched` are the pages that an edit since the last build can't have changed."""
        pages: Mapping[Address, _Finished] = last.pages if last else {}
        self.pages: dict[Address, _Finished] = {
            address: pages[address] for address in untouched if address in pages
        }
        self._layout: Any = None

    def use_layout(self, config: MkDocsConfig, around: Around) -> None:
        """Set what the layout of one language depends on."""
        self._layout = config.user_configs, around
        if config.theme.custom_dir:  # an author's own templates may change without notice
            self.pages.clear()

    def find(self, page: BankPage) -> str | None:
        kept = self.pages.get(page.address)
        return kept.html if kept and (kept.layout, kept.content) == (self._layout, page.content) else None

    def add(self, page: BankPage, html: str) -> None:
        self.pages[page.address] = _Finished(self._layout, page.content, html)

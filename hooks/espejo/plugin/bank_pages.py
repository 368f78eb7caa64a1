"""Bank pages in MkDocs: virtual files with HTML that is already rendered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

from espejo.model.addresses import name_file
from espejo.rendering.site import Site
from espejo.site.page import Page as PageOfBank

_LEAVE_ALONE: Mapping[str, Any] = {"search": {"exclude": True}, "glightbox": False}
"""Page metadata that tells other plugins to skip the page."""

_ID = re.compile(r'\sid="([^"]+)"')


def add_bank_pages(
    files: Files,
    config: MkDocsConfig,
    site: Site,
    pages: Iterable[PageOfBank],
    render: Callable[[PageOfBank], str],
) -> None:
    """Add the pages of one language, after the i18n plugin has created its files."""
    titles = dict(_list_titles(config.nav))
    for page in pages:
        source = name_source(page.path, page.locale, site.root)
        file = File.generated(config, source, content="", inclusion=InclusionLevel.NOT_IN_NAV)
        file.dest_uri = name_file(site.address(page.path, page.locale))
        files.append(file)
        title = titles.get(source) or titles.get(name_source(page.path, site.root, site.root))
        BankPage(title, file, config, page, render)


def announce_bank_pages(files: Files, config: MkDocsConfig, pages: Iterable[PageOfBank], root: str) -> None:
    """Show the bank's pages to other plugins, before the i18n plugin would drop them."""
    for page in pages:
        source = name_source(page.path, page.locale, root)
        files.append(File.generated(config, source, content="", inclusion=InclusionLevel.NOT_IN_NAV))


def withdraw_bank_pages(files: Files, pages: Iterable[PageOfBank], root: str) -> None:
    for page in pages:
        if file := files.src_uris.get(name_source(page.path, page.locale, root)):
            files.remove(file)


def name_source(path: str, locale: str, root: str) -> str:
    """Return the Markdown file that a bank page would have in docs/, for links and `nav`."""
    return f"{path}.md" if locale == root else f"{path}.{locale}.md"


class BankPage(Page):
    """A page with ready HTML instead of Markdown, which would take MkDocs most of the build time."""

    def __init__(
        self,
        title: str | None,
        file: File,
        config: MkDocsConfig,
        page: PageOfBank,
        render: Callable[[PageOfBank], str],
    ) -> None:
        super().__init__(title, file, config)
        self.bank_page = page
        self.address = page.path, page.locale
        self._render = render
        self.title = title or page.title

    def read_source(self, config: MkDocsConfig) -> None:
        super().read_source(config)
        self.meta.update(title=self.bank_page.title, description=self.bank_page.description, **_LEAVE_ALONE)
        if self.bank_page.standalone:
            self.meta["template"] = "standalone.html"

    def render(self, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG002 (the parameters of MkDocs)
        self.content = self._render(self.bank_page)
        self.toc = get_toc([{"level": 1, "id": "content", "name": "", "children": []}])
        self.present_anchor_ids = set(_ID.findall(self.content))
        self.links_to_anchors = {}


def _list_titles(nav: Any) -> Iterator[tuple[str, str]]:
    """List the titles given to files in `nav`."""
    for item in nav or ():
        for title, value in item.items() if isinstance(item, Mapping) else ():
            if isinstance(value, str):
                yield value, title
            else:
                yield from _list_titles(value)

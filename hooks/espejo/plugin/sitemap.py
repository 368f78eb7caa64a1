"""Sitemap: lists every page in every language, with links to its versions in other languages."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

from espejo.files import write_file
from espejo.plugin.parts import SiteParts
from espejo.rendering.environment import get_template


def write_sitemap(parts: SiteParts, written: Iterable[tuple[str, str]], folder: Path) -> None:
    """Write the sitemap, also gzipped without a timestamp. Alternative views of a page are left out.

    `written` has the path and locale of each page written by hand.
    """
    bank = (address for address, page in parts.pages.items() if not page.original)
    locales = list(parts.site.bank.locales)
    pages = sorted([*written, *bank], key=lambda address: locales.index(address[1]))
    content = get_template("sitemap.xml").render(site=parts.site, pages=pages).encode()
    write_file(folder / "sitemap.xml", content)
    write_file(folder / "sitemap.xml.gz", gzip.compress(content, mtime=0))

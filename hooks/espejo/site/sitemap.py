"""Sitemap: every page in every language, with full links to the same page in the other languages."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

from espejo.files import write_file
from espejo.rendering.environment import get_template
from espejo.rendering.site import Site


def write_sitemap(site: Site, pages: Iterable[tuple[str, str]], folder: Path) -> None:
    """Write the sitemap of pages, each a path and a locale, also compressed, without the time."""
    content = get_template("sitemap.xml").render(site=site, pages=pages).encode()
    write_file(folder / "sitemap.xml", content)
    write_file(folder / "sitemap.xml.gz", gzip.compress(content, mtime=0))

"""The site enters; the pages leave that stay behind where others were, and send their readers on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from espejo.pages import Site
from espejo.view import View


class Moved(NamedTuple):
    """What is left at an old address: the path of its file under the site, and its HTML."""

    path: str
    html: str


def list_moved(site: Site) -> Iterator[Moved]:
    """One for each page that moved, in every language."""
    template = site.template("moved.html")
    for locale in site.bank.locales:
        for one in site.bank.redirects:
            view = View(site, one.old, locale)
            html = template.render(view=view, t=view.words, new=one.new)
            yield Moved(f"{site.address(one.old, locale)}index.html", html)

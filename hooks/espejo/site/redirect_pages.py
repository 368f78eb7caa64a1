"""Redirect pages: pages at old addresses, in every locale, that send readers to the new ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from espejo.rendering.environment import get_template
from espejo.rendering.site import Site
from espejo.rendering.view import View


class RedirectPage(NamedTuple):
    """The file of a redirect page, as a path below the site, and its HTML."""

    path: str
    html: str
    by_hand: bool  # whether data/redirects.yaml asks for it


def list_redirect_pages(site: Site) -> Iterator[RedirectPage]:
    template = get_template("moved.html")
    moved = site.moves.pages
    by_hand = {str(one.old): str(moved.get(one.new, one.new)) for one in site.bank.redirects}
    for locale in site.bank.locales:
        for old, new in {**moved, **by_hand}.items():
            view = View(site, old, locale)
            html = template.render(view=view, t=view.words, new=new)
            yield RedirectPage(f"{site.address(old, locale)}index.html", html, old in by_hand)

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
    targets = dict(site.moves.pages)
    targets.update((redirect.old, redirect.new) for redirect in site.bank.redirects)
    for locale in site.bank.locales:
        for old, new in targets.items():
            view = View(site, old, locale)
            html = template.render(view=view, t=view.words, new=new)
            by_hand = old not in site.moves.pages
            yield RedirectPage(f"{site.address(old, locale)}index.html", html, by_hand)

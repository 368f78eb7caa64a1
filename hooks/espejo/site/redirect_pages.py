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


def list_redirect_pages(site: Site) -> Iterator[RedirectPage]:
    template = get_template("moved.html")
    for locale in site.bank.locales:
        for redirect in site.bank.redirects:
            view = View(site, redirect.old, locale)
            html = template.render(view=view, t=view.words, new=redirect.new)
            yield RedirectPage(f"{site.address(redirect.old, locale)}index.html", html)

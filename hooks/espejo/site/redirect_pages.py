"""Redirect pages: pages at old addresses, in every locale, that send readers to the new ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from espejo.model.addresses import side_by_side_path
from espejo.rendering.environment import get_template
from espejo.rendering.site import Site
from espejo.rendering.view import View


class RedirectPage(NamedTuple):
    """The file of a redirect page, as a path below the site, and its HTML."""

    path: str
    html: str
    by_hand: bool  # whether data/redirects.yaml asks for it


def list_redirect_pages(site: Site) -> Iterator[RedirectPage]:
    """Those that data/redirects.yaml asks for, those that follow from the ledger, and their other views."""
    moved = site.moves.pages
    by_hand = {str(one.old): str(moved.get(one.new, one.new)) for one in site.bank.redirects}
    for locale in site.bank.locales:
        for old, new in {**moved, **by_hand}.items():
            yield _redirect(site, locale, old, new, by_hand=old in by_hand)
            if side_by_side_path(new) in site.units_side_by_side:
                yield _redirect(site, locale, old, new, view=side_by_side_path)


def _redirect(
    site: Site,
    locale: str,
    old: str,
    new: str,
    *,
    by_hand: bool = False,
    view: Callable[[str], str] = lambda path: path,
) -> RedirectPage:
    """The page at an old address, or at that of another `view` of the page that was there."""
    page = View(site, view(old), locale)
    html = get_template("moved.html").render(view=page, t=page.words, old=old, new=new, target=view(new))
    return RedirectPage(site.file(page.path, locale), html, by_hand)

"""Redirect pages: send readers from old addresses to the new ones, in every locale."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from espejo.model.addresses import FORMER, side_by_side_path
from espejo.rendering.environment import get_template
from espejo.rendering.page_view import View
from espejo.rendering.site import Site


class RedirectPage(NamedTuple):
    """A redirect page: its file, relative to the site, and its HTML."""

    path: str
    html: str
    by_hand: bool  # whether it comes from data/redirects.yaml


def list_redirect_pages(site: Site) -> Iterator[RedirectPage]:
    """List redirects: from data/redirects.yaml, from the ledger, of other views, and of former pages."""
    moved = site.moves.pages
    by_hand = {str(one.old): str(moved.get(one.new, one.new)) for one in site.bank.redirects}
    for locale in site.bank.locales:
        for old, new in {**moved, **by_hand}.items():
            yield _redirect(site, locale, old, new, by_hand=old in by_hand)
            if side_by_side_path(new) in site.units_side_by_side:
                yield _redirect(site, locale, old, new, view=side_by_side_path)
        for old, (places, anchors) in FORMER.items():
            here = [place for place in places if place in site.pages]
            if here and old not in site.written:
                yield _redirect(site, locale, old, here[0], anchors=anchors)


def _redirect(
    site: Site,
    locale: str,
    old: str,
    new: str,
    *,
    by_hand: bool = False,
    anchors: Mapping[str, str] = MappingProxyType({}),
    view: Callable[[str], str] = lambda path: path,
) -> RedirectPage:
    """Make the redirect from an old address; `view` maps a path to that of another view of the page.

    `anchors` are on other pages than the rest.
    """
    page = View(site, view(old), locale)
    html = get_template("moved.html").render(
        view=page, t=page.words, old=old, new=new, target=view(new), anchors=anchors
    )
    return RedirectPage(site.file(page.path, locale), html, by_hand)

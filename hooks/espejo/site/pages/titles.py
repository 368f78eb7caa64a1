"""Page titles: plain text for titles, descriptions, outlines, and breadcrumbs."""

from __future__ import annotations

from typing import Any

from espejo.markdown.fragments import plain
from espejo.model.collection import Placed
from espejo.model.quiz import Unit
from espejo.model.text import Text
from espejo.rendering.page_view import NOTE
from espejo.rendering.site import Site
from espejo.site.page import Crumb, Heading, Page


def find_trail(site: Site, path: str, locale: str) -> tuple[Crumb, ...]:
    """Return the parent page by address, if there is one; its name is that of links to it."""
    above = path.rpartition("/")[0]
    exists = above and (above in site.pages or above in site.written)
    return (Crumb(above, site.words[locale](above), locale),) if exists else ()


def make_crumb(path: str, title: Text, locale: str) -> Crumb:
    passage = title.show(locale)
    return Crumb(path, plain(passage.markdown), passage.locale)


def make_heading(id_: str, title: Text, locale: str) -> Heading:
    passage = title.show(locale)
    return Heading(id_, plain(passage.markdown), passage.locale)


def outline_item(placed: Placed, locale: str) -> Heading:
    return make_heading(placed.item.id, placed.item.heading, locale)


def title_unit(unit: Unit, locale: str) -> str:
    texts = filter(None, (unit.title, unit.subject))
    return ": ".join(plain_text(text, locale) for text in texts)


def name_unit(unit: Unit, locale: str) -> str:
    """Name a quiz or deck for other pages: without a note in parentheses at the end of its title."""
    title = NOTE.sub("", plain_text(unit.title, locale))
    return f"{title}: {plain_text(unit.subject, locale)}" if unit.subject else title


def titled_page(
    site: Site,
    path: str,
    locale: str,
    *,
    outline: tuple[Heading, ...] = (),
    wide: bool = False,
    script_words: tuple[str, ...] = (),
    units: tuple[str, ...] | None = None,
    **subject: Any,
) -> Page:
    """Make a page whose title and description are words of the interface."""
    name, words = path.rpartition("/")[2], site.words[locale]
    return Page(
        path=path,
        locale=locale,
        template=f"{name}.html",
        title=words(f"{name}_title"),
        description=words(f"{name}_about"),
        trail=find_trail(site, path, locale),
        outline=outline,
        wide=wide,
        script_words=script_words,
        units=units,
        subject=subject,
    )


def plain_text(text: Text, locale: str) -> str:
    return plain(text.show(locale).markdown)

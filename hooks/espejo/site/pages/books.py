"""Print view pages of a guide: the whole guide, and each of its courses."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.model.addresses import unit_path
from espejo.model.collection import Collection
from espejo.rendering.site import Site
from espejo.site.page import Page
from espejo.site.pages.titles import plain_text
from espejo.site.print_views import list_books


def list_print_views(site: Site, collection: Collection, locale: str) -> Iterator[Page]:
    """List the print views of a guide: the whole guide first, then its courses."""
    words = site.words[locale]
    for book in list_books(collection):
        names = [plain_text(titled.title, locale) for titled in (collection, book.course) if titled]
        yield Page(
            path=book.path,
            locale=locale,
            template="book/book.html",
            title=words("book_title", title=": ".join(names)),
            description=words("book_about", title=": ".join(names)),
            standalone=True,
            subject={"book": book},
            units=tuple(unit_path(collection.folder, slug) for slug in collection.units),
        )

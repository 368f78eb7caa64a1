"""Pages of the topics: their list, and one page for each that gathers its questions."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.model.addresses import TOPICS, topic_path
from espejo.model.collection import Placed
from espejo.model.reference import Topic
from espejo.rendering.site import Site
from espejo.site.page import Page
from espejo.site.pages.titles import find_trail, outline_item, plain_text, titled_page


def list_topic_pages(site: Site, locale: str) -> Iterator[Page]:
    yield titled_page(site, TOPICS, locale)
    for topic, placed in site.topics:
        yield _topic_page(site, topic, placed, locale)


def _topic_page(site: Site, topic: Topic, placed: tuple[Placed, ...], locale: str) -> Page:
    return Page(
        path=topic_path(topic.id),
        locale=locale,
        template="topic.html",
        title=plain_text(topic.title, locale),
        description=plain_text(topic.about, locale),
        trail=find_trail(site, topic_path(topic.id), locale),
        outline=tuple(outline_item(item, locale) for item in placed),
        subject={"topic": topic, "items": placed},
    )

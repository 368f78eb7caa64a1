"""Pages of the topics: their list, and for each topic the pages that gather its questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from espejo.model.addresses import TOPIC_PAGE, TOPICS, count_topic_pages, topic_path
from espejo.model.collection import Placed
from espejo.model.reference import Topic
from espejo.rendering.site import Site
from espejo.site.page import Crumb, Page
from espejo.site.pages.titles import find_trail, make_crumb, outline_item, plain_text, titled_page

NEAR = 2
"""How many numbers are linked on either side of the current page; the first and the last always are."""


class PageLink(NamedTuple):
    """A link to one page of a topic, and whether pages between it and the link before it are left out."""

    number: int
    path: str
    after_gap: bool


class TopicLinks(NamedTuple):
    """Where a page of a topic leads: to the topics before and after it, and to its own pages."""

    previous: Topic | None
    next: Topic | None
    pages: tuple[PageLink, ...]


def list_topic_pages(site: Site, locale: str) -> Iterator[Page]:
    """The list of topics, and the pages of each, in the order of data/topics.yaml."""
    yield replace(titled_page(site, TOPICS, locale), wide=True)
    topics = [topic for topic, _ in site.topics]
    neighbors = zip([None, *topics], [*topics[1:], None], strict=False)
    for (topic, placed), (previous, following) in zip(site.topics, neighbors, strict=False):
        count = count_topic_pages(len(placed))
        for number in range(1, count + 1):
            links = TopicLinks(previous, following, tuple(_list_page_links(topic, number, count)))
            yield _topic_page(site, topic, placed, number, links, locale)


def _list_page_links(topic: Topic, number: int, count: int) -> Iterator[PageLink]:
    near = [other for other in range(1, count + 1) if other in (1, count) or abs(other - number) <= NEAR]
    for before, other in zip([0, *near], near, strict=False):
        yield PageLink(other, topic_path(topic.id, other), after_gap=other > before + 1)


def _topic_page(
    site: Site, topic: Topic, placed: tuple[Placed, ...], number: int, links: TopicLinks, locale: str
) -> Page:
    first, count = topic_path(topic.id), count_topic_pages(len(placed))
    shown = placed[(number - 1) * TOPIC_PAGE : number * TOPIC_PAGE]
    title, trail = plain_text(topic.title, locale), find_trail(site, first, locale)
    further: tuple[Crumb, ...] = ()
    if number > 1:
        title = f"{title}, {site.words[locale]('page_of', number=number, count=count)}"
        further = (make_crumb(first, topic.title, locale),)
    return Page(
        path=topic_path(topic.id, number),
        locale=locale,
        template="topic.html",
        title=title,
        description=plain_text(topic.about, locale),
        trail=(*trail, *further),
        outline=tuple(outline_item(item, locale) for item in shown),
        gathered=True,
        subject={
            "topic": topic,
            "items": shown,
            "total": len(placed),
            "number": number,
            "count": count,
            "links": links,
        },
    )

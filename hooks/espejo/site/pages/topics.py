"""Topic pages: the list of topics, and for each topic the pages with its questions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from espejo.markdown.words import alphabetical_key
from espejo.model.addresses import TOPIC_PAGE, TOPICS, count_topic_pages, topic_path
from espejo.model.collection import Placed
from espejo.model.reference import Topic
from espejo.rendering.site import Site
from espejo.site.page import PRACTICE_WORDS, PROGRESS_WORDS, Crumb, Page, list_page_links
from espejo.site.pages.titles import find_trail, make_crumb, outline_item, plain_text, titled_page


class TopicLinks(NamedTuple):
    """Links from a topic page to the previous and next topic."""

    previous: Topic | None
    next: Topic | None


def list_topic_pages(site: Site, locale: str) -> Iterator[Page]:
    """List the topic index, sorted alphabetically, then each topic's pages, in data/topics.yaml order."""
    listed = sorted(site.topics, key=lambda topic: alphabetical_key(plain_text(topic[0].title, locale)))
    yield titled_page(site, TOPICS, locale, wide=True, script_words=PROGRESS_WORDS, topics=listed)
    topics = [topic for topic, _ in site.topics]
    neighbors = zip([None, *topics], [*topics[1:], None], strict=False)
    for (topic, placed), (previous, following) in zip(site.topics, neighbors, strict=False):
        count = count_topic_pages(len(placed))
        for number in range(1, count + 1):
            links = TopicLinks(previous, following)
            yield _topic_page(site, topic, placed, number, links, locale)


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
        script_words=(*PRACTICE_WORDS, *PROGRESS_WORDS),
        subject={
            "topic": topic,
            "items": shown,
            "total": len(placed),
            "number": number,
            "count": count,
            "links": links,
            "page_links": tuple(list_page_links(number, count, partial(topic_path, topic.id))),
        },
        units=tuple(dict.fromkeys(one.path for one in placed)),  # all, for their duration
    )

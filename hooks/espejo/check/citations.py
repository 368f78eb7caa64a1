"""Citation rules: sources a record cites, and notices about records without any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from espejo.markdown.links import is_sound
from espejo.messages.message import comma_separated, message
from espejo.model.bank import Bank, Provable
from espejo.model.problems import Notice, Place, Problem
from espejo.model.reference import MAX_SOURCES

_MAX_NAMED = 10
"""Maximum number of uncited records a notice lists."""


def check_sources(bank: Bank) -> Iterator[Problem]:
    """A record cites at most `MAX_SOURCES` sources, each once, with valid URLs."""
    for record in bank.provable():
        if len(record.sources) > MAX_SOURCES:
            fact = message(
                "has {count} sources. Keep the best {most}.", count=len(record.sources), most=MAX_SOURCES
            )
            yield Problem(record.place, record.id, fact)
        yield from _check_urls(record)


def _check_urls(record: Provable) -> Iterator[Problem]:
    first: dict[str, Place] = {}
    for source in record.sources:
        if source.url and not is_sound(source.url):
            fact = message("browsers do not accept the address '{url}'.", url=source.url)
            yield Problem(source.place, record.id, fact)
        elif source.url and first.setdefault(source.url, source.place) is not source.place:
            fact = message(
                "cites the same address twice, first on line {line}. Keep one.",
                line=str(first[source.url].line),
            )
            yield Problem(source.place, record.id, fact)


def find_uncited(bank: Bank) -> Iterator[Notice]:
    """Yield one notice per file with uncited records, if anything else in its collection cites a source.

    Drafts are skipped: they have their own notice.
    """
    for collection in bank.collections:
        files = [unit.items for unit in collection.units.values()]
        if any(item.sources for items in files for item in items):
            for items in files:
                yield from _sum_uncited(items)
    for entries in (bank.reference.formulas, bank.reference.patterns):
        if any(entry.sources for entry in entries):
            yield from _sum_uncited(entries)


def _sum_uncited(records: Iterable[Provable]) -> Iterator[Notice]:
    records = [record for record in records if not any(text.is_draft for text in record.texts())]
    bare = [record for record in records if not record.sources]
    if bare:
        named = [record.id for record in bare[:_MAX_NAMED]]
        fact = message(
            "{count} of {all} records cite no 'sources': {ids}",
            count=len(bare),
            all=len(records),
            ids=comma_separated([*named, "…"] if len(bare) > len(named) else named),
        )
        yield Notice(bare[0].place, "", fact)

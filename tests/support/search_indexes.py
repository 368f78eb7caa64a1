"""Search indexes of records made by tests."""

from __future__ import annotations

from collections.abc import Iterable

from espejo.site.search_index import SearchIndexing
from espejo.site.search_records import SearchRecord


def make_search_index(records: Iterable[SearchRecord]) -> dict[str, bytes]:
    """Indexes records in any languages."""
    indexing = SearchIndexing()
    by_language: dict[str, list[SearchRecord]] = {}
    for record in records:
        by_language.setdefault(record.language, []).append(record)
    for language in sorted(by_language):
        indexing.add(language, by_language[language])
        indexing.end(language)
    return indexing.finish()

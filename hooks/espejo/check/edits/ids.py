"""Changed ids: reports records whose id changed, because learners' notes and links depend on it."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.check.edits.versions import Versions
from espejo.messages.message import message
from espejo.model.problems import Problem


def check_ids_unchanged(versions: Versions) -> Iterator[Problem]:
    """A record whose text is nearly the same keeps its id, even if the old id has been retired."""
    records = {record.id: record for record in versions.bank.provable()}
    for old, new in versions.changed_ids.items():
        fact = message(
            "the id {old} became {new}. Ids are permanent: restore it with '{line}'.",
            old=old,
            new=new,
            line=f"id: {old}",
        )
        yield Problem(records[new].place, new, fact)

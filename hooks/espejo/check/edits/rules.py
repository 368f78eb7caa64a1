"""Edit rules, in one place: the problems and notices of all rules that compare two versions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from espejo.check.additions import list_additions
from espejo.check.edits.answer_keys import ChangedKey
from espejo.check.edits.changelog import find_untold
from espejo.check.edits.ids import check_ids_unchanged
from espejo.check.edits.reasons import check_reasons, find_unchanged_explanation
from espejo.check.edits.versions import Versions
from espejo.model.problems import Notice, Problem


def check_edits(versions: Versions, changed: list[ChangedKey]) -> Iterator[Problem]:
    """Find changed ids, and proofs and reasons that an edit failed to update."""
    yield from check_ids_unchanged(versions)
    for room in list_additions():
        yield from room.check_edits(versions)
    for one in changed:
        yield from check_reasons(one, versions.bank)


def find_edit_notices(
    versions: Versions, changed: list[ChangedKey], project: Path, base: Path | None
) -> Iterator[Notice]:
    """Find what to review after a right answer changed."""
    for one in changed:
        yield from find_unchanged_explanation(one, versions.bank)
    for room in list_additions():
        yield from room.find_edit_notices(changed)
    yield from find_untold(changed, versions.bank, project, base)

"""Bank diff: what was added, removed, and edited between two versions, and in which languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import NamedTuple

from espejo.check.answer_keys import ChangedKey
from espejo.check.project import Inspection
from espejo.check.versions import Versions
from espejo.editing.github.subjects import Subject, SubjectKey, Values, index_subjects
from espejo.messages.message import MessageError, message


class Edit(NamedTuple):
    """A changed value: its name, the locales in which it changed, and those that are now stale."""

    name: str
    locales: tuple[str, ...]
    stale: tuple[str, ...]


class Edited(NamedTuple):
    """A subject and what changed in it."""

    subject: Subject
    edits: tuple[Edit, ...]


class Renamed(NamedTuple):
    """A subject whose path or id changed, or that moved to another unit; `old` is what it was."""

    subject: Subject
    old: str


@dataclass(frozen=True, slots=True)
class Changes:
    """All changes, in the order of the bank."""

    added: tuple[Subject, ...]
    removed: tuple[Subject, ...]
    edited: tuple[Edited, ...]
    changed_keys: tuple[ChangedKey, ...] = ()
    changed_ids: tuple[Renamed, ...] = ()
    renamed: tuple[Renamed, ...] = ()  # quizzes and decks whose file was renamed
    moved: tuple[Renamed, ...] = ()  # questions and cards now in another quiz or deck

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))

    def stale(self) -> Iterator[tuple[Subject, Edit]]:
        """Values edited in only one language and not accepted together with the other."""
        return ((edited.subject, edit) for edited in self.edited for edit in edited.edits if edit.stale)


def find_changes(inspection: Inspection) -> Changes:
    """Compare the subjects of both versions, and list those that only one of them has.

    Files unreadable in either version are skipped, so their contents don't count as removed.
    """
    base = inspection.base
    if base is None:
        raise MessageError(message("there is no earlier version to compare with"))
    unread, locales = base.unread | inspection.unread, tuple(inspection.bank.locales)
    before, after = index_subjects(base.bank, unread), index_subjects(inspection.bank, unread)
    versions = inspection.versions
    earlier = {key: old for key, old in _find_earlier(after, versions).items() if old in before}
    compared = (
        (_at_old_page(after[key][0], before[old][0]), tuple(_compare(before[old][1], after[key][1], locales)))
        for key, old in earlier.items()
    )
    agreed = _find_agreed(inspection)
    edited = (
        Edited(subject, _clear_stale(edits) if subject.id in agreed else edits) for subject, edits in compared
    )
    kept = set(earlier.values())
    return Changes(
        tuple(subject for key, (subject, _) in after.items() if key not in earlier),
        tuple(subject for key, (subject, _) in before.items() if key not in kept),
        tuple(entry for entry in edited if entry.edits),
        tuple(inspection.changed_keys),
        *_list_renamed({key: subject for key, (subject, _) in after.items()}, earlier, versions),
    )


def _at_old_page(subject: Subject, before: Subject) -> Subject:
    """Give a subject its old address, which is valid until the change is published."""
    return subject._replace(path=before.path, anchor=before.anchor)


def _find_earlier(after: Iterable[SubjectKey], versions: Versions) -> dict[SubjectKey, SubjectKey]:
    """The noun and id each subject would have in the earlier version."""
    names = {new: old for old, new in (*versions.changed_ids.items(), *versions.renamed_units.items())}
    return {(noun, id_): (noun, names.get(id_, id_)) for noun, id_ in after}


def _list_renamed(
    subjects: Mapping[SubjectKey, Subject], earlier: Mapping[SubjectKey, SubjectKey], versions: Versions
) -> Iterator[tuple[Renamed, ...]]:
    """Yield three groups: subjects with changed ids, renamed files, and moved items."""
    other = [Renamed(subjects[key], old[1]) for key, old in earlier.items() if key != old]
    yield tuple(one for one in other if one.subject.anchor)
    yield tuple(one for one in other if not one.subject.anchor)
    moved = {pair.after.item.id: pair.before.path for pair in versions.moved}
    items = (one for one in subjects.values() if one.noun in ("question", "card") and one.id in moved)
    yield tuple(Renamed(subject, moved[subject.id]) for subject in items)


def _compare(before: Values, after: Values, locales: tuple[str, ...]) -> Iterator[Edit]:
    for name in dict.fromkeys([*after, *before]):
        old, new = before.get(name, {}), after.get(name, {})
        changed = tuple(locale for locale in locales if old.get(locale) != new.get(locale))
        rewritten = any(locale in old and locale in new for locale in changed)
        unchanged = tuple(locale for locale in locales if locale in new and locale not in changed)
        if changed:
            yield Edit(name, changed, unchanged if rewritten else ())


def _find_agreed(inspection: Inspection) -> set[str]:
    """The ids whose languages agree, according to the ledger."""
    stale = {passage.id for passage in inspection.stale}
    return set() if inspection.faults else inspection.bank.ledger.by_id.keys() - stale


def _clear_stale(edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    return tuple(edit._replace(stale=()) for edit in edits)

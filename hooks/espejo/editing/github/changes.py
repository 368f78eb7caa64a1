"""Changes between two versions of a bank: what was added, removed and edited, and in which languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import NamedTuple

from espejo.check.edits.answer_keys import ChangedKey
from espejo.check.edits.versions import Versions
from espejo.check.project import Inspection
from espejo.editing.github.subjects import Subject, SubjectKey, Values, index_subjects
from espejo.messages.message import MessageError, message


class Edit(NamedTuple):
    """One value that changed: its name, the locales in which it changed, and those left stale by that."""

    name: str
    locales: tuple[str, ...]
    stale: tuple[str, ...]


class Edited(NamedTuple):
    """A subject and what changed in it."""

    subject: Subject
    edits: tuple[Edit, ...]


class Renamed(NamedTuple):
    """A subject that has another name than before: another path, another id, or the path of another unit."""

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
    renamed: tuple[Renamed, ...] = ()  # quizzes and decks whose file has another name
    moved: tuple[Renamed, ...] = ()  # questions and cards that are in another quiz or deck

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))

    def stale(self) -> Iterator[tuple[Subject, Edit]]:
        """The values that were edited in one language only and not accepted together with the other."""
        return ((edited.subject, edit) for edited in self.edited for edit in edited.edits if edit.stale)


def find_changes(inspection: Inspection) -> Changes:
    """Compare the subjects that both banks have, and list those that only one of them has.

    A file that cannot be read in one of them is left out, so that its contents do not count as removed.
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
    """A subject with the address it has on the site until the change is published."""
    return subject._replace(path=before.path, anchor=before.anchor)


def _find_earlier(after: Iterable[SubjectKey], versions: Versions) -> dict[SubjectKey, SubjectKey]:
    """The noun and id that each subject had before, if it had any."""
    names = {new: old for old, new in (*versions.changed_ids.items(), *versions.renamed_units.items())}
    return {(noun, id_): (noun, names.get(id_, id_)) for noun, id_ in after}


def _list_renamed(
    subjects: Mapping[SubjectKey, Subject], earlier: Mapping[SubjectKey, SubjectKey], versions: Versions
) -> Iterator[tuple[Renamed, ...]]:
    """The subjects with another id, with another file name, and in another file."""
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

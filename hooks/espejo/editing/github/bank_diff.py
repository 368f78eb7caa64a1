"""Bank diff: what was added, removed, and edited between two versions, and in which languages."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple

from espejo.check.answer_keys import ChangedKey
from espejo.check.project import Inspection
from espejo.check.versions import Versions
from espejo.markdown.fingerprint import fingerprint
from espejo.messages.message import fail, message
from espejo.model.addresses import FORMULAS, GLOSSARY, PATTERNS, topic_path, unit_path
from espejo.model.bank import ESPEJO, Bank
from espejo.model.problems import Place
from espejo.model.quiz import Card, Deck, Item
from espejo.model.text import ONCE, Text

ByLocale = Mapping[str, str]
Values = Mapping[str, ByLocale]
"""The values of a record, by key name, then by locale."""


SubjectKey = tuple[str, str]
"""The noun and id that identify a subject."""


class Subject(NamedTuple):
    """Something that can change, with its noun, id, address on the site, and place in the data."""

    noun: str
    id: str
    path: str
    anchor: str
    title: Text
    place: Place
    last_line: int


NOUNS = {
    "collection": message("collection"),
    "course": message("course"),
    "quiz": message("quiz"),
    "deck": message("deck"),
    "question": message("question"),
    "card": message("card"),
    "formula": message("formula"),
    "pattern": message("pattern"),
    "term": message("term"),
    "topic": message("topic"),
    "language": message("language"),
    "file": message("file"),
}
"""The translatable nouns of subjects."""


def index_subjects(bank: Bank, unread: Container[str]) -> dict[SubjectKey, tuple[Subject, Values]]:
    """Index everything in a bank that can change, with the values of its keys, skipping `unread` files."""
    locales = tuple(bank.locales)
    found: dict[SubjectKey, tuple[Subject, Values]] = {
        (subject.noun, subject.id): (subject, dict(_list_values(record, locales)))
        for subject, record in _list_subjects(bank)
        if subject.place.file not in unread
    }
    for locale, language in bank.locales.items():
        name = Text({ONCE: language.name}, language.place)
        subject = Subject("language", locale, "", "", name, language.place, language.place.line)
        found["language", locale] = subject, dict(_list_values(language, (locale,)))
    return found


def _list_subjects(bank: Bank) -> Iterator[tuple[Subject, Any]]:
    """List the bank's settings and everything with an id or address, in reading order."""
    if (identity := bank.identity) is not ESPEJO:  # the default for a missing file
        name, place = Path(identity.place.file).name, identity.place
        yield Subject("file", name, "", "", identity.name, place, place.line), identity
    for collection in bank.collections:
        yield _page_subject("collection", collection.folder, collection), collection
        for number, course in enumerate(collection.guide.courses if collection.guide else (), 1):
            subject = _page_subject("course", collection.folder, course)
            yield subject._replace(id=f"{collection.folder} {number}"), course
    for collection, slug, unit in bank.units():
        path = unit_path(collection.folder, slug)
        yield _page_subject("deck" if isinstance(unit, Deck) else "quiz", path, unit), unit
        yield from ((item_subject(path, item), item) for item in unit.items)
    for formula in bank.reference.formulas:
        yield _anchor_subject("formula", FORMULAS, formula, formula.title), formula
    for pattern in bank.reference.patterns:
        yield _anchor_subject("pattern", PATTERNS, pattern, pattern.title), pattern
    for term in bank.reference.terms:
        yield _anchor_subject("term", GLOSSARY, term, term.term), term
    for topic in bank.reference.topics:
        yield _page_subject("topic", topic_path(topic.id), topic), topic


def item_subject(path: str, item: Item) -> Subject:
    """A question or card on the page of its quiz or deck."""
    return _anchor_subject("card" if isinstance(item, Card) else "question", path, item, item.heading)


def _page_subject(noun: str, path: str, record: Any) -> Subject:
    """A subject that has its own page."""
    return Subject(noun, path, path, "", record.title, record.place, record.place.line)


def _anchor_subject(noun: str, path: str, record: Any, title: Text) -> Subject:
    """A subject that shares a page with others."""
    last = getattr(record, "last_line", record.place.line)
    return Subject(noun, record.id, path, record.id, title, record.place, last)


def _list_values(record: Any, locales: tuple[str, ...], prefix: str = "") -> Iterator[tuple[str, ByLocale]]:
    """The value of each key of a record, by locale, except for nested records with their own ids.

    The value of a text is its fingerprint, so rewrapping its lines doesn't count as a change. In programs and
    other values, every character counts.
    """
    for name, value in _list_keys(record):
        if isinstance(value, Text):
            prints = {locale: fingerprint(markdown) for locale, markdown in value.passages.items()}
            yield prefix + name, prints if value.differs else dict.fromkeys(locales, prints[ONCE])
        elif not is_dataclass(value):
            yield prefix + name, dict.fromkeys(locales, str(value))
        elif not hasattr(value, "id"):
            yield from _list_values(value, locales, f"{prefix}{name} ")


def _list_keys(record: Any) -> Iterator[tuple[str, Any]]:
    """The present keys of a record and their values; list items are numbered from 1."""
    for field in fields(record):
        value = getattr(record, field.name)
        if "key" not in field.metadata or value is None or field.name == "id":
            continue
        if isinstance(value, tuple):
            yield from ((f"{field.name} {number}", item) for number, item in enumerate(value, 1))
        elif isinstance(value, Mapping):
            yield from ((f"{field.name} {name}", item) for name, item in value.items())
        else:
            yield field.name, value


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
    kept: tuple[str, ...] = ()  # ids in which an edit of one language kept the meaning
    has_unread: bool = False  # whether files were skipped because they can't be read

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self) if field.name != "has_unread")

    def stale(self) -> Iterator[tuple[Subject, Edit]]:
        """Values edited in only one language and not accepted together with the other."""
        return ((edited.subject, edit) for edited in self.edited for edit in edited.edits if edit.stale)


def find_changes(inspection: Inspection) -> Changes:
    """Compare the subjects of both versions, and list those that only one of them has.

    Files unreadable in either version are skipped, so their contents don't count as removed.
    """
    base = inspection.base
    if base is None:
        fail("there is no earlier version to compare with")
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
    subjects = {key: subject for key, (subject, _) in after.items()}
    changed_ids, renamed, moved = _list_renamed(subjects, earlier, versions)
    return Changes(
        tuple(subject for key, (subject, _) in after.items() if key not in earlier),
        tuple(subject for key, (subject, _) in before.items() if key not in kept),
        tuple(entry for entry in edited if entry.edits),
        tuple(inspection.changed_keys),
        changed_ids,
        renamed,
        moved,
        kept=tuple(sorted(inspection.kept)),
        has_unread=bool(unread),
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

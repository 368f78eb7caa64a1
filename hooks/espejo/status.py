"""The bank enters; leaves how far each quiz, deck and list of it has come, and which lines to work on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from espejo.model import Bank, Collection, Item, Unit
from espejo.problems import Place
from espejo.proofs.standing import list_standings
from espejo.reference import Formula, Pattern, Term, Topic
from espejo.text import DRAFT, Text

Record = Item | Formula | Pattern | Term | Topic
What = Literal["missing", "stale", "unproven"]


class Task(NamedTuple):
    """One line to work on: what is the matter with it, in which language if in one, and whose it is."""

    what: What
    id: str
    locale: str
    place: Place


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one file has come, counted in questions, cards or entries."""

    path: str
    count: int
    translated: Mapping[str, int]  # how many are complete, by language
    stale: Mapping[str, int]  # how many have a stale passage, by language
    proven: int
    computable: int  # how many a proof could show; none of what has no answer to prove
    tasks: tuple[Task, ...]
    unit: Unit | None = None


class Group(NamedTuple):
    """What stands together: the quizzes of a collection, or the reference."""

    path: str
    rows: tuple[Progress, ...]
    collection: Collection | None = None


def take_status(bank: Bank) -> list[Group]:
    """A group for each collection, and one for what stands beside the questions."""
    desk = _Desk(bank)
    groups = [
        Group(collection.folder, tuple(desk.measure_units(collection)), collection)
        for collection in bank.collections
    ]
    reference: dict[str, Sequence[Record]] = {
        "reference/formulas": bank.reference.formulas,
        "reference/patterns": bank.reference.patterns,
        "glossary": bank.reference.terms,
        "topics": bank.reference.topics,
    }
    rows = tuple(desk.measure(path, records) for path, records in reference.items())
    return [*groups, Group("reference", rows)]


class _Desk:
    """Knows what is stale, and measures against it."""

    def __init__(self, bank: Bank) -> None:
        self.locales = tuple(bank.locales)
        self.standings = list_standings(bank)
        self.stale: dict[str, list[Task]] = {}
        for id_, text, locale, _ in bank.stale():
            task = Task("stale", id_, locale, text.place_of(locale))
            self.stale.setdefault(id_, []).append(task)

    def measure_units(self, collection: Collection) -> Iterator[Progress]:
        for slug, unit in collection.units.items():
            yield self.measure(f"{collection.folder}/{slug}", unit.items, unit)

    def measure(self, path: str, records: Sequence[Record], unit: Unit | None = None) -> Progress:
        own = (unit.title, unit.subject, unit.focus) if unit else ()
        tasks = [*self._missing("", own)]
        translated, stale = dict.fromkeys(self.locales, 0), dict.fromkeys(self.locales, 0)
        for record in records:
            missing = list(self._missing(record.id, record.texts()))
            behind = self.stale.get(record.id, [])
            lacking = {task.locale for task in missing}
            for locale in self.locales:
                translated[locale] += locale not in lacking
                stale[locale] += any(task.locale == locale for task in behind)
            tasks += [*missing, *behind, *self._unproven(record)]
        states = Counter(self.standings[one.id].state for one in records if one.id in self.standings)
        computable = states.total() - states["not_computable"]
        return Progress(
            path, len(records), translated, stale, states["proven"], computable, tuple(tasks), unit
        )

    def _unproven(self, record: Record) -> Iterator[Task]:
        standing = self.standings.get(record.id)
        if standing and standing.state in ("unproven", "changed"):
            yield Task("unproven", record.id, "", record.place)

    def _missing(self, id_: str, texts: Iterable[Text]) -> Iterator[Task]:
        for text in texts:
            for locale in self.locales:
                shown = text.show(locale)
                if text.passages and (shown.locale != locale or shown.markdown.startswith(DRAFT)):
                    yield Task("missing", id_, locale, text.place)


def write_status(groups: Iterable[Group]) -> bytes:
    """The same as JSON, for programs: names as in the data, nothing that depends on a reader's language."""
    rows = [
        {
            "path": row.path,
            "count": row.count,
            "translated": dict(row.translated),
            "stale": dict(row.stale),
            "proven": row.proven,
            "computable": row.computable,
            "tasks": [
                {"what": task.what, "id": task.id, "language": task.locale, **task.place._asdict()}
                for task in row.tasks
            ],
        }
        for group in groups
        for row in group.rows
    ]
    return f"{json.dumps(rows, ensure_ascii=False, indent=2)}\n".encode()

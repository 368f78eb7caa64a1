"""Status: how much of each quiz, deck and list is translated, fresh and proven, and what to work on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from espejo.ledger.drift import Stale
from espejo.model.addresses import FORMULAS, GLOSSARY, PATTERNS, REFERENCE, TOPICS, unit_path
from espejo.model.bank import Bank
from espejo.model.collection import Collection
from espejo.model.problems import Place
from espejo.model.quiz import Item, Unit
from espejo.model.reference import Formula, Pattern, Term, Topic
from espejo.model.text import DRAFT, Text
from espejo.proofs.state import list_states

Measured = Item | Formula | Pattern | Term | Topic
TaskKind = Literal["missing", "stale", "unproven"]


class Task(NamedTuple):
    """One line to work on: what it needs, the id of its record, and the language, if only one."""

    what: TaskKind
    id: str
    locale: str
    place: Place


@dataclass(frozen=True, slots=True)
class FileStatus:
    """The state of one file, counted in questions, cards or entries."""

    path: str
    count: int
    translated: Mapping[str, int]  # how many are complete, by language
    stale: Mapping[str, int]  # how many have a stale passage, by language
    proven: int
    illustrated: int
    computable: int  # how many a program could show; 0 for records without an answer
    tasks: tuple[Task, ...]
    unit: Unit | None = None


class Group(NamedTuple):
    """Files that are listed together: those of a collection, or the reference."""

    path: str
    rows: tuple[FileStatus, ...]
    collection: Collection | None = None


def measure_status(bank: Bank, stale: Iterable[Stale]) -> list[Group]:
    """A group for each collection, and one for the reference, unless it is empty."""
    meter = _Meter(bank, stale)
    groups = [
        Group(collection.folder, tuple(meter.measure_units(collection)), collection)
        for collection in bank.collections
    ]
    reference: dict[str, Sequence[Measured]] = {
        FORMULAS: bank.reference.formulas,
        PATTERNS: bank.reference.patterns,
        GLOSSARY: bank.reference.terms,
        TOPICS: bank.reference.topics,
    }
    rows = tuple(meter.measure(path, records) for path, records in reference.items() if records)
    return [*groups, Group(REFERENCE, rows)] if rows else groups


class _Meter:
    """Measures records against what is stale and what is proven."""

    def __init__(self, bank: Bank, stale: Iterable[Stale]) -> None:
        self.locales = tuple(bank.locales)
        self.states = list_states(bank)
        self.stale: dict[str, list[Task]] = {}
        for id_, text, locale, _ in stale:
            task = Task("stale", id_, locale, text.place_of(locale))
            self.stale.setdefault(id_, []).append(task)

    def measure_units(self, collection: Collection) -> Iterator[FileStatus]:
        for slug, unit in collection.units.items():
            yield self.measure(unit_path(collection.folder, slug), unit.items, unit)

    def measure(self, path: str, records: Sequence[Measured], unit: Unit | None = None) -> FileStatus:
        unit_texts = unit.texts() if unit else ()
        tasks = [*self._missing("", unit_texts)]
        translated, stale = dict.fromkeys(self.locales, 0), dict.fromkeys(self.locales, 0)
        for record in records:
            missing = list(self._missing(record.id, record.texts()))
            stale_tasks = self.stale.get(record.id, [])
            incomplete = {task.locale for task in missing}
            for locale in self.locales:
                translated[locale] += locale not in incomplete
                stale[locale] += any(task.locale == locale for task in stale_tasks)
            tasks += [*missing, *stale_tasks, *self._unproven(record)]
        states = Counter(self.states[record.id].name for record in records if record.id in self.states)
        computable = states.total() - states["not_computable"]
        return FileStatus(
            path,
            len(records),
            translated,
            stale,
            states["proven"],
            states["illustrated"],
            computable,
            tuple(tasks),
            unit,
        )

    def _unproven(self, record: Measured) -> Iterator[Task]:
        state = self.states.get(record.id)
        if state and state.name in ("unproven", "changed"):
            yield Task("unproven", record.id, "", record.place)

    def _missing(self, id_: str, texts: Iterable[Text]) -> Iterator[Task]:
        for text in texts:
            for locale in self.locales:
                shown = text.show(locale)
                if text.passages and (shown.locale != locale or shown.markdown.startswith(DRAFT)):
                    yield Task("missing", id_, locale, text.place)


def write_status(groups: Iterable[Group]) -> bytes:
    """The status as JSON. Names are those of the data; nothing is translated."""
    rows = [
        {
            "path": row.path,
            "count": row.count,
            "translated": dict(row.translated),
            "stale": dict(row.stale),
            "proven": row.proven,
            "illustrated": row.illustrated,
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

"""Status: how much of each file is translated, up to date, and proven, and what is left to do."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Literal, NamedTuple

from espejo.ledger.claims import list_states
from espejo.ledger.drift import Stale
from espejo.model.addresses import FORMULAS, GLOSSARY, PATTERNS, REFERENCE, TOPICS, unit_path
from espejo.model.bank import Bank
from espejo.model.collection import Collection
from espejo.model.problems import Place
from espejo.model.quiz import Item, Unit
from espejo.model.reference import Formula, Pattern, Term, Topic
from espejo.model.text import DRAFT, Text

Measured = Item | Formula | Pattern | Term | Topic
TaskKind = Literal["missing", "stale", "unproven"]


class Task(NamedTuple):
    """A line to work on: what it needs, the id of its record, and the language, if only one."""

    what: TaskKind
    id: str
    locale: str
    place: Place


class Work(NamedTuple):
    """Tasks of one kind in one record: the first task, and the line number of each."""

    task: Task
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Number of records, and how many are translated, up to date, and proven."""

    count: int = 0
    complete: int = 0  # in every language
    translated: Counter[str] = field(default_factory=Counter)  # number of complete records, by language
    fresh: int = 0  # not stale in any language
    stale: Counter[str] = field(default_factory=Counter)  # with a stale text, by language
    proven: int = 0
    illustrated: int = 0
    computable: int = 0  # provable by a program; 0 for records without an answer
    not_run: int = 0  # no program is run, for a stated reason

    def __add__(self, other: Counts) -> Counts:
        names = [one.name for one in fields(Counts)]
        return Counts(**{name: getattr(self, name) + getattr(other, name) for name in names})

    @property
    def answers(self) -> int:
        """Number of records with a provable answer, or a reason why no program is run."""
        return self.computable + self.not_run


@dataclass(frozen=True, slots=True, kw_only=True)
class FileStatus(Counts):
    """Status of one file, counted in questions, cards, or entries."""

    path: str
    tasks: tuple[Task, ...]
    unit: Unit | None = None


class Group(NamedTuple):
    """Files listed together: those of a collection, or of the reference."""

    path: str
    rows: tuple[FileStatus, ...]
    collection: Collection | None = None


def measure_status(bank: Bank, stale: Iterable[Stale]) -> list[Group]:
    """Measure each collection as a group, and the reference unless it's empty."""
    meter = _Meter(bank, stale)
    groups = []
    for one in bank.collections:
        units = ((unit_path(one.folder, slug), unit) for slug, unit in one.units.items())
        rows = tuple(meter.measure(path, unit.items, unit) for path, unit in units)
        groups.append(Group(one.folder, rows, one))
    reference: dict[str, Sequence[Measured]] = {
        FORMULAS: bank.reference.formulas,
        PATTERNS: bank.reference.patterns,
        GLOSSARY: bank.reference.terms,
        TOPICS: bank.reference.topics,
    }
    rows = tuple(meter.measure(path, records) for path, records in reference.items() if records)
    return [*groups, Group(REFERENCE, rows)] if rows else groups


def gather_tasks(tasks: Iterable[Task]) -> list[Work]:
    """Group tasks by record, need, and language, because a question may lack many texts."""
    gathered: dict[tuple[str, ...], list[Task]] = {}
    for task in tasks:
        gathered.setdefault((task.what, task.id, task.locale, task.place.file), []).append(task)
    return [
        Work(alike[0], tuple(dict.fromkeys(one.place.line for one in alike))) for alike in gathered.values()
    ]


class _Meter:
    """Counts which records are complete, stale, and proven."""

    def __init__(self, bank: Bank, stale: Iterable[Stale]) -> None:
        self.locales = tuple(bank.locales)
        self.states = list_states(bank)
        self.stale: dict[str, list[Task]] = {}
        for id_, text, locale, _ in stale:
            task = Task("stale", id_, locale, text.place_of(locale))
            self.stale.setdefault(id_, []).append(task)

    def measure(self, path: str, records: Sequence[Measured], unit: Unit | None = None) -> FileStatus:
        unit_texts = unit.texts() if unit else ()
        tasks = [*self._missing("", unit_texts)]
        incomplete: Counter[str] = Counter()  # by language; "": in any language
        stale: Counter[str] = Counter()
        for record in records:
            missing = list(self._missing(record.id, record.texts()))
            stale_tasks = self.stale.get(record.id, [])
            incomplete.update({part for task in missing for part in (task.locale, "")})
            stale.update({part for task in stale_tasks for part in (task.locale, "")})
            tasks += [*missing, *stale_tasks, *self._unproven(record)]
        states = Counter(self.states[record.id].name for record in records if record.id in self.states)
        count = len(records)
        return FileStatus(
            path=path,
            count=count,
            complete=count - incomplete[""],
            translated=Counter({locale: count - incomplete[locale] for locale in self.locales}),
            fresh=count - stale[""],
            stale=Counter({locale: stale[locale] for locale in self.locales}),
            proven=states["proven"],
            illustrated=states["illustrated"],
            computable=states.total() - states["not_computable"],
            not_run=states["not_computable"],
            tasks=tuple(tasks),
            unit=unit,
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
    """Write the status as JSON, with names from the data and nothing translated."""
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

"""Project check: loads a bank and finds all its problems and notices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from espejo.check.additions import list_additions
from espejo.check.answer_keys import ChangedKey, find_changed_keys
from espejo.check.collection_rules import fill_in_ids
from espejo.check.edits import check_edits, find_edit_notices
from espejo.check.notices import (
    find_curly_quotes,
    find_drafts,
    find_notices,
)
from espejo.check.permanence import check_permanence, find_future_times
from espejo.check.rules import CROSS_FILE_RULES, DEPENDENT_RULES, RULES
from espejo.check.versions import Versions
from espejo.ledger.drift import Drift, Stale, find_drifts, list_stale
from espejo.ledger.gap import LedgerGap, find_gap
from espejo.ledger.moves import Moves, find_moves
from espejo.load.bank import LoadedBank, load_bank
from espejo.load.source import Mended
from espejo.model.bank import Bank
from espejo.model.problems import Notice, Problem, list_owners


@dataclass(frozen=True)
class Inspection:
    """A bank and the findings about it. `faults` are the problems that stop a build."""

    data: Path
    bank: Bank
    faults: list[Problem]
    unread: frozenset[str]  # files that could not be read completely
    lacks_shared_file: bool  # whether other files depend on one of them and so can't be checked
    base: LoadedBank | None  # an earlier version to compare with
    now: datetime
    same: frozenset[str] = frozenset()  # ids whose languages are declared to mean the same
    base_project: Path | None = None  # its project folder
    digests: Mapping[str, bytes] = field(default_factory=dict)  # by data file
    mended: Mapping[tuple[str, int], Mended] = field(default_factory=dict)  # by file and line

    @property
    def project(self) -> Path:
        return self.data.parent

    @cached_property
    def problems(self) -> list[Problem]:
        """All problems: faults, lint findings, and violations of the rules about edits."""
        return [_keep_within(problem, self.mended) for problem in self._find_problems()]

    def _find_problems(self) -> Iterator[Problem]:
        yield from self.faults
        if self.lacks_shared_file:
            return
        yield from find_drafts(self.bank)
        for room in list_additions():
            yield from room.lint(self.bank, self.project, self.faults)
        if self.base and not self.unread:  # unreadable files would look like deletions
            lost = check_permanence(self.base.bank, self.bank)
            yield from (one for one in lost if one.owner not in self.versions.changed_ids)
            yield from check_edits(self.versions, self.changed_keys)
            yield from find_future_times(self.base.bank, self.bank, self.now)

    @cached_property
    def notices(self) -> list[Notice]:
        """All notices, except those about records with faults, which may be consequences."""
        if self.lacks_shared_file:
            return []
        broken = list_owners(self.faults)
        notices = find_notices(self.bank, self.stale)
        sound = (one for one in notices if not one.owner or (one.place.file, one.owner) not in broken)
        return [*sound, *self.edit_notices, *self._find_file_notices()]

    @cached_property
    def edit_notices(self) -> list[Notice]:
        """Notices about the edit itself, compared with the base."""
        return list(find_edit_notices(self.versions, self.changed_keys, self.project, self.base_project))

    def _find_file_notices(self) -> Iterator[Notice]:
        yield from find_curly_quotes(self.project, self.bank)
        for room in list_additions():
            yield from room.find_notices(self.bank, self.project)

    @cached_property
    def versions(self) -> Versions:
        """The bank and its base; without a base, the bank is compared with itself."""
        base = self.base or LoadedBank(self.bank, [])
        return Versions(base.bank, self.bank, self.unread | base.unread)

    @cached_property
    def changed_keys(self) -> list[ChangedKey]:
        return list(find_changed_keys(self.versions)) if self.base else []

    @cached_property
    def drifts(self) -> tuple[Drift, ...]:
        """How the bank differs from its ledger; empty for a bank with faults."""
        return () if self.faults else tuple(find_drifts(self.bank))

    @cached_property
    def stale(self) -> list[Stale]:
        return [one for one in list_stale(self.drifts) if one.id not in self.same | self.kept]

    @cached_property
    def kept(self) -> frozenset[str]:
        """The ids of records whose meaning the edits of one language since the base kept."""
        if not self.base or self.faults:
            return frozenset()
        stale = [one for one in list_stale(self.drifts) if one.id not in self.same]
        found = (room.find_same(self.versions, stale, self.project) for room in list_additions())
        return frozenset().union(*found)

    @cached_property
    def moves(self) -> Moves:
        return find_moves(self.bank)

    @cached_property
    def gap(self) -> LedgerGap | None:
        """Changes the ledger hasn't recorded yet; None for a bank with faults."""
        same = self.same | self.kept
        return None if self.faults else find_gap(self.bank, self.drifts, self.moves, self.now, same)


def inspect_project(
    data: Path,
    *,
    base: Path | None = None,
    now: datetime | None = None,
    same: Iterable[str] = (),
) -> Inspection:
    """Load the bank under `data`, apply every rule, and compare it with `base`, an earlier version, if given.

    For the ids in `same`, all languages count as equivalent, even if one was edited. Parts that only the full
    check needs (lints, ledger, permanence) are computed lazily.
    """
    data = data.resolve()
    loaded = load_bank(data)
    found = (*fill_in_ids(loaded.bank, loaded.problems), *_apply_rules(loaded))
    faults = [_keep_within(problem, loaded.mended) for problem in found]
    base = base.resolve() if base else None
    return Inspection(
        data,
        loaded.bank,
        faults,
        loaded.unread,
        loaded.lacks_shared_file,
        load_bank(base) if base else None,
        now or datetime.now(UTC),
        frozenset(same),
        base.parent if base else None,
        loaded.digests,
        loaded.mended,
    )


def _keep_within(problem: Problem, mended: Mapping[tuple[str, int], Mended]) -> Problem:
    """Move a problem in a line that was read differently from how it is written to a column that exists."""
    place = problem.place
    if not (line := mended.get(place[:2])):
        return problem
    return problem._replace(place=place._replace(column=min(place.column, len(line.written) + 1)))


def _apply_rules(loaded: LoadedBank) -> Iterator[Problem]:
    """Apply every rule to a bank, unless a file that others depend on could not be read."""
    unread = list_owners(loaded.problems)
    rules = [rule for rule in RULES if not (loaded.unread and rule in CROSS_FILE_RULES)]
    for rule in () if loaded.lacks_shared_file else rules:
        for problem in rule(loaded.bank):
            if rule not in DEPENDENT_RULES or (problem.place.file, problem.owner) not in unread:
                yield problem

"""Merges: two people edit at once, real git merges them, and the ledger never conflicts.

Neither touches the ledger. It is brought up to date on main after each merge, as the workflow does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from edits import cut_record, replace_once
from espejo.check.project import inspect_project
from espejo.commands.cli import main
from repository import commit_all, run_git
from small_bank import load_small_bank, write_bank

QUIZ = "quizzes/phase-01-arithmetic.yaml"
DECK = "drills/chapter-01-facts.yaml"

Edit = Callable[[Path], None]


def add_quiz(number: int) -> Edit:
    def edit(data: Path) -> None:
        text = (data / QUIZ).read_text(encoding="utf-8").replace("q-01-", f"q-{number}-")
        (data / f"quizzes/phase-{number}-more.yaml").write_text(text, encoding="utf-8")

    return edit


def replace(file: str, old: str, new: str) -> Edit:
    return lambda data: replace_once(data / file, old, new)


def append_card(number: int) -> Edit:
    def edit(data: Path) -> None:
        passages = (
            f"{{en: 'Is it {number}?', es: '¿Es {number}?'}}",
            f"{{en: 'It is {number}.', es: 'Es {number}.'}}",
        )
        card = "  - id: d-01-{:02}\n    front: {}\n    back: {}\n".format(number, *passages)
        (data / DECK).write_text((data / DECK).read_text(encoding="utf-8") + card, encoding="utf-8")

    return edit


def rename(old: str, new: str) -> Edit:
    def edit(data: Path) -> None:
        (data / old).rename(data / new)

    return edit


def retire(data: Path) -> None:
    cut_record(data / DECK, "d-01-04")


class Pair(NamedTuple):
    """Two edits, the files in which git finds a conflict, and what is stale after both are merged."""

    ours: Edit
    theirs: Edit
    conflicts: tuple[str, ...] = ()
    stale: frozenset[tuple[str, str]] = frozenset()


TYPO = replace(QUIZ, "Which of these are prime numbers?", "Which of those are prime numbers?")
PAIRS = {
    "two new quizzes": Pair(add_quiz(41), add_quiz(42)),
    "two passages of one question": Pair(
        replace(DECK, "en: What does `len('ñ')` return?", "en: What is `len('ñ')`?"),
        replace(DECK, 'es: "`1`: cuenta caracteres', 'es: "`1`: solo cuenta caracteres'),
        stale=frozenset([("d-01-02", "es"), ("d-01-02", "en")]),
    ),
    "the same typo fixed twice": Pair(TYPO, TYPO, stale=frozenset([("q-01-02", "es")])),
    "both retire one": Pair(retire, retire),
    "a rename beside an edit inside": Pair(
        rename(QUIZ, "quizzes/phase-01-numbers.yaml"), TYPO, stale=frozenset([("q-01-02", "es")])
    ),
    "both append to one file": Pair(append_card(5), append_card(6), conflicts=(f"data/{DECK}",)),
    "one language each of a passage": Pair(
        replace(DECK, "en: What does `len('ñ')` return?", "en: What is `len('ñ')`?"),
        replace(DECK, "es: ¿Qué devuelve `len('ñ')`?", "es: ¿Cuánto es `len('ñ')`?"),
        conflicts=(f"data/{DECK}",),
    ),
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """The small bank on a branch called main."""
    folder = tmp_path / "repository"
    write_bank(folder / "data")
    run_git(folder, "init", "--quiet", "--initial-branch=main")
    commit_all(folder, "Begin")
    return folder


def merge(repository: Path, branch: str) -> list[str]:
    """Merges a branch into main and brings the ledger up to date; returns the files with a conflict."""
    run_git(repository, "checkout", "--quiet", "main")
    run_git(repository, "merge", "--quiet", "--no-ff", branch, check=False)
    conflicts = run_git(repository, "diff", "--name-only", "--diff-filter=U").stdout.split()
    if not conflicts:
        assert main(["accept", "--data", str(repository / "data")]) == 0
        commit_all(repository, "Bring the ledger up to date")
    return conflicts


@pytest.mark.parametrize("name", PAIRS)
def test_two_edits_are_merged(name: str, repository: Path) -> None:
    """The ledger has no conflict, and says exactly what is stale."""
    pair = PAIRS[name]
    data = repository / "data"
    for branch, edit in (("ours", pair.ours), ("theirs", pair.theirs)):
        run_git(repository, "checkout", "--quiet", "-b", branch, "main")
        edit(data)
        commit_all(repository, branch)
    assert merge(repository, "ours") == []
    assert merge(repository, "theirs") == list(pair.conflicts)
    if not pair.conflicts:
        inspection = inspect_project(data)
        assert inspection.problems == []
        assert not inspection.gap, "nothing is left to record"
        known = {(one.id, one.locale) for one in load_small_bank().stale}
        assert {(one.id, one.locale) for one in inspection.stale} - known == pair.stale


def test_a_conflict_that_is_resolved_by_keeping_both_is_recorded(repository: Path) -> None:
    """Whoever resolves it has nothing to do with the ledger either."""
    data = repository / "data"
    for branch, edit in (("ours", append_card(5)), ("theirs", append_card(6))):
        run_git(repository, "checkout", "--quiet", "-b", branch, "main")
        edit(data)
        commit_all(repository, branch)
    assert merge(repository, "ours") == []
    assert merge(repository, "theirs")
    text = (data / DECK).read_text(encoding="utf-8")
    (data / DECK).write_text(re.sub(r"(?m)^(<{7}|={7}|>{7}).*\n", "", text), encoding="utf-8")
    commit_all(repository, "Keep both")
    assert main(["accept", "--data", str(data)]) == 0
    ledger = inspect_project(data).bank.ledger
    assert {"d-01-05", "d-01-06"} <= ledger.by_id.keys()

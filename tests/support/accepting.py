"""Accepting changes in tests: list a bank's changes that the ledger hasn't recorded yet, and record them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from espejo.check.project import Inspection, inspect_project
from espejo.ledger.gap import LedgerGap, update_ledger
from espejo.ledger.write import write_ledger

NOW = datetime(2030, 1, 1, tzinfo=UTC)


def load(data: Path, now: datetime = NOW, *ids: str) -> Inspection:
    """Loads a bank without faults; the languages of `ids` are declared to mean the same."""
    inspection = replace(inspect_project(data, now=now), same=frozenset(ids))
    assert inspection.faults == []
    return inspection


def find_pending(data: Path, now: datetime = NOW, *ids: str) -> LedgerGap:
    gap = load(data, now, *ids).gap
    assert gap is not None
    assert bool(gap) == bool(gap.follow_ups)
    return gap


def list_pending(data: Path) -> list[str]:
    """Changes that the ledger hasn't recorded yet: `d-02-01: Spanish changes.`"""
    return [f"{one.owner}: {one.fact}" for one in find_pending(data).follow_ups]


def accept(data: Path, *ids: str, now: datetime = NOW) -> None:
    ledger = update_ledger(load(data).bank.ledger, find_pending(data, now, *ids))
    (data / "ledger.yaml").write_text(write_ledger(ledger), encoding="utf-8")

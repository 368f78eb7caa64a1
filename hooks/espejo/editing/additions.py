"""Editing additions: commands, lints, notices about files, and the schemas to publish."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from espejo.check.additions import Additions
from espejo.editing.lints.dictionary import find_missing_dictionaries
from espejo.editing.lints.linter import lint_bank
from espejo.editing.same_meaning import find_same
from espejo.editing.schema_files import find_missing_schema_lines, write_schemas
from espejo.model.bank import Bank
from espejo.model.problems import Notice


def _find_notices(bank: Bank, project: Path) -> Iterator[Notice]:
    yield from find_missing_schema_lines(bank, project)
    yield from find_missing_dictionaries(bank, project)


ADDITIONS = Additions(
    commands=tuple(
        f"espejo.editing.commands.{name}"
        for name in ("new", "move", "rename", "retire", "changes", "sources")
    ),
    lint=lint_bank,
    find_notices=_find_notices,
    publish=write_schemas,
    find_same=find_same,
)

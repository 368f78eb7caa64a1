"""Editing additions: commands, lints, notices about files, and pull request annotations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from espejo.check.additions import Additions
from espejo.editing.file_notices import find_file_notices
from espejo.editing.github.annotate import annotate
from espejo.editing.github.changed_lines import lines_between, show_all
from espejo.editing.lints.linter import lint_bank
from espejo.editing.schema_files import write_schemas
from espejo.model.problems import Notice, Problem


def _annotate(
    problems: Iterable[Problem],
    notices: Iterable[Notice],
    edit_notices: Sequence[Notice],
    base: Path | None,
    data: Path,
) -> list[str]:
    shown = lines_between(base.resolve(), data) if base else show_all
    return list(annotate(problems, notices, shown, edit_notices))


ADDITIONS = Additions(
    commands=tuple(
        f"espejo.editing.commands.{name}"
        for name in ("new", "move", "rename", "retire", "changes", "sources")
    ),
    lint=lint_bank,
    find_notices=find_file_notices,
    publish=write_schemas,
    annotate=_annotate,
)

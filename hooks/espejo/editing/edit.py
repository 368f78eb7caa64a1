"""Edit of a bank: the files to write or delete, and a report of what was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from espejo.commands.terminal import say
from espejo.files import replace_file


class Edit(NamedTuple):
    """New file contents by path, relative to the project, or None to delete; and lines for the user."""

    contents: Mapping[str, str | None]
    report: Sequence[str]


def apply_edit(edit: Edit, project: Path) -> None:
    """Write the files, delete others only after that, and print the report."""
    for file, text in edit.contents.items():
        if text is not None:
            replace_file(project / file, text.encode())
    for file, text in edit.contents.items():
        if text is None:
            (project / file).unlink()
    for line in edit.report:
        say(line)

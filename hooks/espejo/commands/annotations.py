"""Pull request annotations: GitHub workflow commands that mark problems and notices on their lines.

The reader's language is unknown, so each annotation is in all languages of the tools. Messages are escaped,
so that the contents of a file can neither add a command nor end one early.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from espejo.check.project import Inspection
from espejo.messages.catalog import LANGUAGES, speak_in
from espejo.model.problems import Notice, Place, Problem, list_first, printable

# Characters that would end a command or a property. `printable` already escapes line breaks.
_IN_MESSAGE = str.maketrans({"%": "%25"})
_IN_PROPERTY = str.maketrans({"%": "%25", ":": "%3A", ",": "%2C"})

_DIFF = ("git", "diff", "--no-index", "--text", "--no-ext-diff", "--no-textconv", "--no-color", "--unified=3")
_HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def annotate_pull_request(inspection: Inspection, base: Path | None) -> Iterator[str]:
    """Annotate all problems, all notices about the edit, and other notices on lines in the diff.

    Notices about the edit may be on lines that are not in the diff. Without `base`, all lines count.
    """
    about_edit = set(inspection.edit_notices)
    is_shown = find_shown_lines(base.resolve(), inspection.data) if base else lambda _: True
    yield from annotate(inspection.problems)
    yield from annotate(one for one in inspection.notices if one in about_edit or is_shown(one.place))


def annotate(found: Iterable[Problem]) -> Iterator[str]:
    """Write a workflow command for each problem or notice."""
    for problem in list_first(found):
        level = "notice" if isinstance(problem, Notice) else "error"
        file, line, column = problem.place
        properties = [f"file={_escape_property(file)}", f"line={line}", f"col={column}"]
        if problem.owner:
            properties.append(f"title={_escape_property(problem.owner)}")
        said = (printable(speak_in(language)(problem.fact)) for language in LANGUAGES)
        text = "%0A".join(line.translate(_IN_MESSAGE) for line in dict.fromkeys(said))
        yield f"::{level} {','.join(properties)}::{text}"


def _escape_property(value: str) -> str:
    return printable(value).translate(_IN_PROPERTY)


def find_shown_lines(base: Path, data: Path) -> Callable[[Place], bool]:
    """Return a function that tells whether the diff of two data folders shows a line.

    Each file is compared on first use.
    """

    @cache
    def list_hunks(file: str) -> list[range]:
        path = Path(file)
        if not path.is_relative_to(data.name):  # only data/ is compared
            return []
        path = path.relative_to(data.name)
        old = base / path if (base / path).is_file() else os.devnull
        done = subprocess.run([*_DIFF, "--", old, data / path], capture_output=True, check=False)
        if done.returncode > 1:  # 1 if the files differ
            raise OSError(done.stderr.decode(errors="replace"))
        hunks = _HUNK.findall(done.stdout.decode(errors="replace"))
        return [range(int(first), int(first) + int(count or 1)) for first, count in hunks]

    return lambda place: any(place.line in hunk for hunk in list_hunks(place.file))

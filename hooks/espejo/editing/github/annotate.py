"""Pull request annotations: GitHub workflow commands that mark problems and notices on their lines.

The reader's language is unknown, so each annotation is in all languages of the tools. Messages are escaped,
so that the contents of a file can neither add a command nor end one early.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from espejo.messages.catalog import LANGUAGES, speak_in
from espejo.model.problems import Notice, Problem, list_first, printable

IsShown = Callable[[str, int], bool]
"""Whether the diff of a pull request shows this line of this file."""

# Characters that would end a command or a property. `printable` already escapes line breaks.
_IN_MESSAGE = str.maketrans({"%": "%25"})
_IN_PROPERTY = str.maketrans({"%": "%25", ":": "%3A", ",": "%2C"})


def annotate(
    problems: Iterable[Problem],
    notices: Iterable[Notice],
    shown: IsShown,
    edit_notices: Collection[Notice] = (),
) -> Iterator[str]:
    """Yield commands for all problems, notices about the edit, and other notices on lines in the diff.

    Notices about the edit are included anyway, because they may be on lines that are not in the diff.
    """
    for problem in list_first(problems):
        yield _command("error", problem)
    new = set(edit_notices)
    for notice in list_first(one for one in notices if one in new or shown(one.place.file, one.place.line)):
        yield _command("notice", notice)


def _command(level: str, problem: Problem) -> str:
    file, line, column = problem.place
    properties = [f"file={_escape_property(file)}", f"line={line}", f"col={column}"]
    if problem.owner:
        properties.append(f"title={_escape_property(problem.owner)}")
    said = (printable(speak_in(language)(problem.fact)) for language in LANGUAGES)
    text = "%0A".join(line.translate(_IN_MESSAGE) for line in dict.fromkeys(said))
    return f"::{level} {','.join(properties)}::{text}"


def _escape_property(value: str) -> str:
    return printable(value).translate(_IN_PROPERTY)

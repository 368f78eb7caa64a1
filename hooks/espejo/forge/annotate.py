"""Annotations of a pull request: the forge's commands that mark problems and notices on their lines.

Whatever a file has put into a message, a command stays one line: nobody can add one, or end one early.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from espejo.model.problems import Notice, Problem, printable

IsShown = Callable[[str, int], bool]

# What would end a command or one of its properties. A line break cannot: none is left in what is printable.
_IN_MESSAGE = str.maketrans({"%": "%25"})
_IN_PROPERTY = str.maketrans({"%": "%25", ":": "%3A", ",": "%2C"})


def annotate(problems: Iterable[Problem], notices: Iterable[Notice], shown: IsShown) -> Iterator[str]:
    """Every problem, and those notices that stand on a line which the pull request shows."""
    for problem in sorted(set(problems)):
        yield _command("error", problem)
    for notice in sorted(set(notices)):
        if shown(notice.place.file, notice.place.line):
            yield _command("notice", notice)


def _command(level: str, one: Problem) -> str:
    file, line, column = one.place
    properties = [f"file={_property(file)}", f"line={line}", f"col={column}"]
    if one.owner:
        properties.append(f"title={_property(one.owner)}")
    return f"::{level} {','.join(properties)}::{printable(one.fact).translate(_IN_MESSAGE)}"


def _property(value: str) -> str:
    return printable(value).translate(_IN_PROPERTY)

"""Text and code of a record: where in its file a line of a program is."""

from __future__ import annotations

import pytest

from espejo.model.problems import Place
from espejo.model.text import Code

FIRST = Place("data/quizzes/phase-01-x.yaml", 10, 9)


@pytest.mark.parametrize(
    ("line", "column", "place"),
    [
        (2, 1, (11, 9)),
        (2, 3, (11, 11)),
        (2, 99, (11, 14)),  # after the end of its line
        (1, 5, (10, 1)),  # a blank line, which the file need not indent
        (4, 1, (12, 9)),  # after the end of the program
    ],
)
def test_a_place_in_a_program_is_a_place_in_its_file(line: int, column: int, place: tuple[int, int]) -> None:
    program = Code("\nx = 1\ny = 2\n\n", FIRST)
    assert program.at(line, column) == Place(FIRST.file, *place)

"""Places in programs: the file's line and column for a position in a program."""

from __future__ import annotations

from espejo.model.problems import Place
from espejo.model.text import Code


def test_a_place_in_a_program_is_a_place_in_its_file() -> None:
    program = Code("\nx = 1\ny = 2\n\n", Place("data/quizzes/phase-01-x.yaml", 10, 9))
    for position, place in (
        ((2, 1), (11, 9)),
        ((2, 3), (11, 11)),
        ((2, 99), (11, 14)),  # past the end of its line
        ((1, 5), (10, 1)),  # a blank line, which needn't be indented in the file
        ((4, 1), (12, 9)),  # past the end of the program
    ):
        assert program.at(*position)[1:] == place

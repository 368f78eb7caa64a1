"""Edits of one language that keep the meaning: the other one stays up to date by itself."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from accepting import accept
from edits import install_dictionaries, replace_once
from espejo.check.project import inspect_project
from small_bank import write_bank

QUIZ = "quizzes/phase-02-collections.yaml"
BEFORE = (
    "Sets keep no order, so they have no index: `s[0]` fails with $n = 3$ elements, "
    "and the elemnts can (only) be counted."
)
SPANISH = (
    "Los conjuntos no tienen orden ni índice: `s[0]` falla con $n = 3$ elementos, "
    "que se pueden (solo) contar."
)
PLAIN = "The sum of both lenghts is the lenght of the list."
PLAIN_SPANISH = "La suma de las dos longitudes es la longitud de la lista."


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose ledger is up to date, with two passages to edit."""
    data = write_bank(tmp_path_factory.mktemp("same") / "data")
    install_dictionaries(data)
    end = (data / QUIZ).read_text(encoding="utf-8").rstrip("\n")
    (data / QUIZ).write_text(
        f"{end}\n  - id: q-02-90\n    kind: recall\n    topics: [sets]\n"
        f"    title:\n      en: '{PLAIN}'\n      es: '{PLAIN_SPANISH}'\n"
        f"    answer:\n      en: '{BEFORE}'\n      es: '{SPANISH}'\n",
        encoding="utf-8",
    )
    accept(data)
    return data.parent


@pytest.mark.parametrize(
    ("old", "new", "is_kept"),
    [
        (PLAIN, PLAIN.replace("lenghts", "lengths").replace("lenght ", "length "), True),
        (PLAIN, PLAIN.replace("both lenghts", "both «lenghts»"), True),
        (PLAIN, PLAIN.replace("list.", "list"), True),
        (PLAIN_SPANISH, PLAIN_SPANISH.replace("longitudes es", "longitudes, es"), True),
        (BEFORE, BEFORE.replace("elemnts", "elements"), True),
        (PLAIN, PLAIN.replace("sum", "product"), False),
        (PLAIN, PLAIN.replace("sum", "some"), False),
        (PLAIN, PLAIN.replace("both", "the"), False),
        (PLAIN, PLAIN.replace(" is ", " is not "), False),
        (PLAIN, PLAIN.replace("list.", "list?"), False),
        (BEFORE, BEFORE.replace("$n = 3$", "$n = 4$"), False),
        (BEFORE, BEFORE.replace("s[0]", "s[1]"), False),
        (BEFORE, BEFORE.replace("order, so", "order so"), False),  # with a negation, a comma may matter
        (BEFORE, BEFORE.replace("(only)", "only"), False),
        (SPANISH, SPANISH.replace("no tienen", "tienen"), False),
    ],
)
def test_only_spelling_punctuation_and_spaces_keep_the_meaning(
    old: str, new: str, *, is_kept: bool, project: Path, tmp_path: Path
) -> None:
    assert new != old
    data = shutil.copytree(project / "data", tmp_path / "data", symlinks=True)
    (tmp_path / "node_modules").symlink_to(project / "node_modules")
    replace_once(data / QUIZ, old, new)
    inspection = inspect_project(data, base=project / "data")
    assert inspection.kept == ({"q-02-90"} if is_kept else set())
    assert ("q-02-90" in {one.id for one in inspection.stale}) != is_kept
    assert inspect_project(data).kept == frozenset()  # nothing to compare with


def test_a_passage_that_was_already_out_of_date_stays_so(project: Path, tmp_path: Path) -> None:
    """A typo corrected after the statement has changed settles nothing."""
    (tmp_path / "node_modules").symlink_to(project / "node_modules")
    base = shutil.copytree(project / "data", tmp_path / "base" / "data")
    replace_once(base / QUIZ, "The sum", "The product")
    data = shutil.copytree(base, tmp_path / "data")
    replace_once(data / QUIZ, "lenghts", "lengths")
    inspection = inspect_project(data, base=base)
    assert not inspection.kept
    assert "q-02-90" in {one.id for one in inspection.stale}

"""Renamed files, moved questions, and changed ids in the summary of a pull request."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from edits import cut_record, replace_once
from espejo.check.project import Inspection, inspect_project
from espejo.check.versions import match_records
from espejo.commands.cli import main
from espejo.editing.github.bank_diff import Changes, find_changes
from espejo.editing.github.summary import Summary

ARITHMETIC = "quizzes/phase-01-arithmetic"
COLLECTIONS = "quizzes/phase-02-collections"
SETS = "quizzes/phase-02-sets-and-lists"
FACTS = "drills/chapter-01-facts"


def rename(data: Path, old: str, new: str) -> None:
    (data / f"{old}.yaml").rename(data / f"{new}.yaml")


def move(data: Path, id_: str, old: str, new: str) -> None:
    """Move a record to the end of another file."""
    record = cut_record(data / f"{old}.yaml", id_)
    with (data / f"{new}.yaml").open("a", encoding="utf-8") as file:
        file.write(record)


def inspect(base: Path, data: Path) -> Inspection:
    return inspect_project(data, base=base)


def list_renames(found: Changes) -> dict[str, list[tuple[str, str]]]:
    """The old and new names, by kind of rename."""
    return {
        "ids": [(one.old, one.subject.id) for one in found.changed_ids],
        "files": [(one.old, one.subject.id) for one in found.renamed],
        "moved": [(one.old, f"{one.subject.path} {one.subject.id}") for one in found.moved],
    }


def say(base: Path, data: Path) -> str:
    inspection = inspect(base, data)
    return "\n".join(Summary(inspection.bank, None).lines(find_changes(inspection), []))


def find_id_problems(base: Path, data: Path) -> list[str]:
    return [str(one) for one in inspect(base, data).problems if "permanent" in one.fact]


@pytest.mark.parametrize(
    ("old", "new", "noun"), [(COLLECTIONS, SETS, "quiz"), (FACTS, "drills/chapter-01-all", "deck")]
)
def test_a_renamed_file(base: Path, data: Path, old: str, new: str, noun: str) -> None:
    """Nothing is added or removed, and its questions have not moved."""
    rename(data, old, new)
    found = find_changes(inspect(base, data))
    assert list_renames(found) == {"ids": [], "files": [(old, new)], "moved": []}
    assert not (found.added or found.removed or found.edited)
    said = say(base, data)
    assert "0 added, 0 removed, 0 edited, 1 renamed;" in said
    assert f"Renamed (1)\n- {noun} {new} (data/{new}.yaml:3), was {old}" in said


def test_edits_in_a_renamed_file(base: Path, data: Path) -> None:
    """Of its title and of a question, and a question that was removed."""
    rename(data, COLLECTIONS, SETS)
    replace_once(data / f"{SETS}.yaml", "en: Lists and sets", "en: Sets and lists")
    replace_once(data / f"{SETS}.yaml", "en: Elements in common", "en: Common elements")
    cut_record(data / f"{SETS}.yaml", "q-02-05")
    found = find_changes(inspect(base, data))
    assert list_renames(found)["files"] == [(COLLECTIONS, SETS)]
    assert [(one.subject.id, one.edits[0].name) for one in found.edited] == [
        (SETS, "subject"),
        ("q-02-02", "title"),
    ]
    assert [one.path for one in (found.edited[0].subject, found.edited[1].subject)] == [COLLECTIONS] * 2
    assert [one.id for one in found.removed] == ["q-02-05"]


def test_a_question_in_another_file_has_moved(base: Path, data: Path) -> None:
    move(data, "q-01-07", ARITHMETIC, COLLECTIONS)
    found = find_changes(inspect(base, data))
    moved = (ARITHMETIC, f"{COLLECTIONS} q-01-07")
    assert list_renames(found) == {"ids": [], "files": [], "moved": [moved]}
    assert not (found.added or found.removed or found.edited)
    line = f"Moved (1)\n- question q-01-07 (data/{COLLECTIONS}.yaml:186): from {ARITHMETIC} to"
    assert line in say(base, data)


def test_a_quiz_split_into_two_new_files_is_not_renamed(base: Path, data: Path) -> None:
    numbers = "quizzes/phase-03-numbers"
    head = (data / f"{COLLECTIONS}.yaml").read_text(encoding="utf-8").partition("  - id: ")[0]
    (data / f"{numbers}.yaml").write_text(head, encoding="utf-8")
    move(data, "q-02-07", COLLECTIONS, numbers)
    rename(data, COLLECTIONS, SETS)
    found = find_changes(inspect(base, data))
    assert not found.renamed
    assert [one.id for one in found.removed] == [COLLECTIONS]
    assert len(found.moved) == 7


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (ARITHMETIC, "q-01-05", "q-01-25"),
        (FACTS, "d-01-03", "d-01-23"),
        ("reference/formulas", "f-02", "f-22"),
        ("reference/patterns", "p-01", "p-21"),
    ],
)
def test_a_changed_id_is_a_problem(base: Path, data: Path, file: str, old: str, new: str) -> None:
    """It isn't one record removed and another added, and accepting it doesn't help."""
    replace_once(data / f"{file}.yaml", f"- id: {old}", f"- id: {new}")
    found = find_changes(inspect(base, data))
    assert list_renames(found)["ids"] == [(old, new)]
    assert not (found.added or found.removed)
    (said,) = find_id_problems(base, data)
    assert said.endswith(f"{new}: the id {old} became {new}. Ids are permanent: restore it with 'id: {old}'.")
    assert said.startswith(f"data/{file}.yaml:")
    assert f"Changed ids (1)\n- the id {old} became {new} (data/{file}.yaml:" in say(base, data)
    is_cited = old in ("d-01-03", "p-01")
    assert main(["accept", "--data", str(data)]) == is_cited
    assert len(find_id_problems(base, data)) == 1
    assert not [one for one in inspect(base, data).problems if one.owner == old]


def test_an_id_that_changes_with_some_text_and_the_file_is_still_noticed(base: Path, data: Path) -> None:
    file = data / f"{ARITHMETIC}.yaml"
    replace_once(file, "id: q-01-04", "id: q-02-24")
    replace_once(file, "en: How do you find the average", "en: How is the average found")
    replace_once(file, "en: The sum of the numbers.", "en: Their sum.")
    move(data, "q-02-24", ARITHMETIC, COLLECTIONS)
    found = find_changes(inspect(base, data))
    assert list_renames(found) == {
        "ids": [("q-01-04", "q-02-24")],
        "files": [],
        "moved": [(ARITHMETIC, f"{COLLECTIONS} q-02-24")],
    }
    assert [one.subject.id for one in found.edited] == ["q-02-24"]
    assert len(find_id_problems(base, data)) == 1


def test_a_card_with_another_text_is_a_new_one(base: Path, data: Path) -> None:
    cut_record(data / f"{FACTS}.yaml", "d-01-04")
    with (data / f"{FACTS}.yaml").open("a", encoding="utf-8") as file:
        file.write('  - id: d-01-24\n    front: {en: What is two?, es: ¿Cuánto es dos?}\n    back: "`2`"\n')
    found = find_changes(inspect(base, data))
    assert [one.id for one in found.added] == ["d-01-24"]
    assert [one.id for one in found.removed] == ["d-01-04"]
    assert not find_id_problems(base, data)


def test_records_are_matched_in_linear_time() -> None:
    """A passage that very many records share says nothing, and is ignored."""

    class Counting(Counter[str]):
        steps = 0

        def total(self) -> int:
            Counting.steps += 1
            return super().total()

    def count(number: int) -> int:
        Counting.steps = 0
        gone = {f"a{one}": Counting({"shared": 30, f"old {one}": 30}) for one in range(number)}
        new = {f"b{one}": Counting({"shared": 30, f"new {one}": 30}) for one in range(number)}
        assert match_records(gone, new) == {}
        return Counting.steps

    assert count(300) <= 10 * count(30)


def test_two_records_never_become_the_same() -> None:
    """The first of two that read the same gets the new id."""
    same = Counter({"a text": 6})
    assert match_records({"a": same, "b": same}, {"c": same}) == {"a": "c"}
    assert match_records({"a": same}, {"b": same, "c": same}) == {"a": "b"}
    assert match_records({"a": Counter({"a text": 6, "more": 4})}, {"b": same}) == {}

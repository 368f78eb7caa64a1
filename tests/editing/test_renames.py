"""A rename is reported as a rename: files, questions that move, and ids, which must not change."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from edits import cut_record, replace_once
from espejo.check.project import Inspection, inspect_project
from espejo.check.versions import match_records
from espejo.commands.cli import main
from espejo.editing.github.changes import Changes, find_changes
from espejo.editing.github.summary import Summary
from small_bank import write_bank

ARITHMETIC = "quizzes/phase-01-arithmetic"
COLLECTIONS = "quizzes/phase-02-collections"
SETS = "quizzes/phase-02-sets-and-lists"
FACTS = "drills/chapter-01-facts"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the bank before the pull request, which no test changes."""
    return write_bank(tmp_path_factory.mktemp("base") / "data")


def rename(data: Path, old: str, new: str) -> None:
    (data / f"{old}.yaml").rename(data / f"{new}.yaml")


def move(data: Path, id_: str, old: str, new: str) -> None:
    """Moves a record to the end of another file."""
    record = cut_record(data / f"{old}.yaml", id_)
    with (data / f"{new}.yaml").open("a", encoding="utf-8") as file:
        file.write(record)


def split(data: Path, old: str, new: str, ids: list[str]) -> None:
    """Moves records to a new file with the same head."""
    head = (data / f"{old}.yaml").read_text(encoding="utf-8").partition("  - id: ")[0]
    (data / f"{new}.yaml").write_text(head, encoding="utf-8")
    for id_ in ids:
        move(data, id_, old, new)


def inspect(base: Path, data: Path) -> Inspection:
    return inspect_project(data, base=base)


def list_renames(found: Changes) -> dict[str, list[tuple[str, str]]]:
    """What has another name: the old and the new one, by the kind of rename."""
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
def test_a_file_with_another_name_is_renamed(base: Path, data: Path, old: str, new: str, noun: str) -> None:
    """Nothing is added or removed, and its questions have not moved."""
    rename(data, old, new)
    found = find_changes(inspect(base, data))
    assert list_renames(found) == {"ids": [], "files": [(old, new)], "moved": []}
    assert not (found.added or found.removed or found.edited)
    said = say(base, data)
    assert "0 added, 0 removed, 0 edited, 1 renamed;" in said
    assert f"Renamed (1)\n- {noun} {new} (data/{new}.yaml:3), was {old}" in said


def test_what_is_edited_in_a_renamed_file_is_edited(base: Path, data: Path) -> None:
    """Also its title, and a question that is new in it or gone from it."""
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
    assert f"Moved (1)\n- question q-01-07 (data/{COLLECTIONS}.yaml:186): from {ARITHMETIC} to" in say(
        base, data
    )


def test_a_quiz_whose_questions_go_to_two_new_files_is_not_renamed(base: Path, data: Path) -> None:
    split(data, COLLECTIONS, "quizzes/phase-03-numbers", ["q-02-07"])
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
def test_an_id_that_changes_is_a_problem(base: Path, data: Path, file: str, old: str, new: str) -> None:
    """And not one record removed and another added."""
    replace_once(data / f"{file}.yaml", f"- id: {old}", f"- id: {new}")
    found = find_changes(inspect(base, data))
    assert list_renames(found)["ids"] == [(old, new)]
    assert not (found.added or found.removed)
    (said,) = find_id_problems(base, data)
    assert said.endswith(f"{new}: the id {old} became {new}. Ids are permanent: restore it with 'id: {old}'.")
    assert said.startswith(f"data/{file}.yaml:")
    assert f"Changed ids (1)\n- the id {old} became {new} (data/{file}.yaml:" in say(base, data)


def test_an_id_that_changes_with_some_of_the_text_is_still_noticed(base: Path, data: Path) -> None:
    """In another file as well, with another title in both languages."""
    replace_once(data / f"{ARITHMETIC}.yaml", "id: q-01-04", "id: q-02-24")
    replace_once(
        data / f"{ARITHMETIC}.yaml", "en: How do you find the average", "en: How is the average found"
    )
    replace_once(data / f"{ARITHMETIC}.yaml", "en: The sum of the numbers.", "en: Their sum.")
    move(data, "q-02-24", ARITHMETIC, COLLECTIONS)
    found = find_changes(inspect(base, data))
    assert list_renames(found) == {
        "ids": [("q-01-04", "q-02-24")],
        "files": [],
        "moved": [(ARITHMETIC, f"{COLLECTIONS} q-02-24")],
    }
    assert [one.subject.id for one in found.edited] == ["q-02-24"]
    assert len(find_id_problems(base, data)) == 1


def test_retiring_the_old_id_does_not_make_it_right(base: Path, data: Path) -> None:
    """Learners would lose their reviews of a question that is still there."""
    replace_once(data / f"{ARITHMETIC}.yaml", "id: q-01-05", "id: q-01-25")
    assert main(["accept", "--data", str(data)]) == 0
    assert len(find_id_problems(base, data)) == 1
    facts = [one.fact for one in inspect(base, data).problems if one.owner == "q-01-05"]
    assert facts == []


def test_another_question_in_place_of_one_is_added(base: Path, data: Path) -> None:
    """It has another text, so the old id is asked to retire and the new one is new."""
    cut_record(data / f"{FACTS}.yaml", "d-01-04")
    with (data / f"{FACTS}.yaml").open("a", encoding="utf-8") as file:
        file.write('  - id: d-01-24\n    front: {en: What is two?, es: ¿Cuánto es dos?}\n    back: "`2`"\n')
    found = find_changes(inspect(base, data))
    assert [one.id for one in found.added] == ["d-01-24"]
    assert [one.id for one in found.removed] == ["d-01-04"]
    assert not find_id_problems(base, data)


def test_records_are_matched_in_a_number_of_steps_that_grows_with_their_number() -> None:
    """A passage that very many records share tells nothing, and is not followed."""

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

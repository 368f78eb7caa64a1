"""`shuffle: true`: choices in an order of their own, the same on pages, on cards, and in every build."""

from __future__ import annotations

from pathlib import Path

import pytest

from edits import replace_once
from espejo.check.project import Inspection, inspect_project
from espejo.exports.notes import Notes
from espejo.rendering.site import Site
from small_bank import SITE_URL

COUNT = 24

QUESTION = """
  - id: q-03-{number:02}
    kind: single
    title: {{en: Number {number}, es: Número {number}}}
    {more}
    choices:
      - text: {{en: right, es: correcta}}
        correct: true
      - text: {{en: first wrong, es: primera falsa}}
        why: {{en: No., es: No.}}
      - text: {{en: second wrong, es: segunda falsa}}
        why: {{en: No., es: No.}}
    why: {{en: Yes., es: Sí.}}
"""

PROOF = """
    proof:
      program: |
        sums = {1: 2 + 2, 2: 2 + 3, 3: 2 + 4}
        right = [label for label, value in sums.items() if value == 4]
"""


def write_quiz(data: Path, head: str = "", more: str = "level: 1", end: str = "") -> None:
    """A quiz in which the right choice is always first."""
    questions = "".join(QUESTION.format(number=number, more=more) + end for number in range(1, COUNT + 1))
    text = f"title: {{en: Three, es: Tres}}\n{head}questions:{questions}"
    (data / "quizzes" / "phase-03-three.yaml").write_text(text, encoding="utf-8")


def list_right(inspection: Inspection) -> list[int]:
    """The number of the right choice of each question."""
    assert inspection.faults == []
    found = (question for _, question in inspection.bank.questions() if question.id.startswith("q-03-"))
    return [question.right_choices()[0] for question in found]


def test_the_right_choice_is_everywhere_and_always_in_the_same_place(data: Path) -> None:
    write_quiz(data)
    assert set(list_right(inspect_project(data))) == {1}
    write_quiz(data, "shuffle: true\n")
    first = list_right(inspect_project(data))
    assert min(first.count(place) for place in (1, 2, 3)) >= COUNT // 6
    assert list_right(inspect_project(data)) == first
    write_quiz(data, "shuffle: true\nlabels: letters\n")
    assert list_right(inspect_project(data)) == first


@pytest.mark.parametrize(
    ("bank", "collection", "quiz", "expected"),
    [
        ("true", "", "", True),
        ("true", "false", "", False),
        ("true", "false", "true", True),
        ("", "true", "", True),
        ("", "true", "false", False),
        ("", "", "", False),
    ],
)
def test_a_quiz_decides_before_its_collection_and_the_bank(
    data: Path, bank: str, collection: str, quiz: str, expected: bool
) -> None:
    write_quiz(data, f"shuffle: {quiz}\n" if quiz else "")
    if bank:
        replace_once(data / "bank.yaml", "namespace:", f"shuffle: {bank}\nnamespace:")
    if collection:
        replace_once(data / "collections.yaml", "prefix: q\n", f"prefix: q\n    shuffle: {collection}\n")
    assert (set(list_right(inspect_project(data))) != {1}) == expected


@pytest.mark.parametrize(("more", "end"), [("fixed_order: true", ""), ("level: 1", PROOF)])
def test_an_order_with_a_meaning_stays(data: Path, more: str, end: str) -> None:
    """A proof names choices by their place."""
    write_quiz(data, "shuffle: true\n", more, end)
    assert set(list_right(inspect_project(data))) == {1}


def test_cards_ask_in_the_same_order_as_pages(data: Path) -> None:
    write_quiz(data, "shuffle: true\n")
    site = Site(inspect_project(data).bank, home=SITE_URL)
    sides = Notes(site).sides("quizzes/phase-03-three", "en")
    for placed, (front, _) in zip(site.placed_in("quizzes/phase-03-three"), sides, strict=True):
        assert placed.question
        texts = [choice.text.show("en").markdown for choice in placed.question.choices]
        assert sorted(texts, key=front.index) == texts


def test_turning_it_on_changes_no_answer(data: Path, tmp_path: Path) -> None:
    """The check compares choices by what they say, not by their place."""
    write_quiz(data)
    base = tmp_path / "base"
    base.mkdir()
    for path in data.rglob("*.yaml"):
        target = base / "data" / path.relative_to(data)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    write_quiz(data, "shuffle: true\n")
    inspection = inspect_project(data, base=base / "data")
    assert inspection.problems == []
    assert inspection.changed_keys == []

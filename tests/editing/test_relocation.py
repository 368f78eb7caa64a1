"""Move, rename, and retire: ids, histories, proofs, and Anki notes survive, and old addresses redirect."""

from __future__ import annotations

from pathlib import Path

import pytest

from edits import replace_once
from espejo.check.project import Inspection, inspect_project
from espejo.commands.cli import main
from espejo.exports.notes import Notes
from espejo.model.bank import list_variants
from espejo.rendering.site import Site
from small_bank import SITE_URL

QUIZ, OTHER = "quizzes/phase-01-arithmetic", "quizzes/phase-02-collections"
DECK = "drills/chapter-01-facts"
GUIDED = "study-guide/quiz-01-division"


def espejo(data: Path, *words: str) -> Inspection:
    """Runs a command that must succeed without causing problems or losing proofs."""
    before = inspect_project(data)
    assert main([*words, "--data", str(data)]) == 0
    after = inspect_project(data)
    assert [str(one) for one in after.problems] == []
    gone = list_places(before).keys() - list_places(after).keys()
    unproven = {one.owner for one in after.notices if "its proof has" in one.fact}
    assert unproven == {one.owner for one in before.notices if "its proof has" in one.fact} - gone
    return after


def list_places(inspection: Inspection) -> dict[str, str]:
    return {placed.item.id: placed.path for placed in inspection.bank.items()}


def list_guids(inspection: Inspection) -> set[str]:
    site = Site(inspection.bank, home=SITE_URL)
    return {
        Notes(site).make(variant, placed).guid
        for variant in list_variants(site.bank)
        for placed in site.bank.items()
    }


def test_questions_move_to_another_quiz(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They go to its end with all their passages, in the given order."""
    before = inspect_project(data)
    items = {placed.item.id: placed.item for placed in before.bank.items()}
    after = espejo(data, "move", "q-01-06", "q-01-02", OTHER)
    said = capsys.readouterr().out
    assert f"q-01-06 moved from {QUIZ} to {OTHER}. Its old address leads there." in said
    places = list_places(after)
    assert places == {**list_places(before), "q-01-06": OTHER, "q-01-02": OTHER}
    assert [id_ for id_, path in places.items() if path == OTHER][-2:] == ["q-01-06", "q-01-02"]
    for placed in after.bank.items():
        old = items[placed.item.id]
        assert [text.passages for text in placed.item.texts()] == [text.passages for text in old.texts()]
    assert list_guids(after) == list_guids(before)
    assert after.moves.items[QUIZ] == {"q-01-06": OTHER, "q-01-02": OTHER}
    assert main(["accept", "--data", str(data)]) == 0
    assert espejo(data, "move", "q-01-06", QUIZ).moves.items == {
        QUIZ: {"q-01-02": OTHER},
        OTHER: {"q-01-06": QUIZ},
    }


def test_a_topic_is_removed_from_a_quiz_with_its_last_question(data: Path) -> None:
    inspection = inspect_project(data)
    collection = inspection.bank.collections[0]
    unit = collection.units[QUIZ.partition("/")[2]]
    for name in unit.topics:
        leaving = [item.id for item in unit.items if name in item.topics]
        if 0 < len(leaving) < len(unit.items):
            break
    after = espejo(data, "move", *leaving, OTHER)
    assert name not in after.bank.collections[0].units[QUIZ.partition("/")[2]].topics


def test_a_renamed_file(data: Path) -> None:
    """Its guide, prerequisites elsewhere, and redirects are updated, and its Anki deck keeps its name."""
    before = inspect_project(data)
    names = before.bank.ledger.names[GUIDED]
    after = espejo(data, "rename", GUIDED, "quiz-01-quotients")
    new = "study-guide/quiz-01-quotients"
    assert after.moves.pages[GUIDED] == new
    guide = next(one.guide for one in after.bank.collections if one.guide)
    assert "quiz-01-quotients" in guide.courses[0].quizzes
    assert {name for _, _, unit in after.bank.units() for name in unit.prerequisites} == {new}
    assert main(["accept", "--data", str(data)]) == 0
    assert inspect_project(data).bank.ledger.names[new] == names
    assert list_guids(after) == list_guids(before)
    after = espejo(data, "rename", "phase-02-collections", "phase-02-containers")
    assert [one.new for one in after.bank.redirects] == ["quizzes/phase-02-containers"]


@pytest.mark.parametrize("name", ["d-01-02", "q-01-03"])
def test_an_item_retires(name: str, data: Path) -> None:
    after = espejo(data, "retire", name)
    assert name not in list_places(after)
    assert main(["accept", "--data", str(data)]) == 0
    assert name in inspect_project(data).bank.ledger.retired


def test_a_file_retires_with_its_questions(data: Path) -> None:
    """Its page redirects to its collection, and its guide no longer lists it."""
    path = "study-guide/quiz-02-averages"
    ids = [id_ for id_, at in list_places(inspect_project(data)).items() if at == path]
    assert main(["retire", path, "--data", str(data)]) == 0
    after = inspect_project(data)
    assert after.faults == []
    assert after.moves.pages[path] == "study-guide"
    assert main(["accept", "--data", str(data)]) == 0
    assert set(ids) <= set(inspect_project(data).bank.ledger.retired)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("move", "q-99-99", OTHER), "Unknown id 'q-99-99'."),
        (("move", "q-01-01", "quizzes/phase-09-x"), "Unknown file 'quizzes/phase-09-x'."),
        (("move", "q-01-01", QUIZ), f"q-01-01 is already in {QUIZ}."),
        (("move", "q-01-01", DECK), f"{DECK} cannot hold q-01-01: one has questions, the other cards."),
        (("rename", QUIZ, "Phase 1"), "Invalid file name 'Phase 1'."),
        (("rename", QUIZ, "phase-02-collections"), f"data/{OTHER}.yaml already exists."),
        (("move", *(f"q-01-0{number}" for number in range(1, 8)), OTHER), f"{QUIZ} would be empty."),
        (("retire", "q-99-99"), "Unknown file 'q-99-99'."),
        (("retire", "quiz-03-strings"), "study-guide/quiz-03-strings is the only quiz of its course"),
        (("retire", "quiz-01-division"), "quiz-02-averages.yaml:16 refers to study-guide/quiz-01-division."),
        (("retire", "d-01-03"), "quiz-03-strings.yaml:45 refers to d-01-03. Remove that first."),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_an_impossible_edit_changes_nothing(
    words: tuple[str, ...], said: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in data.rglob("*.yaml")}
    assert main([*words, "--data", str(data)]) == 2
    assert said in capsys.readouterr().err
    assert {path: path.read_bytes() for path in data.rglob("*.yaml")} == before


def test_an_item_below_its_dash_is_left_to_its_author(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replace_once(data / f"{DECK}.yaml", "cards:\n  - id: d-01-01\n", "cards:\n  -\n    id: d-01-01\n")
    assert main(["retire", "d-01-01", "--data", str(data)]) == 2
    assert "the item is not on its own line. Edit this list by hand." in capsys.readouterr().err

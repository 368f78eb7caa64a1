"""`espejo new`: a skeleton that passes the check, in a file that is otherwise as it was."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from espejo.bank import Loaded, load_bank
from espejo.cli import main
from espejo.model import Question
from project import ROOT, copy_shelf

PHASE = "quizzes/phase-07-scalar-autograd"
DRILL = "drills/chapter-03-backprop-autograd"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A bank without a quiz."""
    data = copy_shelf(tmp_path / "data")
    (data / "quizzes").mkdir()
    shutil.copy(ROOT / "data" / "collections.yaml", data)
    return data


def new(data: Path, *words: str) -> int:
    return main(["new", *words, "--data", str(data)])


def sound(data: Path, *ids: str) -> Loaded:
    """The bank, in which these ids alone are unwritten and nothing is wrong."""
    loaded = load_bank(data)
    assert [str(one) for one in loaded.problems] == []
    assert {one.owner for one in loaded.notices} <= {"", *ids}
    assert all("not written yet" in one.fact for one in loaded.notices)
    return loaded


@pytest.mark.parametrize("kind", ["single", "multiple", "truefalse", "free", "recall"])
def test_a_question_of_each_kind(data: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = data / f"{PHASE}.yaml"
    before = file.read_bytes()
    assert new(data, "question", PHASE, "--kind", kind) == 0
    after = file.read_bytes()
    assert after.startswith(before)
    said = capsys.readouterr().out
    line = before.count(b"\n") + 1
    assert f"data/{PHASE}.yaml:{line}: q-07-06" in said
    loaded = sound(data, "q-07-06")
    question = next(one for _, one in loaded.bank.questions() if one.id == "q-07-06")
    assert question.kind == kind
    assert question.place.line == line
    assert all(set(text.passages) == {"en", "es"} for text in question.texts())
    assert {one.place.line for one in loaded.notices} == {text.place.line for text in question.texts()}


def test_a_card_in_one_language(data: Path) -> None:
    before = (data / f"{DRILL}.yaml").read_bytes()
    assert new(data, "card", f"data/{DRILL}.yaml", "--in", "es") == 0
    assert (data / f"{DRILL}.yaml").read_bytes().startswith(before)
    loaded = load_bank(data)
    assert loaded.problems == []
    card = next(asked.item for asked in loaded.bank.items() if asked.item.id == "d-03-11")
    assert all(set(text.passages) == {"es"} for text in card.texts())


def test_a_quiz_is_named_in_a_course_and_the_guide_is_otherwise_as_it_was(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    guide = data / "study-guide" / "guide.yaml"
    before = guide.read_text(encoding="utf-8")
    assert new(data, "quiz", "study-guide", "quiz-13-graph-networks", "--course", "2", "--kind", "free") == 0
    loaded = sound(data, "pt-13-01")
    collection = next(one for one in loaded.bank.collections if one.folder == "study-guide")
    assert collection.guide
    assert collection.guide.courses[1].quizzes[-1] == "quiz-13-graph-networks"
    added = "      - quiz-13-graph-networks\n"
    assert guide.read_text(encoding="utf-8").replace(added, "") == before
    said = capsys.readouterr().out
    assert "data/study-guide/quiz-13-graph-networks.yaml:1: pt-13-01" in said
    assert "data/study-guide/guide.yaml:35: quiz-13-graph-networks, in course 2" in said
    first = (data / "study-guide" / "quiz-13-graph-networks.yaml").read_text(encoding="utf-8").split("\n")[0]
    assert first == "# yaml-language-server: $schema=../../docs/schema/quiz.json"


def test_a_quiz_and_a_deck_where_there_are_no_courses(data: Path) -> None:
    assert new(data, "quiz", "quizzes/phase-26-compilers") == 0
    assert new(data, "deck", "drills/chapter-04-optimizers") == 0
    loaded = sound(data, "q-26-01", "d-04-01")
    assert {"q-26-01", "d-04-01"} <= {asked.item.id for asked in loaded.bank.items()}


def test_an_id_that_was_ever_used_is_not_given_again(data: Path) -> None:
    ledger = data / "ledger.yaml"
    text = ledger.read_text(encoding="utf-8")
    entry = "entries:\n  - id: q-07-08\n    seen:\n      en: 2026-11-16T05:38:26Z a3760e\n"
    text = text.replace("entries:\n", entry, 1)
    ledger.write_text(f"{text}retired:\n  - d-03-12\n  - q-07-ten\n", encoding="utf-8")
    assert new(data, "question", PHASE) == 0
    assert new(data, "card", DRILL) == 0
    ids = {asked.item.id for asked in load_bank(data).bank.items()}
    assert {"q-07-09", "d-03-13"} <= ids
    assert not {"q-07-06", "q-07-08", "d-03-11", "d-03-12"} & ids


def test_all_ids_used(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (data / "ledger.yaml").open("a", encoding="utf-8") as ledger:
        ledger.write("retired:\n  - q-07-99\n")
    assert new(data, "question", PHASE) == 2
    assert "q-07-99" in capsys.readouterr().err


# How files end, and what stands after their list: each file's old bytes are kept around the new ones.
ENDS = {
    "a comment in code": "    why:\n      en: |\n        ```python\n        x\n        # done\n        ```\n",
    "no line end": "    why: {en: So., es: Así.}",
    "blank lines": "    why: {en: So., es: Así.}\n\n\n",
    "a comment": "    why: {en: So., es: Así.}\n\n# The end.\n",
    "another key": "    why: {en: So., es: Así.}\nlabels: letters\n",
    "a quoted passage in lines": '    why:\n      en: "So\n        it is."\n',
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ENDS)
def test_the_rest_of_the_file_is_kept_byte_for_byte(shelf: Path, end: str, newline: str) -> None:
    head = """\
title: {en: A title, es: Un título}
subject: {en: A thing, es: Una cosa}
focus: {en: Things., es: Cosas.}
questions:
-   id: q-30-01
    kind: recall
    title: {en: What is it?, es: ¿Qué es?}
    answer: {en: This., es: Esto.}
"""
    file = shelf / "quizzes" / "phase-30-ends.yaml"
    before = (head + ENDS[end]).replace("\n", newline).encode()
    file.write_bytes(before)
    assert new(shelf, "question", "phase-30-ends", "--kind", "recall") == 0
    after = file.read_bytes()
    at = after.index(b"- id: q-30-02")
    added = len(after) - len(before)
    kept = after[:at] + after[at + added :]
    assert kept == before or after[: at - len(newline)] == before  # a last line gets its end
    assert after.count(b"\n") == after.count(newline.encode())
    assert [question.id for _, question in load_bank(shelf).bank.questions()] == ["q-30-01", "q-30-02"]


def test_a_list_in_brackets_is_left_alone(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = shelf / "quizzes" / "phase-30-flow.yaml"
    file.write_text(
        "title: {en: A title, es: Un título}\nsubject: {en: A thing, es: Una cosa}\n"
        "focus: {en: Things., es: Cosas.}\nquestions: [{id: q-30-01, kind: recall,\n"
        "  title: {en: What is it?, es: ¿Qué es?}, answer: {en: This., es: Esto.}}]\n",
        encoding="utf-8",
    )
    before = file.read_bytes()
    assert new(shelf, "question", "phase-30-flow") == 2
    assert "by hand" in capsys.readouterr().err
    assert file.read_bytes() == before


WRONG = {
    "quiz foo/bar-01-x": "There is no collection 'foo'. Expected one of: drills, quizzes, study-guide.",
    "quiz ../bar-01-x": "There is no collection '..'.",
    "quiz quizzes": "'' cannot be the name of a file here. Expected such as: quizzes/phase-26-short-name",
    "quiz quizzes/Compilers": "'Compilers' cannot be the name of a file here.",
    "quiz quizzes/a/phase-26-x": "'a/phase-26-x' cannot be the name of a file here.",
    "quiz quizzes/guide": "'guide' cannot be the name of a file here.",
    "quiz drills/chapter-09-x": "drills holds decks: espejo new deck drills/chapter-09-x",
    "deck quizzes/phase-26-x": "quizzes holds quizzes: espejo new quiz quizzes/phase-26-x",
    f"quiz {PHASE}": f"{PHASE}.yaml is there already. To add to it: espejo new question data/{PHASE}.yaml",
    "question quizzes/phase-07": f"There is no file 'quizzes/phase-07'. Did you mean '{PHASE}'?",
    f"card {PHASE}": f"{PHASE} holds questions: espejo new question {PHASE}",
    f"question {DRILL}": f"{DRILL} holds cards: espejo new card {DRILL}",
    "quiz quizzes/phase-26-x --course 1": "quizzes has no courses.",
    "quiz study-guide/quiz-13-x --course 4": "There is no course 4: data/study-guide/guide.yaml has 3.",
    f"question {PHASE} --in fr": "There is no language 'fr'. Expected one of: en, es.",
}


@pytest.mark.parametrize("words", WRONG)
def test_what_cannot_be_begun(data: Path, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Says why and what would do, and writes nothing."""
    before = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    assert new(data, *words.split()) == 2
    assert WRONG[words] in capsys.readouterr().err
    assert {path: path.read_bytes() for path in data.rglob("*") if path.is_file()} == before


def test_an_unknown_kind(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        new(data, "question", PHASE, "--kind", "essay")
    assert stopped.value.code == 2
    assert "'single', 'multiple', 'truefalse', 'free', 'recall'" in capsys.readouterr().err


def test_a_bank_with_problems_is_mended_first(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = data / f"{PHASE}.yaml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("kind: single", "kind: singel", 1), encoding="utf-8"
    )
    before = file.read_bytes()
    assert new(data, "question", PHASE) == 1
    assert "unknown value 'singel'" in capsys.readouterr().out
    assert file.read_bytes() == before


def test_a_folder_that_is_a_link_is_not_written_to(
    shelf: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (shelf / "drills").symlink_to(tmp_path / "elsewhere")
    assert new(shelf, "deck", "drills/chapter-05-x") == 2
    assert "data/drills is a link to another folder." in capsys.readouterr().err
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_what_is_not_written_yet_is_not_accepted(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A deck's name is kept for good, so it may not be that of a skeleton."""
    assert new(data, "quiz", "quizzes/phase-26-compilers") == 0
    before = (data / "ledger.yaml").read_bytes()
    capsys.readouterr()
    assert main(["accept", "--data", str(data)]) == 1
    assert "data/quizzes/phase-26-compilers.yaml:3:3: not written yet." in capsys.readouterr().out
    assert (data / "ledger.yaml").read_bytes() == before


def test_the_first_topic_of_the_quiz_is_put_in(data: Path) -> None:
    assert new(data, "question", "quiz-01-pytorch-basics") == 0
    item = next(asked.item for asked in load_bank(data).bank.items() if asked.item.id == "pt-01-11")
    assert isinstance(item, Question)
    assert list(item.topics) == ["loss-functions"]


def test_a_skeleton_is_not_offered_to_the_ledger(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Else the name of a deck that nobody has written yet would be its name for good."""
    assert main(["new", "deck", "drills/chapter-04-optimizers", "--data", str(project / "data")]) == 0
    capsys.readouterr()
    assert main(["check", "--data", str(project / "data")]) == 1
    said = capsys.readouterr().out
    assert "d-04-01: not accepted yet." in said
    assert "Replace the passages that begin with ✎, and then accept them." in said
    assert "decks:" not in said

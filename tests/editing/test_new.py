"""`espejo new`: adds a draft that passes the check, and leaves the rest of the file unchanged."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from edits import remove_references, replace_once, write_bank_without_items
from espejo.check.project import Inspection, inspect_project
from espejo.commands.cli import main
from espejo.editing.lints.linter import lint_bank
from espejo.model.kinds import KINDS
from espejo.model.problems import Problem
from espejo.model.quiz import Card, Question
from espejo.model.text import DRAFT
from espejo.rendering.bank_status import measure_status
from small_bank import SITE_URL, load_small_bank

PHASE = "quizzes/phase-01-arithmetic"
DRILL = "drills/chapter-01-facts"


@pytest.fixture
def data(data: Path) -> Path:
    """The small bank in a project whose site has an address."""
    (data.parent / "mkdocs.yml").write_text(f"site_url: {SITE_URL}\n", encoding="utf-8")
    return data


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """The small bank without quizzes and decks."""
    return write_bank_without_items(tmp_path / "empty" / "data")


def new(data: Path, *words: str) -> int:
    """Runs `espejo new` and returns its exit status."""
    return main(["new", *words, "--data", str(data)])


def load_with_drafts(data: Path, *ids: str) -> Inspection:
    """Loads a valid bank in which only the passages of these ids are drafts."""
    loaded = inspect_project(data)
    assert [str(one) for one in loaded.faults] == []
    drafts = find_drafts(loaded)
    assert {one.owner for one in drafts} - {""} == set(ids)
    assert all("not written yet" in one.fact for one in drafts)
    return loaded


def find_drafts(loaded: Inspection) -> set[Problem]:
    """What the check says about a bank besides what it says about the small one."""
    small = load_small_bank()
    return {*loaded.problems, *loaded.notices} - {*small.problems, *small.notices}


def read_files(data: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_of_each_kind(data: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It gets the next free id, and drafts of all passages in both languages."""
    file = data / f"{PHASE}.yaml"
    before = file.read_bytes()
    assert new(data, "question", PHASE, "--kind", kind) == 0
    assert file.read_bytes().startswith(before)
    line = before.count(b"\n") + 1
    assert f"data/{PHASE}.yaml:{line}: q-01-09" in capsys.readouterr().out  # q-01-08 is retired
    loaded = load_with_drafts(data, "q-01-09")
    question = next(one for _, one in loaded.bank.questions() if one.id == "q-01-09")
    assert question.kind == kind
    assert question.place.line == line
    assert all(set(text.passages) == {"en", "es"} for text in question.texts())
    assert all(passage.startswith(DRAFT) for text in question.texts() for passage in text.passages.values())
    assert [one.place for one in find_drafts(loaded)] == [next(question.texts()).place]  # a single notice


def test_a_new_quiz_of_a_guide_is_added_to_a_course(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It goes at the end of the requested course, or of the last one. The rest of the guide stays."""
    slug = "quiz-04-fractions"
    guide = data / "study-guide" / "guide.yaml"
    before = guide.read_text(encoding="utf-8")
    assert new(data, "quiz", "study-guide", slug, "--course", "1", "--kind", "free") == 0
    loaded = load_with_drafts(data, "pt-04-01")
    collection = next(one for one in loaded.bank.collections if one.folder == "study-guide")
    assert collection.guide
    assert collection.guide.courses[0].quizzes[-1] == slug
    after = guide.read_text(encoding="utf-8")
    added = f"      - {slug}\n"
    assert after.replace(added, "") == before
    line = after[: after.index(added)].count("\n") + 1
    said = capsys.readouterr().out
    assert f"data/study-guide/{slug}.yaml:1: pt-04-01" in said
    assert f"data/study-guide/guide.yaml:{line}: {slug}, in course 1" in said
    first = (data / "study-guide" / f"{slug}.yaml").read_text(encoding="utf-8").partition("\n")[0]
    assert first == "# yaml-language-server: $schema=https://espejo.test/schema/quiz.json"
    assert new(data, "quiz", "study-guide/quiz-05-primes") == 0
    loaded = load_with_drafts(data, "pt-04-01", "pt-05-01")
    guide_now = next(one.guide for one in loaded.bank.collections if one.guide)
    assert guide_now.courses[-1].quizzes[-1] == "quiz-05-primes"


@pytest.mark.parametrize(
    ("words", "file", "id_"),
    [
        (("topic", "prime-numbers"), "topics.yaml", "prime-numbers"),
        (("term", "even-number"), "glossary.yaml", "even-number"),
        (("formula",), "reference/formulas.yaml", "f-04"),
        (("pattern",), "reference/patterns.yaml", "p-03"),
    ],
)
@pytest.mark.parametrize("is_first", [False, True], ids=["another", "the first"])
def test_a_record_of_the_reference(
    data: Path,
    words: tuple[str, ...],
    file: str,
    id_: str,
    is_first: bool,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It goes at the end of its file, or into a new file if it's the first of its kind."""
    path = data / file
    if is_first:
        path.unlink()
        (data / "ledger.yaml").unlink()
        remove_references(data)
        id_ = re.sub(r"(?<=^[fp]-)\d\d$", "01", id_)
    before = b"" if is_first else path.read_bytes()
    assert new(data, *words) == 0
    assert f"data/{file}:{before.count(10) + 1}: {id_}" in capsys.readouterr().out
    assert path.read_bytes().startswith(before)
    loaded = inspect_project(data)
    assert [str(one) for one in (*loaded.faults, *lint_bank(loaded.bank, data.parent))] == []
    record = next(one for one in loaded.bank.reference.records() if one.id == id_)
    assert all(set(text.passages) == {"en", "es"} for text in record.texts())
    (draft,) = [one for one in loaded.problems if one.owner == id_ and "not written yet" in one.fact]
    assert draft.place == next(iter(record.texts())).place
    kind = Path(file).stem
    schema = f"https://espejo.test/schema/{kind}.json"
    assert path.read_text(encoding="utf-8").startswith(f"# yaml-language-server: $schema={schema}\n")


def test_used_ids_are_not_given_again(data: Path) -> None:
    """Neither current nor retired ids are reused. With --in, records are drafted only in that language."""
    ledger = data / "ledger.yaml"
    entry = "entries:\n  - id: q-01-11\n    seen:\n      en: 2026-11-16T05:38:26Z a3760e12\n"
    replace_once(ledger, "entries:\n", entry)
    replace_once(ledger, "retired:\n", "retired:\n  - d-01-06\n  - f-07\n")
    assert new(data, "question", PHASE) == 0
    before = (data / f"{DRILL}.yaml").read_bytes()
    assert new(data, "card", f"data/{DRILL}.yaml", "--in", "es") == 0
    assert (data / f"{DRILL}.yaml").read_bytes().startswith(before)
    assert new(data, "formula", "--in", "es") == 0
    loaded = inspect_project(data)
    assert loaded.faults == []
    items = {asked.item.id: asked.item for asked in loaded.bank.items()}
    assert {"q-01-12", "d-01-07"} <= items.keys()
    assert not {"q-01-08", "q-01-09", "q-01-11", "d-01-05", "d-01-06"} & items.keys()
    formula = loaded.bank.reference.formulas[-1]
    assert formula.id == "f-08"
    texts = [*items["d-01-07"].texts(), *formula.texts()]
    assert all(set(text.passages) == {"es"} for text in texts)


def test_a_file_that_has_used_all_its_ids(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After number 9999, nothing is added, and the message says why."""
    replace_once(data / "ledger.yaml", "retired:\n", "retired:\n  - q-01-9999\n")
    before = read_files(data)
    assert new(data, "question", PHASE) == 2
    assert "has used all its ids, up to q-01-9999." in capsys.readouterr().err
    assert read_files(data) == before


# Possible file endings, and keys after the list
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
def test_the_rest_of_the_file_is_kept_byte_for_byte(empty: Path, end: str, newline: str) -> None:
    """This includes line endings, comments, blank lines, and keys after the list."""
    head = """\
title: {en: A title, es: Un título}
subject: {en: A thing, es: Una cosa}
focus: {en: Things., es: Cosas.}
questions:
-   id: q-30-01
    kind: recall
    title: {en: 'What is it?', es: '¿Qué es?'}
    answer: {en: This., es: Esto.}
"""
    file = empty / "quizzes" / "phase-30-ends.yaml"
    before = (head + ENDS[end]).replace("\n", newline).encode()
    file.write_bytes(before)
    assert new(empty, "question", "phase-30-ends", "--kind", "recall") == 0
    after = file.read_bytes()
    at = after.index(b"- id: q-30-02")
    assert not after[:at].rstrip(b" ").endswith(2 * newline.encode()), "it follows the last question"
    added = len(after) - len(before)
    kept = after[:at] + after[at + added :]
    assert kept == before or after[: at - len(newline)] == before  # the last line is terminated
    assert after.count(b"\n") == after.count(newline.encode())
    assert [question.id for _, question in inspect_project(empty).bank.questions()] == ["q-30-01", "q-30-02"]


@pytest.mark.parametrize(
    "sentence", ["What to ask:", "A question: short", "#1 # 2", "One: line\nnext # line"]
)
def test_a_placeholder_is_valid_yaml_whatever_its_sentence(data: Path, sentence: str) -> None:
    """Unquoted, a colon, hash, or line break would have a special meaning."""
    replace_once(data / "locales" / "en.yaml", '"Card.front"', json.dumps(sentence))
    assert new(data, "card", DRILL) == 0
    card = next(one.item for one in inspect_project(data).bank.items() if one.item.id == "d-01-05")
    assert isinstance(card, Card)
    assert card.front.show("en").markdown == f"{DRAFT}{sentence}"


def test_a_list_in_brackets_is_left_to_its_author(empty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = empty / "quizzes" / "phase-30-flow.yaml"
    file.write_text(
        "title: {en: A title, es: Un título}\nsubject: {en: A thing, es: Una cosa}\n"
        "focus: {en: Things., es: Cosas.}\nquestions: [{id: q-30-01, kind: recall,\n"
        "  title: {en: 'What is it?', es: '¿Qué es?'}, answer: {en: This., es: Esto.}}]\n",
        encoding="utf-8",
    )
    before = file.read_bytes()
    assert new(empty, "question", "phase-30-flow") == 2
    assert "by hand" in capsys.readouterr().err
    assert file.read_bytes() == before


WRONG = {
    "quiz foo/bar-01-x": "Unknown collection 'foo'. Expected one of: drills, quizzes, study-guide.",
    "quiz ../bar-01-x": "Unknown collection '..'.",
    "quiz quizzes": "Invalid file name ''. Expected something like: quizzes/phase-03-short-name",
    "quiz quizzes/Compilers": "Invalid file name 'Compilers'.",
    "quiz quizzes/a/phase-26-x": "Invalid file name 'a/phase-26-x'.",
    "quiz quizzes/guide": "Invalid file name 'guide'.",
    "quiz drills/chapter-09-x": "drills contains decks. Use: espejo new deck drills/chapter-09-x",
    "deck quizzes/phase-26-x": "quizzes contains quizzes. Use: espejo new quiz quizzes/phase-26-x",
    f"quiz {PHASE}": f"{PHASE}.yaml already exists. To add to it: espejo new question data/{PHASE}.yaml",
    "question quizzes/phase-01": f"Unknown file 'quizzes/phase-01'. Did you mean '{PHASE}'?",
    f"card {PHASE}": f"{PHASE} contains questions. Use: espejo new question {PHASE}",
    f"question {DRILL}": f"{DRILL} contains cards. Use: espejo new card {DRILL}",
    "quiz quizzes/phase-26-x --course 1": "quizzes has no courses.",
    "quiz study-guide/quiz-04-x --course 3": "No course 3: data/study-guide/guide.yaml has 2.",
    f"question {PHASE} --in fr": "Unknown language 'fr'. Expected one of: en, es.",
    "topic division": "There is already a topic 'division'.",
    "term Average": "Invalid id 'Average'. Expected something like: water-cycle",
    "topic index": "Invalid id 'index'.",
    "term words": "Invalid id 'words'.",
}


@pytest.mark.parametrize("words", WRONG)
def test_an_impossible_request(data: Path, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The message explains why and suggests what would work. Nothing is written."""
    before = read_files(data)
    assert new(data, *words.split()) == 2
    assert WRONG[words] in capsys.readouterr().err
    assert read_files(data) == before


def test_an_unknown_kind(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message lists all kinds."""
    with pytest.raises(SystemExit) as stopped:
        new(data, "question", PHASE, "--kind", "essay")
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert all(f"'{kind}'" in error for kind in KINDS)


def test_nothing_is_added_to_a_bank_with_problems(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = data / f"{PHASE}.yaml"
    replace_once(file, "kind: single", "kind: singel")
    before = file.read_bytes()
    assert new(data, "question", PHASE) == 1
    assert "unknown value 'singel'" in capsys.readouterr().out
    assert file.read_bytes() == before


def test_a_folder_that_is_a_link_is_not_written_to(
    empty: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Symbolic links could point outside the bank."""
    (tmp_path / "elsewhere").mkdir()
    (empty / "drills").rmdir()
    (empty / "drills").symlink_to(tmp_path / "elsewhere")
    assert new(empty, "deck", "drills/chapter-05-x") == 1
    assert "data/drills:1:1: this is a symbolic link." in capsys.readouterr().out
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_new_question_has_the_first_topic_of_its_quiz(data: Path) -> None:
    """The quiz can be named without its folder."""
    assert new(data, "question", "phase-02-collections") == 0
    bank = inspect_project(data).bank
    item = next(asked.item for asked in bank.items() if asked.item.id == "q-02-08")
    assert isinstance(item, Question)
    assert list(item.topics) == ["sets"]


def test_a_draft_counts_as_not_translated(data: Path) -> None:
    """The status lists each of its passages in every language."""
    assert new(data, "card", DRILL) == 0
    groups = measure_status(inspect_project(data).bank, ())
    (row,) = [row for group in groups for row in group.rows if row.path == DRILL]
    missing = [task for task in row.tasks if task.id == "d-01-05" and task.what == "missing"]
    assert [task.locale for task in missing] == ["en", "es", "en", "es"]


def test_a_draft_is_not_recorded(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A question is recorded once it's written; the deck's permanent name, once it has a title."""
    assert new(data, "quiz", "quizzes/phase-26-compilers") == 0
    before = (data / "ledger.yaml").read_bytes()
    capsys.readouterr()
    assert main(["accept", "--data", str(data)]) == 0
    assert capsys.readouterr().out == "The ledger is up to date.\n"
    assert (data / "ledger.yaml").read_bytes() == before
    assert main(["check", "--data", str(data)]) == 1
    assert "data/quizzes/phase-26-compilers.yaml:3:3: not written yet." in capsys.readouterr().out
    file = data / "quizzes" / "phase-26-compilers.yaml"
    head, questions, rest = file.read_text(encoding="utf-8").partition("questions:\n")
    file.write_text(head + questions + rest.replace(DRAFT, ""), encoding="utf-8")
    assert main(["accept", "--data", str(data)]) == 0
    ledger = inspect_project(data).bank.ledger
    assert "q-26-01" in ledger.by_id
    assert "quizzes/phase-26-compilers" not in ledger.names

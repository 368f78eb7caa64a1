"""What is refused of a whole bank, beyond what one quiz can show (that is in cases/)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from espejo.bank import load_bank
from espejo.load import MAX_BYTES
from project import ROOT

QUIZ = "quizzes/phase-07-scalar-autograd.yaml"
GUIDE = "study-guide/guide.yaml"

COLLECTION = (
    "  - {{folder: {folder}, prefix: {prefix}, title: {{en: A, es: B}}, about: {{en: A., es: B.}}}}\n"
)

Spoil = Callable[[Path], object]


def append(name: str, text: str) -> Spoil:
    return lambda data: (data / name).write_text((data / name).read_text() + text)


def swap(name: str, old: str, new: str) -> Spoil:
    return lambda data: (data / name).write_text((data / name).read_text().replace(old, new, 1))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (
            append(QUIZ, "#" * MAX_BYTES),
            f"data/{QUIZ}:1:1: the file is larger than 1,000,000 bytes. Split it in two.",
        ),
        (lambda data: (data / "glossary.yaml").unlink(), "data/glossary.yaml:1:1: the file is missing."),
        (
            lambda data: (data / "quizzes" / "note.txt").write_text("x"),
            "data/quizzes/note.txt:1:1: no collection reads this file. "
            "Put it in one of their folders, or delete it.",
        ),
        (
            lambda data: (data / QUIZ).rename(data / "quizzes" / "Phase 7.yaml"),
            "data/quizzes/Phase 7.yaml:1:1: the file is called 'Phase 7'. "
            "Expected such as: phase-07-scalar-autograd.",
        ),
        (
            lambda data: (data / "quizzes" / "phase-09-x.yaml").symlink_to(data / QUIZ),
            "data/quizzes/phase-09-x.yaml:1:1: a link to another file. Put the file itself here.",
        ),
        (
            swap("collections.yaml", "folder: quizzes", "folder: ../quizzes"),
            "data/collections.yaml:5:5: not the name of a folder: '../quizzes'. Expected: quizzes",
        ),
        (
            append("collections.yaml", COLLECTION.format(folder="quizzes", prefix="z")),
            "the folder 'quizzes' is taken. Choose another name.",
        ),
        (
            append("collections.yaml", COLLECTION.format(folder="more", prefix="q")),
            "the prefix 'q' is taken. Choose other letters.",
        ),
        (
            swap("locales/es.yaml", "  skip: Ir", "  skyp: Ir"),
            "data/locales/es.yaml:3:1: unknown word 'skyp'. Did you mean 'skip'?",
        ),
        (
            swap("locales/es.yaml", "  skip: Ir al contenido\n", ""),
            "data/locales/es.yaml:3:1: missing word 'skip'. It is the link that jumps over the header.",
        ),
        (
            swap("locales/es.yaml", "Enlace permanente a {id}", "Enlace permanente"),
            "data/locales/es.yaml:3:1: the blanks of 'permalink' differ. "
            "It is what the id of a question, {id}, links to.",
        ),
        (
            append("glossary.yaml", "  - {id: axis, term: axis, meaning: {en: An axis., es: Un eje.}}\n"),
            "axis: the id is taken, in line",
        ),
        (
            append("topics.yaml", "  - {id: Loss, title: {en: A, es: A}, about: {en: B., es: B.}}\n"),
            "Loss: malformed id. Expected one such as loss-functions.",
        ),
        (
            swap(GUIDE, "- quiz-02-training-evaluation", "- quiz-02-training"),
            "no quiz is called 'quiz-02-training'. Did you mean 'quiz-02-training-evaluation'?",
        ),
        (
            swap(GUIDE, "- quiz-02-training-evaluation", "- quiz-01-pytorch-basics"),
            "the quiz 'quiz-01-pytorch-basics' is in a course already, in line ",
        ),
        (
            swap(GUIDE, "      - quiz-02-training-evaluation\n", ""),
            "data/study-guide/quiz-02-training-evaluation.yaml:1:1: the quiz is in no course. "
            "Name it in data/study-guide/guide.yaml: - quiz-02-training-evaluation",
        ),
        (
            swap(GUIDE, "edition: 2026-11-16", "edition: 16/11/2026"),
            "not a date: '16/11/2026'. Expected such as: 2026-11-16",
        ),
        (
            swap(GUIDE, "id: advanced", "id: The rest"),
            "The rest: malformed id. Expected one such as fundamentals.",
        ),
        (
            swap(GUIDE, "id: advanced", "id: fundamentals"),
            "fundamentals: the id is taken, in line 5.",
        ),
        (
            lambda data: (data / "study-guide" / "quiz-12-model-deployment.yaml").rename(
                data / "study-guide" / "print.yaml"
            ),
            "data/study-guide/print.yaml:1:1: a guide has its print views at 'print'. Give the quiz's file ",
        ),
        (
            swap("reference/formulas.yaml", "id: f-02", "id: f-01"),
            "f-01: the id is taken, in line 5.",
        ),
        (
            swap("reference/formulas.yaml", "'$$L = ", "'It is $$L = "),
            "f-01: expected one formula between $$ and $$, and nothing else.",
        ),
        (
            swap("reference/patterns.yaml", "        ```python", "        Look:\n\n        ```python"),
            "p-01: expected one listing between ```python and ```, and nothing else.",
        ),
    ],
)
def test_refused(spoil: Spoil, said: str, tmp_path: Path) -> None:
    """Each is one problem with its place, and the rest of the bank is still checked."""
    data = tmp_path / "data"
    shutil.copytree(ROOT / "data", data)
    spoil(data)
    problems = [str(problem) for problem in load_bank(data).problems]
    assert any(said in problem for problem in problems), problems


def test_scalars_stay_as_typed(tmp_path: Path) -> None:
    """What YAML would guess to be a number, a time or nothing is the text that was written."""
    data = tmp_path / "data"
    shutil.copytree(ROOT / "data", data)
    quiz = data / "quizzes" / "phase-09-guesses.yaml"
    odd = ["No", "1.10", "12:30", "0o17", "null", "~", "2026-01-20", "1_000"]
    choices = "".join(f"      - {{text: {{en: {word}, es: {word}}}}}\n" for word in odd[:5])
    quiz.write_text(
        "title: {en: No, es: No}\nsubject: {en: 1.10, es: 1.10}\nfocus: {en: 12:30, es: ~}\nquestions:\n"
        "  - id: q-09-01\n    kind: multiple\n    title: {en: 2026-01-20, es: 1_000}\n    choices:\n"
        + choices.replace("}}", "}, correct: true}", 1)
    )
    loaded = load_bank(data)
    assert loaded.problems == []
    question = next(question for _, question in loaded.bank.questions() if question.id == "q-09-01")
    assert [choice.text.show("en").markdown for choice in question.choices] == odd[:5]
    assert question.title.show("en").markdown == "2026-01-20"
    assert question.title.show("es").markdown == "1_000"


def test_a_passage_has_a_limit(tmp_path: Path) -> None:
    """Beyond it, what parses Markdown could be made to take very long."""
    data = tmp_path / "data"
    shutil.copytree(ROOT / "data", data)
    swap(QUIZ, "  en: Scalar autograd", f"  en: {'x' * 20_001}")(data)
    problems = [str(problem) for problem in load_bank(data).problems]
    assert problems == [f"data/{QUIZ}:8:7: a passage of more than 20,000 characters. Make it shorter."]


def test_a_bank_without_languages_is_one_problem(tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(ROOT / "data", data)
    shutil.rmtree(data / "locales")
    problems = [str(problem) for problem in load_bank(data).problems]
    assert problems == ["data/locales:1:1: no language. Expected a file for each, such as en.yaml."]

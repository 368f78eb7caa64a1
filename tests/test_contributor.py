"""A contributor's first day: edits that work right away, and mistakes fixed from the message alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from edits import replace_once
from espejo.check.project import inspect_project
from espejo.commands.cli import main

QUIZ = "quizzes/phase-01-arithmetic.yaml"
GUIDE = "study-guide/quiz-01-division.yaml"
DECK = "drills/chapter-01-facts"


class Mistake(NamedTuple):
    """A line as it should be and as it was typed, and what the check says about it."""

    file: str
    right: str
    wrong: str
    said: str


MISTAKES = {
    "misspelled key": Mistake(
        QUIZ, "    choices:\n", "    choises:\n", "unknown key 'choises'. Did you mean 'choices'?"
    ),
    "tab": Mistake(
        QUIZ, "    kind: multiple\n", "\tkind: multiple\n", "a tab in the indentation, which must be spaces."
    ),
    "colon in a text": Mistake(
        QUIZ,
        "      en: Floor division\n",
        "      en: Floor: division\n",
        'a text with a colon and a space needs quotes. Write: en: "Floor: division"',
    ),
    "misspelled language": Mistake(
        QUIZ,
        "      es: División entera\n",
        "      sp: División entera\n",
        "unknown language 'sp'. Expected one of: en, es.",
    ),
    "kind that does not exist": Mistake(
        QUIZ, "    kind: multiple\n", "    kind: multi\n", "unknown value 'multi'. Did you mean 'multiple'?"
    ),
    "id copied from the question before": Mistake(
        QUIZ, "  - id: q-01-02\n", "  - id: q-01-01\n", f"the id is taken (data/{QUIZ}:"
    ),
    "misspelled topic": Mistake(
        QUIZ, "    topics: [division]\n", "    topics: [divison]\n", "Did you mean 'division'?"
    ),
    "word for true": Mistake(
        QUIZ, "        correct: true\n", "        correct: yes\n", "expected true or false, got 'yes'."
    ),
    "missing opening mark": Mistake(
        QUIZ,
        "      es: ¿Cuáles de estos son números primos?\n",
        "      es: Cuáles de estos son números primos?\n",
        "allow: {openings: the reason}",
    ),
    "number in one language": Mistake(
        GUIDE, "los dos restos", "los 2 restos", "allow: {numbers: the reason}"
    ),
    "link to nowhere": Mistake(
        QUIZ, "      en: Floor division\n", "      en: Floor [division](division.html)\n", "a link"
    ),
}


def check(data: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit status of `espejo check`, and what it prints."""
    status = main(["check", "--data", str(data)])
    return status, capsys.readouterr().out


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_fixed_from_the_message_alone(
    name: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message names the line, and to correct that line is all there is to do."""
    mistake = MISTAKES[name]
    path = data / mistake.file
    before = path.read_text(encoding="utf-8").splitlines(keepends=True)
    replace_once(path, mistake.right, mistake.wrong)
    status, said = check(data, capsys)
    assert status == 1
    problem = next((line for line in said.splitlines() if mistake.said in line), said)
    named = re.match(rf"data/{mistake.file}:(\d+):\d+: ", problem)
    assert named, problem
    after = path.read_text(encoding="utf-8").splitlines(keepends=True)
    line = int(named[1]) - 1
    after[line] = before[line]
    path.write_text("".join(after), encoding="utf-8")
    status, said = check(data, capsys)
    assert status == 0, said
    assert ": no problems.\n" in said


def test_a_typo_is_fixed_in_the_web_editor(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Edit a line, and nothing is red. The notice says what to write if the other language is still right."""
    replace_once(data / QUIZ, "Which of these are prime numbers?", "Which of those are prime numbers?")
    status, said = check(data, capsys)
    assert status == 0, said
    assert "If both still mean the same, write in the pull request: Same meaning: q-01-02" in said


def test_a_question_in_one_language_and_later_its_translation(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each step passes the check as it is, whether or not the ledger was brought up to date between them."""
    deck = data / f"{DECK}.yaml"
    front, back = "      es: ¿Qué devuelve `abs(-1)`?\n", "      es: Un entero.\n"
    card = f"  - id: d-01-05\n    front:\n{front}    back:\n{back}"
    deck.write_text(deck.read_text(encoding="utf-8") + card, encoding="utf-8")
    status, said = check(data, capsys)
    assert status == 0, said
    assert said.count("d-01-05: not in English yet; shown in Spanish.") == 1
    assert main(["accept", "--data", str(data)]) == 0
    assert "d-01-05: new. Learners get it with their next import." in capsys.readouterr().out
    replace_once(deck, front, "      en: What does `abs(-1)` return?\n" + front)
    replace_once(deck, back, "      en: An integer.\n" + back)
    status, said = check(data, capsys)
    assert status == 0, said
    assert "d-01-05: not in English" not in said
    assert "d-01-05: English may be" not in said
    assert "d-01-05" in {asked.item.id for asked in inspect_project(data).bank.items()}


def test_a_card_is_added_at_a_terminal(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`new`, write the passages, `accept`, `check`."""
    assert main(["new", "card", DECK, "--data", str(data)]) == 0
    deck = data / f"{DECK}.yaml"
    passages = iter(["What does `abs(-1)` return?", "¿Qué devuelve `abs(-1)`?", "An integer.", "Un entero."])
    text = re.sub(r"✎ [^\"\n]*", lambda _: next(passages), deck.read_text(encoding="utf-8"))
    deck.write_text(text, encoding="utf-8")
    assert next(passages, None) is None
    assert main(["accept", "--data", str(data)]) == 0
    capsys.readouterr()
    status, said = check(data, capsys)
    assert status == 0, said

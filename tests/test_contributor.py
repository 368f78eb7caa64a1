"""A contributor's first day: edits that work at once, and mistakes mended from the message alone."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from espejo.bank import load_bank
from espejo.cli import main
from project import ROOT

QUIZ = "quizzes/phase-07-scalar-autograd.yaml"
GUIDE = "study-guide/quiz-03-data-pipelines.yaml"


class Mistake(NamedTuple):
    """One line as it should be and as it was typed, and what the check says of it."""

    file: str
    right: str
    wrong: str
    said: str


MISTAKES = {
    "a key misspelt": Mistake(
        QUIZ, "    choices:\n", "    choises:\n", "unknown key 'choises'. Did you mean 'choices'?"
    ),
    "a tab": Mistake(QUIZ, "    kind: multiple\n", "\tkind: multiple\n", "Indent with spaces, not tabs."),
    "a colon in a text": Mistake(
        QUIZ,
        "      en: Trace the diamond by hand\n",
        "      en: Trace: the diamond by hand\n",
        'A text with a colon needs quotes: "Trace: the diamond by hand".',
    ),
    "a language misspelt": Mistake(
        QUIZ,
        "      es: La traza del diamante, a mano\n",
        "      sp: La traza del diamante, a mano\n",
        "unknown language 'sp'. Expected one of: en, es.",
    ),
    "a kind that does not exist": Mistake(
        QUIZ, "    kind: multiple\n", "    kind: multi\n", "unknown value 'multi'. Did you mean 'multiple'?"
    ),
    "an id copied from the question before": Mistake(
        QUIZ,
        "  - id: q-07-02\n",
        "  - id: q-07-01\n",
        "the id is taken, by data/quizzes/phase-07-scalar-autograd.yaml:",
    ),
    "a topic misspelt": Mistake(
        QUIZ, "    topics: [autograd]\n", "    topics: [autogard]\n", "Did you mean 'autograd'?"
    ),
    "a word for true": Mistake(
        QUIZ, "        correct: true\n", "        correct: yes\n", "expected true or false, got 'yes'."
    ),
    "an opening mark left out": Mistake(
        QUIZ,
        "      es: ¿Por qué la pasada hacia atrás sigue el orden topológico inverso?\n",
        "      es: Por qué la pasada hacia atrás sigue el orden topológico inverso?\n",
        "accept: {openings: the reason}",
    ),
    "a number that differs": Mistake(GUIDE, "78% y 91%", "78% y 92%", "accept: {numbers: the reason}"),
    "a link that is none": Mistake(
        QUIZ,
        "      en: Trace the diamond by hand\n",
        "      en: Trace the [diamond](diamond.html) by hand\n",
        "a link",
    ),
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    return tmp_path / "data"


def check(data: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = main(["check", "--data", str(data)])
    return status, capsys.readouterr().out


def swap(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_mended_from_the_message_alone(
    name: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message names the line, and to put that line right is all there is to do."""
    mistake = MISTAKES[name]
    path = data / mistake.file
    before = path.read_text(encoding="utf-8").splitlines(keepends=True)
    swap(path, mistake.right, mistake.wrong)
    status, said = check(data, capsys)
    assert status == 1
    problem = next(line for line in said.splitlines() if mistake.said in line)
    named = re.match(rf"data/{mistake.file}:(\d+):\d+: ", problem)
    assert named
    after = path.read_text(encoding="utf-8").splitlines(keepends=True)
    line = int(named[1]) - 1
    after[line] = before[line]
    path.write_text("".join(after), encoding="utf-8")
    status, said = check(data, capsys)
    assert (status, said.count("problems.") or said.count("problem.")) == (0, 1), said


def paste(data: Path, said: str, *, block: int) -> None:
    """Puts the entries that the check printed into the ledger, as someone in a web editor would."""
    ledger = data / "ledger.yaml"
    printed = said.split("entries:\n")[block]
    entries = re.findall(r"  - id: .*\n(?:    .*\n?)+", printed)
    text = ledger.read_text(encoding="utf-8")
    assert entries
    for entry in entries:
        first = entry.partition("\n")[0]
        start = text.find(f"{first}\n")
        if start < 0:  # a new one: where its order asks for it
            later = (one.start() for one in re.finditer(r"  - id: .*\n", text) if one[0] > f"{first}\n")
            start = end = next(later)
        else:
            end = min(at for at in (text.find("  - id:", start + 1), text.find("\ndecks:") + 1) if at > 0)
        text = text[:start] + entry.rstrip("\n") + "\n" + text[end:]
    ledger.write_text(text, encoding="utf-8")


def test_a_typo_is_mended_in_the_web_editor(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Edit a line, paste the lines for what still says the same, and nothing is left to do."""
    swap(data / QUIZ, "Trace the diamond by hand", "Trace that diamond by hand")
    status, said = check(data, capsys)
    assert status == 1
    paste(data, said, block=2)
    status, said = check(data, capsys)
    assert status == 0
    assert "stale" not in said


def test_a_question_in_one_language_and_later_its_translation(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = data / "drills" / "chapter-03-backprop-autograd.yaml"
    text = deck.read_text(encoding="utf-8").rstrip("\n")
    front, back = "      es: ¿Qué devuelve `detach()`?\n", "      es: Un tensor.\n"
    deck.write_text(f"{text}\n  - id: d-03-11\n    front:\n{front}    back:\n{back}", encoding="utf-8")
    status, said = check(data, capsys)
    assert status == 1
    assert "d-03-11: not accepted yet." in said
    paste(data, said, block=1)
    status, said = check(data, capsys)
    assert status == 0, said
    assert said.count("d-03-11: not in English yet; shown in Español.") == 2
    swap(deck, front, "      en: What does `detach()` return?\n" + front)
    swap(deck, back, "      en: A tensor.\n" + back)
    status, said = check(data, capsys)
    assert status == 1
    paste(data, said, block=1)
    status, said = check(data, capsys)
    assert status == 0, said
    assert "not in English" not in said
    assert "stale" not in said
    assert [one.item.id for one in load_bank(data).bank.items()][-1] == "d-03-11"


def test_the_same_on_a_machine_of_ones_own(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`new`, write, `accept`, `check`: the quick way to the same."""
    assert main(["new", "card", "drills/chapter-03-backprop-autograd", "--data", str(data)]) == 0
    deck = data / "drills" / "chapter-03-backprop-autograd.yaml"
    text = deck.read_text(encoding="utf-8")
    said = iter(["What does `detach()` return?", "¿Qué devuelve `detach()`?", "A tensor.", "Un tensor."])
    deck.write_text(re.sub(r"✎ [^\"\n]*", lambda _: next(said), text), encoding="utf-8")
    assert main(["accept", "--data", str(data)]) == 0
    capsys.readouterr()
    status, told = check(data, capsys)
    assert status == 0, told

"""The ledger: it notices every edit a learner would see and no other, and its times only move forward."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from espejo.accept import Behind, catch_up, find_behind
from espejo.bank import load_bank
from espejo.cli import main
from project import ROOT

NOW = datetime(2030, 1, 1, tzinfo=UTC)
QUIZ = "quizzes/phase-07-scalar-autograd.yaml"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    return tmp_path / "data"


def behind(data: Path, now: datetime = NOW) -> Behind:
    loaded = load_bank(data)
    assert loaded.problems == []
    return find_behind(loaded.bank, now)


def accept(data: Path, now: datetime = NOW) -> None:
    bank = load_bank(data).bank
    (data / "ledger.yaml").write_text(catch_up(bank, find_behind(bank, now)), encoding="utf-8")


def swap(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_ledger_we_keep_is_in_step() -> None:
    assert [str(problem) for problem in behind(ROOT / "data").problems] == []


def test_an_edit_is_noticed_with_its_place_and_language(data: Path) -> None:
    swap(data / QUIZ, "es: ¿Por qué", "es: ¿Y por qué")
    found = behind(data)
    assert len(found.problems) == 1
    assert "changed in Español since it was last accepted, and not in English." in str(found.problems[0])
    assert str(found.problems[0]).startswith(f"data/{QUIZ}:")
    (id_,) = found.entries
    before = load_bank(data).bank.ledger.by_id[id_].seen
    after = found.entries[id_].seen
    assert before
    assert after
    assert after["en"] == before["en"]
    assert after["es"].startswith("2030-01-01T00:00:00Z ")


@pytest.mark.parametrize(
    ("old", "new"),
    [("    kind: single\n", "    kind: multiple\n"), ("labels: numbers", "labels: letters")],
    ids=["kind", "labels"],
)
def test_what_is_seen_is_more_than_words(data: Path, old: str, new: str) -> None:
    swap(data / QUIZ, old, new)
    assert behind(data).problems


def test_another_right_choice_is_a_change(data: Path) -> None:
    text = (data / QUIZ).read_text(encoding="utf-8")
    moved = text.replace("        correct: true\n", "", 1).replace(
        "        why:\n", "        correct: true\n        why:\n", 1
    )
    (data / QUIZ).write_text(moved, encoding="utf-8")
    assert len(behind(data).problems) == 1


def test_folding_and_quotation_marks_are_no_change(data: Path) -> None:
    quiz = data / "quizzes" / "phase-25-pytorch-internals.yaml"
    text = quiz.read_text(encoding="utf-8")
    folded = text.replace(
        "replaces `h = h + attn(ln(h))` with `h.add_(attn(ln(h)))` in a\n        Transformer",
        "replaces\n        `h = h + attn(ln(h))` with `h.add_(attn(ln(h)))` in a Transformer",
    )
    assert folded != text
    quiz.write_text(folded.replace("«", "“").replace("»", "”"), encoding="utf-8")
    assert behind(data).problems == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("          - one\n          - two", "          one\n          two"),
        ('`"a"`', "`“a”`"),
        ("one\n\n          two", "one\n          two"),
    ],
    ids=["list", "quotes in code", "paragraphs"],
)
def test_what_is_shown_otherwise_is_a_change(data: Path, old: str, new: str) -> None:
    deck = data / "drills" / "chapter-04-more.yaml"
    shown = old if "`" in old else old.strip()
    deck.write_text(
        "title: {en: More, es: Más}\nsubject: {en: More, es: Más}\nfocus: {en: More., es: Más.}\ncards:\n"
        "  - id: d-04-01\n    front: {en: What?, es: ¿Qué?}\n    back:\n      en: Nothing.\n"
        f"      es: |\n          {shown}\n",
        encoding="utf-8",
    )
    accept(data)
    assert behind(data).problems == []
    swap(deck, shown, new.strip())
    assert len(behind(data).problems) == 1


def test_an_entry_needs_a_time_and_stands_once(data: Path) -> None:
    ledger = data / "ledger.yaml"
    text = ledger.read_text(encoding="utf-8")
    entry = text[text.index("  - id: d-03-01") : text.index("  - id: d-03-02")]
    ledger.write_text(text.replace(entry, entry + entry), encoding="utf-8")
    assert "d-03-01: stands twice" in str(load_bank(data).problems[0])
    ledger.write_text(re.sub(r"T\d\d:\d\d:\d\dZ", "", text, count=1), encoding="utf-8")
    assert "d-03-01: no time for 'en'. Expected such as:" in str(load_bank(data).problems[0])


def test_a_name_may_have_what_markdown_has(data: Path) -> None:
    """What `accept` writes can be read again."""
    swap(data / QUIZ, "  en: Scalar autograd", "  en: '`List<T>` for \\$5 and \\$6'")
    ledger = data / "ledger.yaml"
    text = ledger.read_text(encoding="utf-8")
    start = text.index("  - path: quizzes/phase-07")
    ledger.write_text(text[:start] + text[text.index("  - path:", start + 1) :], encoding="utf-8")
    accept(data)
    assert (
        load_bank(data).bank.ledger.names["quizzes/phase-07-scalar-autograd"]["en"]
        == "07 List<T> for $5 and $6"
    )


def test_a_folder_that_cannot_be_written_is_said(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    swap(data / QUIZ, "es: ¿Por qué", "es: ¿Y por qué")
    (data / "ledger.yaml").unlink()
    (data / "ledger.yaml").mkdir()
    assert main(["accept", "--data", str(data)]) in (1, 2)
    assert "Traceback" not in capsys.readouterr().err


def test_white_space_in_code_is_a_change(data: Path) -> None:
    quiz = data / "quizzes" / "phase-25-pytorch-internals.yaml"
    swap(quiz, "            h.sum().backward()", "                h.sum().backward()")
    assert len(behind(data).problems) == 1


def test_times_never_go_back(data: Path) -> None:
    """Even if two edits are accepted in one second, or on a machine whose clock is behind."""
    swap(data / QUIZ, "es: ¿Por qué", "es: ¿Y por qué")
    accept(data)
    first = load_bank(data).bank.ledger.changed("q-07-02", ["es"])
    swap(data / QUIZ, "es: ¿Y por qué", "es: ¿Y entonces por qué")
    accept(data, datetime(2020, 1, 1, tzinfo=UTC))
    assert load_bank(data).bank.ledger.changed("q-07-02", ["es"]) == first + 1


def test_a_removed_id_retires_and_is_never_used_again(data: Path) -> None:
    deck = data / "drills" / "chapter-03-backprop-autograd.yaml"
    text = deck.read_text(encoding="utf-8")
    cut = text.index("  - id: d-03-10")
    deck.write_text(text[:cut], encoding="utf-8")
    assert "d-03-10: no longer in the data. Delete its entry here" in str(behind(data).problems[0])
    accept(data)
    assert behind(data).problems == []
    assert load_bank(data).bank.ledger.retired == ("d-03-10",)
    deck.write_text(text, encoding="utf-8")
    problems = [str(problem) for problem in load_bank(data).problems]
    assert len(problems) == 1
    assert "d-03-10: the id has retired. Give this one the next free id." in problems[0]


def test_a_deck_keeps_its_name_when_its_title_changes(data: Path) -> None:
    swap(data / QUIZ, "  en: Scalar autograd", "  en: Something else")
    assert behind(data).problems == []
    assert load_bank(data).bank.ledger.names["quizzes/phase-07-scalar-autograd"]["en"] == "07 Scalar autograd"


def test_the_check_prints_the_lines_to_paste(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Someone in a web editor can put them into the file, and then the check is content."""
    swap(data / QUIZ, "es: ¿Por qué", "es: ¿Y por qué")
    assert main(["check", "--data", str(data)]) == 1
    said = capsys.readouterr().out
    lines = [line for line in said.split("entries:\n")[1].splitlines() if line.startswith("  ")]
    ledger = data / "ledger.yaml"
    text = ledger.read_text(encoding="utf-8")
    start = text.index(lines[0])
    end = text.index("  - id:", start + 1)
    ledger.write_text(text[:start] + "\n".join(lines) + "\n" + text[end:], encoding="utf-8")
    assert main(["check", "--data", str(data)]) == 0


def test_accept_by_id_leaves_the_others(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    swap(data / QUIZ, "es: ¿Por qué", "es: ¿Y por qué")
    swap(
        data / "quizzes" / "phase-08-tensor-autograd.yaml",
        "  - id: q-08-01\n    kind: single",
        "  - id: q-08-01\n    kind: multiple",
    )
    assert main(["accept", "q-08-01", "--data", str(data)]) == 0
    assert "1 accepted: q-08-01." in capsys.readouterr().out
    assert [problem.owner for problem in behind(data).problems] == ["q-07-02"]
    assert main(["accept", "q-99-99", "--data", str(data)]) == 2
    assert "There is no 'q-99-99'." in capsys.readouterr().err


def test_the_build_goes_on_with_a_ledger_that_is_behind(data: Path) -> None:
    """Whoever edits while serving sees the page; the check asks for the acceptance."""
    swap(data / QUIZ, "es: ¿Por qué", "es: ¿Y por qué")
    assert load_bank(data).problems == []


def test_accepting_twice_changes_nothing(data: Path) -> None:
    before = (data / "ledger.yaml").read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", "espejo.cli", "accept", "--data", str(data)],
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "0 accepted.\n"
    assert (data / "ledger.yaml").read_bytes() == before


def test_accepting_keeps_what_is_proven(data: Path) -> None:
    """Of formulas and patterns too, which are only in the ledger for their proofs."""
    before = load_bank(data).bank.ledger.proven
    assert {"q-07-01", "f-01", "p-01"} <= before.keys()
    swap(data / QUIZ, "es: ¿Por qué", "es: ¿Y por qué")
    accept(data)
    assert load_bank(data).bank.ledger.proven == before

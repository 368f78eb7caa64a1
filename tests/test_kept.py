"""What learners keep outlives an edit: ids, times, names of decks, addresses."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from espejo.bank import load_bank
from espejo.cli import main
from espejo.forge.kept import check_kept, find_vanished
from project import ROOT

DRILLS = "drills/chapter-03-backprop-autograd"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    return tmp_path / "data"


def forgotten(data: Path, base: Path = ROOT / "data") -> list[str]:
    return [str(one) for one in check_kept(load_bank(base).bank, load_bank(data).bank)]


def vanished(data: Path) -> list[str]:
    return [str(one) for one in find_vanished(load_bank(data).bank)]


def change(path: Path, pattern: str, new: str) -> None:
    text, count = re.subn(pattern, new, path.read_text(encoding="utf-8"), count=1)
    assert count
    path.write_text(text, encoding="utf-8")


def test_nothing_is_forgotten_in_the_bank_we_keep(data: Path) -> None:
    assert forgotten(data) == []
    assert vanished(data) == []


def test_an_id_that_vanishes_from_data_and_ledger_is_missed(data: Path) -> None:
    change(data / f"{DRILLS}.yaml", r"(?s)  - id: d-03-10.*", "")
    assert forgotten(data) == []  # the ledger still has it, and asks for its retirement
    change(data / "ledger.yaml", r"  - id: d-03-10\n    seen:\n(?:      .*\n)+", "")
    assert len(forgotten(data)) == 1
    assert (
        "d-03-10: gone without a trace. Add it to the ledger, under 'retired': - d-03-10"
        in forgotten(data)[0]
    )
    with (data / "ledger.yaml").open("a", encoding="utf-8") as ledger:
        ledger.write("retired:\n  - d-03-10\n")
    assert forgotten(data) == []
    assert "retired before, and no longer listed: - d-03-10" in forgotten(ROOT / "data", data)[0]


def test_a_time_that_goes_back_is_a_problem_and_one_that_goes_on_is_not(data: Path) -> None:
    change(data / "ledger.yaml", r"(id: d-03-01\n    seen:\n      en: )2026", r"\g<1>2019")
    (said,) = forgotten(data)
    assert re.match(
        r"data/ledger\.yaml:\d+:\d+: d-03-01: the time for 'en' went back\. Expected 2026-.*Z", said
    )
    change(data / "ledger.yaml", r"(id: d-03-01\n    seen:\n      en: )2019", r"\g<1>2031")
    assert forgotten(data) == []


def test_the_name_of_a_deck_neither_changes_nor_goes(data: Path) -> None:
    change(data / "ledger.yaml", "en: '25 PyTorch internals'", "en: '25 Inside PyTorch'")
    assert "had another name. Expected en: '25 PyTorch internals'" in forgotten(data)[0]
    change(data / "ledger.yaml", r"  - path: quizzes/phase-25.*\n    name:\n(?:      .*\n)+", "")
    assert len([one for one in forgotten(data) if "is gone" in one]) == 2


def test_a_page_that_vanishes_asks_for_a_redirect(data: Path) -> None:
    """The example it gives is the line to write."""
    (data / f"{DRILLS}.yaml").rename(data / "drills" / "chapter-03-chain-rule.yaml")
    (said,) = vanished(data)
    example = "- {old: drills/chapter-03-backprop-autograd, new: drills/chapter-03-chain-rule}"
    assert said.endswith(f"Write in data/redirects.yaml, under 'redirects:', {example}")
    (data / "redirects.yaml").write_text(f"redirects:\n  {example}\n", encoding="utf-8")
    assert vanished(data) == []
    assert load_bank(data).problems == []


def test_a_page_that_is_gone_for_good_leads_to_its_collection(data: Path) -> None:
    (data / "quizzes" / "phase-08-tensor-autograd.yaml").unlink()
    assert vanished(data)[0].endswith("- {old: quizzes/phase-08-tensor-autograd, new: quizzes}")


def test_the_guess_is_right_after_an_acceptance_too(data: Path) -> None:
    """Whoever accepts first must not be led to the collection."""
    (data / f"{DRILLS}.yaml").rename(data / "drills" / "chapter-03-chain-rule.yaml")
    assert main(["accept", "--data", str(data)]) == 0
    (said,) = vanished(data)
    assert said.endswith("new: drills/chapter-03-chain-rule}")


def test_the_check_says_everything_at_once(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page that moved, an edit that was not accepted, and the lines that accept it."""
    quiz = data / "quizzes" / "phase-07-scalar-autograd.yaml"
    change(quiz, "en: Trace the diamond by hand", "en: Trace the graph by hand")
    quiz.rename(data / "quizzes" / "phase-07-scalars.yaml")
    assert main(["check", "--data", str(data)]) == 1
    said = capsys.readouterr().out
    assert "- {old: quizzes/phase-07-scalar-autograd, new: quizzes/phase-07-scalars}" in said
    assert "q-07-03: changed in English and Español" in said
    assert "decks:\n  - path: quizzes/phase-07-scalars\n" in said


def test_a_redirect_stays(data: Path, tmp_path: Path) -> None:
    base = tmp_path / "base" / "data"
    shutil.copytree(data, base)
    (base / "redirects.yaml").write_text(
        "redirects:\n  - {old: quizzes/old, new: quizzes}\n", encoding="utf-8"
    )
    (said,) = forgotten(data, base)
    assert said.startswith("data/redirects.yaml:1:1: the redirect from 'quizzes/old' is gone.")


def test_the_check_says_it_when_it_has_a_base(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(data / "ledger.yaml", r"(id: d-03-01\n    seen:\n      en: )2026", r"\g<1>2019")
    assert main(["check", "--data", str(data)]) == 0
    assert main(["check", "--data", str(data), "--base", str(ROOT / "data")]) == 1
    assert "the time for 'en' went back." in capsys.readouterr().out


def test_a_ledger_that_cannot_be_read_is_one_problem(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / "ledger.yaml").write_text("entries: [", encoding="utf-8")
    assert main(["check", "--data", str(data), "--base", str(ROOT / "data")]) == 1
    assert "\n1 problem." in capsys.readouterr().out

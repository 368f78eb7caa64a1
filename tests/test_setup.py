"""What the set-up and the benchmark stand on."""

from __future__ import annotations

from pathlib import Path

import pytest
from espejo.bank import load_bank

import browser
from bench.banks import make_project


def test_without_any_browser_there_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed browser, Debian's package and Playwright's own are tried in this order; then it fails."""
    tried: list[str] = []
    for name in ("find_installed", "_from_debian", "_from_playwright"):
        monkeypatch.setattr(browser, name, lambda name=name: tried.append(name))
    with pytest.raises(SystemExit, match="No Chromium: none is installed"):
        browser.find_browser.__wrapped__()
    assert tried == ["find_installed", "_from_debian", "_from_playwright"]


def test_the_banks_of_the_benchmark_are_sound(tmp_path: Path) -> None:
    """What is measured has as many questions as it says, all different, and nothing wrong."""
    make_project(tmp_path / "bank", quizzes=120)
    loaded = load_bank(tmp_path / "bank" / "data")
    assert loaded.problems == []
    assert loaded.notices == []
    questions = [question for _, question in loaded.bank.questions()]
    assert len(questions) == 600
    assert len({question.id for question in questions}) == 600
    answers = [text.show("es").markdown for one in questions if (text := one.why or one.answer)]
    assert len(set(answers)) == len(answers) == 600

"""Codes of languages: they come from file names and go into addresses, folders and HTML."""

from __future__ import annotations

from pathlib import Path

import pytest
from markupsafe import Markup

from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.rendering.view import Rendered

HOSTILE = (
    "es.",
    "ES",
    "es-mx",
    "es_MX",
    "spa",
    "con",
    "nul",
    "assets",
    "index",
    "404",
    "search",
    " es",
    "e\ns",
    "es\x1b[2J",
    '"><script>alert(1)<',
    "x onload=alert(1)",
    "--remote-debugging-port=1",
    "$(touch mine)",
    "es;x",
    "é",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_is_not_named_after_a_language_is_a_problem(data: Path, name: str) -> None:
    """With its place, once. It is no language of the bank, so nothing is ever named after it."""
    text = (data / "locales" / "es.yaml").read_text(encoding="utf-8")
    (data / "locales" / f"{name}.yaml").write_text(text, encoding="utf-8")
    inspection = inspect_project(data)
    (problem,) = inspection.faults
    assert problem.place == (f"data/locales/{name}.yaml", 1, 1)
    assert problem.fact.startswith("the file name is not the code of a language")
    assert str(problem).isprintable()
    assert list(inspection.bank.locales) == ["en", "es"]


@pytest.mark.parametrize("name", ["..", "...", ".es"])
def test_a_hidden_file_is_no_language(data: Path, name: str) -> None:
    """Editors and file managers leave such files everywhere."""
    (data / "locales" / f"{name}.yaml").write_text("name: x", encoding="utf-8")
    inspection = inspect_project(data)
    assert inspection.faults == []
    assert list(inspection.bank.locales) == ["en", "es"]


@pytest.mark.parametrize("name", ["pt", "es-MX", "zh-Hant", "zh-Hant-TW"])
def test_a_code_with_a_script_or_a_region_is_a_language(data: Path, name: str) -> None:
    text = (data / "locales" / "es.yaml").read_text(encoding="utf-8")
    (data / "locales" / f"{name}.yaml").write_text(text, encoding="utf-8")
    inspection = inspect_project(data)
    assert [str(one) for one in inspection.faults] == []
    assert name in inspection.bank.locales


def test_a_bank_whose_only_language_has_no_code_has_none(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both are said: that there is no language, and which file is not one."""
    (data / "locales" / "en.yaml").rename(data / "locales" / "e..yaml")
    (data / "locales" / "es.yaml").unlink()
    assert main(["check", "--data", str(data)]) == 1
    said = capsys.readouterr().out
    assert "no languages. Expected one file per language" in said
    assert "data/locales/e..yaml:1:1: the file name is not the code of a language" in said


@pytest.mark.parametrize("key", ["name", "mark", "flag"])
@pytest.mark.parametrize("value", ['"<b>x</b>"', '"x\\n::warning::y"', '"a\\tb"', "'\"'"])
def test_the_names_of_a_language_are_plain_text_on_one_line(data: Path, key: str, value: str) -> None:
    path = data / "locales" / "es.yaml"
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith(f"{key}:")]
    path.write_text("\n".join([f"{key}: {value}", *lines]) + "\n", encoding="utf-8")
    facts = [problem.fact for problem in inspect_project(data).faults]
    assert "markup or a line break in 'name', 'mark' or 'flag'. They are plain." in facts


def test_a_passage_escapes_its_language_and_mark() -> None:
    """Even if nobody had checked them."""
    shown = Rendered(Markup("<em>x</em>"), '"><script>', "<b>").__html__()
    assert "<script>" not in shown
    assert "<b>" not in shown
    assert "<em>x</em>" in shown

"""Language codes: they come from file names and go into addresses, folders, and HTML."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from markupsafe import Markup

from espejo.check.languages import check_words
from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.rendering.view import Rendered
from small_bank import load_small_bank

HOSTILE = (
    *("es.", "ES", "es-mx", "es_MX", "spa", "con", "nul", "assets", "index", "404", "search", " es", "é"),
    *("e\ns", "es\x1b[2J", '"><script>alert(1)<', "x onload=alert(1)", "--remote-debugging-port=1"),
    *("$(touch mine)", "es;x"),
)


def copy_spanish(data: Path, *names: str) -> None:
    text = (data / "locales" / "es.yaml").read_text(encoding="utf-8")
    for name in names:
        (data / "locales" / f"{name}.yaml").write_text(text, encoding="utf-8")


def test_a_locale_file_not_named_after_a_language_is_a_problem(data: Path) -> None:
    """Once, with its place. It isn't a language of the bank, so nothing is ever named after it."""
    copy_spanish(data, *HOSTILE, "..", "...", ".es")  # hidden files are ignored
    inspection = inspect_project(data)
    assert {one.place for one in inspection.faults} == {
        (f"data/locales/{name}.yaml", 1, 1) for name in HOSTILE
    }
    assert len(inspection.faults) == len(HOSTILE)
    for problem in inspection.faults:
        assert problem.fact.startswith("the file name is not the code of a language")
        assert str(problem).isprintable()
    assert list(inspection.bank.locales) == ["en", "es"]


def test_a_code_with_a_script_or_a_region_is_a_language(data: Path) -> None:
    names = ["pt", "es-MX", "zh-Hant", "zh-Hant-TW"]
    copy_spanish(data, *names)
    inspection = inspect_project(data)
    assert [str(one) for one in inspection.faults] == []
    assert set(names) < set(inspection.bank.locales)


def test_a_bank_whose_only_locale_is_misnamed_has_no_language(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check reports that there is none, and the misnamed file."""
    (data / "locales" / "en.yaml").rename(data / "locales" / "e..yaml")
    (data / "locales" / "es.yaml").unlink()
    assert main(["check", "--data", str(data)]) == 1
    said = capsys.readouterr().out
    assert "no languages. Expected one file per language" in said
    assert "data/locales/e..yaml:1:1: the file name is not the code of a language" in said


def test_the_names_of_a_language_are_plain_text_on_one_line() -> None:
    bank = load_small_bank().bank
    for key in ("name", "mark", "flag"):
        for value in ("<b>x</b>", "x\n::warning::y", "a\tb", '"'):
            spanish = replace(bank.locales["es"], **{key: value})  # type: ignore[arg-type]
            facts = [one.fact for one in check_words(replace(bank, locales={**bank.locales, "es": spanish}))]
            assert facts == ["markup or a line break in 'name', 'mark' or 'flag'. They are plain."], value


def test_a_passage_escapes_its_language_and_mark() -> None:
    """Even if nobody had checked them."""
    shown = Rendered(Markup("<em>x</em>"), '"><script>', "<b>").__html__()
    assert "<script>" not in shown
    assert "<b>" not in shown
    assert "<em>x</em>" in shown

"""Languages of a bank: listed in bank.yaml, words replaced by data/locales, English for the rest."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from markupsafe import Markup

from edits import add_languages, replace_once
from espejo.check.language_rules import check_words
from espejo.check.project import inspect_project
from espejo.load.languages import read_language
from espejo.rendering.page_view import Rendered
from small_bank import load_small_bank

HOSTILE = (
    *("es.", "ES", "es-mx", "es_MX", "spa", "con", "nul", "assets", "index", "404", "search", " es", "é"),
    *("e\ns", "es\x1b[2J", '"><script>alert(1)<', "x onload=alert(1)", "--remote-debugging-port=1"),
    *("$(touch mine)", "es;x", ".."),
)
MESSAGE = "of the interface are not in"

LICENSED = """\
name: Sums
namespace: sums
license: {name: CC0 1.0, url: https://creativecommons.org/publicdomain/zero/1.0/}
"""


def test_an_invalid_language_code_is_a_problem(data: Path) -> None:
    """The code would end up in URLs, folder names, and HTML."""
    add_languages(data, *map(json.dumps, HOSTILE))
    inspection = inspect_project(data)
    facts = [one.fact for one in inspection.faults]
    assert sum("this must be the code of a language such as en" in fact for fact in facts) == len(HOSTILE)
    assert all(str(problem).isprintable() for problem in inspection.faults)
    assert list(inspection.bank.locales) == ["en", "es"]


def test_a_locale_file_of_an_unlisted_language_is_a_problem(data: Path) -> None:
    """It is reported once, with its place; hidden files are ignored."""
    for name in (*HOSTILE, "fr", "..."):
        (data / "locales" / f"{name}.yaml").write_text("name: X\n", encoding="utf-8")
    inspection = inspect_project(data)
    assert {one.place for one in inspection.faults} == {
        (f"data/locales/{name}.yaml", 1, 1) for name in (*HOSTILE, "fr") if name != ".."
    }
    for problem in inspection.faults:
        assert problem.fact.startswith("this language is not in 'languages' of data/bank.yaml")
        assert str(problem).isprintable()


def test_a_bank_that_lists_no_language_is_one_problem(data: Path) -> None:
    (data / "bank.yaml").write_text(
        LICENSED,
        encoding="utf-8",
    )
    (problem,) = inspect_project(data).faults
    assert problem.fact.startswith("'languages' is missing.")


def test_the_first_language_is_the_root_language(data: Path) -> None:
    assert inspect_project(data).bank.root == "en"
    replace_once(data / "bank.yaml", "[en, es]", "[es, en]")
    assert inspect_project(data).bank.root == "es"


def test_a_bank_needs_no_locale_files(data: Path) -> None:
    for path in (data / "locales").iterdir():
        path.unlink()
    inspection = inspect_project(data)
    assert [str(one) for one in inspection.faults] == []
    for code, locale in inspection.bank.locales.items():
        known = read_language(code).locale
        assert (locale.words, locale.fields, locale.writing) == (known.words, known.fields, known.writing)
    assert not [one for one in inspection.notices if MESSAGE in one.fact]


def test_missing_translations_of_words_and_fields_are_in_english(data: Path) -> None:
    """One notice counts them; Babel provides the language's name, number format, and date format."""
    add_languages(data, "pt", "es-MX", "zh-Hant", "zh-Hant-TW", "xx")
    english = read_language("en").locale
    (data / "locales" / "pt.yaml").write_text(
        "words: {home: Início}\nfields: {Quiz: Um ficheiro.}\n", encoding="utf-8"
    )
    inspection = inspect_project(data)
    assert [str(one) for one in inspection.faults] == []
    portuguese = inspection.bank.locales["pt"]
    assert (portuguese.name, portuguese.mark, portuguese.territory, portuguese.writing) == (
        "Português",
        "PT",
        "pt_BR",
        None,
    )
    assert portuguese.words == {**english.words, "home": "Início"}
    assert portuguese.fields == {**english.fields, "Quiz": "Um ficheiro."}
    assert inspection.bank.locales["es-MX"].words == read_language("es").locale.words
    assert inspection.bank.locales["zh-Hant-TW"].territory == english.territory
    assert inspection.bank.locales["xx"].name == "Xx"
    total = len(english.words) + len(english.fields)
    said = [str(one) for one in inspection.notices if MESSAGE in one.fact]
    assert said[0] == (
        f"data/locales/pt.yaml:1:1: {total - 2} of {total} words {MESSAGE} Português yet; shown in English."
    )
    assert len(said) == 4


def test_a_bank_overrides_writing_settings_one_by_one_and_adds_accepted_words(data: Path) -> None:
    known = read_language("es").locale.writing
    assert known
    (data / "locales" / "es.yaml").write_text("writing: {quotes: “”, words: [abcd]}\n", encoding="utf-8")
    writing = inspect_project(data).bank.locales["es"].writing
    assert writing
    assert writing.words == (*known.words, "abcd")
    assert replace(writing, words=known.words, place=known.place) == replace(known, quotes="“”")


def test_the_names_of_a_language_are_plain_text_on_one_line() -> None:
    bank = load_small_bank().bank
    for key in ("name", "mark", "flag"):
        for value in ("<b>x</b>", "x\n::warning::y", "a\tb", '"'):
            spanish = replace(bank.locales["es"], **{key: value})  # type: ignore[arg-type]
            facts = [one.fact for one in check_words(replace(bank, locales={**bank.locales, "es": spanish}))]
            assert facts == ["markup or a line break in 'name', 'mark' or 'flag'. They are plain."], value


def test_a_rendered_passage_escapes_its_language_and_label() -> None:
    """Rendering must not rely on the check to reject them."""
    shown = Rendered(Markup("<em>x</em>"), '"><script>', "<b>").__html__()
    assert "<script>" not in shown
    assert "<b>" not in shown
    assert "<em>x</em>" in shown


def test_a_newer_format_is_refused_in_one_sentence(data: Path) -> None:
    """Whatever else is unknown in it: it all follows from the format."""
    replace_once(data / "bank.yaml", "namespace:", "format: 1\nnamespace:")
    assert inspect_project(data).faults == []
    replace_once(data / "bank.yaml", "format: 1\n", "format: 2\nnews: [a]\n")
    replace_once(data / "topics.yaml", "about:", "summary:")
    (problem,) = inspect_project(data).problems
    assert problem.place.file == "data/bank.yaml"
    assert "the data has format 2, and this version reads up to 1. Install a newer one:" in problem.fact

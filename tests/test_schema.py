"""The schemas that editors read: in step with the model, and of one mind with the check."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from espejo.bank import load_bank
from espejo.cli import main
from espejo.ledger import write_ledger
from espejo.model import Bank
from espejo.schema import _limits, make_schema
from espejo.schema_files import find_unnamed, schema_line, write_schemas
from espejo.settings import read_settings
from espejo.shapes import FIELDS, SHAPES, list_files
from project import ROOT, copy_shelf

CASES = sorted((ROOT / "tests" / "cases").glob("*.yaml"))

_PARSER = "an editor's YAML parser may mark it; to the schema the value is there"
_MARKDOWN = "a schema knows a string, not the Markdown in it"
_TEX = "a schema knows a string, not the TeX in it"
_NAME = "a schema does not know the name of the file it is for"
_OTHERS = "a schema does not compare one record with another"
_WORDS = "a schema does not know prose from code, numerals and terms"
_PROGRAM = "a schema does not read programs"
PROGRAMS = {
    *("proof_nested_too_deep", "proof_not_in_a_block", "proof_right_without_choices"),
    *("proof_that_imports_what_it_does_not_need", "proof_that_only_compares_constants"),
    *("proof_tied_to_nothing", "proof_whose_right_is_written_out", "proof_with_a_syntax_error"),
    "proof_with_a_test_that_is_always_true",
}
_LINT = "a lint reads words, and compares two passages"

# What a schema cannot say, each with the reason. A new case is said by the schema, or stands here.
UNSAYABLE = {
    "alias": _PARSER,
    "duplicate_key": _PARSER,
    "byte_order_mark": "an editor takes it off before it parses",
    "old_mac_line_ends": "to an editor's parser these end a line",
    "odd_line_break": "it is a letter like others to a schema, and a line end to some parsers",
    "not_nfc": "a pattern cannot tell a letter from the same letter in two parts",
    "card_of_another_chapter": _NAME,
    "id_of_another_collection": _NAME,
    "id_of_another_file": _NAME,
    "card_two_with_one_id": _OTHERS,
    "duplicate_id": _OTHERS,
    "equal_choices_in_one_language": _OTHERS,
    "complete_in_no_language": _OTHERS,
    "unknown_topic": "the topics stand in another file, and the schemas would change with each of them",
    "prose_written_once": _WORDS,
    "card_with_html": _MARKDOWN,
    "code_fence_closed_too_short": _MARKDOWN,
    "code_fence_that_hides_html": _MARKDOWN,
    "heading_in_a_quote": _MARKDOWN,
    "heading_in_passage": _MARKDOWN,
    "image": _MARKDOWN,
    "invisible_character_as_entity": _MARKDOWN,
    "link_data": _MARKDOWN,
    "link_in_title": _MARKDOWN,
    "link_javascript": _MARKDOWN,
    "link_reference_javascript": _MARKDOWN,
    "link_without_host": _MARKDOWN,
    "quotes_nested_too_deep": _MARKDOWN,
    "raw_html_handler": _MARKDOWN,
    "raw_html_iframe": _MARKDOWN,
    "table_with_uneven_rows": _MARKDOWN,
    "unclosed_code_fence": _MARKDOWN,
    "dollar_without_a_formula": _TEX,
    "tex_left_open": _TEX,
    "tex_nested_too_deep": _TEX,
    "tex_unknown_command": _TEX,
    "tex_with_a_macro": _TEX,
    "tex_with_color": _TEX,
    "text_cut_by_a_comment": _PARSER,
    "accepted_and_not_found": _LINT,
    "proof_prose_written_once": _WORDS,
    **dict.fromkeys(PROGRAMS, _PROGRAM),
    **{case.stem: _LINT for case in CASES if case.stem.startswith("lint_")},
}

# What would hang or overflow the parser that stands for an editor's here.
HOSTILE = {
    *("alias_bomb", "nested_so_deep_that_c_would_overflow"),
    *("nested_by_dash_and_question_mark", "nested_by_wide_dashes"),
}


class _Core(yaml.CSafeLoader):
    """Reads as editors do: YAML 1.2's core schema, without dates, `yes` or sexagesimal numbers."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 (PyYAML's own way)


for _tag, _form, _first in (
    ("bool", "true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", "null|Null|NULL|~|", ["n", "N", "~", ""]),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", "-+.0123456789"),
):
    _Core.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_form})$"), list(_first))


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_bank(ROOT / "data").bank


@pytest.fixture(scope="module")
def judge(bank: Bank) -> Callable[[str, str], list[str]]:
    """What an editor says of a text as a file of a kind."""
    validators = {}
    for name in SHAPES:
        schema = make_schema(name, bank.locales, "en")
        Draft202012Validator.check_schema(schema)
        validators[name] = Draft202012Validator(schema)

    def said(kind: str, text: str) -> list[str]:
        try:
            data = yaml.load(text, Loader=_Core)  # noqa: S506 (it is a safe loader)
        except (yaml.YAMLError, RecursionError) as error:
            return [f"not YAML: {error}"]
        return [error.message for error in validators[kind].iter_errors(data)]

    return said


def test_the_schemas_in_the_repository_are_in_step(bank: Bank) -> None:
    made = write_schemas(bank, read_settings(ROOT).root)
    for path, content in made.items():
        assert (ROOT / path).read_bytes() == content, "run: make schemas"
    assert {path.name for path in (ROOT / "docs" / "schema").iterdir()} == {Path(path).name for path in made}


def test_every_file_names_its_schema_and_fits_it(bank: Bank, judge: Callable[[str, str], list[str]]) -> None:
    files = list_files(bank)
    there = {file: kind for file, kind in files.items() if (ROOT / file).exists()}
    assert set(there) == {path.relative_to(ROOT).as_posix() for path in (ROOT / "data").rglob("*.yaml")}
    assert set(files.values()) == set(SHAPES)
    for file, kind in there.items():
        text = (ROOT / file).read_text(encoding="utf-8")
        first = text.partition("\n")[0]
        assert first == schema_line(file, kind)
        named = first.partition("$schema=")[2]
        assert ((ROOT / file).parent / named).resolve() == ROOT / "docs" / "schema" / f"{kind}.json"
        assert judge(kind, text) == [], file


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.stem not in HOSTILE], ids=lambda case: case.stem
)
def test_schema_and_check_agree(case: Path, judge: Callable[[str, str], list[str]]) -> None:
    """On every golden case: what the check refuses an editor marks, unless it is listed as unsayable."""
    try:
        text = case.read_bytes().decode()
    except UnicodeDecodeError:
        return  # nobody can open it as text
    said = judge("deck" if "\ncards:" in text else "quiz", text)
    marked = bool(said)
    assert marked == (not case.stem.startswith("valid") and case.stem not in UNSAYABLE), said


def test_the_list_of_the_unsayable_names_cases() -> None:
    assert {*UNSAYABLE, *HOSTILE} <= {case.stem for case in CASES}


# Of the other kinds of file: a mistake in the real one, marked by the schema and refused by the check.
MISTAKES = [
    ("guide", "data/study-guide/guide.yaml", "edition: 2026-11-16", "edition: 16 November"),
    ("guide", "data/study-guide/guide.yaml", "- quiz-01-pytorch-basics", "- Quiz 1"),
    ("guide", "data/study-guide/guide.yaml", "edition: 2026-11-16", "edition:"),
    ("collections", "data/collections.yaml", "folder: quizzes", "folder: search"),
    ("collections", "data/collections.yaml", "folder: quizzes", "folder: es"),
    ("collections", "data/collections.yaml", "prefix: q\n", "prefix: Q1\n"),
    ("collections", "data/collections.yaml", "holds: decks", "holds: cards"),
    ("topics", "data/topics.yaml", "- id: autograd", "- id: Auto grad"),
    ("topics", "data/topics.yaml", "    about:", "    abuot:"),
    ("glossary", "data/glossary.yaml", "- id: accelerator", "- id: ¡no!"),
    ("glossary", "data/glossary.yaml", "      en: accelerator", "      eng: accelerator"),
    ("formulas", "data/reference/formulas.yaml", "- id: f-01", "- id: f1"),
    ("formulas", "data/reference/formulas.yaml", "formula: '$$L = ", "formula: 'Loss $$L = "),
    ("patterns", "data/reference/patterns.yaml", "- id: p-01", "- id: p-1"),
    (
        "patterns",
        "data/reference/patterns.yaml",
        "        ```python\n",
        "        Look:\n\n        ```python\n",
    ),
    ("locale", "data/locales/es.yaml", "  skip: Ir al contenido\n", ""),
    ("locale", "data/locales/es.yaml", "  skip: Ir al", "  skipp: Ir al"),
    ("locale", "data/locales/es.yaml", "{count} cursos", "{cuenta} cursos"),
    ("locale", "data/locales/es.yaml", "Ir al contenido", "Ir <b>al</b> contenido"),
    ("locale", "data/locales/es.yaml", "territory: es_ES", "territory: España"),
    ("locale", "data/locales/es.yaml", "mark: ES", "mark: <ES>"),
    ("locale", "data/locales/es.yaml", "  Quiz: Un archivo de preguntas.\n", ""),
    ("locale", "data/locales/es.yaml", "  Card.front: ", "  Card.anverso: "),
    ("ledger", "data/ledger.yaml", "entries:\n", "entrys:\n"),
    ("ledger", "data/ledger.yaml", "en: 2026-", "en: yesterday 2026-"),
]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bank with a file of each of these kinds and without a quiz, which is soon loaded."""
    project = tmp_path_factory.mktemp("small")
    data = copy_shelf(project / "data")
    (data / "study-guide").mkdir()
    for name in ("collections.yaml", "ledger.yaml", "study-guide/guide.yaml"):
        shutil.copy(ROOT / "data" / name, data / name)
    return project


@pytest.mark.parametrize(("kind", "file", "right", "wrong"), MISTAKES)
def test_they_agree_on_other_kinds_of_file(
    kind: str, file: str, right: str, wrong: str, small: Path, judge: Callable[[str, str], list[str]]
) -> None:
    path = small / file
    text = path.read_text(encoding="utf-8")
    before = {str(problem) for problem in load_bank(small / "data").problems}
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    spoiled = {str(problem) for problem in load_bank(small / "data").problems}
    path.write_text(text, encoding="utf-8")
    assert judge(kind, text.replace(right, wrong, 1))
    assert [one for one in spoiled - before if one.startswith(file)]


def test_a_passage_may_look_like_a_number_or_a_truth(judge: Callable[[str, str], list[str]]) -> None:
    """To us every scalar is text as written; an editor must not mark what we read as text."""
    text = (ROOT / "tests" / "cases" / "valid.yaml").read_text(encoding="utf-8")
    for title in ("{en: 1.10, es: 1.10}", "12:30", "{en: true, es: No}", "{en: A, es: }", "2026-11-16"):
        assert judge("quiz", re.sub(r"(?m)^title:.*$", f"title: {title}", text)) == [], title
    for title in ("", "{}", "{en: , es: }", "[1]", '" "'):
        assert judge("quiz", re.sub(r"(?m)^title:.*$", f"title: {title}", text)), title


def test_what_the_schema_refuses_and_the_check_does_not(judge: Callable[[str, str], list[str]]) -> None:
    """Only what an editor reads as another type: a truth in quotes, an unquoted null."""
    text = (ROOT / "tests" / "cases" / "valid.yaml").read_text(encoding="utf-8")
    assert "correct: true" in text
    assert judge("quiz", text.replace("correct: true", 'correct: "true"'))
    assert judge("quiz", re.sub(r"(?m)^title:.*$", "title: null", text))


def test_every_limit_is_of_a_field_that_there_is() -> None:
    names = [name for name, _ in _limits(("en", "es"))]
    assert len(names) == len(set(names))
    assert set(names) <= FIELDS


def test_a_schema_says_what_each_key_is_for(bank: Bank) -> None:
    schema = make_schema("quiz", bank.locales, "es")
    question = schema["$defs"]["Question"]
    assert question["properties"]["title"]["description"].startswith("Un encabezado corto")
    assert question["properties"]["kind"]["enum"] == ["single", "multiple", "truefalse", "free", "recall"]
    assert len(question["properties"]["kind"]["enumDescriptions"]) == 5
    assert "`" not in question["properties"]["id"]["description"]


def test_a_file_that_does_not_name_its_schema_is_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    topics = tmp_path / "data" / "topics.yaml"
    topics.write_text(topics.read_text(encoding="utf-8").partition("\n")[2], encoding="utf-8")
    expected = "# yaml-language-server: $schema=../docs/schema/topics.json"
    found = list(find_unnamed(tmp_path, load_bank(tmp_path / "data").bank))
    assert [one.place.file for one in found] == ["data/topics.yaml"]
    assert found[0].fact.endswith(expected)
    main(["check", "--data", str(tmp_path / "data")])
    assert expected in capsys.readouterr().out


def test_the_tool_that_writes_the_ledger_names_its_schema() -> None:
    assert write_ledger({}, {}, []).partition("\n")[0] == schema_line("data/ledger.yaml", "ledger")


def test_the_command_writes_them(tmp_path: Path) -> None:
    for name in ("data", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("schema"))
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    assert main(["schema", "--data", str(tmp_path / "data")]) == 0
    for path in (ROOT / "docs" / "schema").iterdir():
        assert (tmp_path / "docs" / "schema" / path.name).read_bytes() == path.read_bytes()

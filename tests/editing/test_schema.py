"""The JSON Schemas that editors read: up to date with the model, and in agreement with the check."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from edits import replace_once
from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.editing.schema import _list_constraints, make_schemas
from espejo.editing.schema_files import find_missing_schema_lines
from espejo.load.file_kinds import FIELDS, FILE_KINDS, list_files
from espejo.model.bank import Bank
from espejo.model.kinds import KINDS
from project import ROOT
from small_bank import SITE_URL, load_small_bank, make_field

CASES = sorted((ROOT / "tests" / "cases").glob("*.yaml"))

Judge = Callable[[str, str], list[str]]
"""What an editor says about a text as a file of a kind."""

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

# What a schema cannot express, each with the reason. A new case is marked by the schema or listed here.
UNSAYABLE = {
    "alias": _PARSER,
    "duplicate_key": _PARSER,
    "numeric_with_a_huge_exponent": "to a schema it is a number like others",
    "old_mac_line_ends": "to an editor's parser these end a line",
    "not_nfc": "a pattern cannot tell a letter from the same letter in two parts",
    "escaped_accent_apart_from_its_letter": "neither can it here",
    "heap_of_marks": "the schemas refuse only what is invisible",
    "letter_of_another_script": "the schemas refuse only what is invisible",
    "link_to_a_bad_host": "a schema does not know which names browsers refuse",
    "id_of_another_collection": _NAME,
    "card_two_with_one_id": _OTHERS,
    "duplicate_id": _OTHERS,
    "equal_choices_in_one_language": _OTHERS,
    "equal_choices_apart_from_line_breaks": _OTHERS,
    "complete_in_no_language": _OTHERS,
    "unknown_topic": "the topics stand in another file, and the schemas would change with each of them",
    "see_unknown": "the ids stand in other files, and the schemas would change with each of them",
    "see_itself": _OTHERS,
    "source_cited_twice": _OTHERS,
    "source_at_a_host_that_cannot_be": "a schema does not know which names browsers refuse",
    "source_with_a_link_in_its_title": _WORDS,
    "home_door_with_html": _MARKDOWN,
    "home_two_doors_to_one_page": _OTHERS,
    **dict.fromkeys(
        (
            "home_door_to_a_page_of_the_site",
            "home_door_to_an_unknown_course",
            "home_door_to_an_unknown_page",
            "home_question_that_is_a_card",
            "home_unknown_question",
        ),
        "the ids and pages stand in other files, and the schemas would change with each of them",
    ),
    "prerequisite_itself": _NAME,
    "prose_written_once": _WORDS,
    **dict.fromkeys(
        (
            "anchor_that_would_hide_a_word",
            "block_scalar_with_text_in_its_first_line",
            "comment_right_after_a_quote",
            "plain_text_in_braces_that_other_parsers_refuse",
            "plain_words_that_other_parsers_read_otherwise",
        ),
        _PARSER,
    ),
    **dict.fromkeys(
        (
            "code_fence_with_more_than_a_language",
            "code_fence_without_code",
            "link_definition_after_text",
            "link_without_text",
            "lists_nested_too_deep_by_indentation",
            "nothing_shown_by_a_link_definition",
            "tex_that_shows_nothing",
            "tex_with_a_comment",
            "title_that_shows_nothing",
        ),
        _MARKDOWN,
    ),
    "card_with_html": _MARKDOWN,
    "code_fence_closed_too_short": _MARKDOWN,
    "control_character_as_entity": _MARKDOWN,
    "heap_of_marks_as_entities": _MARKDOWN,
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
    "title_with_a_list": _MARKDOWN,
    "text_cut_by_a_comment": _PARSER,
    "allowed_and_not_found": _LINT,
    "proof_prose_written_once": _WORDS,
    **dict.fromkeys(PROGRAMS, _PROGRAM),
    **{case.stem: _LINT for case in CASES if case.stem.startswith("lint_")},
}

# What would hang or overflow the parser that stands in for that of an editor here.
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
    return load_small_bank().bank


@pytest.fixture(scope="module")
def judge(bank: Bank) -> Judge:
    """Validates with the schemas of the small bank."""
    validators = {}
    for name, schema in make_schemas(bank).items():
        Draft202012Validator.check_schema(schema)
        validators[name] = Draft202012Validator(schema)

    def said(kind: str, text: str) -> list[str]:
        try:
            data = yaml.load(text, Loader=_Core)  # noqa: S506 (it is a safe loader)
        except (yaml.YAMLError, RecursionError) as error:
            return [f"not YAML: {error}"]
        return [error.message for error in validators[kind].iter_errors(data)]

    return said


def strip_words(schema: Any) -> Any:
    """A schema without the texts that come from the words of a bank, which explain keys and values."""
    if isinstance(schema, list):
        return [strip_words(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: strip_words(value)
        for key, value in schema.items()
        if key not in ("description", "enumDescriptions", "patternErrorMessage") or isinstance(value, dict)
    }


def test_every_file_names_its_schema_and_fits_it(data: Path, bank: Bank, judge: Judge) -> None:
    """There is a file of each kind, its first line leads to the schema, and an editor marks nothing."""
    project, files = data.parent, list_files(bank)
    assert set(files) == {path.relative_to(project).as_posix() for path in data.rglob("*.yaml")}
    assert set(files.values()) == set(FILE_KINDS)
    for file, kind in files.items():
        text = (project / file).read_text(encoding="utf-8")
        first = text.partition("\n")[0]
        assert first == f"# yaml-language-server: $schema={SITE_URL}schema/{kind}.json" or kind == "ledger"
        assert judge(kind, text) == [], file


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.stem not in HOSTILE], ids=lambda case: case.stem
)
def test_schema_and_check_agree(case: Path, judge: Judge) -> None:
    """On every golden case: an editor marks what the check refuses, unless it is listed as unsayable."""
    try:
        text = case.read_bytes().decode()
    except UnicodeDecodeError:
        return  # no editor can open it as text
    kind = "home" if "home_" in case.stem else "deck" if "\ncards:" in text else "quiz"
    said = judge(kind, text)
    marked = bool(said)
    assert marked == (not case.stem.startswith("valid") and case.stem not in UNSAYABLE), said


def test_the_lists_of_exceptions_name_cases_that_exist() -> None:
    """An exception for a case that was deleted or renamed is noticed."""
    assert {*UNSAYABLE, *HOSTILE} <= {case.stem for case in CASES}


# Mistakes in files of the other kinds, which the schema marks and the check refuses.
MISTAKES = [
    ("guide", "data/study-guide/guide.yaml", "edition: 2026-03-14", "edition: 14 March"),
    ("guide", "data/study-guide/guide.yaml", "- quiz-01-division", "- Quiz 1"),
    ("guide", "data/study-guide/guide.yaml", "edition: 2026-03-14", "edition:"),
    ("bank", "data/bank.yaml", "namespace: espejo", "namespace: Es pejo"),
    ("bank", "data/bank.yaml", "decks: Espejo", "decks: A::B"),
    ("home", "data/home.yaml", "question: q-02-02", "question: the seventh"),
    ("home", "data/home.yaml", "path: quizzes\n", "path: /quizzes/\n"),
    ("collections", "data/collections.yaml", "folder: quizzes", "folder: search"),
    ("collections", "data/collections.yaml", "folder: quizzes", "folder: es"),
    ("collections", "data/collections.yaml", "prefix: q\n", "prefix: Q1\n"),
    ("collections", "data/collections.yaml", "holds: decks", "holds: cards"),
    ("topics", "data/topics.yaml", "- id: fractions", "- id: Frac tions"),
    ("topics", "data/topics.yaml", "    about:", "    abuot:"),
    ("glossary", "data/glossary.yaml", "- id: average", "- id: ¡no!"),
    ("glossary", "data/glossary.yaml", "      en: average", "      eng: average"),
    ("formulas", "data/reference/formulas.yaml", "- id: f-01", "- id: f1"),
    ("formulas", "data/reference/formulas.yaml", "formula: '$$S = ", "formula: 'Sum $$S = "),
    ("patterns", "data/reference/patterns.yaml", "- id: p-01", "- id: p-1"),
    (
        "patterns",
        "data/reference/patterns.yaml",
        "        ```python\n",
        "        Look:\n\n        ```python\n",
    ),
    ("figure", "data/figures/remainder.yaml", "alt:\n", "atl:\n"),
    ("figure", "data/figures/remainder.yaml", '  total: "7"', "  total: []"),
    ("redirects", "data/redirects.yaml", "- old: quizzes", "- odl: quizzes"),
    ("locale", "data/locales/es.yaml", "  skip: ", "  skipp: "),
    ("locale", "data/locales/es.yaml", '"permalink-es {id}"', '"permalink-es {di}"'),
    ("locale", "data/locales/es.yaml", '"skip-es"', '"skip <b>es</b>"'),
    ("locale", "data/locales/es.yaml", "territory: es_ES", "territory: España"),
    ("locale", "data/locales/es.yaml", "territory: es_ES", "mark: <ES>"),
    ("locale", "data/locales/es.yaml", "  Card.front: ", "  Card.anverso: "),
    ("ledger", "data/ledger.yaml", "entries:\n", "entrys:\n"),
    ("ledger", "data/ledger.yaml", "en: 2026-", "en: yesterday 2026-"),
]


@pytest.mark.parametrize(("kind", "file", "right", "wrong"), MISTAKES)
def test_they_agree_on_other_kinds_of_file(
    kind: str, file: str, right: str, wrong: str, data: Path, judge: Judge
) -> None:
    """An editor marks the mistake, and the check has a problem in that file."""
    path = data.parent / file
    replace_once(path, right, wrong)
    assert judge(kind, path.read_text(encoding="utf-8"))
    problems = inspect_project(data).faults
    assert file in {problem.place.file for problem in problems}, problems


def test_there_is_a_mistake_for_each_kind_of_file() -> None:
    """Quizzes and decks have the golden cases."""
    assert {kind for kind, *_ in MISTAKES} | {"quiz", "deck"} == set(FILE_KINDS)


def test_a_passage_may_look_like_a_number_or_a_boolean(judge: Judge) -> None:
    """The check reads every scalar as text, so an editor must not mark it either."""
    text = (ROOT / "tests" / "cases" / "valid.yaml").read_text(encoding="utf-8")
    for title in ("{en: 1.10, es: 1.10}", "12:30", "{en: true, es: No}", "{en: A, es: }", "2026-11-16"):
        assert judge("quiz", re.sub(r"(?m)^title:.*$", f"title: {title}", text)) == [], title
    for title in ("", "{}", "{en: , es: }", "[1]", '" "'):
        assert judge("quiz", re.sub(r"(?m)^title:.*$", f"title: {title}", text)), title


def test_what_the_schema_refuses_and_the_check_does_not(judge: Judge) -> None:
    """Only what an editor reads as another type: true in quotes, and null without."""
    text = (ROOT / "tests" / "cases" / "valid.yaml").read_text(encoding="utf-8")
    assert "correct: true" in text
    assert judge("quiz", text.replace("correct: true", 'correct: "true"'))
    assert judge("quiz", re.sub(r"(?m)^title:.*$", "title: null", text))


def test_every_limit_is_for_a_field_that_exists() -> None:
    """And no field has two."""
    names = [name for name, _ in _list_constraints(("en", "es"))]
    assert len(names) == len(set(names))
    assert set(names) <= FIELDS


@pytest.mark.parametrize("root", ["en", "es"])
def test_a_schema_describes_each_key_in_the_root_language(bank: Bank, root: str) -> None:
    """In the words of the bank, and each kind of question with words of its own."""
    locales = {root: bank.locales[root], **bank.locales}
    question = make_schemas(replace(bank, locales=locales))["quiz"]["$defs"]["Question"]["properties"]
    assert question["title"]["description"] == make_field("Question.title", root)
    assert question["kind"]["enum"] == list(KINDS)
    assert len(question["kind"]["enumDescriptions"]) == len(question["kind"]["enum"])


def test_a_description_has_no_markdown(bank: Bank) -> None:
    """Editors show it as it is."""
    english = bank.locales["en"]
    fields = {**english.fields, "Question.id": "Such as `q-01-01`, **once**."}
    locales = {**bank.locales, "en": replace(english, fields=fields)}
    schema = make_schemas(replace(bank, locales=locales))["quiz"]
    described = schema["$defs"]["Question"]["properties"]["id"]["description"]
    assert described == "Such as q-01-01, once."


def test_a_file_that_does_not_name_its_schema_is_noticed(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The notice has the line to write, and the check prints it."""
    data = project / "data"
    topics = data / "topics.yaml"
    topics.write_text(topics.read_text(encoding="utf-8").partition("\n")[2], encoding="utf-8")
    expected = f"# yaml-language-server: $schema={SITE_URL}schema/topics.json"
    (notice,) = find_missing_schema_lines(inspect_project(data).bank, data.parent)
    assert notice.place.file == "data/topics.yaml"
    assert notice.fact.endswith(expected)
    assert main(["check", "--data", str(data)]) == 0
    assert expected in capsys.readouterr().out

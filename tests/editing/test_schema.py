"""JSON Schemas for editors: they describe every kind of file and agree with the check."""

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
"""Returns an editor's findings in a text as a file of a kind."""

# What a schema can't express, with the reason. Each new case must be rejected by the schema or listed here.
_REASONS = {
    "an editor's YAML parser may report it, not the schema": """
        alias anchor_that_would_hide_a_word block_scalar_with_text_in_its_first_line
        comment_right_after_a_quote duplicate_key plain_text_in_braces_that_other_parsers_refuse
        plain_words_that_other_parsers_read_otherwise text_cut_by_a_comment
    """,
    "a number like others": "numeric_with_a_huge_exponent",
    "line ends to an editor's parser": "old_mac_line_ends",
    "one letter in two parts": "escaped_accent_apart_from_its_letter not_nfc",
    "characters that are not invisible": "heap_of_marks letter_of_another_script",
    "host names that browsers refuse": "link_to_a_bad_host source_at_a_host_that_cannot_be",
    "the name of the file": "id_of_another_collection prerequisite_itself",
    "comparing records": """
        card_two_with_one_id complete_in_no_language duplicate_id equal_choices_apart_from_line_breaks
        equal_choices_in_one_language home_two_doors_to_one_page see_itself source_cited_twice
    """,
    "ids, topics, and pages in other files": """
        home_door_to_a_page_of_the_site home_door_to_an_unknown_course home_door_to_an_unknown_page
        home_question_that_is_a_card home_unknown_question prerequisite_unknown see_unknown unknown_topic
    """,
    "prose or code": "proof_prose_written_once prose_written_once source_with_a_link_in_its_title",
    "Markdown in a string": """
        card_with_html code_fence_closed_too_short code_fence_that_hides_html
        code_fence_with_more_than_a_language code_fence_without_code control_character_as_entity
        heading_in_a_quote heading_in_passage heap_of_marks_as_entities home_door_with_html image
        invisible_character_as_entity link_data link_definition_after_text link_in_title link_javascript
        link_reference_javascript link_without_host link_without_text
        lists_nested_too_deep_by_indentation nothing_shown_by_a_link_definition quotes_nested_too_deep
        raw_html_handler raw_html_iframe table_with_uneven_rows tex_that_shows_nothing
        tex_with_a_comment title_that_shows_nothing title_with_a_list unclosed_code_fence
    """,
    "TeX in a string": """
        dollar_without_a_formula tex_left_open tex_nested_too_deep tex_unknown_command tex_with_a_macro
        tex_with_color
    """,
    "words, and two passages": "allowed_and_not_found",
    "a mark without its other half": "marks_that_are_not_closed_in_either_language",
    "a record inside of a text, and a key twice, of which a parser may keep the last": """
        language_written_twice_with_two_texts pasted_question_in_the_indentation_of_a_program
        pasted_question_wholly_inside_a_program pasted_question_without_a_line_break_before_it
    """,
    "programs": """
        proof_nested_too_deep proof_not_in_a_block proof_right_without_choices
        proof_that_imports_what_it_does_not_need proof_that_only_compares_constants
        proof_tied_to_nothing proof_whose_right_is_written_out proof_with_a_syntax_error
        proof_with_a_test_that_is_always_true
    """,
}
UNSAYABLE = {name for names in _REASONS.values() for name in names.split()}
UNSAYABLE |= {case.stem for case in CASES if case.stem.startswith("lint_")}

# Cases that would hang or overflow this test's YAML parser
HOSTILE = {
    *("alias_bomb", "nested_so_deep_that_c_would_overflow"),
    *("nested_by_dash_and_question_mark", "nested_by_wide_dashes"),
}


class _Core(yaml.CSafeLoader):
    """Loads YAML like editors: the YAML 1.2 core schema, without dates, `yes`, or sexagesimal numbers."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 (PyYAML's own convention)


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
    """Validates against the schemas of the small bank."""
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


def test_every_file_names_its_schema_and_fits_it(data: Path, bank: Bank, judge: Judge) -> None:
    """The bank has a file of each kind; its first line names the schema, and editors report nothing."""
    project, files = data.parent, list_files(bank)
    assert set(files) == {path.relative_to(project).as_posix() for path in data.rglob("*.yaml")}
    assert set(files.values()) == set(FILE_KINDS)
    for file, kind in files.items():
        text = (project / file).read_text(encoding="utf-8")
        first = text.partition("\n")[0]
        assert first == f"# yaml-language-server: $schema={SITE_URL}schema/{kind}.json" or kind == "ledger"
        assert judge(kind, text) == [], file


def test_schema_and_check_agree(judge: Judge) -> None:
    """In every golden case, editors report what the check rejects, unless a schema can't express it."""
    assert {*UNSAYABLE, *HOSTILE} <= {case.stem for case in CASES}
    wrong = {}
    for case in CASES:
        if case.stem in HOSTILE:
            continue
        try:
            text = case.read_bytes().decode()
        except UnicodeDecodeError:
            continue  # editors can't open it as text
        kind = "home" if "home_" in case.stem else "deck" if "\ncards:" in text else "quiz"
        said = judge(kind, text)
        if bool(said) == (case.stem.startswith("valid") or case.stem in UNSAYABLE):
            wrong[case.stem] = said
    assert wrong == {}


# Mistakes in other kinds of file, which have no golden cases
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
    """Both report the mistake."""
    assert {kind for kind, *_ in MISTAKES} | {"quiz", "deck"} == set(FILE_KINDS)
    path = data.parent / file
    replace_once(path, right, wrong)
    assert judge(kind, path.read_text(encoding="utf-8"))
    problems = inspect_project(data).faults
    assert file in {problem.place.file for problem in problems}, problems


def test_a_passage_may_look_like_a_number_or_a_boolean(judge: Judge) -> None:
    """The check reads every scalar as text, so editors must, too, except `"true"` and null."""
    text = (ROOT / "tests" / "cases" / "valid.yaml").read_text(encoding="utf-8")
    for title in ("{en: 1.10, es: 1.10}", "12:30", "{en: true, es: No}", "{en: A, es: }", "2026-11-16"):
        assert judge("quiz", re.sub(r"(?m)^title:.*$", f"title: {title}", text)) == [], title
    for title in ("", "null", "{}", "{en: , es: }", "[1]", '" "'):
        assert judge("quiz", re.sub(r"(?m)^title:.*$", f"title: {title}", text)), title
    assert judge("quiz", text.replace("correct: true", 'correct: "true"'))


def test_every_constraint_is_for_one_existing_field() -> None:
    names = [name for name, _ in _list_constraints(("en", "es"))]
    assert len(names) == len(set(names))
    assert set(names) <= FIELDS


@pytest.mark.parametrize("root", ["en", "es"])
def test_a_schema_describes_each_key_in_the_root_language(bank: Bank, root: str) -> None:
    locales = {root: bank.locales[root], **bank.locales}
    question = make_schemas(replace(bank, locales=locales))["quiz"]["$defs"]["Question"]["properties"]
    assert question["title"]["description"] == make_field("Question.title", root)
    assert question["kind"]["enum"] == list(KINDS)
    assert len(question["kind"]["enumDescriptions"]) == len(question["kind"]["enum"])


def test_a_description_has_no_markdown(bank: Bank) -> None:
    """Editors show it verbatim."""
    english = bank.locales["en"]
    fields = {**english.fields, "Question.id": "Such as `q-01-01`, **once**."}
    locales = {**bank.locales, "en": replace(english, fields=fields)}
    schema = make_schemas(replace(bank, locales=locales))["quiz"]
    described = schema["$defs"]["Question"]["properties"]["id"]["description"]
    assert described == "Such as q-01-01, once."


def test_a_file_without_its_schema_line_gets_a_notice(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The notice shows the line to add."""
    data = project / "data"
    topics = data / "topics.yaml"
    topics.write_text(topics.read_text(encoding="utf-8").partition("\n")[2], encoding="utf-8")
    expected = f"# yaml-language-server: $schema={SITE_URL}schema/topics.json"
    (notice,) = find_missing_schema_lines(inspect_project(data).bank, data.parent)
    assert notice.place.file == "data/topics.yaml"
    assert notice.fact.endswith(expected)
    assert main(["check", "--data", str(data)]) == 0
    assert expected in capsys.readouterr().out

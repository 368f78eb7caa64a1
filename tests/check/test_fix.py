"""`espejo check --fix`: fixes unambiguous mistakes, shows a diff, and never makes a file worse."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from edits import write_bank_without_items
from espejo.check import fixes
from espejo.check.fixes import FixedFile, fix_files
from espejo.check.project import inspect_project
from espejo.commands import cli
from espejo.load import bank as load
from espejo.load.bank import read_file
from espejo.load.source import Source
from espejo.messages.message import message
from espejo.model.problems import NO_FIX, OptionalFix, fix_in_line
from mistakes import MISTAKES, QUIZ, read_reports, shows_line
from test_yaml_mistakes import FILE, check

SCHEMA_LINE = QUIZ.partition("\n")[0]

# These messages show one of several possible fixes. For instance, text after a # may be a note.
SEVERAL_ANSWERS = {
    "a hash at the start",
    "a hash in a text",
    "a colon in an item",
    "a range of prices",
    "prices that become a formula",
    "no opening question mark",
}
# These messages show a line to add, which only the author should do.
NEW_LINE = {
    "a colon in the second line of a text",
    "an item on the line of its list",
    "two keys on a line",
    "no id",
}
SHOWN = sorted(
    name
    for name, problems in read_reports().items()
    if any(map(shows_line, problems)) and name not in SEVERAL_ANSWERS and name not in NEW_LINE
)

# These messages show no line, but there is only one possible fix.
ONE_ANSWER = {
    "a misspelled key": "    kind: single\n",
    "a key in capital letters": "    kind: single\n",
    "a kind that there is not": "    kind: single\n",
    "a language in capital letters": "      en: Which?\n",
    "a misspelled list": "questions:",
}
NO_ANSWER = sorted(MISTAKES.keys() - set(SHOWN) - ONE_ANSWER.keys())


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `data` of a project with a site URL, which schema lines need, and room for one quiz."""
    project = tmp_path_factory.mktemp("fixes")
    (project / "mkdocs.yml").write_text("site_url: https://espejo.test/\n", encoding="utf-8")
    return write_bank_without_items(project / "data")


def make_mistake(name: str, text: str = QUIZ) -> str:
    mistake = MISTAKES[name]
    assert mistake.right in text
    return text.replace(mistake.right, mistake.wrong, 1)


def fix(bank: Path, text: str) -> str:
    """Returns the quiz after `--fix`, and checks that no other file changed."""
    (bank / FILE).write_bytes(text.encode())
    fixed = fix_files(bank)
    assert [one.file for one in fixed] in ([], [f"data/{FILE}"])
    assert (bank / FILE).read_bytes() == text.encode()
    return fixed[0].after.decode() if fixed else text


def run_check(data: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str, str]:
    code = cli.main(["check", "--lang", "en", "--data", str(data), "--fix", *options])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize("name", SHOWN)
def test_a_mistake_whose_message_shows_the_right_line_is_fixed(name: str, bank: Path) -> None:
    """The fixed file has no problems or notices, and only the reported lines changed."""
    text = make_mistake(name)
    reported = {one.place.line for one in check(bank, text)}
    fixed = fix(bank, text)
    assert check(bank, fixed) == []
    old, new = text.split("\n"), fixed.split("\n")
    assert len(old) == len(new)
    assert {number for number, (a, b) in enumerate(zip(old, new, strict=True), 1) if a != b} == reported
    assert fix(bank, fixed) == fixed


@pytest.mark.parametrize(("name", "written"), ONE_ANSWER.items())
def test_a_mistake_with_one_answer_is_fixed(name: str, written: str, bank: Path) -> None:
    """Its message needn't show a line."""
    expected = QUIZ.replace(MISTAKES[name].right, written, 1)
    assert fix(bank, make_mistake(name)) == expected
    assert check(bank, expected) == []


@pytest.mark.parametrize("name", NO_ANSWER)
def test_a_mistake_without_a_single_answer_is_left_alone(name: str, bank: Path) -> None:
    text = make_mistake(name)
    assert fix(bank, text) == text


PASSAGES = {
    "      en: Which\u200b one?\n": "      en: Which one?\n",
    "      en: Which cafe\u0301?\n": "      en: Which café?\n",
    "      en: Which  one?\n": "      en: Which one?\n",
    "      en: Which «one»?\n": "      en: Which “one”?\n",
    "      en: Which 'one' is it?\n": "      en: Which “one” is it?\n",
    "      en: 'Which one?'# so\n": "      en: 'Which one?' # so\n",
    "      en: ~\n": '      en: "~"\n',
}


@pytest.mark.parametrize("wrong", PASSAGES)
def test_a_mistake_in_a_passage_with_one_answer_is_fixed(wrong: str, bank: Path) -> None:
    title = "      en: Which one?\n"
    assert fix(bank, QUIZ.replace(title, wrong)) == QUIZ.replace(title, PASSAGES[wrong])


def test_the_line_that_names_the_schema_is_added(bank: Path) -> None:
    rest = QUIZ.removeprefix(f"{SCHEMA_LINE}\n")
    for before, after in (
        ("", f"{SCHEMA_LINE}\n"),
        ("# A comment\n", f"{SCHEMA_LINE}\n# A comment\n"),
        ("# yaml-language-server: $schema=deck.json\n", f"{SCHEMA_LINE}\n"),
    ):
        assert fix(bank, before + rest) == after + rest


def test_a_renamed_key_is_fixed_and_a_word_with_two_near_ones_is_not(bank: Path) -> None:
    """The message suggests the nearest word, but the other one may have been meant."""
    reason = "    why:\n      en: It comes first.\n"
    text = QUIZ.replace(reason, f"    accept: {{length: a reason}}\n{reason}")
    assert "    allow: {length: a reason}\n" in fix(bank, text)
    text = QUIZ.replace("      en: Which one?\n", "      ens: Which one?\n")
    assert "Did you mean" in check(bank, text)[0].fact
    assert fix(bank, text) == text


def test_mistakes_that_hide_each_other_are_all_fixed(bank: Path) -> None:
    """YAML stops at the first mistake; each round fixes one more, in any order."""
    text = make_mistake("a text in braces", make_mistake("a colon in a text"))
    text = make_mistake("a misspelled truth", make_mistake("no space after the colon of an id", text))
    fixed = fix(bank, text)
    assert check(bank, fixed) == []
    assert fixed.count("\n") == QUIZ.count("\n")


def test_line_ends_comments_blank_lines_and_a_byte_order_mark_stay(bank: Path) -> None:
    quiz = QUIZ.replace("questions:\n", "\n# A comment: with a colon\n\nquestions:\n")
    quiz = quiz.removeprefix(f"{SCHEMA_LINE}\n")
    wrong = quiz.replace("    kind: single\n", "    knd: single   # kept\n")
    right = f"{SCHEMA_LINE}\n" + quiz.replace("    kind: single\n", "    kind: single   # kept\n")
    for mark, end in product(("", "\ufeff"), ("\n", "\r\n")):
        assert fix(bank, mark + wrong.replace("\n", end)) == mark + right.replace("\n", end)


def test_a_mark_in_the_middle_of_a_line_does_not_shift_other_fixes(bank: Path) -> None:
    """The loader drops the byte order mark, so later columns differ from those in the file."""
    text = QUIZ.replace(
        "      - text: {en: The second one,", "      - text: {en: The\ufeff second one, EN: x,"
    )
    assert "The second one" in fix(bank, text)
    text = QUIZ.replace("    kind: single\n", "\ufeff    knd: single\n")
    assert fix(bank, text) == QUIZ


def test_the_command_writes_the_file_shows_the_difference_and_reports_what_is_left(
    bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = make_mistake("a key twice", make_mistake("a colon in a text"))
    (bank / FILE).write_text(text, encoding="utf-8")
    code, out, _ = run_check(bank, capsys)
    assert code == 1
    assert "-      en: Which: one?\n" in out
    assert '+      en: "Which: one?"\n' in out
    assert "Fixed 1 file.\n" in out
    assert "'kind' is written twice" in out
    assert '"Which: one?"' in (bank / FILE).read_text(encoding="utf-8")
    code, out, _ = run_check(bank, capsys)
    assert "Nothing was fixed" in out
    assert code == 1


def test_a_fixed_bank_passes_and_json_stays_json(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With JSON on standard output, the diff goes to standard error."""
    for options in ([], ["--format", "json"]):
        (bank / FILE).write_text(make_mistake("a colon in a text"), encoding="utf-8")
        code, out, err = run_check(bank, capsys, *options)
        assert code == 0, out
        assert json.loads(out)["problems"] == [] if options else "no problems." in out
        assert '+      en: "Which: one?"' in (err if options else out)


def test_a_file_that_cannot_be_written_is_left_alone_with_one_sentence(
    bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = make_mistake("a colon in a text")
    (bank / FILE).write_text(text, encoding="utf-8")
    (bank / FILE).chmod(0o444)
    try:
        code, _, err = run_check(bank, capsys)
    finally:
        (bank / FILE).chmod(0o644)
    assert code == 1
    assert err == f"data/{FILE} was left alone: The file is read-only.\n"
    assert (bank / FILE).read_text(encoding="utf-8") == text


def test_a_file_that_has_changed_in_the_meantime_is_left_alone(tmp_path: Path) -> None:
    def link(path: Path) -> None:
        path.unlink()
        path.symlink_to(os.devnull)

    changes: dict[str, Callable[[Path], object]] = {
        "has changed in the meantime": lambda path: path.write_bytes(b"changed"),
        "symbolic link": link,
        "missing": Path.unlink,
    }
    path = tmp_path / "data" / "a.yaml"
    path.parent.mkdir()
    for expected, change in changes.items():
        path.write_bytes(b"before")
        change(path)
        left = path.read_bytes() if path.exists() else None
        reason = FixedFile("data/a.yaml", b"before", b"after").write(tmp_path)
        assert reason is not None
        assert expected in reason
        assert (path.read_bytes() if path.exists() else None) == left


def test_a_linked_file_is_neither_followed_nor_fixed(bank: Path, tmp_path: Path) -> None:
    text = make_mistake("a colon in a text")
    outside = tmp_path / "outside.yaml"
    outside.write_text(text, encoding="utf-8")
    (bank / FILE).unlink(missing_ok=True)
    (bank / FILE).symlink_to(outside)
    try:
        assert fix_files(bank) == []
    finally:
        (bank / FILE).unlink()
    assert outside.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("column", "length", "text"),
    [
        (5, 4, "knd"),  # the problem remains
        (5, 12, "id: q-07-01"),  # a new problem on the same line
        (11, 6, '"single"\nquestions: []'),  # changes how the rest is parsed
        (11, 6, "'single"),  # the file cannot be parsed
        (1, 0, "# "),  # a key is missing
    ],
)
def test_a_fix_that_does_not_make_the_file_better_is_not_kept(
    column: int, length: int, text: str, bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every proposed fix is checked again before it is written."""
    add_at = Source.add_at

    def add_wrong_fix(self: Source, line: int, at: int, fact: object, fix: OptionalFix = NO_FIX) -> None:
        wrong = fix_in_line(line, column, length, text) if line == 15 else fix
        add_at(self, line, at, message("{fact}", fact=str(fact)), wrong)

    monkeypatch.setattr(Source, "add_at", add_wrong_fix)
    monkeypatch.setattr(load, "read_file", read_file.__wrapped__)  # keep the wrong fix out of the cache
    wrong = QUIZ.replace("    kind: single\n", "    knd: single\n")
    assert fix(bank, wrong) == wrong


def test_the_rounds_are_bounded(bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remaining mistakes are fixed on the next run."""
    monkeypatch.setattr(fixes, "MAX_ROUNDS", 1)
    text = make_mistake("double quotes inside double quotes")
    once = fix(bank, text)
    assert once not in (text, QUIZ)
    assert check(bank, once) != []
    assert check(bank, fix(bank, once)) == []


ONE_LANGUAGE = """\
title: Les brûlures
questions:
  - id: q-07-01
    kind: single
    prompt: |
      Que faire d’abord ?

      - Une réponse suffit.
    choices:
      - text: Refroidir longtemps sous
          l’eau tiède
        correct: true
      - {text: "Mettre du beurre, sans attendre", why: La chaleur reste dedans.}
    why: >-
      L’eau emporte
      la chaleur.
    hint:
      Pensez à
      la chaleur.
"""
LABELED = """\
title:
  fr: Les brûlures
questions:
  - id: q-07-01
    kind: single
    prompt:
      fr: |
        Que faire d’abord ?

        - Une réponse suffit.
    choices:
      - text:
          fr: Refroidir longtemps sous
            l’eau tiède
        correct: true
      - {text: {fr: "Mettre du beurre, sans attendre"}, why: {fr: La chaleur reste dedans.}}
    why:
      fr: >-
        L’eau emporte
        la chaleur.
    hint:
      fr: Pensez à
        la chaleur.
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_second_language_moves_what_was_written_once_to_the_first(tmp_path: Path, line_end: str) -> None:
    """What is left are notices: the translations are missing."""
    data = tmp_path / "data"
    files = {
        "bank.yaml": "name: Secours\nlanguages: [fr, en]\n"
        "license:\n  name: CC0\n  url: https://a.org/\nnamespace: a\n",
        "collections.yaml": "collections:\n  - folder: quizzes\n    title: Les cours\n"
        "    about: Pour apprendre.\n    prefix: q\n",
        FILE: ONE_LANGUAGE,
    }
    for name, text in files.items():
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_bytes(text.replace("\n", line_end).encode())
    assert all("{fr: …, en: …}" in str(one.fact) for one in inspect_project(data).problems)
    fixed = fix_files(data)
    for one in fixed:
        assert one.write(tmp_path) is None
    assert (data / FILE).read_bytes().decode() == LABELED.replace("\n", line_end)
    inspection = inspect_project(data)
    assert inspection.problems == []
    assert inspection.notices

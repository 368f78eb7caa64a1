"""Languages of the tools: everything that a command prints can be translated, and is, into Spanish."""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from edits import cut_record, remove_references, replace_once
from espejo.commands import parser as command_line
from espejo.commands import status
from espejo.commands.cli import INTERNAL_ERROR, list_commands, main
from golden_files import GOLDEN, compare
from project import ROOT
from pseudo import find_prose, mark, speak_pseudo

QUIZ, OTHER = "quizzes/phase-01-arithmetic", "quizzes/phase-02-collections"
DECK = "drills/chapter-01-facts"
GUIDED = "study-guide/quiz-01-division"

NOUNS = ("quiz", "question", "deck", "card", "topic", "term", "formula", "pattern")

HELP = [
    ["--help"],
    *([command.NAME, "--help"] for command in list_commands()),
    *(["new", noun, "--help"] for noun in NOUNS),
]

EXAMPLES = ("loss-functions", "chain-rule")
"""Ids that the help shows and no bank of the tests has."""

PARSER_ERRORS = [
    [],
    ["chek"],
    ["check", "--nothing"],
    ["check", "--format"],
    ["check", "--format", "xml"],
    ["check", "--all=3"],
    ["check", "--lang", "xx"],
    ["check", "--d", "data"],
    ["check", "data"],
    ["changes"],
    ["move", "q-01-01"],
    ["rename"],
    ["new"],
    ["new", "quizz"],
    ["new", "quiz"],
    ["new", "quiz", "a", "--course", "0"],
    ["new", "question", "a", "--kind", "easy"],
]

ERRORS = [
    ["check", "--data", "nowhere"],
    ["check", "--base", "nowhere"],
    ["check", "--messages", "nowhere.txt"],
    ["accept", "q-01-99"],
    ["accept", "--proofs", "nowhere.json"],
    ["accept", "--proofs", "data/topics.yaml"],
    ["prove", "q-01-99"],
    ["prove", "--env", "nowhere"],
    ["export"],
    ["new", "question", "quizzes/phase-09"],
    ["new", "question", DECK],
    ["new", "card", QUIZ],
    ["new", "quiz", "quizes/phase-09-x"],
    ["new", "quiz", "drills/chapter-09-x"],
    ["new", "deck", "quizzes/phase-09-x"],
    ["new", "quiz", "quizzes/x"],
    ["new", "quiz", QUIZ],
    ["new", "quiz", "quizzes/phase-09-x", "--course", "1"],
    ["new", "quiz", "study-guide/quiz-09-x", "--course", "9"],
    ["new", "topic", "Not_an_id"],
    ["new", "topic", "division"],
    ["new", "term", "average"],
    ["new", "formula", "--in", "fr"],
    ["move", "q-01-99", OTHER],
    ["move", "q-01-01", "phase-99"],
    ["move", "q-01-01", QUIZ],
    ["move", "q-01-01", DECK],
    ["rename", QUIZ, "Not a name"],
    ["rename", QUIZ, "phase-02-collections"],
    ["retire", "study-guide/quiz-03-strings"],
    ["retire", "q-01"],
    ["retire", "phase-99"],
]

REPORTS = [
    ["check"],
    ["check", "--all"],
    ["check", "--format", "github"],
    ["status"],
    ["changes", "--base", "before"],
    ["changes", "--base", "before", "--markdown"],
    ["accept"],
    ["accept", "q-01-02"],
    ["export", "--only", "text", "--to", "out"],
    *(
        ["new", noun, *where]
        for noun, where in zip(
            NOUNS,
            (["quizzes/phase-09-x"], [QUIZ], ["drills/chapter-09-x"], [DECK], ["fresh"], ["fresh"], [], []),
            strict=True,
        )
    ),
    ["new", "quiz", "study-guide/quiz-09-x"],
    ["move", "q-01-01", OTHER],
    ["rename", QUIZ, "phase-01-sums"],
    ["rename", GUIDED, "quiz-01-quotients"],
    ["retire", "q-01-01"],
    ["retire", DECK],
]


@pytest.fixture
def bank(data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small bank, in the working folder, in the pseudo-language; `before` is how it was."""
    monkeypatch.chdir(data.parent)
    monkeypatch.setenv("COLUMNS", "100")
    shutil.copytree(data, "before")
    speak_pseudo(monkeypatch)
    return data


def list_files() -> list[Path]:
    """The files of the bank and of how it was."""
    return [file.relative_to(Path.cwd()) for file in sorted(Path.cwd().rglob("*.yaml"))]


def run(arguments: list[str]) -> int:
    """The exit code of a command, also if its parser ends the program."""
    try:
        return main(arguments)
    except SystemExit as ended:
        return int(ended.code or 0)


def name(arguments: list[str]) -> str:
    return " ".join(arguments) or "nothing"


@pytest.mark.usefixtures("bank")
def test_the_help_is_translated(capsys: pytest.CaptureFixture[str]) -> None:
    """Of each command and of what it starts, with what argparse itself says."""
    for arguments in HELP:
        assert run(arguments) == 0
        assert find_prose(capsys.readouterr().out, arguments=EXAMPLES) == [], arguments


@pytest.mark.usefixtures("bank")
def test_errors_are_translated(capsys: pytest.CaptureFixture[str]) -> None:
    """Those of the parser, which come after the usage, and those of a command."""
    for arguments in (*PARSER_ERRORS, *ERRORS):
        assert run(arguments) == 2, arguments
        said = capsys.readouterr()
        assert said.out == "", arguments
        assert "⟦" in said.err[: 1 if arguments in ERRORS else None], arguments
        files = list_files() if arguments in ERRORS else []
        assert find_prose(said.err, files, arguments) == [], arguments


@pytest.mark.parametrize("arguments", REPORTS, ids=name)
def test_a_report_is_translated(bank: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """About a bank in which a passage, an answer and a list of records have changed."""
    (bank.parent / "mkdocs.yml").write_text("site_url: https://x.test/\n", encoding="utf-8")
    replace_once(bank / f"{QUIZ}.yaml", "What is `7 % 3`?", "How much is `7 % 3`?")
    replace_once(bank / f"{QUIZ}.yaml", '      - text: "`1`"', '      - text: "`4`"')
    cut_record(bank / f"{DECK}.yaml", "d-01-02")
    if arguments[0] == "retire":
        remove_references(bank)
    run(arguments)
    said = capsys.readouterr()
    assert (said.err, "⟦" in said.out) == ("", True)
    ours = re.split("⟦(?:As readers will see it|For ⟪CHANGELOG.md)", said.out)[0]  # what follows is content
    assert find_prose(ours, list_files(), arguments) == []


@pytest.mark.parametrize("command", ["check", "status"])
def test_json_has_keys_in_english_and_facts_that_are_translated(
    bank: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    replace_once(bank / f"{QUIZ}.yaml", "correct: true", "correct: false")
    if command == "status":
        shutil.rmtree(bank)
        shutil.copytree("before", bank)
    main([command, "--format", "json"])
    said = json.loads(capsys.readouterr().out)
    if command == "status":
        assert {"path", "translated", "tasks"} <= said[0].keys()
        return
    facts = [one["fact"] for one in [*said["problems"], *said["notices"]]]
    assert {"problems", "notices", "ledger"} == said.keys()
    assert said["problems"]
    assert find_prose("\n".join(facts), list_files()) == []


def test_the_report_of_the_proofs_is_translated(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is printed while they run and at the end, and what is written for an issue."""
    replace_once(bank / f"{QUIZ}.yaml", "value == 7 % 3", "value == 8 % 3")
    summary = bank.parent / "summary.md"
    run(["prove", "--env", sys.prefix, "--summary", str(summary), "q-01-01", "q-01-02"])
    said = capsys.readouterr()
    files = list_files()
    assert find_prose(said.out + said.err, files) == []
    assert find_prose(summary.read_text(encoding="utf-8"), files) == []


@pytest.mark.usefixtures("bank")
def test_a_missing_browser_is_told_in_the_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("espejo.book.command.find_installed", lambda: None)
    assert main(["pdf"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("⟦Error: ⟪⟦Chromium was not found.")
    assert find_prose(said) == []


@pytest.mark.usefixtures("bank")
def test_an_error_in_the_program_is_told_in_the_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the text of the exception, which Python made, stays as it is."""

    def fail(*_: object) -> int:
        raise KeyError("q-01-01")

    monkeypatch.setattr(status, "run", fail)
    assert main(["status"]) == INTERNAL_ERROR
    assert find_prose(capsys.readouterr().err, arguments=["KeyError"]) == []


@pytest.fixture
def broken(data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small bank, in the working folder, with mistakes of several kinds."""
    monkeypatch.chdir(data.parent)
    quiz = data / f"{QUIZ}.yaml"
    replace_once(quiz, "        correct: true\n", "        corect: true\n")
    replace_once(quiz, "What is `7 % 3`?", "What is <b>7 % 3</b>?")
    replace_once(data / f"{OTHER}.yaml", "kind: ", "kind: single\n    kind: ")
    replace_once(data / f"{DECK}.yaml", "- id: d-01-02", "- id: d-01-01")
    (data / "drills" / "notes.txt").write_text("", encoding="utf-8")
    return data


@pytest.mark.usefixtures("broken")
def test_the_check_speaks_spanish(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> None:
    """All of it: facts, advice, suggestions, notices and numbers, with the same places and ids."""
    assert main(["check", "--lang", "es"]) == 1
    compare(GOLDEN / "messages" / "check.es.txt", capsys.readouterr().out, request)


def test_the_help_speaks_spanish(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What argparse says and what we say. Its lines are as wide as the terminal."""
    monkeypatch.setenv("COLUMNS", "100")
    assert run(["new", "quiz", "--help", "--lang", "es"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("uso: espejo new quiz [-h] ")
    assert "\nargumentos posicionales:\n  colección/nombre " in said
    assert "\nopciones:\n  -h, --help " in said
    assert "muestra esta ayuda y termina\n" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "--data", "nowhere"], "No existe la carpeta nowhere."),
        (["check", "--data", "nowhere", "--lang", "en"], "No folder nowhere."),
        (["--lang", "en", "check", "--data", "nowhere"], "No folder nowhere."),
        (["check", "--lang=en", "--data", "nowhere"], "No folder nowhere."),
        (["check", "--lang", "xx"], "uso: "),
    ],
)
def test_the_option_beats_the_environment(
    arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before or after the command. A language that there is not leaves that of the environment."""
    monkeypatch.setenv("LC_MESSAGES", "es_AR.UTF-8")
    assert run(arguments) == 2
    assert capsys.readouterr().err.startswith(said)


def test_the_command_speaks_the_language_of_the_environment(broken: Path) -> None:
    """In a process of its own, as a contributor in Mexico starts it."""
    done = start(broken.parent, "espejo.commands.cli", "status")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.endswith(" problemas. Comprueba otra vez con: make check\n")


def test_a_build_speaks_the_language_of_the_environment(project: Path) -> None:
    """What our hook says: problems, their number, and what became of the site. MkDocs speaks English."""
    replace_once(project / "data" / f"{QUIZ}.yaml", "        correct: true\n", "")
    done = start(project, "mkdocs", "build")
    assert done.returncode == 1
    assert "Los datos tienen problemas:\n" in done.stderr
    assert ": q-01-01: ninguna opción es correcta." in done.stderr
    assert "1 problema. Comprueba otra vez con: make check\n" in done.stderr
    assert "No se construyó nada. El sitio anterior no cambió." in done.stdout + done.stderr


def start(folder: Path, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a module where the language is Mexican Spanish."""
    others = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=folder,
        env={**others, "LANG": "es_MX.UTF-8", "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT / "hooks")},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def find_texts_of_argparse() -> Iterator[str]:
    """What argparse of this Python hands to gettext."""
    for node in ast.walk(ast.parse(Path(argparse.__file__).read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("_", "ngettext")
        ):
            yield from (str(one.value) for one in node.args[:1] if isinstance(one, ast.Constant))


FOR_PROGRAMMERS = re.compile(
    r"__call__|conflicting|cannot (have|merge)|\bdest=|invalid (conflict_resolution|option string)"
    r"|is not callable|mutually exclusive|'required' is an invalid|unexpected option string|with mode"
)
"""What argparse says only about a parser that is made in a wrong way."""

NOT_USED = re.compile(
    r"deprecated|warning|can't open|at most one|expected %s argument|not allowed with|one of the arguments"
    r"|unknown parser|invalid %\(type\)s value|version number|\(default: |^subcommands$|^%\(heading\)s:$"
)
"""What it says about features that our parsers do not use, and what has no words."""


def test_everything_that_argparse_may_say_is_in_the_catalogs() -> None:
    """Its texts differ between the versions of Python; a new one must not stay in English unnoticed."""
    known = {one.template for one in command_line._TEXTS_OF_ARGPARSE}
    said = set(find_texts_of_argparse())
    assert {"usage: ", "unrecognized arguments: %s"} <= said
    assert (
        sorted(one for one in said - known if not FOR_PROGRAMMERS.search(one) and not NOT_USED.search(one))
        == []
    )


@pytest.mark.parametrize(
    ("printed", "prose"),
    [
        ("The file data/x.yaml is missing.", ["The file data/x.yaml is missing."]),
        ("⟦Error: ⟪the file is missing.⟫⟧", ["the file is missing."]),
        ("data/x.yaml:3:1: q-01-01: ⟦unknown key ⟪'corect'⟫.⟧ Did you mean it?", ["Did you mean it?"]),
        ("data/x.yaml:3:1: q-01-01: ⟦unknown key ⟪'corect'⟫.⟧", []),
        ("⟦options⟧:\n  --data DATA  ⟦the bank's\n folder⟧", []),
        ("[1/2] out/a.tsv ⟦(⟪1,024⟫ bytes)⟧", []),
    ],
)
def test_text_that_is_no_message_is_found(printed: str, prose: list[str], tmp_path: Path) -> None:
    """An f-string, plain text in a message, and a sentence after a message; not data."""
    file = tmp_path / "x.yaml"
    file.write_text("corect: true", encoding="utf-8")
    assert find_prose(printed, [file]) == prose


def test_a_template_is_marked_with_its_blanks() -> None:
    assert mark("{id}: {{label}} of %(prog)s %r\n") == "⟦⟪{id}⟫: {{label}} of ⟪%(prog)s⟫ ⟪%r⟫⟧\n"

"""Output in other languages: everything that commands print can be translated, and Spanish works."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from edits import cut_record, remove_references, replace_once
from espejo.commands import status
from espejo.commands.cli import INTERNAL_ERROR, list_commands, main
from golden_files import GOLDEN, compare
from project import ROOT
from pseudo import find_prose, mark, speak_pseudo

QUIZ, OTHER = "quizzes/phase-01-arithmetic", "quizzes/phase-02-collections"
DECK = "drills/chapter-01-facts"

NOUNS = ("quiz", "question", "deck", "card", "topic", "term", "formula", "pattern")

HELP = "\n".join(
    ["--help", *(f"{one.NAME} --help" for one in list_commands()), *(f"new {noun} --help" for noun in NOUNS)]
)

EXAMPLES = "first-aid water-cycle"
"""Ids that the help shows and the small bank doesn't have."""

PARSER_ERRORS = """\

chek
check --nothing
check --format
check --format xml
check --all=3
check --lang xx
check --d data
check data
changes
move q-01-01
rename
new
new quizz
new quiz
new quiz a --course 0
new question a --kind easy"""

ERRORS = f"""\
check --data nowhere
check --base nowhere
check --messages nowhere.txt
accept q-01-99
accept --proofs nowhere.json
accept --proofs data/topics.yaml
prove q-01-99
prove --env nowhere
pdf
export
new question quizzes/phase-09
new question {DECK}
new card {QUIZ}
new quiz quizes/phase-09-x
new quiz drills/chapter-09-x
new deck quizzes/phase-09-x
new quiz quizzes/X
new quiz {QUIZ}
new quiz quizzes/phase-09-x --course 1
new quiz study-guide/quiz-09-x --course 9
new topic Not_an_id
new topic division
new term average
new formula --in fr
move q-01-99 {OTHER}
move q-01-01 phase-99
move q-01-01 {QUIZ}
move q-01-01 {DECK}
rename {QUIZ} 'Not a name'
rename {QUIZ} phase-02-collections
retire study-guide/quiz-03-strings
retire q-01
retire phase-99"""

REPORTS = f"""\
check
check --all
check --format github
status
changes --base before
changes --base before --markdown
accept
accept q-01-02
export --only text --to out
new quiz quizzes/phase-09-x
new question {QUIZ}
new deck drills/chapter-09-x
new card {DECK}
new topic fresh
new term fresh
new formula
new pattern
new quiz study-guide/quiz-09-x
move q-01-01 {OTHER}
rename {QUIZ} phase-01-sums
rename study-guide/quiz-01-division quiz-01-quotients
retire q-01-01
retire {DECK}"""


@pytest.fixture
def bank(data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small bank in the working directory, in a pseudo-language; `before` is a copy to compare with."""
    monkeypatch.chdir(data.parent)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("espejo.book.command.find_installed", lambda: None)
    shutil.copytree(data, "before")
    speak_pseudo(monkeypatch)
    return data


def list_files() -> list[Path]:
    """Return the files of the bank and of its copy."""
    return [file.relative_to(Path.cwd()) for file in sorted(Path.cwd().rglob("*.yaml"))]


def run(command: str) -> int:
    """Return the exit code of a command, even if argparse exits."""
    try:
        return main(shlex.split(command))
    except SystemExit as ended:
        return int(ended.code or 0)


@pytest.mark.parametrize(("commands", "code"), [(HELP, 0), (PARSER_ERRORS, 2), (ERRORS, 2)])
def test_help_and_errors_are_translated(
    bank: Path, commands: str, code: int, capsys: pytest.CaptureFixture[str], subtests: pytest.Subtests
) -> None:
    """argparse's own messages are translated too."""
    files = [one for one in list_files() if one.parts[0] == bank.name] if code else []
    for command in commands.split("\n"):
        with subtests.test(command):
            assert run(command) == code
            said = capsys.readouterr()
            printed, nothing = (said.err, said.out) if code else (said.out, said.err)
            assert ("⟦" in printed, nothing) == (True, "")
            data = files if commands == ERRORS else []
            assert find_prose(printed, data, shlex.split(command) if code else EXAMPLES.split()) == []


@pytest.mark.parametrize("command", REPORTS.split("\n"))
def test_a_report_is_translated(bank: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The bank has a changed passage, a changed answer, and a changed list of records."""
    (bank.parent / "mkdocs.yml").write_text("site_url: https://x.test/\n", encoding="utf-8")
    replace_once(bank / f"{QUIZ}.yaml", "What is `7 % 3`?", "How much is `7 % 3`?")
    replace_once(bank / f"{QUIZ}.yaml", '      - text: "`1`"', '      - text: "`4`"')
    cut_record(bank / f"{DECK}.yaml", "d-01-02")
    if command.startswith("retire"):
        remove_references(bank)
    run(command)
    said = capsys.readouterr()
    assert (said.err, "⟦" in said.out) == ("", True)
    ours = re.split("⟦(?:As readers will see it|For ⟪CHANGELOG.md)", said.out)[0]  # the rest is content
    assert find_prose(ours, list_files(), command.split()) == []


def test_json_has_english_keys_and_translated_facts(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["status", "--format", "json"])
    assert {"path", "translated", "tasks"} <= json.loads(capsys.readouterr().out)[0].keys()
    replace_once(bank / f"{QUIZ}.yaml", "correct: true", "correct: false")
    main(["check", "--format", "json"])
    said = json.loads(capsys.readouterr().out)
    assert {"problems", "notices", "ledger"} == said.keys()
    assert said["problems"]
    facts = [one["fact"] for one in [*said["problems"], *said["notices"]]]
    assert find_prose("\n".join(facts), list_files()) == []


def test_the_report_of_proofs_is_translated(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Progress, the result, and the summary for an issue are translated."""
    replace_once(bank / f"{QUIZ}.yaml", "value == 7 % 3", "value == 8 % 3")
    summary = bank.parent / "summary.md"
    main(["prove", "--env", sys.prefix, "--summary", str(summary), "q-01-01", "q-01-02"])
    said = capsys.readouterr()
    assert find_prose(said.out + said.err + summary.read_text(encoding="utf-8"), list_files()) == []


@pytest.mark.usefixtures("bank")
def test_an_internal_error_is_translated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the exception's own text, which comes from Python, is in English."""

    def fail(*_: object) -> int:
        raise KeyError("q-01-01")

    monkeypatch.setattr(status, "run", fail)
    assert main(["status"]) == INTERNAL_ERROR
    assert find_prose(capsys.readouterr().err, arguments=["KeyError"]) == []


def test_the_check_report_in_spanish(
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Facts, advice, suggestions, notices, and numbers are in Spanish; places and ids are the same."""
    monkeypatch.chdir(data.parent)
    quiz = data / f"{QUIZ}.yaml"
    replace_once(quiz, "        correct: true\n", "        corect: true\n")
    replace_once(quiz, "What is `7 % 3`?", "What is <b>7 % 3</b>?")
    replace_once(data / f"{OTHER}.yaml", "kind: ", "kind: single\n    kind: ")
    replace_once(data / f"{DECK}.yaml", "- id: d-01-02", "- id: d-01-01")
    (data / "drills" / "notes.txt").write_text("", encoding="utf-8")
    assert main(["check", "--lang", "es"]) == 1
    compare(GOLDEN / "messages" / "check.es.txt", capsys.readouterr().out, request)


def test_the_help_in_spanish(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """argparse's words and ours. Its lines fit the terminal."""
    monkeypatch.setenv("COLUMNS", "100")
    assert run("new quiz --help --lang es") == 0
    said = capsys.readouterr().out
    assert said.startswith("uso: espejo new quiz [-h] ")
    assert "\nargumentos posicionales:\n  colección/nombre " in said
    assert "\nopciones:\n  -h, --help " in said
    assert "muestra esta ayuda y termina\n" in said


def test_the_language_option_overrides_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It works before or after the command. An unknown language falls back to the environment's."""
    monkeypatch.setenv("LC_MESSAGES", "es_AR.UTF-8")
    for command, said in (
        ("check --data nowhere", "No existe la carpeta nowhere."),
        ("check --data nowhere --lang en", "No folder nowhere."),
        ("--lang en check --data nowhere", "No folder nowhere."),
        ("check --lang=en --data nowhere", "No folder nowhere."),
        ("check --lang xx", "uso: "),
    ):
        assert run(command) == 2
        assert capsys.readouterr().err.startswith(said), command


def test_a_build_uses_the_language_of_the_environment(project: Path) -> None:
    """Problems, their count, and the site's state are translated; MkDocs' own output is English."""
    replace_once(project / "data" / f"{QUIZ}.yaml", "        correct: true\n", "")
    others = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build"],
        cwd=project,
        env={**others, "LANG": "es_MX.UTF-8", "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT / "hooks")},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert "Los datos tienen problemas:\n" in done.stderr
    assert ": q-01-01: ninguna opción es correcta." in done.stderr
    assert "1 problema. Comprueba otra vez con: make check\n" in done.stderr
    assert "No se construyó nada. El sitio anterior no cambió." in done.stdout + done.stderr


def test_untranslated_text_is_found(tmp_path: Path) -> None:
    """Flags an f-string, plain text inside a message, and a sentence after one, but no data."""
    file = tmp_path / "x.yaml"
    file.write_text("corect: true", encoding="utf-8")
    for printed, prose in (
        ("The file data/x.yaml is missing.", ["The file data/x.yaml is missing."]),
        ("⟦Error: ⟪the file is missing.⟫⟧", ["the file is missing."]),
        ("data/x.yaml:3:1: q-01-01: ⟦unknown key ⟪'corect'⟫.⟧ Did you mean it?", ["Did you mean it?"]),
        ("⟦options⟧:\n  --data DATA  ⟦the bank's\n folder⟧", []),
    ):
        assert find_prose(printed, [file]) == prose
    assert mark("{id}: {{label}} of %(prog)s %r\n") == "⟦⟪{id}⟫: {{label}} of ⟪%(prog)s⟫ ⟪%r⟫⟧\n"

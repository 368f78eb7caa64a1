"""What commands print: text of the data can only be read, by a person or by the runner of a workflow."""

from __future__ import annotations

import ast
import io
import json
import os
import re
from pathlib import Path

import pytest

from conftest import build
from edits import replace_once
from espejo.commands.cli import main
from espejo.commands.terminal import paint, say
from espejo.load.data_files import LINK, NOT_A_FILE
from espejo.markdown.escape import code_span, escape_markdown
from espejo.messages.message import sentences
from espejo.model.problems import Notice, Place, Problem, escape_line, report_notices, report_problems
from espejo.proofs.progress_bar import ProgressBar
from espejo.proofs.report import write_markdown
from hostile import make_strings
from project import ROOT
from small_bank import write_bank

COMMAND = "::warning::mine"
HOSTILE = [
    *make_strings(3, 300),
    f"x\n{COMMAND}",
    f"x\n  \t\xa0{COMMAND}",
    f"x\r{COMMAND}",
    f"x\u2028{COMMAND}",
    "x ##[warning]mine",
    "###[warning]mine",
    "\x1b[2J\x1b]0;mine\x07",
    "\x9b31m",
    "\u202eenim\u2066",
    "\U000e0041",
]


def find_commands(output: str) -> list[str]:
    """The lines that the runner of a workflow takes for commands: it splits at any line end, and trims."""
    lines = re.split(r"[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+", output)
    return [line for line in lines if line.lstrip().startswith("::") or "##[" in line]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_line_prints_and_is_no_command(text: str) -> None:
    """Whatever is in it. What prints and is no command stays as it is."""
    line = escape_line(text)
    assert line.isprintable()
    assert find_commands(line) == []
    if text.isprintable() and not find_commands(text):
        assert line == text


@pytest.mark.parametrize("text", HOSTILE)
def test_every_way_to_print_is_safe(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Lines, reports, progress. JSON is still the same JSON."""
    problem = Problem(Place(text, 1, 2), text, sentences(text))
    notice = Notice(Place(text, 1, 2), text, sentences(text))
    bar = io.StringIO()
    ProgressBar(1, bar).step(text)
    say(text)
    said = capsys.readouterr().out
    for output in (said, bar.getvalue(), report_problems([problem]), report_notices([notice])):
        assert find_commands(output) == []
        assert all(line.isprintable() for line in output.split("\n"))
    say(json.dumps({text: [text]}, ensure_ascii=False, indent=2))
    printed = capsys.readouterr().out
    assert find_commands(printed) == []
    assert json.loads(printed) == {text: [text]}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_only_our_own_colors_reach_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """And none reaches a file."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen, file = Terminal(), io.StringIO()
    say(paint("fine", "green", screen), screen)
    say("\x1b[2J\x1b[5m\x1b]0;mine\x07", screen)
    assert screen.getvalue() == "\x1b[32mfine\x1b[0m\n\\u001b[2J\\u001b[5m\\u001b]0;mine\\u0007\n"
    say("\x1b[32mfine", file)
    assert file.getvalue() == "\\u001b[32mfine\n"


def test_no_command_prints_in_another_way() -> None:
    """So that the rule above is the rule everywhere."""
    for path in sorted((ROOT / "hooks" / "espejo" / "commands").glob("*.py")):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        prints = [node for node in nodes if isinstance(node, ast.Name) and node.id == "print"]
        assert not prints or path.name == "terminal.py", path.name


def hurt(data: Path) -> None:
    """Puts a command into a ledger's id, a stray file's name, a language's name, a key and a value."""
    evil = f"x\n{COMMAND}\n##[error]mine"
    (data / evil.replace("/", "-")).write_text("", encoding="utf-8")
    (data / "locales" / f"x\n{COMMAND}.yaml").write_text("", encoding="utf-8")
    replace_once(data / "ledger.yaml", "- id: d-01-01", f"- id: {json.dumps(evil)}")
    replace_once(data / "locales" / "en.yaml", "writing:", f"name: {json.dumps(evil)}\nwriting:")
    replace_once(data / "topics.yaml", "topics:", f"{json.dumps(evil)}: x\ntopics:")


@pytest.mark.parametrize(
    "call",
    [["check"], ["check", "--format", "github"], ["check", "--format", "json"], ["accept"], ["status"]],
)
def test_no_command_of_the_data_reaches_the_log(
    data: Path, capsys: pytest.CaptureFixture[str], call: list[str]
) -> None:
    """Neither from a file's contents nor from its name. Our own annotations are the only commands."""
    hurt(data)
    assert main([*call, "--data", str(data)]) == 1
    said = capsys.readouterr()
    found = find_commands(said.out + said.err)
    ours = re.compile(r"::(?:error|notice) file=[^:]*::(?!.*##\[).*")
    assert [line for line in found if not ours.fullmatch(line)] == []
    assert "mine" in said.out


def test_the_summary_of_a_pull_request_is_safe(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As it is also printed to a log while somebody tries it."""
    base = write_bank(tmp_path / "base" / "data")
    hurt(project / "data")
    assert main(["changes", "--markdown", "--data", str(project / "data"), "--base", str(base)]) == 0
    assert find_commands(capsys.readouterr().out) == []


def test_a_build_logs_no_command(project: Path) -> None:
    """MkDocs prints what the hook logs."""
    hurt(project / "data")
    done = build(project)
    assert done.returncode == 1
    assert "this language is not in 'languages' of data/bank.yaml" in done.stdout + done.stderr
    assert find_commands(done.stdout + done.stderr) == []


@pytest.mark.parametrize(
    "text", ["@octocat", "a@b.test", "#1", "o/r#1", "GH-1", "https://evil.test", "www.evil.test", "x\n\n# y"]
)
def test_text_in_a_summary_mentions_nobody(text: str) -> None:
    """The forge looks for mentions and numbers after the Markdown is read, when no backslash is left."""
    shown = escape_markdown(text).replace("\\", "").replace("&#8203;", "\u200b")
    assert not re.search(r"@\w|#\d|GH-\d|://|www\.", shown)
    assert shown.replace("\u200b", "") == " ".join(text.split())


@pytest.mark.parametrize("text", [*HOSTILE, "`", "``", "a``b`", "\n\n# x", ""])
def test_text_in_a_code_span_stays_in_it(text: str) -> None:
    """It has one line, and fewer backticks in a row than the span begins and ends with."""
    span = code_span(text)
    assert span.isprintable()
    fence = re.match("`+", span)
    assert fence
    assert span.endswith(fence[0])
    inside = span[len(fence[0]) : -len(fence[0])]
    assert inside
    assert fence[0] not in re.findall("`+", inside)
    assert not inside.startswith("`")
    assert not inside.endswith("`")


@pytest.mark.parametrize("character", ["x", "\x01", "\U0001f600", "\U000f0000", "`"])
def test_the_workflow_need_not_cut_the_report_of_an_issue(character: str) -> None:
    """It cuts at 60,000 bytes, and a code span without its end would let out what is in it."""
    problems = [
        Problem(Place("data/quizzes/x.yaml", 1, 1), "q-01-01", sentences(character * 700 + str(n)))
        for n in range(99)
    ]
    assert len(write_markdown(problems, "The versions.").encode()) < 60_000


def test_a_file_of_the_pages_written_by_hand_has_a_plain_name(project: Path) -> None:
    """MkDocs prints the names of files as they are."""
    (project / "docs" / f"x\n{COMMAND}.md").write_text("# Mine\n", encoding="utf-8")
    done = build(project)
    assert done.returncode == 1
    assert "rename the file: use only letters, digits" in done.stdout + done.stderr
    assert find_commands(done.stdout + done.stderr) == []


def test_the_pages_written_by_hand_are_files_and_not_links(project: Path) -> None:
    """MkDocs would publish what a link leads to, and two links to their own folder would never end."""
    (project / "docs" / "a").symlink_to(".")
    (project / "docs" / "b").symlink_to(".")
    (project / "CONTRIBUTING.md").unlink()
    (project / "CONTRIBUTING.md").symlink_to("mkdocs.yml")
    done = build(project)
    assert done.returncode == 1
    for name in ("docs/a", "docs/b", "CONTRIBUTING.md"):
        assert f"{name}:1:1: this is a symbolic link. Put the file itself here." in done.stdout + done.stderr


def test_the_pages_written_by_hand_are_files(project: Path, tmp_path: Path) -> None:
    """MkDocs follows links: a site must not contain what is elsewhere on the machine that builds it."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "private.txt").write_text("private", encoding="utf-8")
    docs, handbook = project / "docs", project / "CONTRIBUTING.es.md"
    (docs / "page.md").symlink_to(elsewhere / "private.txt")
    (docs / "folder").symlink_to(elsewhere)
    (docs / "endless.bin").symlink_to("/dev/zero")
    os.mkfifo(docs / "pipe.txt")
    handbook.unlink(missing_ok=True)
    handbook.symlink_to(elsewhere / "private.txt")
    done = build(project)
    assert done.returncode == 1
    links = ("CONTRIBUTING.es.md", "docs/endless.bin", "docs/folder", "docs/page.md")
    told = [*(f"{name}:1:1: {LINK}" for name in links), f"docs/pipe.txt:1:1: {NOT_A_FILE}"]
    assert [line for line in told if line not in done.stdout + done.stderr] == []

"""Printed output: text from the data stays text, both in a terminal and for GitHub's workflow runner."""

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
from espejo.proofs.command import ProgressBar, write_markdown
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
    """Find lines that a workflow runner takes for commands: it splits at any line end, and trims."""
    lines = re.split(r"[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+", output)
    return [line for line in lines if line.lstrip().startswith("::") or "##[" in line]


def test_every_way_to_print_is_safe(capsys: pytest.CaptureFixture[str]) -> None:
    """Covers lines, reports, and progress. Harmless text isn't changed, and JSON keeps its content."""
    for text in HOSTILE:
        problem = Problem(Place(text, 1, 2), text, sentences(text))
        notice = Notice(Place(text, 1, 2), text, sentences(text))
        bar = io.StringIO()
        ProgressBar(1, bar).step(text)
        say(text)
        said, line = capsys.readouterr().out, escape_line(text)
        for output in (said, line, bar.getvalue(), report_problems([problem]), report_notices([notice])):
            assert find_commands(output) == []
            assert all(one.isprintable() for one in output.split("\n"))
        assert line.isprintable()
        if text.isprintable() and not find_commands(text):
            assert line == text
        say(json.dumps({text: [text]}, ensure_ascii=False, indent=2))
        printed = capsys.readouterr().out
        assert find_commands(printed) == []
        assert json.loads(printed) == {text: [text]}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_only_our_own_colors_reach_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colors aren't written to files."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen, file = Terminal(), io.StringIO()
    say(paint("fine", "green", screen), screen)
    say("\x1b[2J\x1b[5m\x1b]0;mine\x07", screen)
    assert screen.getvalue() == "\x1b[32mfine\x1b[0m\n\\u001b[2J\\u001b[5m\\u001b]0;mine\\u0007\n"
    say("\x1b[32mfine", file)
    assert file.getvalue() == "\\u001b[32mfine\n"


def test_no_command_prints_in_another_way() -> None:
    """All commands use the safe functions tested above."""
    for path in sorted((ROOT / "hooks" / "espejo" / "commands").glob("*.py")):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        prints = [node for node in nodes if isinstance(node, ast.Name) and node.id == "print"]
        assert not prints or path.name == "terminal.py", path.name


def hurt(data: Path) -> None:
    """Put commands into a ledger's id, a stray file's name, a language's name, a key, and a value."""
    evil = f"x\n{COMMAND}\n##[error]mine"
    (data / evil.replace("/", "-")).write_text("", encoding="utf-8")
    (data / "locales" / f"x\n{COMMAND}.yaml").write_text("", encoding="utf-8")
    replace_once(data / "ledger.yaml", "- id: d-01-01", f"- id: {json.dumps(evil)}")
    replace_once(data / "locales" / "en.yaml", "writing:", f"name: {json.dumps(evil)}\nwriting:")
    replace_once(data / "topics.yaml", "topics:", f"{json.dumps(evil)}: x\ntopics:")


def test_no_command_of_the_data_reaches_the_log(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """This covers file contents and file names. Our own annotations are the only commands."""
    data, base = project / "data", write_bank(tmp_path / "base" / "data")
    hurt(data)
    ours = re.compile(r"::(?:error|notice) file=[^:]*::(?!.*##\[).*")
    for call in ("check", "check --format github", "check --format json", "accept", "status"):
        assert main([*call.split(), "--data", str(data)]) == 1
        said = capsys.readouterr()
        found = find_commands(said.out + said.err)
        assert [line for line in found if not ours.fullmatch(line)] == [], call
        assert "mine" in said.out
    assert main(["changes", "--markdown", "--data", str(data), "--base", str(base)]) == 0
    assert find_commands(capsys.readouterr().out) == []


def test_text_in_a_summary_mentions_nobody() -> None:
    """GitHub looks for mentions and numbers after parsing the Markdown, when backslashes are gone."""
    addresses = ("https://evil.test", "www.evil.test", "x\n\n# y")
    for text in ("@octocat", "a@b.test", "#1", "o/r#1", "GH-1", *addresses):
        shown = escape_markdown(text).replace("\\", "").replace("&#8203;", "\u200b")
        assert not re.search(r"@\w|#\d|GH-\d|://|www\.", shown)
        assert shown.replace("\u200b", "") == " ".join(text.split())


def test_text_in_a_code_span_stays_in_it() -> None:
    """A span has one line, and fewer backticks in a row than its delimiters."""
    for text in (*HOSTILE, "`", "``", "a``b`", "\n\n# x", ""):
        span = code_span(text)
        assert span.isprintable()
        found = re.fullmatch("(`+)([^`]|[^`].*[^`])(`+)", span)
        assert found, span
        assert found[1] == found[3]
        assert found[1] not in re.findall("`+", found[2])


def test_the_report_in_an_issue_is_short_enough() -> None:
    """The workflow cuts it at 60,000 bytes, and a cut code span would let its content escape."""
    for character in ("x", "\x01", "\U0001f600", "\U000f0000", "`"):
        problems = [
            Problem(Place("data/quizzes/x.yaml", 1, 1), "q-01-01", sentences(character * 700 + str(n)))
            for n in range(99)
        ]
        assert len(write_markdown(problems, "The versions.").encode()) < 60_000


def test_a_build_refuses_hostile_names_and_links_and_logs_no_command(project: Path, tmp_path: Path) -> None:
    """MkDocs prints the hook's log messages and file names unchanged.

    It would publish the target of a link, and loop forever on links to their own folder.
    """
    docs, elsewhere = project / "docs", tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "private.txt").write_text("private", encoding="utf-8")
    links: dict[str, str | Path] = {
        **{"a": ".", "b": ".", "folder": elsewhere, "page.md": elsewhere / "private.txt"},
        **{"endless.bin": "/dev/zero", "../CONTRIBUTING.md": "mkdocs.yml"},
        "../CONTRIBUTING.es.md": elsewhere / "private.txt",
    }
    for name, target in links.items():
        (docs / name).unlink(missing_ok=True)
        (docs / name).symlink_to(target)
    os.mkfifo(docs / "pipe.txt")
    (docs / f"x\n{COMMAND}.md").write_text("# Mine\n", encoding="utf-8")
    places = [f"docs/{name}".replace("docs/../", "") for name in links]
    expected = [*(f"{place}:1:1: {LINK}" for place in places), f"docs/pipe.txt:1:1: {NOT_A_FILE}"]
    refuse(project, *expected, "rename the file: use only letters, digits")
    hurt(project / "data")
    refuse(project, "this language is not in 'languages' of data/bank.yaml")


def refuse(project: Path, *expected: str) -> None:
    done = build(project)
    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert find_commands(said) == []
    assert [one for one in expected if one not in said] == []

"""`espejo prove`: runs changed proofs, and records in the ledger which ones passed."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.commands.terminal import paint
from espejo.ledger.proof_records import is_same_value
from espejo.model.proof import LIBRARIES
from espejo.proofs.command import ProgressBar
from project import ROOT
from proving import find_descendants, need_sandbox, wait_for

QUIZ = """\
title: {en: Proofs, es: Demostraciones}
subject: {en: Proofs, es: Demostraciones}
focus: {en: Proofs., es: Demostraciones.}
questions:
  - id: q-07-01
    kind: single
    title: {en: 'Two and two?', es: '¿Dos y dos?'}
    choices:
      - text: "3"
      - text: "4"
        correct: true
    proof:
      program: |
        choices = {1: 3, 2: 4}

        right = [label for label, value in choices.items() if value == 2 + 2]
  - id: q-07-02
    kind: recall
    title: {en: 'What does a stable sort keep?', es: '¿Qué conserva una ordenación estable?'}
    answer: {en: The order of equals., es: El orden de los iguales.}
    proof:
      program: |
        def keeps_the_order_of_equals(key):
            words = ["bb", "a", "aa", "b"]
            assert sorted(words, key=key) == ["a", "b", "bb", "aa"]


        keeps_the_order_of_equals(len)


        def counter_case():
            keeps_the_order_of_equals(None)
"""

FILE = "data/quizzes/phase-07-proof.yaml"

Prove = Callable[..., tuple[int, str]]


@pytest.fixture
def bank(data: Path) -> Path:
    """The small bank without a ledger, whose only proofs are in one quiz of two questions."""
    for folder in ("quizzes", "drills", "study-guide"):
        shutil.rmtree(data / folder)
    for name in ("home.yaml", "ledger.yaml", "redirects.yaml"):
        (data / name).unlink()
    for path in (data / "reference").glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        proof = r"^    proof:\n(?:      .*\n|\n(?=\n| {6}))*"
        path.write_text(re.sub(proof, "", text, flags=re.MULTILINE), encoding="utf-8")
    (data / "quizzes").mkdir()
    (data / "quizzes" / "phase-07-proof.yaml").write_text(QUIZ, encoding="utf-8")
    return data


@pytest.fixture
def prove(bank: Path, capsys: pytest.CaptureFixture[str]) -> Prove:
    """Runs the command on that bank in the tests' environment; returns exit status and output."""

    def command(*arguments: str) -> tuple[int, str]:
        status = main(["prove", "--data", str(bank), "--env", sys.prefix, *arguments])
        out = capsys.readouterr()
        return status, out.out + out.err

    return command


def swap(bank: Path, old: str, new: str) -> None:
    quiz = bank / "quizzes" / "phase-07-proof.yaml"
    text = quiz.read_text(encoding="utf-8")
    assert old in text
    quiz.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_write_records_passed_proofs_which_do_not_run_again(bank: Path, prove: Prove) -> None:
    status, out = prove()
    assert status == 0, out
    assert "2 not in the ledger yet." in out
    assert "[2/2] q-07-0" in out
    assert "2 proofs pass with python 3." in out
    assert "1 compute the answer" in out
    assert "1 assert a fact that fails in a counter-case" in out
    assert not (bank / "ledger.yaml").exists(), "only --write may write it"
    status, out = prove("--write")
    assert (status, "2 recorded in the ledger." in out) == (0, True)
    ledger = (bank / "ledger.yaml").read_text(encoding="utf-8")
    assert re.search(r"  - id: q-07-01\n    proven: [0-9a-f]{12} python 3\.\d+\n", ledger)
    for _ in range(2):
        status, out = prove()
        assert status == 0
        assert "2 proofs pass with python 3." in out
        assert "passed (" not in out
    assert prove("--again")[1].count("passed (") == 2


def test_the_ledger_accepts_only_valid_records_from_a_proofs_file(bank: Path, prove: Prove) -> None:
    """The job that writes the ledger runs no program, so it checks the digests of programs and answers."""
    path, ledger = bank.parent / "proofs.json", bank / "ledger.yaml"
    assert prove("--out", str(path))[0] == 0
    records = json.loads(path.read_bytes())
    for forged in (
        {"line": "0123456789ab python 3.11", "right": "[2]", "values": ["3", "4"]},
        {"line": 1},
        {"line": "x"},
        {"right": "[1]"},
        {"right": "[2]\nx"},
        {"right": ["x"]},
        {"values": ["a\nb"]},
        {"values": "x"},
        {"values": [["x"]]},
    ):
        changed = {**records, "q-07-01": {**records["q-07-01"], **forged}}
        path.write_text(json.dumps(changed), encoding="utf-8")
        ledger.unlink(missing_ok=True)
        assert main(["accept", "--proofs", str(path), "--data", str(bank)]) == 0
        assert inspect_project(bank).bank.ledger.proven.keys() == {"q-07-02"}, forged
    path.write_text(json.dumps(records), encoding="utf-8")
    assert main(["accept", "--proofs", str(path), "--data", str(bank)]) == 0
    handed = inspect_project(bank).bank.ledger.proven
    assert {id_: entry.right for id_, entry in handed.items()} == {"q-07-01": "[2]", "q-07-02": ""}
    assert handed["q-07-01"].values == ("3", "4")
    assert "recorded in the ledger" not in prove("--write")[1], "nothing is left to record"


def test_a_file_without_proofs_is_an_error(
    bank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proofs.json"
    for content in ("[]", "{", "[" * 100_000, "", "null"):
        path.write_text(content, encoding="utf-8")
        assert main(["accept", "--proofs", str(path), "--data", str(bank)]) == 2
        assert "is not a file that `espejo prove --out` has written." in capsys.readouterr().err
    assert not (bank / "ledger.yaml").exists()


def test_a_changed_answer_key_fails_without_a_new_run(bank: Path, prove: Prove) -> None:
    """The program's result is in the ledger or in the cache."""
    assert prove("--write")[0] == prove()[0] == prove()[0] == 0
    swap(bank, '      - text: "3"\n      - text: "4"\n        correct: true\n',
         '      - text: "3"\n        correct: true\n      - text: "4"\n')  # fmt: skip
    status, out = prove()
    assert status == 1
    assert f"{FILE}:5:5: q-07-01: the proof computed [2], which is not the answer." in out
    (bank / "ledger.yaml").write_text("{}\n", encoding="utf-8")
    status, out = prove()
    assert status == 1
    assert f"{FILE}:16:9: q-07-01: 'right' is [2]. The answer key says [1]." in out
    assert "0 ran" in out


def test_recorded_values_must_match_the_run(bank: Path, prove: Prove) -> None:
    """Readers see them below the program, so nobody may edit them by hand."""
    assert prove("--write")[0] == 0
    written = (bank / "ledger.yaml").read_text(encoding="utf-8")
    for values, status in (("['3', '4']", 0), ("['3.0', '4']", 1), ("['5', '4']", 1), ("['4']", 1)):
        changed = written.replace("values: ['3', '4']", f"values: {values}")
        (bank / "ledger.yaml").write_text(changed, encoding="utf-8")
        assert prove()[0] == status, values


def test_recorded_floats_may_differ() -> None:
    """Their digits depend on the machine."""
    for one, other, same in (
        ("True", "True", True),
        ("True", "False", False),
        ("(3, 4)", "(3, 5)", False),
        ("0.4179", "0.4181", True),
        ("tensor(1e-08)", "tensor(2e-08)", True),
        ("0.5", "True", False),
    ):
        assert is_same_value(one, other) is same, (one, other)


def test_only_an_edited_program_runs_again(bank: Path, prove: Prove) -> None:
    """A failed one runs every time: the machine may just be slow. Proofs that passed are recorded anyway."""
    assert prove("--write")[0] == 0
    swap(bank, '["a", "b", "bb", "aa"]', '["a", "b", "aa", "bb"]')
    for _ in range(2):
        status, out = prove()
        assert status == 1
        assert (
            f"{FILE}:25:9: q-07-02: assertion failed: "
            "assert sorted(words, key=key) == ['a', 'b', 'aa', 'bb']."
            " sorted(words, key=key) is ['a', 'b', 'bb', 'aa'].\n" in out
        )
        assert "1 problem. Check again with: make prove" in out
        assert "1 ran, 1 unchanged." in out
    (bank / "ledger.yaml").write_text("{}\n", encoding="utf-8")
    assert prove("--write")[0] == 1
    assert inspect_project(bank).bank.ledger.proven.keys() == {"q-07-01"}


def test_a_removed_proof_leaves_the_ledger_in_a_full_run(bank: Path, prove: Prove) -> None:
    assert prove("--write")[0] == 0
    quiz = bank / "quizzes" / "phase-07-proof.yaml"
    text = quiz.read_text(encoding="utf-8")
    quiz.write_text(text[: text.rindex("    proof:")], encoding="utf-8")
    assert prove("q-07-01", "--write")[0] == 0
    assert "q-07-02" in inspect_project(bank).bank.ledger.proven, "this run was about another"
    status, out = prove()
    assert status == 0
    assert "1 not in the ledger yet." in out
    assert prove("--write")[0] == 0
    assert inspect_project(bank).bank.ledger.proven.keys() == {"q-07-01"}


def test_only_named_ids_run(prove: Prove) -> None:
    assert "[1/1] q-07-02: passed" in prove("q-07-02")[1]
    status, out = prove("q-07-20")
    assert status == 2
    assert "'q-07-20' has no proof. Did you mean 'q-07-02'?" in out


def test_a_trial_writes_a_summary_but_not_the_ledger(bank: Path, prove: Prove, tmp_path: Path) -> None:
    """A fact that contains backticks is still shown as code."""
    swap(bank, '["a", "b", "bb", "aa"]', '["a", "b", "`", "aa"]')
    summary = tmp_path / "newest.md"
    status, out = prove("--trial", "--summary", str(summary))
    assert status == 1
    assert "ledger" not in out
    assert not (bank / "ledger.yaml").exists()
    written = summary.read_text(encoding="utf-8")
    assert written.startswith(f"These proofs failed:\n\n- `q-07-02` (`{FILE}:25`): `` assertion")
    assert "1 proofs pass with python" in written


def test_a_missing_environment_is_an_error_with_a_fix(
    bank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", "--data", str(bank), "--env", str(tmp_path)]) == 2
    assert "Set it up with: make prove" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ended_by", "path"),
    [(signal.SIGKILL, ""), (signal.SIGKILL, None), (signal.SIGTERM, ""), (signal.SIGHUP, None)],
)
def test_a_killed_command_leaves_no_processes(
    bank: Path, tmp_path: Path, ended_by: signal.Signals, path: str | None
) -> None:
    """A sandboxed proof, or with an empty PATH an unsandboxed one, cannot outlive the command."""
    if path is None:
        need_sandbox()
    line = "        choices = {1: 3, 2: 4}\n"
    stay = "import ctypes, time; ctypes.CDLL(None).prctl(1, 0); open('x', 'x'); time.sleep(50)"
    swap(bank, line, f"{line}        {stay}\n")
    command = [sys.executable, "-m", "espejo.commands.cli", "prove", "--data", str(bank), "--env", sys.prefix]
    (tmp_path / "scratch").mkdir()
    env = {**os.environ, "TMPDIR": str(tmp_path / "scratch"), **({} if path is None else {"PATH": path})}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        assert any("q-07-02: passed" in line for line in iter(process.stdout.readline, ""))  # type: ignore[union-attr]
        wait_for(lambda: len(find_descendants(process.pid)) >= 3, "a host, a keeper and a proof")
        started = find_descendants(process.pid)
        process.send_signal(ended_by)
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started), "the end of its processes")
    assert ended_by == signal.SIGKILL or list((tmp_path / "scratch").iterdir()) == []


WARNING = "NOT SANDBOXED: THESE PROGRAMS CAN READ AND CHANGE EVERYTHING THAT YOU CAN."


def test_a_run_without_a_sandbox_begins_and_ends_with_a_warning(
    prove: Prove, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("espejo.proofs.sandbox.shutil.which", lambda _: None)
    for arguments in ((), ("--again", "--write")):
        lines = prove(*arguments)[1].splitlines()
        assert lines[0].startswith("Bubblewrap is not installed. Install it, for example with: ")
        assert lines[1] == lines[-1] == WARNING
    assert WARNING not in prove()[1], "nothing ran"


def test_strict_mode_runs_nothing_without_a_sandbox(
    bank: Path, prove: Prove, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("espejo.proofs.sandbox.shutil.which", lambda _: None)
    status, out = prove("--strict", "--write")
    assert status == 3
    assert out.startswith(
        "No proof was run, because --strict needs a sandbox. Bubblewrap is not installed. In"
    )
    assert "passed" not in out
    assert inspect_project(bank).bank.ledger.proven == {}


def test_a_sandboxed_run_prints_no_sandbox_warning(prove: Prove) -> None:
    need_sandbox()
    assert "SANDBOX" not in prove("--strict", "--write")[1]
    assert "2 ran, 0 unchanged." in prove("--strict")[1], "it does not trust a cache"
    assert "0 ran, 2 unchanged." in prove()[1]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_a_bar_in_a_terminal_and_lines_otherwise() -> None:
    terminal, file = Terminal(), io.StringIO()
    for stream in (terminal, file):
        progress = ProgressBar(2, stream)
        progress.step("q-07-01: passed")
        progress.step("q-07-02: passed")
        progress.close()
    assert file.getvalue() == "[1/2] q-07-01: passed\n[2/2] q-07-02: passed\n"
    assert "\n" not in terminal.getvalue()
    assert f"{'█' * 12}{'░' * 12} [1/2] q-07-01: passed" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[2K")


def test_a_bar_is_no_wider_than_its_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrapped line could not be overwritten."""
    monkeypatch.setenv("COLUMNS", "40")
    terminal = Terminal()
    ProgressBar(2, terminal).step(f"q-07-01: {'holds ' * 20}")
    assert len(terminal.getvalue().removeprefix("\r\x1b[2K")) == 39


def test_terminals_get_colors_unless_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR turns them off; files never get any."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value, colored in (("TERM", "xterm", True), ("TERM", "dumb", False), ("NO_COLOR", "1", False)):
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv(name, value)
        assert paint("x", "bold", Terminal()) == ("\033[1mx\033[0m" if colored else "x")
        assert paint("x", "bold", io.StringIO()) == "x"


def test_libraries_for_proofs_are_pinned() -> None:
    """Both files that list them pin the same versions."""
    locks = [ROOT / "hooks" / "espejo" / "proofs" / f"requirements-{name}.txt" for name in ("prove", "torch")]
    text = "".join(path.read_text(encoding="utf-8") for path in locks)
    pins = dict(re.findall(r"^([\w-]+)==([^\s;]+)", text, re.MULTILINE))
    assert pins.keys() >= LIBRARIES.keys()
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert [name for name in LIBRARIES if f'"{name}=={pins[name]}"' not in project] == []

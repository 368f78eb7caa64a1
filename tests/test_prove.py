"""Proofs run in processes of their own; whatever one does, it ends in one problem and leaves nothing."""

from __future__ import annotations

import ast
import io
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from textwrap import dedent
from uuid import uuid4

import pytest
from espejo.bank import load_bank
from espejo.cli import main
from espejo.problems import Place
from espejo.proof import LIBRARIES, Proof
from espejo.proofs.judge import Limits, Outcome, accepts, judge
from espejo.proofs.progress import Progress
from espejo.proofs.shelf import Shelf
from espejo.text import Code, Name

from espejo.proofs import run as prove_module
from espejo.proofs.claims import Claim, Key
from espejo.proofs.environment import Environment, read_environment
from espejo.proofs.run import run_claims
from project import ROOT, copy_shelf

PLACE = Place("data/quizzes/phase-07-proof.yaml", 20, 9)
SHORT = Limits(seconds=4, memory=200 * 2**20, output=100_000, file=10**6)

QUIZ = """\
title: {en: Proofs, es: Demostraciones}
subject: {en: Proofs, es: Demostraciones}
focus: {en: Proofs., es: Demostraciones.}
questions:
  - id: q-07-01
    kind: single
    title: {en: Two and two?, es: ¿Dos y dos?}
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
    title: {en: What does a stable sort keep?, es: ¿Qué conserva una ordenación estable?}
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


@pytest.fixture(scope="module")
def here() -> Environment:
    """The environment of the tests: enough for programs that need only Python."""
    return read_environment(Path(sys.prefix))


def claim(
    program: str, key: Key | None = None, *, needs: tuple[str, ...] = (), id_: str = "q-07-01"
) -> Claim:
    names = tuple(Name(name, PLACE) for name in needs)
    proof = Proof(needs=names, program=Code(dedent(program), PLACE), place=PLACE)
    return Claim(id_, PLACE, proof, key)


def run(one: Claim, environment: Environment, limits: Limits = SHORT) -> Outcome:
    ((_, outcome),) = run_claims([one], environment, limits)
    return outcome


def said(one: Claim, environment: Environment, limits: Limits = SHORT) -> str:
    return str(judge(one, run(one, environment, limits), limits) or "")


def descendants() -> set[int]:
    """Every process that this one has started, directly or not, or that has come from one of them."""
    found, known = set(), {os.getpid()}
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, _, _, parent = re.split(r" (\(.*\)) (\w) ", stat.read_text().partition("\n")[0])[0:4]
        except (OSError, ValueError):
            continue
        parents[int(pid)] = int(parent.split()[0])
    while more := {pid for pid, parent in parents.items() if parent in known} - known:
        known |= more
        found |= more
    return found


BAD = {
    "syntax error": ("x = (", "SyntaxError: '(' was never closed"),
    "endless loop": ("while True:\n    pass", "it was not done after 4 s, and was ended."),
    "never returns": ("import time\ntime.sleep(1e6)", "it was not done after 4 s, and was ended."),
    "eats memory": (
        "kept = []\nwhile True:\n    kept.append(bytearray(10**7))",
        "it needs more than 0.195 GB of memory.",
    ),
    "writes files": (
        "from pathlib import Path\n\nPath('/var/tmp/espejo-was-here').write_text('x')",
        ":22:9: q-07-01: a proof may not do this: it writes outside its working directory",
    ),
    "deletes files": (
        "import os\nos.remove('/var/tmp/espejo-was-here')",
        ":21:9: q-07-01: a proof may not do this: it writes outside its working directory",
    ),
    "fills the disk": ("open('large', 'wb').write(bytes(2 * 10**6))", "OSError: [Errno 27] File too large"),
    "opens a socket": (
        "import socket\nsocket.socket()",
        ":21:9: q-07-01: a proof may not do this: it opens a network socket.",
    ),
    "opens a socket and keeps quiet about it": (
        "import urllib.request\ntry:\n    urllib.request.urlopen('http://127.0.0.1:9')\nexcept Exception:\n"
        "    pass\nright = [len('x')]",
        ":22:9: q-07-01: a proof may not do this: it reaches for the network.",
    ),
    "spawns children": (
        "import subprocess\nsubprocess.Popen(['sleep', '1000'])",
        ":21:9: q-07-01: a proof may not do this: it starts another process.",
    ),
    "forks": ("import os\nos.fork()", ":21:9: q-07-01: a proof may not do this: it starts another process."),
    "spawns in a way that Python does not audit": (
        "from multiprocessing import get_context\nget_context('spawn').Process(target=print).start()",
        "a proof may not do this: it starts another process.",
    ),
    "calls the system": (
        "import ctypes\nctypes.CDLL(None).fork()",
        ":21:9: q-07-01: a proof may not do this: it loads a library of the system",
    ),
    "ends its keeper": (
        "import os\nos.kill(os.getppid(), 9)",
        ":21:9: q-07-01: a proof may not do this: it sends a signal to a process.",
    ),
    "raises its limits": (
        "import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
        ":21:9: q-07-01: a proof may not do this: it changes its own limits.",
    ),
    "prints without end": (
        "while True:\n    print('x' * 99)",
        "it printed more than 100,000 bytes, and was ended.",
    ),
    "leaves early": ("import os\nos._exit(3)", "left before the program was done, with exit status 3."),
    "exits": ("import sys\n\nsys.exit(0)", ":22:9: q-07-01: it ends in an error. SystemExit: 0"),
    "closes what it speaks through": ("import os\nos.closerange(0, 99)", "left before the program was done"),
    "raises": (
        "x = 1\nx.y",
        ":21:9: q-07-01: it ends in an error. AttributeError: 'int' object has no attribute 'y'",
    ),
    "shows nothing": ("x = 1", "it leaves no 'right' and has no counter_case()."),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_program_ends_in_one_problem_and_leaves_nothing(case: str, here: Environment) -> None:
    program, expected = BAD[case]
    before = descendants()
    started = time.monotonic()
    problem = said(claim(program, [1]), here)
    assert expected in problem
    assert "\n" not in problem
    assert time.monotonic() - started < 30
    assert descendants() - before == set()
    assert not Path("/var/tmp/espejo-was-here").exists()  # noqa: S108


ORPHANS = """
import os, signal, time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(1000)
    os._exit(0)
os.wait()
right = [len("x")]
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these fences")
@pytest.mark.parametrize("fences", ["host.Guard.close = lambda _: None", "{}; host.isolate = lambda: False"])
def test_each_fence_holds_without_the_one_before(
    fences: str, here: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the audit hook, then without namespaces too: what a proof orphans is ended all the same."""
    taken_down = fences.format("host.Guard.close = lambda _: None")
    ours = f"# {uuid4()}"  # others may run proofs at the same time
    start = f"import espejo.proofs.inside.host as host\n{taken_down}\n{ours}\nmain(*"
    boot = prove_module._BOOT.replace("main(*", start)
    monkeypatch.setattr(prove_module, "_BOOT", boot)
    before = descendants()
    assert said(claim(ORPHANS, [1]), here) == ""
    assert descendants() - before == set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            assert ours.encode() not in (process / "cmdline").read_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these fences")
def test_a_proof_without_a_keeper_ends_when_its_time_is_up() -> None:
    """Also in a namespace of its own, whose first process ignores what a soft limit sends."""
    spin = (
        "import os, espejo.proofs.inside.guard as guard\nguard.isolate()\npid = os.fork()\nif not pid:\n"
        "    guard.set_limits(memory=10**9, seconds=-4, file=10**6)\n    while True: pass\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))"
    )
    done = subprocess.run([sys.executable, "-c", spin], capture_output=True, text=True, check=True)
    assert done.stdout == "-9\n"


def test_a_library_that_is_not_there_is_named_for_every_proof(here: Environment) -> None:
    """The second one to ask hears the same reason as the first."""
    program = "right = [len('x')]"
    claims = [claim(program, [1], needs=("nosuchlib",), id_=f"q-07-0{number}") for number in (1, 2, 3)]
    told = [outcome.told["said"] for _, outcome in run_claims(claims, here, SHORT)]
    assert len(told) == 3
    assert all("nosuchlib" in said for said in told)


def test_what_a_program_leaves_running_is_ended(here: Environment) -> None:
    """A thread that sleeps does not keep its process, and what it wrote into its directory is gone."""
    program = "import threading, time\nthreading.Thread(target=time.sleep, args=(99,)).start()\n"
    program += "open('mine', 'w').write('x')\nright = [len('x')]"
    before = descendants()
    outcome = run(claim(program, [1]), here)
    assert judge(claim(program, [1]), outcome, SHORT) is None
    assert outcome.seconds < SHORT.seconds
    assert descendants() - before == set()


def test_each_proof_starts_from_the_same_empty_place(here: Environment) -> None:
    """An empty directory, the same chance, no word of our surroundings."""
    program = """
        import os, random, tempfile
        assert os.listdir(".") == [], "not empty"
        assert tempfile.gettempdir() == os.getcwd() == os.environ["HOME"]
        assert "ESPEJO_SECRET" not in os.environ
        assert random.random() == 0.8444218515250481
        right = [len("x")]
    """
    os.environ["ESPEJO_SECRET"] = "x"  # noqa: S105 (what nobody may see)
    try:
        both = [claim(program, [1], id_="q-07-01"), claim(program, [1], id_="q-07-02")]
        found = [judge(one, outcome, SHORT) for one, outcome in run_claims(both, here, SHORT)]
    finally:
        del os.environ["ESPEJO_SECRET"]
    assert found == [None, None]


def test_a_library_that_is_not_there_is_said_once_for_each_proof(here: Environment) -> None:
    problem = said(claim("import torch", [1], needs=("espejo_lacks_this",)), here)
    assert (
        "the environment lacks something. ModuleNotFoundError: No module named 'espejo_lacks_this'" in problem
    )


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("x = 3\n\nassert x * 2 == 7", ":22:9: q-07-01: this does not hold: assert x * 2 == 7. x * 2 is 6."),
        (
            "def same(a, b):\n    return a == b\n\nwords = ['a']\nassert same(words, 'b'), 'no'",
            ":24:9: q-07-01: this does not hold: assert same(words, 'b'), 'no'. words is ['a']. no.",
        ),
        ("a, b = 1, 2\nassert a == 1 and not b == 2", "a is 1; b is 2."),
        ("def deep(n):\n    assert n > 0\n    deep(n - 1)\n\ndeep(2)", ":21:9: q-07-01: this does not hold"),
    ],
)
def test_a_failure_names_its_line_and_shows_the_values(
    program: str, expected: str, here: Environment
) -> None:
    assert expected in said(claim(program), here)


def test_right_is_compared_with_the_key(here: Environment) -> None:
    """Change the key and it fails: the same run is refused with every key but one."""
    program = "right = [label for label, value in {'A': 1, 'B': 2}.items() if value == 1 + 1]"
    one = claim(program, ["B"])
    outcome = run(one, here)
    assert judge(one, outcome, SHORT) is None
    for key in (["A"], ["A", "B"], [2], [], True):
        assert not accepts(one, outcome, key)
    wrong = one._replace(key=["A"])
    assert ':20:9: q-07-01: \'right\' is ["B"]. The key says ["A"].' in str(judge(wrong, outcome, SHORT))


@pytest.mark.parametrize(
    ("right", "shown"),
    [("{2}", "{2}"), ("'B'", "'B'"), ("1 == 1.0", "True"), ("[2.0]", "[2.0]"), ("None", "None")],
)
def test_right_has_one_form(right: str, shown: str, here: Environment) -> None:
    assert f"'right' is {shown}. The key says [2]." in said(claim(f"right = {right}", [2]), here)


FACT = "def small(x):\n    assert x < 5\n\nsmall(3)\n\ndef counter_case():\n    "


@pytest.mark.parametrize(
    ("counter_case", "expected"),
    [
        ("small(7)", ""),
        ("small(4)", "counter_case() holds too, so that no assertion was seen to fail."),
        ("raise AssertionError", "counter_case() fails at this assertion, which did not run before."),
        ("assert False", ":26:9: q-07-01: counter_case() fails at this assertion, which did not run before."),
        ("small('7')", "in counter_case() it ends in an error. TypeError"),
    ],
)
def test_a_counter_case_must_break_an_assertion_that_held(
    counter_case: str, expected: str, here: Environment
) -> None:
    problem = said(claim(FACT + counter_case), here)
    assert expected in problem
    assert bool(problem) == bool(expected)


def test_a_proof_in_which_no_assertion_ran_fails(here: Environment) -> None:
    program = "def small(x):\n    assert x < 5\n\ndef counter_case():\n    small(7)"
    assert "no assertion ran." in said(claim(program), here)


def test_a_librarys_assertion_counts(here: Environment) -> None:
    """Like torch.testing.assert_close: what it says stands in the problem."""
    program = """
        from unittest.mock import Mock


        def is_called(times):
            function = Mock()
            for _ in range(times):
                function()
            function.assert_called_once()


        is_called(times=1)


        def counter_case():
            is_called(times=2)
    """
    assert said(claim(program), here) == ""
    problem = said(claim(f"{dedent(program)}counter_case()"), here)
    assert (
        "this does not hold: function.assert_called_once(). Expected 'mock' to have been called once"
        in problem
    )


def test_what_has_passed_is_found_again_until_it_changes(tmp_path: Path, here: Environment) -> None:
    shelf, one = Shelf(tmp_path, here), claim("right = [len('x')]", [1])
    outcome = run(one, here)
    shelf.keep(one, outcome)
    assert shelf.find(one) == outcome
    assert shelf.find(claim("right = [len('y')]", [1])) is None
    newer = here._replace(versions={**here.versions, "torch": "99"})
    assert Shelf(tmp_path, newer).find(one) is None
    for file in tmp_path.glob("*/*.json"):
        file.write_text("{", encoding="utf-8")
    assert shelf.find(one) is None


def test_what_runs_inside_needs_only_python() -> None:
    """It is imported by whatever Python the proofs run in."""
    inside = sorted((ROOT / "hooks" / "espejo" / "proofs" / "inside").glob("*.py"))
    assert len(inside) > 1
    for path in inside:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert (
                    name.startswith("espejo.proofs.inside")
                    or name.partition(".")[0] in sys.stdlib_module_names
                )


def test_what_a_proof_may_need_is_pinned() -> None:
    text = (ROOT / "requirements-prove.txt").read_text(encoding="utf-8")
    pins = dict(re.findall(r"^([\w-]+)==([^\s;]+)", text, re.MULTILINE))
    assert pins.keys() >= LIBRARIES.keys()
    assert not re.search(r"https?://|file:|--", text)
    assert all(re.match(r"[\w.-]+==\S+", line) for line in text.splitlines())
    assert f'"torch=={pins["torch"]}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


# The command, on a bank of its own


@pytest.fixture
def data(tmp_path: Path) -> Path:
    data = copy_shelf(tmp_path / "data")
    for folder in ("quizzes", "drills", "study-guide"):
        (data / folder).mkdir()
    shutil.copy(ROOT / "data" / "collections.yaml", data)
    (data / "quizzes" / "phase-07-proof.yaml").write_text(QUIZ, encoding="utf-8")
    return data


@pytest.fixture
def prove(data: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def command(*arguments: str) -> tuple[int, str]:
        status = main(["prove", "--data", str(data), "--env", sys.prefix, *arguments])
        out = capsys.readouterr()
        return status, out.out + out.err

    return command


Prove = Callable[..., tuple[int, str]]


def swap(data: Path, old: str, new: str) -> None:
    quiz = data / "quizzes" / "phase-07-proof.yaml"
    text = quiz.read_text(encoding="utf-8")
    assert old in text
    quiz.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_what_passed_is_asked_into_the_ledger_and_then_not_run_again(data: Path, prove: Prove) -> None:
    status, out = prove()
    assert status == 1
    assert "[2/2] q-07-0" in out
    assert "2 proofs hold with python 3." in out
    assert "1 compute the right choices and refuse all 1 other keys, 1 fail in their counter-case." in out
    (line,) = re.findall(r"  - id: q-07-01\n    (proven: [0-9a-f]{12} python 3\.\d+)\n", out)
    status, out = prove("--write")
    assert (status, "2 written into the ledger." in out) == (0, True)
    assert line in (data / "ledger.yaml").read_text(encoding="utf-8")
    status, out = prove()
    assert status == 0
    assert "0 ran, 2 were as they last passed." in out
    assert "[1/" not in out
    status, out = prove()
    assert status == 0
    assert out.startswith("Nothing has changed. 2 proofs hold with python 3.")
    assert prove("--again")[1].count("holds (") == 2


def test_the_lines_it_prints_can_be_pasted(data: Path, prove: Prove) -> None:
    _, out = prove()
    (data / "ledger.yaml").write_text("entries:\n" + out.split("same id:\n\n")[1], encoding="utf-8")
    assert prove()[0] == 0


def test_change_the_key_and_it_fails(data: Path, prove: Prove) -> None:
    """Without running anything again: what the program computed is held against the new key."""
    assert prove("--write")[0] == prove()[0] == prove()[0] == 0
    swap(data, '      - text: "3"\n      - text: "4"\n        correct: true\n',
         '      - text: "3"\n        correct: true\n      - text: "4"\n')  # fmt: skip
    status, out = prove()
    assert status == 1
    assert "data/quizzes/phase-07-proof.yaml:16:9: q-07-01: 'right' is [2]. The key says [1]." in out
    assert "0 ran" in out


def test_an_edited_program_is_run_again_alone(data: Path, prove: Prove) -> None:
    assert prove("--write")[0] == 0
    swap(data, '["a", "b", "bb", "aa"]', '["a", "b", "aa", "bb"]')
    status, out = prove()
    assert status == 1
    assert (
        "data/quizzes/phase-07-proof.yaml:25:9: q-07-02: this does not hold: "
        "assert sorted(words, key=key) == ['a', 'b', 'aa', 'bb']."
        " sorted(words, key=key) is ['a', 'b', 'bb', 'aa'].\n" in out
    )
    assert "1 problem. Check again with: make prove" in out
    assert "1 ran, 1 were as they last passed." in out


def test_a_proof_that_is_taken_out_leaves_the_ledger(data: Path, prove: Prove) -> None:
    assert prove("--write")[0] == 0
    quiz = data / "quizzes" / "phase-07-proof.yaml"
    text = quiz.read_text(encoding="utf-8")
    quiz.write_text(text[: text.rindex("    proof:")], encoding="utf-8")
    status, out = prove()
    assert status == 1
    assert "The ledger does not know it yet." in out
    assert prove("--write")[0] == 0
    proven = load_bank(data).bank.ledger.proven
    assert "q-07-01" in proven
    assert "q-07-02" not in proven


def test_only_the_ids_that_are_named_run(prove: Prove) -> None:
    assert "[1/1] q-07-02: holds" in prove("q-07-02")[1]
    status, out = prove("q-07-20")
    assert status == 2
    assert "There is no proof of 'q-07-20'. Did you mean 'q-07-02'?" in out


def test_a_trial_leaves_the_ledger_and_writes_a_summary(data: Path, prove: Prove, tmp_path: Path) -> None:
    swap(data, '["a", "b", "bb", "aa"]', '["a", "b", "`", "aa"]')
    summary = tmp_path / "newest.md"
    status, out = prove("--trial", "--summary", str(summary))
    assert status == 1
    assert "ledger" not in out
    written = summary.read_text(encoding="utf-8")
    assert written.startswith(
        "These proofs do not hold:\n\n- `q-07-02` (data/quizzes/phase-07-proof.yaml:25): `` this"
    )
    assert "1 proofs hold with python" in written


def test_without_an_environment_it_says_how_to_get_one(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", "--data", str(data), "--env", str(tmp_path)]) == 2
    assert "Set it up with: make prove" in capsys.readouterr().err


def test_when_whoever_started_it_is_gone_nothing_is_left(data: Path) -> None:
    """Even if it is ended in the middle, without a chance to clean up."""
    swap(
        data, "        choices = {1: 3, 2: 4}\n", "        choices = {1: 3, 2: 4}\n        while True: pass\n"
    )
    before = descendants()
    command = [sys.executable, "-m", "espejo.cli", "prove", "--data", str(data), "--env", sys.prefix]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        wait_for(lambda: len(descendants() - before) >= 4)  # the command, a host, a keeper and a proof
        started = descendants() - before
        process.kill()
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started))


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_a_bar_in_a_terminal_and_lines_elsewhere() -> None:
    terminal, file = Terminal(), io.StringIO()
    for stream in (terminal, file):
        progress = Progress(2, stream)
        progress.step("q-07-01: holds")
        progress.step("q-07-02: holds")
        progress.close()
    assert file.getvalue() == "[1/2] q-07-01: holds\n[2/2] q-07-02: holds\n"
    assert "\n" not in terminal.getvalue()
    assert f"{'█' * 12}{'░' * 12} [1/2] q-07-01: holds" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[2K")

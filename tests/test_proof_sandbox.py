"""Sandbox of proofs: whatever a program does, it ends in one problem and leaves nothing behind."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import pytest

from espejo.proofs import run as run_module
from espejo.proofs.inside import program as inside_program
from espejo.proofs.run import run_claims
from espejo.proofs.verdict import check_outcome
from proving import SHORT, find_descendants, find_problem, make_claim, run_one, this_environment

pytestmark = pytest.mark.xdist_group("sandbox")  # one process runs the programs, if groups are kept together

ONLY_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these fences")
OUTSIDE = Path("/var/tmp/espejo-was-here")  # noqa: S108 (a proof tries to write there, and may not)
REFUSED = "not allowed in a proof: it"
WRITES = f"{REFUSED} writes outside its working directory"

BAD = {
    "syntax error": ("x = (", "SyntaxError: '(' was never closed"),
    "eats memory": (
        "kept = []\nwhile True:\n    kept.append(bytearray(10**7))",
        "the program needs more than 0.195 GB of memory.",
    ),
    "writes files": (f"from pathlib import Path\n\nPath('{OUTSIDE}').write_text('x')", f":22:9: {WRITES}"),
    "deletes files": (f"import os\nos.remove('{OUTSIDE}')", f":21:9: {WRITES}"),
    "fills the disk": ("open('large', 'wb').write(bytes(2 * 10**6))", "OSError: [Errno 27] File too large"),
    "opens a socket": ("import socket\nsocket.socket()", f":21:9: {REFUSED} opens a network socket."),
    "opens a socket and keeps quiet about it": (
        "import urllib.request\ntry:\n    urllib.request.urlopen('http://127.0.0.1:9')\nexcept Exception:\n"
        "    pass\nright = [len('x')]",
        f":22:9: {REFUSED} accesses the network.",
    ),
    "spawns children": (
        "import subprocess\nsubprocess.Popen(['sleep', '1000'])",
        f":21:9: {REFUSED} starts another process.",
    ),
    "forks": ("import os\nos.fork()", f":21:9: {REFUSED} starts another process."),
    "spawns in a way that Python does not audit": (
        "from multiprocessing import get_context\nget_context('spawn').Process(target=print).start()",
        f"{REFUSED} starts another process.",
    ),
    "calls the system": (
        "import ctypes\nctypes.CDLL(None).fork()",
        f":21:9: {REFUSED} loads a system library",
    ),
    "kills its keeper": (
        "import os\nos.kill(os.getppid(), 9)",
        f":21:9: {REFUSED} sends a signal to a process.",
    ),
    "raises its limits": (
        "import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
        f":21:9: {REFUSED} changes its own limits.",
    ),
    "prints without end": (
        "while True:\n    print('x' * 99)",
        "the program printed more than 100,000 bytes.",
    ),
    "computes without end": ("while True:\n    pass", "the program timed out after 4 s."),
    "waits without end": ("import time\ntime.sleep(1e6)", "the program timed out after 4 s."),
    "leaves early": ("import os\nos._exit(3)", "exited before the program finished, with status 3."),
    "exits": ("import sys\n\nsys.exit(0)", ":22:9: the program raised SystemExit: 0"),
    "closes what it speaks through": (
        "import os\nos.closerange(0, 99)",
        "exited before the program finished",
    ),
    "raises": (
        "x = 1\nx.y",
        ":21:9: the program raised AttributeError: 'int' object has no attribute 'y'",
    ),
    "shows nothing": ("x = 1", "the program neither sets 'right' nor defines counter_case()."),
    **{
        f"{name} elsewhere": (
            f"import os; open('mine', 'w').close()\n{line.format(outside=OUTSIDE)}",
            f":21:9: {WRITES}",
        )
        for name, line in {
            "opens to append": "open('{outside}', 'a')",
            "opens to read and write": "open('{outside}', 'r+')",
            "opens by number": "os.open('{outside}', os.O_CREAT | os.O_WRONLY)",
            "makes a folder": "os.mkdir('{outside}')",
            "removes a folder": "os.rmdir('{outside}')",
            "changes permissions": "os.chmod('{outside}', 0o777)",
            "changes the owner": "os.chown('{outside}', 1, 1)",
            "changes the time": "os.utime('{outside}')",
            "moves a file out": "os.rename('mine', '{outside}')",
            "moves a file in": "os.rename('{outside}', 'theirs')",
            "replaces a file": "os.replace('mine', '{outside}')",
            "hard links a file in": "os.link('{outside}', 'theirs')",
            "hard links a file out": "os.link('mine', '{outside}')",
            "links to a file": "os.symlink('{outside}', 'theirs')",
            "puts a link": "os.symlink('mine', '{outside}')",
            "writes into the folder above": "open('../espejo-was-here', 'w')",
            "writes after a change of folder": "os.chdir('/var/tmp'); open('espejo-was-here', 'w')",
        }.items()
    },
}


class Ran(NamedTuple):
    """What was said about each bad program, and about a good one among them, and what they left running."""

    problems: Mapping[str, str]
    good: str
    left: set[int]


@pytest.fixture(scope="module")
def ran() -> Ran:
    """Runs all bad programs together: they share a host, and none may harm another."""
    names = {f"q-07-{number:02}": name for number, name in enumerate(BAD, 1)}
    good = make_claim("import time\ntime.sleep(0.5)\nright = [len('x')]", [1], id_="q-07-00")
    claims = [make_claim(BAD[name][0], [1], id_=id_) for id_, name in names.items()]
    before = find_descendants()
    ended = list(run_claims([*claims, good], this_environment(), SHORT))
    left = find_descendants() - before
    said = {claim.id: str(check_outcome(claim, outcome, SHORT) or "") for claim, outcome in ended}
    return Ran({name: said[id_].replace(f"{id_}: ", "") for id_, name in names.items()}, said[good.id], left)


@pytest.mark.parametrize("case", BAD)
def test_a_bad_program_ends_in_one_problem(case: str, ran: Ran) -> None:
    """It names the line if there is one, and what is wrong, on a line of its own."""
    assert BAD[case][1] in ran.problems[case]
    assert "\n" not in ran.problems[case]


def test_bad_programs_leave_nothing(ran: Ran) -> None:
    """No process, and no file outside of their directories."""
    assert ran.left == set()
    assert not OUTSIDE.exists()


def test_bad_programs_do_not_harm_a_good_one(ran: Ran) -> None:
    assert ran.good == ""


HOLES = {
    "truncates": "os.truncate('{outside}/file', 0)",
    "deletes beside an open folder": "os.remove('file', dir_fd=os.open('{outside}', os.O_RDONLY))",
    "writes beside an open folder": (
        "os.open('file', os.O_TRUNC | os.O_WRONLY, dir_fd=os.open('{outside}', os.O_RDONLY))"
    ),
    "deletes a whole folder": "import shutil; shutil.rmtree('{outside}')",
    "makes a pipe": "os.mkfifo('{outside}/pipe')",
    "makes a database": "import sqlite3; sqlite3.connect('{outside}/base').execute('create table t(x)')",
}


@pytest.mark.xfail(strict=True, reason="the audit hook lets this through")
@pytest.mark.parametrize("hole", HOLES)
def test_no_hole_leads_out_of_the_working_directory(hole: str, tmp_path: Path) -> None:
    """Known ways to change files elsewhere. Whoever closes one takes it out of here and into BAD."""
    (tmp_path / "file").write_text("as it was", encoding="utf-8")
    find_problem(make_claim(f"import os\n{HOLES[hole].format(outside=tmp_path)}", [1]))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "as it was"


def test_inside_its_working_directory_a_program_may_do_all_that() -> None:
    program = """
        import os
        open("mine", "w").close()
        os.chmod("mine", 0o600)
        os.utime("mine")
        os.truncate("mine", 0)
        os.link("mine", "second")
        os.symlink("mine", "third")
        os.rename("second", "fourth")
        os.mkdir("folder")
        os.rmdir("folder")
        os.remove("mine")
        right = [len("x")]
    """
    assert find_problem(make_claim(program, [1])) == ""


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


@ONLY_LINUX
@pytest.mark.parametrize(
    "fences", ["host.Guard.install = lambda _: None", "{}; host.isolate = lambda: False"]
)
def test_each_fence_holds_without_the_one_before(fences: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the audit hook, then without namespaces too: what a proof orphans is ended all the same."""
    taken_down = fences.format("host.Guard.install = lambda _: None")
    ours = f"# {uuid4()}"  # others may run proofs at the same time
    start = f"import espejo.proofs.inside.host as host\n{taken_down}\n{ours}\nmain(*"
    boot = run_module._BOOT.replace("main(*", start)
    monkeypatch.setattr(run_module, "_BOOT", boot)
    before = find_descendants()
    assert find_problem(make_claim(ORPHANS, [1])) == ""
    assert find_descendants() - before == set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            assert ours.encode() not in (process / "cmdline").read_bytes()


@ONLY_LINUX
def test_a_proof_without_a_keeper_ends_when_its_time_is_up() -> None:
    """Also in a namespace of its own, whose first process ignores what a soft limit sends."""
    spin = (
        "import os, espejo.proofs.inside.guard as guard\nguard.isolate()\npid = os.fork()\nif not pid:\n"
        "    guard.set_limits(memory=10**9, seconds=-4, file=10**6)\n    while True: pass\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))"
    )
    done = subprocess.run([sys.executable, "-c", spin], capture_output=True, text=True, check=True)
    assert done.stdout == "-9\n"


def test_what_a_program_leaves_running_is_ended() -> None:
    """A thread that sleeps does not keep its process."""
    program = "import threading, time\nthreading.Thread(target=time.sleep, args=(99,)).start()\n"
    program += "open('mine', 'w').write('x')\nright = [len('x')]"
    before = find_descendants()
    claim = make_claim(program, [1])
    outcome = run_one(claim)
    assert check_outcome(claim, outcome, SHORT) is None
    assert outcome.seconds < SHORT.seconds
    assert find_descendants() - before == set()


def test_each_proof_starts_from_the_same_empty_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty directory, the same random numbers, nothing of the environment of whoever runs it."""
    program = """
        import os, random, tempfile
        assert os.listdir(".") == [], "not empty"
        assert tempfile.gettempdir() == os.getcwd() == os.environ["HOME"]
        assert "ESPEJO_SECRET" not in os.environ
        assert random.random() == 0.8444218515250481
        open("mine", "w").close()
        right = [len("x")]
    """
    monkeypatch.setenv("ESPEJO_SECRET", "x")
    both = [make_claim(program, [1], id_="q-07-01"), make_claim(program, [1], id_="q-07-02")]
    found = [
        check_outcome(claim, outcome, SHORT) for claim, outcome in run_claims(both, this_environment(), SHORT)
    ]
    assert found == [None, None]


def test_what_runs_inside_needs_only_python() -> None:
    """It is imported by whatever Python the proofs run in, where nothing of ours is installed."""
    home = inside_program.__name__.rpartition(".")[0]
    modules = sorted(Path(inside_program.__file__).parent.glob("*.py"))
    assert len(modules) > 1
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                standard = name.partition(".")[0] in sys.stdlib_module_names
                assert standard or name.startswith(home), f"{path.name} imports {name}"

"""Bad programs in proofs: each causes one problem that says what is wrong, and harms no other proof."""

from __future__ import annotations

import pytest

from espejo.proofs.verdict import REFUSED
from proving import PLAIN, SHORT, Ran, find_problem, make_claim, need_sandbox, run_all

pytestmark = pytest.mark.xdist_group("sandbox")  # one worker runs the programs, if groups are kept together

BAD = {
    "syntax error": ("x = (", "SyntaxError: '(' was never closed"),
    "eats memory": (
        "kept = []\nwhile True:\n    kept.append(bytearray(10**7))",
        ":22:9: the program needs more than 0.0625 GB of memory.",
    ),
    "eats memory in small pieces": (
        "kept = []\nwhile True:\n    kept.append([1] * 99)",
        "the program needs more than 0.0625 GB of memory.",
    ),
    "opens files without end": ("kept = [open('/dev/null') for _ in range(300)]", "Too many open files"),
    "writes a large file": ("open('large', 'wb').write(bytes(2 * 10**6))", "[Errno 27] File too large"),
    "prints without end": (
        "while True:\n    print('x' * 99)",
        "the program printed more than 100,000 bytes.",
    ),
    "leaves early": ("import os\nos._exit(3)", "exited before the program finished, with status 3."),
    "exits": ("import sys\n\nsys.exit(0)", ":22:9: the program raised SystemExit: 0"),
    "aborts": ("import os\nos.abort()", "the process was killed by SIG"),
    "closes its pipes": ("import os\nos.closerange(0, 99)", "the process "),
    "raises": (
        "x = 1\nx.y",
        ":21:9: the program raised AttributeError: 'int' object has no attribute 'y'",
    ),
    "shows nothing": ("x = 1", "the program neither sets 'right' nor defines counter_case()."),
    "opens a connection": (
        "import socket\nsocket.create_connection(('127.0.0.1', 9))",
        ":21:9: the program raised PermissionError",
    ),
    "asks for a page": (
        "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9')",
        ":21:9: the program raised URLError",
    ),
    "spawns": ("import subprocess\nsubprocess.Popen(['true'])", ":21:9: the program raised PermissionError"),
    "forks": ("import os\nos.fork()", ":21:9: the program raised PermissionError"),
    "writes elsewhere": ("open('/usr/lib/x', 'w')", ":20:9: the program raised "),
    "starts threads without end": (
        "import ctypes, threading\nctypes.CDLL(None).mallopt(-8, 1)  # one heap for all\n"
        "threading.stack_size(2**16)\nstay = threading.Event()\n"
        "for _ in range(300):\n    threading.Thread(target=stay.wait).start()\nstay.wait()",
        "the program started other processes, or more than 256 threads.",
    ),
    "starts processes without end": (
        "import ctypes, time\nfor _ in range(8):\n    ctypes.CDLL(None).fork()\ntime.sleep(50)",
        "the program started other processes, or more than 256 threads.",
    ),
    "digs without end": (
        "import os\nfor _ in range(1500):\n    os.mkdir('x')\n    os.chdir('x')",
        "the program neither sets 'right' nor defines counter_case().",
    ),
}
ENDLESS = {
    "computes without end": ("while True:\n    pass", "the program timed out after 4 s."),
    "waits without end": ("import time\ntime.sleep(1e6)", "the program timed out after 4 s."),
}
REFUSED_BY_PYTHON = ("opens a connection", "asks for a page", "spawns", "forks")


@pytest.fixture(scope="module")
def ran() -> Ran:
    return run_all({name: program for name, (program, _) in BAD.items()}, need_sandbox())


@pytest.mark.parametrize("case", BAD)
def test_a_bad_program_causes_one_problem(case: str, ran: Ran) -> None:
    """It gives the line number, if any, and the reason, on one line."""
    assert BAD[case][1] in ran.problems[case]
    assert "\n" not in ran.problems[case]
    assert ran.problems[case].endswith(REFUSED) == (case in (*REFUSED_BY_PYTHON, "writes elsewhere"))


def test_bad_programs_leave_no_processes_and_do_not_harm_a_good_one(ran: Ran) -> None:
    assert ran.left == set()
    assert ran.good == ""


@pytest.mark.parametrize("case", [*REFUSED_BY_PYTHON, "eats memory", "prints without end"])
def test_limits_and_bans_hold_without_a_sandbox(case: str) -> None:
    program, expected = BAD[case]
    problem = find_problem(make_claim(program, [1]), sandbox=PLAIN)
    assert expected in problem.replace("q-07-01: ", "")


def test_an_endless_program_is_killed() -> None:
    ran = run_all({name: program for name, (program, _) in ENDLESS.items()}, need_sandbox(), SHORT)
    for name, (_, expected) in ENDLESS.items():
        assert expected in ran.problems[name]
    assert ran.left == set()

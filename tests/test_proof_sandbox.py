"""Sandbox of proofs: a program ends in one problem whatever it does, and changes and learns nothing outside.

Every program runs twice: in the whole sandbox, where the machine has bubblewrap, and with what the kernel
alone gives, Landlock and seccomp, as on a machine without it.
"""

from __future__ import annotations

import ast
import errno
import json
import os
import shutil
import socket
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from espejo.model.ledger import MAX_VALUE
from espejo.proofs import bubblewrap, run, seccomp
from espejo.proofs.environment import Environment, read_environment
from espejo.proofs.inside import program as inside_program
from espejo.proofs.outcome import MAX_REPORT, Outcome, read_outcome, read_report
from espejo.proofs.run import Isolation, Limits, probe_isolation, run_claims
from espejo.proofs.scratch import remove_tree
from espejo.proofs.verdict import REFUSED, check_outcome
from proving import LIMITS, SHORT, find_descendants, find_problem, make_claim, run_one, this_environment

pytestmark = [
    pytest.mark.xdist_group("sandbox"),  # one process runs the programs, if groups are kept together
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these fences"),
]


@cache
def whole_sandbox() -> Isolation:
    return probe_isolation(this_environment())


def kernel_alone() -> Isolation:
    """As on a machine without bubblewrap, but with all the fences that need no privileges."""
    whole = whole_sandbox()
    fences = tuple(name for name in whole.fences if name != "namespaces")
    return Isolation(whole.sandbox._replace(command=(), missing="bubblewrap is not installed"), fences)


MODES: Mapping[str, Callable[[], Isolation]] = {"whole sandbox": whole_sandbox, "kernel alone": kernel_alone}


@pytest.fixture(scope="module", params=MODES)
def isolation(request: pytest.FixtureRequest) -> Isolation:
    found = MODES[request.param]()
    if request.param == "whole sandbox" and found.missing:
        pytest.skip(f"this machine cannot isolate: {found.missing}")
    if lacking := {"Landlock", "seccomp"} - set(found.fences):
        pytest.skip(f"this kernel lacks {' and '.join(sorted(lacking))}")
    return found


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
    "writes a large file": ("open('large', 'wb').write(bytes(2 * 10**6))", "[Errno 27] File too large"),
    "prints without end": (
        "while True:\n    print('x' * 99)",
        "the program printed more than 100,000 bytes.",
    ),
    "leaves early": ("import os\nos._exit(3)", "exited before the program finished, with status 3."),
    "exits": ("import sys\n\nsys.exit(0)", ":22:9: the program raised SystemExit: 0"),
    "aborts": ("import os\nos.abort()", "the process was killed by SIG"),
    "closes what it speaks through": ("import os\nos.closerange(0, 99)", "the process "),
    "raises": (
        "x = 1\nx.y",
        ":21:9: the program raised AttributeError: 'int' object has no attribute 'y'",
    ),
    "shows nothing": ("x = 1", "the program neither sets 'right' nor defines counter_case()."),
    "opens a socket": ("import socket\nsocket.socket()", ":21:9: the program raised PermissionError"),
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
        "the program started more than 256 threads.",
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
REFUSALS = ("opens a socket", "asks for a page", "spawns", "forks", "writes elsewhere")


class Ran(NamedTuple):
    """What was said about each bad program, and about a good one among them, and what they left running."""

    problems: Mapping[str, str]
    good: str
    left: set[int]


def run_all(programs: Mapping[str, str], isolation: Isolation, limits: Limits = LIMITS) -> Ran:
    """Runs all programs together: they share a host, and none may harm another."""
    names = {f"q-07-{number:02}": name for number, name in enumerate(programs, 1)}
    good = make_claim(
        "import time\ntime.sleep(0.5)\nopen('mine', 'x').close()\nright = [1]", [1], id_="q-07-00"
    )
    claims = [make_claim(programs[name], [1], id_=id_) for id_, name in names.items()]
    before = find_descendants()
    ended = list(run_claims([*claims, good], this_environment(), limits, isolation))
    left = find_descendants() - before
    said = {claim.id: str(check_outcome(claim, outcome, limits) or "") for claim, outcome in ended}
    return Ran({name: said[id_].replace(f"{id_}: ", "") for id_, name in names.items()}, said[good.id], left)


@pytest.fixture(scope="module")
def ran(isolation: Isolation) -> Ran:
    return run_all({name: program for name, (program, _) in BAD.items()}, isolation)


@pytest.mark.parametrize("case", BAD)
def test_a_bad_program_ends_in_one_problem(case: str, ran: Ran) -> None:
    """It names the line if there is one, and what is wrong, on a line of its own."""
    assert BAD[case][1] in ran.problems[case]
    assert "\n" not in ran.problems[case]


@pytest.mark.parametrize("case", REFUSALS)
def test_what_is_refused_is_explained(case: str, ran: Ran) -> None:
    assert ran.problems[case].endswith(REFUSED)


def test_a_program_without_end_is_ended(isolation: Isolation) -> None:
    ran = run_all({name: program for name, (program, _) in ENDLESS.items()}, isolation, SHORT)
    for name, (_, said) in ENDLESS.items():
        assert said in ran.problems[name]
    assert ran.left == set()


def test_bad_programs_leave_nothing(ran: Ran) -> None:
    assert ran.left == set()


def test_bad_programs_do_not_harm_a_good_one(ran: Ran) -> None:
    assert ran.good == ""


# Should a fence fall one day, this must not harm the machine: signals are number 0, which only asks, and
# what is not in that folder is opened, but not changed.
# Each program sets `right` to the answer if it got out. {outside} is a folder with a file and a socket.
ESCAPES = {
    # Writing
    "truncates": "os.truncate('{outside}/file', 0)",
    "opens to append": "open('{outside}/file', 'a')",
    "opens to read and write": "open('{outside}/file', 'r+')",
    "creates": "os.open('{outside}/new', os.O_CREAT | os.O_WRONLY)",
    "deletes": "os.remove('{outside}/file')",
    "deletes beside an open folder": "os.remove('file', dir_fd=os.open('{outside}', os.O_RDONLY))",
    "writes beside an open folder": (
        "os.open('file', os.O_TRUNC | os.O_WRONLY, dir_fd=os.open('{outside}', os.O_RDONLY))"
    ),
    "writes beside a folder opened by path only": (
        "os.open('file', os.O_WRONLY, dir_fd=os.open('{outside}', os.O_PATH))"
    ),
    "deletes a whole folder": "import shutil; shutil.rmtree('{outside}')",
    "makes a folder": "os.mkdir('{outside}/new')",
    "removes a folder": "os.rmdir('{outside}/empty')",
    "makes a pipe": "os.mkfifo('{outside}/new')",
    "makes a device": "os.mknod('{outside}/new', 0o20666, os.makedev(1, 3))",
    "makes a device of its own": "os.mknod('mine', 0o60666, os.makedev(8, 0))",
    "makes a database": "import sqlite3; sqlite3.connect('{outside}/new').execute('create table t(x)')",
    "reads a database": (
        "import sqlite3; sqlite3.connect('file:{outside}/base?mode=ro', uri=True).execute('select * from t')"
    ),
    "changes permissions": "os.chmod('{outside}/file', 0o777)",
    "changes the owner": "os.chown('{outside}/file', 1, 1)",
    "changes the time": "os.utime('{outside}/file', (0, 0))",
    "changes a device": "os.chmod('/dev/null', os.stat('/dev/null').st_mode & 0o777)",
    "moves a file out": "open('mine', 'x').close(); os.rename('mine', '{outside}/new')",
    "moves a file in": "os.rename('{outside}/file', 'theirs')",
    "hard links a file in": "os.link('{outside}/file', 'theirs')",
    "links to a file, and follows": "os.symlink('{outside}/file', 'theirs'); open('theirs', 'a')",
    "changes its folder": "os.chdir('{outside}'); open('new', 'w')",
    "writes into the folder above": "open('../new', 'x')",
    "writes where libraries are": "open(os.__file__, 'r+')",
    "writes into the runner's memory": "open(f'/proc/{{os.getppid()}}/mem', 'r+b')",
    "mounts": "assert not libc.mount(b'none', os.getcwd().encode(), b'tmpfs', 0, b'')",
    "calls by number": "assert libc.syscall(83, b'{outside}/new', 0o777) == 0",  # mkdir on x86-64
    "calls what is newer than the filter": "assert libc.syscall(462, 0, 0, 0) == 0",  # mseal
    # Reading
    "reads a file": "open('{outside}/file').read()",
    "lists a folder": "os.listdir('{outside}')",
    "reads the users": "open('/etc/passwd').read()",
    "reads its home": "os.listdir('{home}')",
    "reads the project": "os.listdir('{project}')",
    "reads another process": "open('/proc/{runner}/environ', 'rb').read()",
    "reads a file by its handle": "assert libc.open_by_handle_at(3, b'', 0) != -1",
    "watches a folder": "assert libc.inotify_add_watch(libc.inotify_init(), b'{outside}', 0xfff) > 0",
    "finds the environment of whoever runs it": "os.environ['ESPEJO_SECRET']",
    # Processes
    "starts a program": "import subprocess; subprocess.run(['/bin/true'], check=True)",
    "starts itself": "import sys, subprocess; subprocess.run([sys.executable, '-c', ''], check=True)",
    "spawns": "os.posix_spawn('/bin/true', ['true'], {{}})",
    "forks": "os.fork() or os._exit(0)",
    "forks by itself": "assert libc.fork() >= 0",
    "becomes another": "import sys; os.execv(sys.executable, [sys.executable, '-c', 'print(1)'])",
    "spawns as multiprocessing does": (
        "from multiprocessing import get_context; get_context('spawn').Process(target=print).start()"
    ),
    "kills its keeper": "os.kill(os.getppid(), 0)",
    "kills everything": "os.kill(-1, 0)",
    "kills the runner": "os.kill({runner}, 0)",
    "kills a thread of the runner": "assert libc.syscall(234, {runner}, {runner}, 0) == 0",  # tgkill
    "has signals sent to the runner": "import fcntl; fcntl.fcntl(0, fcntl.F_SETOWN, {runner})",
    "has signals sent to it by half a number": (  # fcntl on x86-64
        "assert libc.syscall(72, 0, ctypes.c_ulong(2**32 + 8), {runner}) == 0"
    ),
    "outlives its keeper": "assert libc.prctl(1, 0, 0, 0, 0) == 0",
    "traces its keeper": "assert libc.ptrace(16, os.getppid(), 0, 0) == 0",
    "raises its limits": "import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
    "becomes somebody else": "os.setuid(12345)",
    "makes a user namespace": "assert libc.unshare(0x10000000) == 0",
    "loads a program into the kernel": "assert libc.syscall(321, 0, 0, 0) != -1",  # bpf on x86-64
    "takes memory that nobody counts": "os.memfd_create('x')",
    "takes shared memory": "assert libc.shmget(0, 2**20, 0o1777) != -1",
    "looks at shared memory": "assert libc.shmctl(0, 3, ctypes.create_string_buffer(200)) != -1",
    "keeps memory in a pipe": "assert libc.vmsplice(os.pipe()[1], None, 0, 0) == 0",
    "keeps memory in rules": "assert libc.syscall(444, None, 0, 1) > 0",  # of Landlock
    # Network
    "opens a connection": "import socket; socket.create_connection(('127.0.0.1', {port}), timeout=1)",
    "sends a datagram": "import socket; socket.socket(2, 2).sendto(b'x', ('127.0.0.1', {port}))",
    "asks for a name": "import socket; socket.getaddrinfo('example.org', 80)",
    "talks to a local socket": "import socket; socket.socket(socket.AF_UNIX).connect('{outside}/socket')",
    "talks to a local socket from a pair": (
        "import socket; socket.socketpair(type=socket.SOCK_DGRAM)[0].sendto(b'x', '{outside}/datagrams')"
    ),
    "talks to a local socket from a raw pair": (
        "import socket; socket.socketpair(type=socket.SOCK_RAW)[0].sendto(b'x', '{outside}/datagrams')"
    ),
    "talks to an abstract socket": "import socket; socket.socket(socket.AF_UNIX).connect('\\0espejo-{port}')",
    "listens": "import socket; socket.create_server(('127.0.0.1', 0))",
}  # fmt: skip
ESCAPE = """
import ctypes, os
libc = ctypes.CDLL(None)
{0}
right = [1]
"""


class Escaped(NamedTuple):
    """What the programs that tried to get out ended with, and what they have done to the folder outside."""

    problems: Mapping[str, str]
    good: str
    changed: bool
    left: set[int]


def _look(folder: Path) -> list[tuple[str, int, int, bytes]]:
    """Everything about a folder that a program could change."""
    found = []
    for path in (folder, *sorted(folder.rglob("*"))):
        stat = path.lstat()
        content = path.read_bytes() if path.is_file() else b""
        found.append((path.name, stat.st_mode, stat.st_mtime_ns, content))
    return found


@pytest.fixture(scope="module")
def escaped(isolation: Isolation, tmp_path_factory: pytest.TempPathFactory) -> Escaped:
    """All the programs that try to get out, run together, beside a folder and sockets that they aim at."""
    folder = tmp_path_factory.mktemp("outside", numbered=True)
    (folder / "file").write_text("as it was", encoding="utf-8")
    (folder / "empty").mkdir()
    with closing(sqlite3.connect(folder / "base")) as base:
        base.execute("create table t(x)")
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        socket.socket(socket.AF_UNIX) as local,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagrams,
        socket.socket(socket.AF_UNIX) as abstract,
        pytest.MonkeyPatch.context() as patch,
    ):
        port = listening.getsockname()[1]
        local.bind(str(folder / "socket"))
        local.listen()
        datagrams.bind(str(folder / "datagrams"))
        abstract.bind(f"\0espejo-{port}")
        abstract.listen()
        patch.setenv("ESPEJO_SECRET", "x")
        before = _look(folder)
        facts = {"outside": folder, "port": port, "home": Path.home(), "project": Path(__file__).parents[1]}
        filled = {name: line.format(**facts, runner=_own_id()) for name, line in ESCAPES.items()}
        ran = run_all({name: ESCAPE.format(line) for name, line in filled.items()}, isolation)
        return Escaped(ran.problems, ran.good, _look(folder) != before, ran.left)


def _own_id() -> int:
    return int(Path("/proc/self").readlink().name)


@pytest.mark.parametrize("way", ESCAPES)
def test_no_way_leads_out(way: str, escaped: Escaped) -> None:
    assert escaped.problems[way] != ""


def test_those_who_tried_have_changed_nothing(escaped: Escaped) -> None:
    assert not escaped.changed
    assert escaped.good == ""
    assert escaped.left == set()


def test_a_program_can_do_in_its_own_folder_what_it_may_not_do_elsewhere(isolation: Isolation) -> None:
    program = """
        import os, socket, sqlite3, tempfile, threading
        open("mine", "w").close()
        os.truncate("mine", 0)
        os.link("mine", "second")
        os.symlink("mine", "third")
        os.rename("second", "fourth")
        os.mkdir("folder")
        os.rename("mine", "folder/mine")
        os.remove("folder/mine")
        os.rmdir("folder")
        os.mkfifo("pipe")
        sqlite3.connect("base").execute("create table t(x)")
        tempfile.TemporaryFile().write(b"x")
        left, right = socket.socketpair()
        thread = threading.Thread(target=left.close)
        thread.start()
        thread.join()
        right = [len("x")]
    """
    claim = make_claim(program, [1])
    ((_, outcome),) = run_claims([claim], this_environment(), LIMITS, isolation)
    assert check_outcome(claim, outcome, LIMITS) is None


def test_truncation_is_refused_where_landlock_does_not_cover_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """As its first two versions; then it is refused everywhere. This kernel's Landlock is newer."""
    monkeypatch.setattr(run, "landlock_version", lambda: 2)
    program = """
        import os
        open("mine", "w").close()
        refused = []
        for truncate in (lambda: os.truncate("mine", 0), lambda: os.open("mine", os.O_RDONLY | os.O_TRUNC)):
            try:
                truncate()
            except PermissionError as error:
                refused.append(error.errno)
        right = refused
    """
    claim = make_claim(program, [errno.EPERM, errno.EPERM])
    ((_, outcome),) = run_claims([claim], this_environment(), LIMITS, kernel_alone())
    assert check_outcome(claim, outcome, LIMITS) is None


@pytest.mark.parametrize(("oldest_unknown", "first_refused"), [("pidfd_send_signal", 424), ("clone3", 435)])
def test_calls_that_an_old_library_cannot_name_do_not_exist(oldest_unknown: str, first_refused: int) -> None:
    """Otherwise a program could make them by number."""
    names = seccomp._NEW_CALLS.split()
    known = names[: names.index(oldest_unknown)]
    start = seccomp._deny_unknown(lambda name: 424 + known.index(name) if name in known else -1)
    assert struct.unpack("=HBBI", start[8:16])[-1] == first_refused


def test_many_small_files_do_not_fill_the_disk() -> None:
    """The folder has a size, and the next proof finds an empty one."""
    if whole_sandbox().missing:
        pytest.skip("only a file system of its own has a size")
    fill = "for number in range(10**6):\n    open(str(number), 'wb').write(bytes(10**5))"
    assert "[Errno 28] No space left on device" in find_problem(make_claim(fill, [1]))
    many = "for number in range(10**6):\n    open(str(number), 'wb').close()"
    assert "[Errno 28] No space left on device" in find_problem(make_claim(many, [1]))


def test_the_root_shows_only_the_interpreter_and_its_libraries() -> None:
    """Landlock is taken away here: what bubblewrap shows is all there is."""
    if whole_sandbox().missing:
        pytest.skip("only bubblewrap gives a root")
    command = [*whole_sandbox().sandbox.command, str(this_environment().python), "-I", "-c"]
    show = (
        "import os; print((os.listdir('/'), os.path.exists('/bin/sh'), os.path.exists('/etc/passwd'),"
        " os.uname().nodename))"
    )
    done = subprocess.run([*command, show], capture_output=True, text=True, check=True)
    shown, *facts = ast.literal_eval(done.stdout)
    paths = (*whole_sandbox().sandbox.readable, bubblewrap.FOLDER, "/proc")
    assert set(shown) <= {path.split("/")[1] for path in paths}
    assert facts == [False, False, "proof"]


def make_environment(folder: Path, link: str) -> Environment:
    """An environment like those of uv: made from an interpreter that goes by the name of a linked folder."""
    base = Path(sys.base_prefix)
    (folder / "alias").symlink_to(base)
    (folder / "env" / "bin").mkdir(parents=True)
    (folder / "env" / "bin" / "python").symlink_to(link)
    (folder / "env" / "pip.conf").write_text("[global]", encoding="utf-8")
    settings = f"home = {folder}/alias/bin\nversion_info = {sys.version_info[0]}.{sys.version_info[1]}.0\n"
    (folder / "env" / "pyvenv.cfg").write_text(settings, encoding="utf-8")
    return read_environment(folder / "env")


def test_the_root_shows_an_interpreter_under_each_of_its_names(tmp_path: Path) -> None:
    """A link may be relative, and lead through a folder that is a link, beside which libraries are sought."""
    if whole_sandbox().missing:
        pytest.skip("only bubblewrap gives a root")
    python = Path(sys.base_prefix, "bin", f"python{sys.version_info[0]}.{sys.version_info[1]}")
    environment = make_environment(tmp_path, f"../../alias/bin/{python.name}")
    sandbox = bubblewrap.make_sandbox(environment)
    assert sandbox.missing == ""
    show = "import os; print(os.path.dirname(os.__file__), os.listdir(os.environ['ENV']))"
    command = [*sandbox.command, str(environment.python), "-c", show]
    env = {"ENV": str(tmp_path / "env")}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    assert done.stdout.startswith(f"{tmp_path}/alias/lib")
    assert "pip.conf" not in done.stdout


def test_an_interpreter_that_links_to_itself_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="symbolic links"):
        probe_isolation(make_environment(tmp_path, "python"))


def test_a_folder_of_any_depth_can_be_removed(tmp_path: Path) -> None:
    """What it links to outside stays, and folders without permissions go, too."""
    outside, top = tmp_path / "outside", tmp_path / "top"
    outside.mkdir()
    (outside / "file").touch()
    (top / "locked").mkdir(parents=True)
    (top / "locked").chmod(0)
    folder = os.open(top, os.O_RDONLY)
    for _ in range(1500):
        os.symlink(outside, "link", dir_fd=folder)
        os.mkdir("x", dir_fd=folder)
        deeper = os.open("x", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = deeper
    os.close(folder)
    remove_tree(top)
    assert [path.name for path in tmp_path.rglob("*")] == ["outside", "file"]


FORGED = {
    "not JSON": b"{",
    "not an object": b"[1]",
    "too deep": b"[" * 10_000 + b"]" * 10_000,
    "a line that is no number": b'{"held": {"x": 1}}',
    "a negative line": b'{"held": {"-1": 1}}',
    "an endless line": b'{"held": {"1' + b"0" * 5000 + b'": 1}}',
    "an error without its parts": b'{"error": {"line": 1}}',
    "an error of no kind": b'{"error": {"line":1,"kind":"x","text":"","message":"","values":{}}}',
    "an error that is a text": b'{"error": "x"}',
    "a result with an object": b'{"right": {"x": 1}}',
    "a result with objects": b'{"right": [[1]]}',
    "a huge number": b'{"right": 1' + b"0" * 4000 + b"}",
    "too many labels": b'{"right": [' + b"1," * 2000 + b"1]}",
    "values that are no text": b'{"right": [1], "choices": {"1": 1}}',
    "too long": b'{"right": [1], "choices": {"1": "' + b"x" * MAX_REPORT + b'"}}',
    "not UTF-8": b'{"right": ["\xff"]}',
    "an infinite line": b'{"error": {"line":Infinity,"kind":"error","text":"","message":"","values":{}}}',
    "half a line": b'{"error": {"line":1.5,"kind":"error","text":"","message":"","values":{}}}',
    "a value too long for the ledger": b'{"right": [1], "choices": {"1": "' + b"x" * (MAX_VALUE + 1) + b'"}}',
}


@pytest.mark.parametrize("name", FORGED)
def test_a_malformed_report_is_no_report(name: str) -> None:
    assert read_report(FORGED[name]) is None


def test_a_malformed_report_fails_that_proof_alone(isolation: Isolation) -> None:
    """A program can write to all its open files, and so can forge what it reports, but not for another."""
    forge = (
        "import os\nfor file in range(3, 20):\n    try:\n        os.write(file, {0!r})\n    except OSError:\n"
    )
    forge += "        pass\nos._exit(0)"
    programs = {name: forge.format(raw[:4000] + b"\n") for name, raw in FORGED.items()}
    ran = run_all(programs, isolation)
    assert {problem.partition(" report")[0] for problem in ran.problems.values()} == {
        "data/quizzes/phase-07-proof.yaml:20:9: the program wrote a malformed"
    }
    assert ran.good == ""


def test_a_damaged_cache_is_no_outcome() -> None:
    content = json.loads(json.dumps(Outcome(end="reported").to_json()))
    assert read_outcome(content) == Outcome(end="reported")
    with pytest.raises(TypeError):
        read_outcome({**content, "seconds": 10**400})


@pytest.mark.parametrize(("status", "named"), [(-9, "SIGKILL"), (-40, "signal 40")])
def test_the_signal_that_ended_a_proof_is_named(status: int, named: str) -> None:
    """Real-time signals have no name."""
    problem = check_outcome(make_claim(""), Outcome(end="exited", status=status), LIMITS)
    assert f"the process was killed by {named}." in str(problem)


def test_a_forged_report_cannot_break_a_line() -> None:
    """What it says is shown on one line, without control characters, wherever it is printed."""
    text = "a\n::error::b\x1b[31m\u202e`"
    failure = {"line": 10**6, "kind": "error", "text": text, "message": "", "values": {}}
    report = read_report(json.dumps({"error": failure}).encode())
    assert report
    assert report.error
    assert report.error.text == "a ::error::b [31m `"


def test_a_program_that_ends_leaves_nothing_running() -> None:
    """A thread that sleeps does not keep its process."""
    program = "import threading, time\nthreading.Thread(target=time.sleep, args=(99,)).start()\n"
    program += "open('mine', 'w').write('x')\nright = [len('x')]"
    before = find_descendants()
    claim = make_claim(program, [1])
    outcome = run_one(claim)
    assert check_outcome(claim, outcome, LIMITS) is None
    assert outcome.seconds < LIMITS.seconds
    assert find_descendants() - before == set()


def without_capabilities() -> Isolation:
    """As on a machine that lets bubblewrap make namespaces, but not those whom it starts."""
    sandbox, fences = whole_sandbox()
    command = tuple(one for one in sandbox.command if one not in ("--cap-add", "CAP_SYS_ADMIN"))
    fences = tuple(name for name in fences if name != "namespaces")
    return Isolation(sandbox._replace(command=command), fences)


@pytest.mark.parametrize("mode", [*MODES, "without capabilities"])
def test_each_proof_starts_from_the_same_empty_place(mode: str) -> None:
    """An empty directory, the same random numbers, and no open file of the runner but its own two."""
    program = """
        import os, random, tempfile
        assert os.listdir(".") == [], "not empty"
        assert tempfile.gettempdir() == os.getcwd() == os.environ["HOME"]
        assert random.random() == 0.8444218515250481
        files = []
        for number in range(99):
            try:
                os.fstat(number)
                files.append(number)
            except OSError:
                pass
        assert len(files) <= 6, files
        open("mine", "w").close()
        right = [len("x")]
    """
    if whole_sandbox().missing and mode != "kernel alone":
        pytest.skip(f"this machine cannot isolate: {whole_sandbox().missing}")
    isolation = MODES[mode]() if mode in MODES else without_capabilities()
    assert mode in MODES or "namespaces" in isolation.missing
    both = [make_claim(program, [1], id_="q-07-01"), make_claim(program, [1], id_="q-07-02")]
    ended = run_claims(both, this_environment(), LIMITS, isolation)
    assert [check_outcome(claim, outcome, LIMITS) for claim, outcome in ended] == [None, None]


def test_the_memory_of_libraries_does_not_count(isolation: Isolation) -> None:
    """The limit is on what the program takes in addition."""
    claim = make_claim("kept = bytearray(55 * 2**20)\nright = [1]", [1])
    ((_, outcome),) = run_claims([claim], this_environment(), LIMITS, isolation)
    assert check_outcome(claim, outcome, LIMITS) is None


def test_a_host_ends_with_the_last_proof_that_needs_it(isolation: Isolation) -> None:
    """Otherwise proofs that need different libraries would fill the memory with all of them."""
    before = find_descendants()
    needs = (("ast",), ("json",), ("re",))
    claims = [make_claim("right = [1]", [1], needs=one, id_=f"q-07-{at:02}") for at, one in enumerate(needs)]
    for _ in run_claims(claims, this_environment(), LIMITS, isolation, workers=1):
        left = find_descendants() - before
    assert left == set()


def test_a_proof_is_the_first_to_be_killed_if_memory_runs_out(isolation: Isolation) -> None:
    """Looked at while a program without end is running."""
    before = find_descendants()
    claims = [
        make_claim(one, [1], id_=id_)
        for id_, one in (("q-07-01", "right = [1]"), ("q-07-02", "while True: pass"))
    ]
    scores = set()
    for _ in run_claims(claims, this_environment(), SHORT, isolation, workers=1):
        for pid in find_descendants() - before:
            with suppress(OSError):
                scores.add(Path(f"/proc/{pid}/oom_score_adj").read_text(encoding="ascii").strip())
    assert "1000" in scores


def test_no_proof_runs_with_less_than_was_promised() -> None:
    """If a fence that held in the trial does not hold for a proof, the proof is not run."""
    promised = kernel_alone()._replace(fences=(*kernel_alone().fences, "moat"))
    claim = make_claim("right = [1]", [1])
    ((_, outcome),) = run_claims([claim], this_environment(), LIMITS, promised)
    assert "the sandbox could not be set up: moat" in str(check_outcome(claim, outcome, LIMITS))


@pytest.mark.parametrize(
    ("found", "says"),
    [(None, "bubblewrap is not installed"), ("false", "bubblewrap does not work here")],
)
def test_a_machine_without_a_sandbox_says_why(
    found: str | None, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = shutil.which(found) if found else None
    monkeypatch.setattr(f"{bubblewrap.__name__}.shutil.which", lambda _: where)
    isolation = probe_isolation(this_environment())
    assert says in isolation.missing
    assert isolation.sandbox.command == ()
    assert find_problem(make_claim("right = [len('x')]", [1])) == ""


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

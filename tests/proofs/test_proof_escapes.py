"""Sandbox escapes: programs in proofs can neither change nor read anything outside their folder."""

from __future__ import annotations

import socket
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from proving import need_sandbox, run_all

pytestmark = pytest.mark.xdist_group("sandbox")  # one worker runs the programs, if groups are kept together

# An escape must not harm the machine, so programs only send signal 0, and open files outside the folder
# without changing them.
# Each program sets `right` to the answer if it escapes. {outside} is a folder with a file and a socket.
ESCAPES = {
    # Writing
    "truncates": "os.truncate('{outside}/file', 0)",
    "opens to append": "open('{outside}/file', 'a')",
    "opens to read and write": "open('{outside}/file', 'r+')",
    "creates": "os.open('{outside}/new', os.O_CREAT | os.O_WRONLY)",
    "deletes": "os.remove('{outside}/file')",
    "deletes next to an open folder": "os.remove('file', dir_fd=os.open('{outside}', os.O_RDONLY))",
    "writes next to an open folder": (
        "os.open('file', os.O_TRUNC | os.O_WRONLY, dir_fd=os.open('{outside}', os.O_RDONLY))"
    ),
    "writes next to a folder opened by path only": (
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
    # Reading
    "reads a file": "open('{outside}/file').read()",
    "lists a folder": "os.listdir('{outside}')",
    "reads the users": "open('/etc/passwd').read()",
    "reads the project": "os.listdir('{project}')",
    "reads another process": "open('/proc/{runner}/environ', 'rb').read()",
    "reads a file by its handle": "assert libc.open_by_handle_at(3, b'', 0) != -1",
    "watches a folder": "assert libc.inotify_add_watch(libc.inotify_init(), b'{outside}', 0xfff) > 0",
    "finds the environment of its user": "os.environ['ESPEJO_SECRET']",
    # Processes
    "starts a program": "subprocess.run(['/bin/true'], check=True)",
    "starts itself": "subprocess.run([sys.executable, '-c', 'import time; time.sleep(50)'])",
    "spawns": "os.posix_spawn('/bin/true', ['true'], {{}})",
    "forks": "os.fork(); time.sleep(50)",
    "forks without Python": "libc.fork(); time.sleep(50)",
    "becomes another": "os.execv(sys.executable, [sys.executable, '-c', 'print(1)'])",
    "spawns as multiprocessing does": (
        "from multiprocessing import get_context\n"
        "one = get_context('spawn').Process(target=time.sleep, args=(50,)); one.start(); one.join()"
    ),
    "sees its keeper": "assert os.getppid()",
    "sees other processes": "assert [name for name in os.listdir('/proc') if name.isdigit()]",
    "kills everything": "os.kill(-1, 0)",
    "kills the runner": "os.kill({runner}, 0)",
    "kills a thread of the runner": "assert libc.syscall(234, {runner}, {runner}, 0) == 0",  # tgkill
    "has signals sent to the runner": "import fcntl; fcntl.fcntl(0, fcntl.F_SETOWN, {runner})",
    "has signals sent to it by half a number": (  # fcntl on x86-64
        "assert libc.syscall(72, 0, ctypes.c_ulong(2**32 + 8), {runner}) == 0"
    ),
    "traces its keeper": "assert libc.ptrace(16, os.getppid(), 0, 0) == 0",
    "raises its limits": "import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
    "becomes somebody else": "os.setuid(12345)",
    "makes a user namespace": "assert libc.unshare(0x10000000) == 0",
    "loads a program into the kernel": "assert libc.syscall(321, 0, 0, 0) != -1",  # bpf on x86-64
    # Network
    "opens a connection": "import socket; socket.create_connection(('127.0.0.1', {port}), timeout=1)",
    "connects to itself": (  # another proof could receive it, too
        "import socket; socket.create_connection(socket.create_server(('127.0.0.1', 0)).getsockname())"
    ),
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
}  # fmt: skip
# The audit hook only guards against accidents: each program disables it first.
ESCAPE = """
import ctypes, os, subprocess, sys, time
sys.modules["espejo.proofs.inside.fence"]._REFUSED_EVENTS = ()
libc = ctypes.CDLL(None)
{0}
right = [1]
"""


class Escaped(NamedTuple):
    """How the escaping programs ended, and whether they changed the outside folder."""

    problems: Mapping[str, str]
    good: str
    changed: bool
    left: set[int]


def _look(folder: Path) -> list[tuple[str, int, int, bytes]]:
    """Return everything about a folder that a program could change."""
    found = []
    for path in (folder, *sorted(folder.rglob("*"))):
        stat = path.lstat()
        content = path.read_bytes() if path.is_file() else b""
        found.append((path.name, stat.st_mode, stat.st_mtime_ns, content))
    return found


@pytest.fixture(scope="module")
def escaped(tmp_path_factory: pytest.TempPathFactory) -> Escaped:
    """The results of all programs, run together next to a folder and sockets that they try to reach."""
    sandbox = need_sandbox()
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
        facts = {"outside": folder, "port": port, "project": Path(__file__).parents[1]}
        filled = {name: line.format(**facts, runner=_own_id()) for name, line in ESCAPES.items()}
        ran = run_all({name: ESCAPE.format(line) for name, line in filled.items()}, sandbox)
        return Escaped(ran.problems, ran.good, _look(folder) != before, ran.left)


def _own_id() -> int:
    return int(Path("/proc/self").readlink().name)


@pytest.mark.parametrize("way", ESCAPES)
def test_no_proof_escapes_the_sandbox(way: str, escaped: Escaped) -> None:
    assert escaped.problems[way] != ""


def test_escape_attempts_change_nothing_outside(escaped: Escaped) -> None:
    assert not escaped.changed
    assert escaped.good == ""
    assert escaped.left == set()

"""Sandbox of proofs: what it shows, limits and leaves, and what a machine that lacks a part of it says.

Most tests run in two modes, see the fixture `isolation`.
"""

from __future__ import annotations

import ast
import errno
import os
import shutil
import struct
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from espejo.proofs import bubblewrap, run, seccomp
from espejo.proofs.environment import Environment, read_environment
from espejo.proofs.inside import program as inside_program
from espejo.proofs.run import Isolation, probe_isolation, run_claims
from espejo.proofs.scratch import remove_tree
from espejo.proofs.verdict import check_outcome
from proving import (
    LIMITS,
    MODES,
    SHORT,
    find_descendants,
    find_problem,
    kernel_alone,
    make_claim,
    run_one,
    this_environment,
    whole_sandbox,
)

pytestmark = [
    pytest.mark.xdist_group("sandbox"),  # one process runs the programs, if groups are kept together
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these fences"),
]


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
    assert sandbox.missing is None
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
    assert mode in MODES or "namespaces" in str(isolation.missing)
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
    assert says in str(isolation.missing)
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

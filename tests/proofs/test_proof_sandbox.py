"""Proof sandbox: what programs can see and use, cleanup, and machines without a sandbox."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from espejo.proofs import run
from espejo.proofs.inside import program as inside_program
from espejo.proofs.run import find_sandbox, run_claims
from espejo.proofs.sandbox import FOLDER, Environment, Sandbox, list_readable, make_sandbox, read_environment
from espejo.proofs.verdict import check_outcome
from proving import (
    LIMITS,
    PLAIN,
    find_descendants,
    find_problem,
    make_claim,
    need_sandbox,
    this_environment,
)

pytestmark = pytest.mark.xdist_group("sandbox")  # one worker runs the programs, if groups are kept together

MODES: dict[str, Callable[[], Sandbox]] = {"sandboxed": need_sandbox, "plain": lambda: PLAIN}


@pytest.fixture(params=MODES)
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    return MODES[request.param]()


def test_each_proof_starts_in_its_own_empty_folder(sandbox: Sandbox) -> None:
    """It gets a fixed random seed and two of the runner's open files, and may do anything in its folder."""
    program = """
        import os, random, socket, sqlite3, tempfile, threading
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
        os.truncate("mine", 0)
        os.link("mine", "second")
        os.symlink("mine", "third")
        os.rename("second", "fourth")
        os.mkdir("folder")
        os.mkfifo("pipe")
        sqlite3.connect("base").execute("create table t(x)")
        tempfile.TemporaryFile().write(b"x")
        left, right = socket.socketpair()
        thread = threading.Thread(target=left.close)
        thread.start()
        thread.join()
        right = [len("x")]
    """
    both = [make_claim(program, [1], id_="q-07-01"), make_claim(program, [1], id_="q-07-02")]
    ended = run_claims(both, this_environment(), LIMITS, sandbox)
    assert [check_outcome(claim, outcome, LIMITS) for claim, outcome in ended] == [None, None]


def test_proofs_share_no_memory() -> None:
    """Each creates a shared memory block of the same name, which must not exist yet."""
    program = """
        import ctypes
        libc = ctypes.CDLL(None)
        assert libc.shmget(42, 4096, 0o600) == -1
        assert libc.shmget(42, 4096, 0o1600) != -1
        right = [len("x")]
    """
    both = [make_claim(program, [1], id_=id_) for id_ in ("q-07-01", "q-07-02")]
    ended = run_claims(both, this_environment(), LIMITS, need_sandbox(), workers=1)
    assert [check_outcome(claim, outcome, LIMITS) for claim, outcome in ended] == [None, None]


@pytest.mark.parametrize("content", ["bytes(10**5)", "b''"])
def test_many_small_files_do_not_fill_the_disk(content: str) -> None:
    fill = f"for number in range(10**6):\n    open(str(number), 'wb').write({content})"
    assert "[Errno 28] No space left on device" in find_problem(make_claim(fill, [1]), sandbox=need_sandbox())


def test_the_root_has_only_the_interpreter_and_its_libraries() -> None:
    command = [*need_sandbox().command, str(this_environment().python), "-I", "-c"]
    show = (
        "import os, socket; print((os.listdir('/'), os.path.exists('/bin/sh'), os.path.exists('/etc/passwd'),"
        " os.uname().nodename, socket.if_nameindex()))"
    )
    done = subprocess.run([*command, show], capture_output=True, text=True, check=True)
    shown, *facts = ast.literal_eval(done.stdout)
    paths = (*map(str, list_readable(this_environment())), FOLDER, "/proc")
    assert set(shown) <= {path.split("/")[1] for path in paths}
    assert facts == [False, False, "proof", [(1, "lo")]]


def make_environment(folder: Path, link: str) -> Environment:
    """An environment like those of uv, whose interpreter is under a linked folder."""
    base = Path(sys.base_prefix)
    (folder / "alias").symlink_to(base)
    (folder / "env" / "bin").mkdir(parents=True)
    (folder / "env" / "bin" / "python").symlink_to(link)
    (folder / "env" / "pip.conf").write_text("[global]", encoding="utf-8")
    settings = f"home = {folder}/alias/bin\nversion_info = {sys.version_info[0]}.{sys.version_info[1]}.0\n"
    (folder / "env" / "pyvenv.cfg").write_text(settings, encoding="utf-8")
    return read_environment(folder / "env")


def test_the_root_has_all_names_of_the_interpreter(tmp_path: Path) -> None:
    """A link may be relative and lead through a linked folder, next to which Python looks for libraries."""
    need_sandbox()
    python = Path(sys.base_prefix, "bin", f"python{sys.version_info[0]}.{sys.version_info[1]}")
    environment = make_environment(tmp_path, f"../../alias/bin/{python.name}")
    show = "import os; print(os.path.dirname(os.__file__), os.listdir(os.environ['ENV']))"
    command = [*make_sandbox(environment).command, str(environment.python), "-c", show]
    env = {"ENV": str(tmp_path / "env")}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    assert done.stdout.startswith(f"{tmp_path}/alias/lib")
    assert "pip.conf" not in done.stdout


def test_an_interpreter_that_links_to_itself_is_an_error(tmp_path: Path) -> None:
    claim = make_claim("right = [1]", [1])
    ((_, outcome),) = run_claims([claim], make_environment(tmp_path, "python"), LIMITS)
    assert "the process was lost: " in str(check_outcome(claim, outcome, LIMITS))


def test_a_finished_program_leaves_no_processes(sandbox: Sandbox) -> None:
    """A sleeping thread does not keep its process alive."""
    program = "import threading, time\nthreading.Thread(target=time.sleep, args=(99,)).start()\n"
    program += "open('mine', 'w').write('x')\nright = [len('x')]"
    before = find_descendants()
    claim = make_claim(program, [1])
    ((_, outcome),) = run_claims([claim], this_environment(), LIMITS, sandbox)
    assert check_outcome(claim, outcome, LIMITS) is None
    assert outcome.seconds < LIMITS.seconds
    assert find_descendants() - before == set()


def test_an_abandoned_run_kills_its_proofs_at_once(sandbox: Sandbox) -> None:
    """While they run, they are the first to be killed if memory runs out."""
    before, scores = find_descendants(), set()
    programs = {"q-07-01": "right = [1]", "q-07-02": "import time\ntime.sleep(100)"}
    claims = [make_claim(program, [1], id_=id_) for id_, program in programs.items()]
    running = run_claims(claims, this_environment(), replace(LIMITS, seconds=600), sandbox, workers=2)
    assert next(running)[0].id == "q-07-01"
    for pid in find_descendants() - before:
        with suppress(OSError):
            scores.add(Path(f"/proc/{pid}/oom_score_adj").read_text(encoding="ascii").strip())
    started = time.monotonic()
    running.close()  # type: ignore[attr-defined]
    assert time.monotonic() - started < 60
    assert find_descendants() - before == set()
    assert "1000" in scores


def test_the_memory_limit_excludes_libraries(sandbox: Sandbox) -> None:
    """The limit applies to the memory that the program itself allocates."""
    claim = make_claim("kept = bytearray(55 * 2**20)\nright = [1]", [1])
    assert find_problem(claim, sandbox=sandbox) == ""


def test_a_host_process_ends_with_the_last_proof_that_needs_it(sandbox: Sandbox) -> None:
    """Otherwise, hosts with different libraries would fill up the memory."""
    before = find_descendants()
    needs = (("ast",), ("json",), ("re",))
    claims = [make_claim("right = [1]", [1], needs=one, id_=f"q-07-{at:02}") for at, one in enumerate(needs)]
    for _ in run_claims(claims, this_environment(), LIMITS, sandbox, workers=1):
        left = find_descendants() - before
    assert left == set()


def test_no_proof_runs_in_a_partial_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine may allow namespaces for bubblewrap, but not for the host process that it starts."""
    command = [one for one in need_sandbox().command if one not in ("--cap-add", "CAP_SYS_ADMIN")]
    half = Sandbox(tuple(command))
    assert "its host process exited. [Errno 1] " in find_problem(make_claim("right = [1]", [1]), sandbox=half)
    monkeypatch.setattr(run, "make_sandbox", lambda _: half)
    assert str(find_sandbox(this_environment()).missing).startswith("Bubblewrap does not work here: ")


@pytest.mark.parametrize(
    ("found", "reason"),
    [(None, "Bubblewrap is not installed. Install it"), ("false", "Bubblewrap does not work here")],
)
def test_a_missing_sandbox_is_explained(
    found: str | None, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = shutil.which(found) if found else None
    monkeypatch.setattr(shutil, "which", lambda _: where)
    sandbox = find_sandbox(this_environment())
    assert reason in str(sandbox.missing)
    assert find_problem(make_claim("right = [len('x')]", [1]), sandbox=sandbox) == ""


def test_code_that_runs_in_the_sandbox_needs_only_python() -> None:
    """The proofs' Python has none of our packages."""
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

"""Guard of the published bank: a test of the software that reads `data/` fails, however it does so."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from project import ROOT

TESTS = ROOT / "tests"

HEAD = """
import os, shutil, subprocess, sys
import pytest
from pathlib import Path
from project import ROOT

DATA = ROOT / "data"
"""

BAD = {
    "opens": "(DATA / 'topics.yaml').read_text()",
    "opens_by_a_relative_path": "os.chdir(ROOT)\n    open('data/topics.yaml').close()",
    "opens_by_a_number": "os.close(os.open(DATA / 'topics.yaml', os.O_RDONLY))",
    "opens_what_is_not_there": "with pytest.raises(OSError):\n        open(DATA / 'nothing.yaml')",
    "lists": "list(DATA.iterdir())",
    "walks": "list(DATA.rglob('*'))",
    "copies": "shutil.copytree(DATA, tmp_path / 'copy')",
    "links": "(tmp_path / 'bank').symlink_to(DATA)",
    "asks_another_program": "subprocess.run(['true', DATA / 'topics.yaml'])",
    "starts_a_program_there": "subprocess.run(['true'], cwd=DATA)",
    "names_it_in_an_option": "subprocess.run(['true', '--data=data'], cwd=ROOT)",
    "builds_the_site": "subprocess.run([sys.executable, '-c', '', 'mkdocs', 'build'], cwd=ROOT)",
    "checks_the_bank": "subprocess.run(['true', 'espejo', 'check'], cwd=ROOT)",
}

GOOD = {
    "reads_a_bank_of_its_own": "(tmp_path / 'data').mkdir()\n    list((tmp_path / 'data').iterdir())",
    "reads_something_else": "(ROOT / 'tests' / 'conftest.py').read_text()",
    "checks_another_bank": "subprocess.run(['true', 'espejo', 'check', '--data', tmp_path], cwd=ROOT)",
    "builds_another_site": "subprocess.run(['true', 'mkdocs', 'build'], cwd=ROOT / 'tests')",
    "asks_for_help": "subprocess.run(['true', 'espejo', '--help'], cwd=ROOT)",
}

SHARED = """
@pytest.fixture(scope="module")
def shared():
    yield (DATA / "topics.yaml").read_bytes()
    list(DATA.iterdir())

def test_good_before_it_is_shared():
    pass

def test_bad_reads_through_a_shared_fixture(shared):
    pass

def test_bad_last_user_of_a_fixture_that_reads_when_it_ends(shared):
    pass
"""


def copy_guard(project: Path) -> Path:
    """Copies the guard, the fixtures, and the settings next to a bank of one file. Returns its tests."""
    (project / "tests" / "content").mkdir(parents=True)
    (project / "data").mkdir()
    (project / "data" / "topics.yaml").write_text("topics: []\n", encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", project)
    shutil.copy(TESTS / "conftest.py", project / "tests")
    shutil.copytree(TESTS / "support", project / "tests" / "support")
    return project / "tests"


def write_tests(bodies: dict[str, str], kind: str) -> str:
    return "".join(f"\ndef test_{kind}_{name}(tmp_path):\n    {body}\n" for name, body in bodies.items())


def test_a_test_or_module_that_reads_the_published_bank_fails(tmp_path: Path) -> None:
    """In any process, and no other test is blamed for it. Tests in `content` may read it."""
    tests = copy_guard(tmp_path / "project")
    bodies = write_tests(BAD, "bad") + write_tests(GOOD, "good")
    (tests / "test_imports.py").write_text(f"{HEAD}DATA.joinpath('topics.yaml').read_bytes()\n", "utf-8")
    (tests / "test_reads.py").write_text(HEAD + bodies, encoding="utf-8")
    (tests / "test_shares.py").write_text(HEAD + SHARED, encoding="utf-8")
    (tests / "content" / "__init__.py").touch()
    (tests / "content" / "test_content.py").write_text(HEAD + write_tests(BAD, "good"), encoding="utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider"),
            *("-n", "2", "--dist", "loadfile", "--continue-on-collection-errors"),
        ],
        cwd=tests.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT / "hooks")},
        capture_output=True,
        text=True,
        check=False,
    )
    ends = set(re.findall(r"^(FAILED|ERROR|PASSED) \S+::(\w+)", done.stdout, re.MULTILINE))
    bad = {f"test_bad_{name}" for name in BAD} | {"test_bad_reads_through_a_shared_fixture"}
    good = {f"test_good_{name}" for name in (*GOOD, *BAD)} | {"test_good_before_it_is_shared"}
    last = "test_bad_last_user_of_a_fixture_that_reads_when_it_ends"
    assert ends == {
        *(("FAILED", name) for name in bad),
        *(("PASSED", name) for name in (*good, last)),
        ("ERROR", last),
    }, done.stdout + done.stderr
    for name in ("test_imports.py", "test_reads.py::test_bad_opens"):
        assert f"{name} reads the published bank:\n  data/topics.yaml\n" in done.stdout

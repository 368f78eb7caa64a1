"""Guard of the published bank: a test of the software that reads `data/` fails, however it does so."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from guard import is_published, reads_published
from project import ROOT

TESTS = ROOT / "tests"
EXEMPT = (
    "guard.py",  # it has to know what it guards
    "test_guard.py",  # and so has its test
    "picture.py",  # no test: it draws a published question for the README
    "review_picture.py",  # no test: it draws the review for the README
)

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
    "builds_the_site": "subprocess.run([sys.executable, '-c', '', 'mkdocs', 'build'], cwd=ROOT)",
    "checks_the_bank": "subprocess.run(['true', 'espejo', 'check'], cwd=ROOT)",
}

GOOD = {
    "reads_a_bank_of_its_own": "(tmp_path / 'data').mkdir()\n    list((tmp_path / 'data').iterdir())",
    "reads_something_else": "(ROOT / 'tests' / 'conftest.py').read_text()",
    "checks_another_bank": "subprocess.run(['true', 'espejo', 'check', '--data', tmp_path], cwd=ROOT)",
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


@pytest.fixture
def small_project(tmp_path: Path) -> Path:
    """A project with a bank of one file, and the guard, the fixtures and the settings of this one."""
    project = tmp_path / "project"
    (project / "tests" / "content").mkdir(parents=True)
    (project / "data").mkdir()
    (project / "data" / "topics.yaml").write_text("topics: []\n", encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", project)
    shutil.copy(TESTS / "conftest.py", project / "tests")
    shutil.copytree(TESTS / "support", project / "tests" / "support")
    return project


def run_tests(project: Path, *options: str) -> str:
    """What pytest prints about the tests of a project."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", *options],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT / "hooks")},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def write_tests(bodies: dict[str, str], kind: str) -> str:
    return "".join(f"\ndef test_{kind}_{name}(tmp_path):\n    {body}\n" for name, body in bodies.items())


def test_a_test_that_reads_the_published_bank_fails(small_project: Path) -> None:
    """In whichever process it runs. The tests beside it pass, and so do those of content."""
    tests = small_project / "tests"
    bodies = write_tests(BAD, "bad") + write_tests(GOOD, "good")
    (tests / "test_reads.py").write_text(HEAD + bodies, encoding="utf-8")
    (tests / "test_shares.py").write_text(HEAD + SHARED, encoding="utf-8")
    (tests / "content" / "__init__.py").touch()
    (tests / "content" / "test_content.py").write_text(HEAD + write_tests(BAD, "good"), encoding="utf-8")
    said = run_tests(small_project, "-n", "2", "--dist", "loadfile")
    ends = set(re.findall(r"^(FAILED|ERROR|PASSED) \S+::(\w+)", said, re.MULTILINE))
    bad = {f"test_bad_{name}" for name in BAD} | {"test_bad_reads_through_a_shared_fixture"}
    good = {f"test_good_{name}" for name in (*GOOD, *BAD)} | {"test_good_before_it_is_shared"}
    last = "test_bad_last_user_of_a_fixture_that_reads_when_it_ends"
    assert ends == {
        *(("FAILED", name) for name in bad),
        *(("PASSED", name) for name in (*good, last)),
        ("ERROR", last),
    }, said
    assert said.count("reads the published bank:") >= len(bad) + 1
    assert "test_reads.py::test_bad_opens reads the published bank:\n  data/topics.yaml\n" in said


def test_a_module_that_reads_the_published_bank_on_import_fails(small_project: Path) -> None:
    """And no test after it is blamed for that."""
    read = 'TOPICS = (DATA / "topics.yaml").read_bytes()\n'
    tests = small_project / "tests"
    (tests / "test_imports.py").write_text(f"{HEAD}{read}", encoding="utf-8")
    (tests / "test_later.py").write_text(HEAD + write_tests(GOOD, "good"), encoding="utf-8")
    said = run_tests(small_project, "--continue-on-collection-errors")
    assert "tests/test_imports.py reads the published bank:\n  data/topics.yaml\n" in said
    assert f"\n{len(GOOD)} passed, 1 error in " in said, said


@pytest.mark.parametrize(
    ("path", "published"),
    [
        (ROOT / "data", True),
        (ROOT / "data" / "quizzes" / "none.yaml", True),
        (os.fsencode(ROOT / "data" / "topics.yaml"), True),
        (f"{ROOT}/tests/../data/topics.yaml", True),
        (ROOT / "data-of-others", False),
        (ROOT / "database" / "data", False),
        (ROOT / "tests" / "bank", False),
    ],
)
def test_a_path_below_the_published_bank_is_told_from_others(path: Path, published: bool) -> None:
    assert is_published(path) == published


@pytest.mark.parametrize(
    ("command", "folder", "reads"),
    [
        ("mkdocs build --strict", ROOT, True),
        ("python -m mkdocs serve", ROOT, True),
        ("python -m espejo.commands.cli check", ROOT, True),
        (".venv/bin/espejo check", ROOT, True),
        ("cat data/topics.yaml", ROOT, True),
        ("espejo check --data=data", ROOT, True),
        ("cat topics.yaml", ROOT / "data", True),
        ("python -m espejo.commands.cli check --data elsewhere", ROOT, False),
        ("espejo --help", ROOT, False),
        ("make help", ROOT, False),
        ("mkdocs build --strict", ROOT / "tests", False),
    ],
)
def test_a_command_that_would_read_the_published_bank_is_told_from_others(
    command: str, folder: Path, reads: bool
) -> None:
    assert reads_published(command.split(), str(folder)) == reads


def find_mentions(text: str) -> Iterator[str]:
    """The places of a module that name the published bank, or use what may read it."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.expr | ast.ImportFrom | ast.Import):
            continue
        written = ast.unparse(node)
        named = re.match(r"(?:\w+\.)?ROOT(?: / |\.joinpath\()'data\b|f'\{ROOT\}/data\b", written)
        shared = re.match(r"(?:from|import) (?:bench|content)\b", written)
        started = isinstance(node, ast.Call) and re.search(r"\bcwd=(?:\w+\.)?ROOT\)?(?:,|$)", written)
        if named or shared or (started and re.search(r"mkdocs|espejo", written)):
            yield f"line {node.lineno}: {written}"


@pytest.mark.parametrize("path", sorted(TESTS.glob("*.py")), ids=lambda path: path.name)
def test_no_module_names_the_published_bank(path: Path) -> None:
    """What runs in other processes escapes the audit hook, so it may not even be written."""
    mentions = list(find_mentions(path.read_text(encoding="utf-8")))
    assert path.name in EXEMPT or mentions == []


@pytest.mark.parametrize(
    "line",
    [
        'inspect_project(ROOT / "data")',
        'x = project.ROOT / "data" / "topics.yaml"',
        'ROOT.joinpath("data", "topics.yaml")',
        'open(f"{ROOT}/data/topics.yaml")',
        "from bench.banks import copy_published",
        "from content.conftest import PUBLISHED",
        'subprocess.run([sys.executable, "-m", "mkdocs", "build"], cwd=ROOT)',
        'subprocess.run(["espejo", "check"], cwd=ROOT, check=True)',
    ],
)
def test_a_line_that_names_the_published_bank_is_found(line: str) -> None:
    assert list(find_mentions(line))
    assert not list(find_mentions('x = ROOT / "database"\ny = "ROOT / data"\nrun(["make"], cwd=ROOT)'))

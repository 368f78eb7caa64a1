"""Warm builds: what has not changed is not touched, damage is mended, and a cache never changes a byte."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from conftest import build
from edits import replace_once
from fuzz.warm_builds import File, read_site
from project import ROOT
from small_bank import copy_project

QUIZ = "data/quizzes/phase-01-arithmetic.yaml"
NOTHING = "Nothing has changed since the last build."


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A project that was built, and a copy of it, from which each test starts again."""
    project = copy_project(tmp_path_factory.mktemp("warm") / "project")
    done = build(project)
    assert done.returncode == 0, done.stderr
    saved = project.with_name("saved")
    shutil.copytree(project, saved, symlinks=True)
    return project, saved


@pytest.fixture
def warm(built: tuple[Path, Path]) -> Path:
    project, saved = built
    shutil.rmtree(project)
    shutil.copytree(saved, project, symlinks=True)
    return project


def run(project: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`mkdocs build` with these options."""
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", *options],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project / "hooks"), "NO_MKDOCS_2_WARNING": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def changed(before: Mapping[str, File], after: Mapping[str, File]) -> set[str]:
    """The files that are not what they were, in their bytes, their times or their places on the disk."""
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def test_a_campaign_of_random_edits_finds_no_difference() -> None:
    """A sample of the campaign of `make fuzz`, with a fixed seed."""
    done = subprocess.run(
        [sys.executable, "-m", "fuzz.warm_builds", "--builds", "2", "--seed", "17"],
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'hooks'}:{ROOT / 'tests'}", "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 failures" in done.stdout


def test_a_build_with_nothing_to_do_touches_no_file_and_repeats_its_notices(warm: Path) -> None:
    before = read_site(warm / "site")
    done = build(warm)
    assert done.returncode == 0
    assert NOTHING in done.stderr
    assert "Notices about the data:" in done.stderr
    assert f"{QUIZ}:" in done.stderr
    assert changed(before, read_site(warm / "site")) == set()


def test_damage_to_the_site_is_mended_and_nothing_else_is_touched(warm: Path) -> None:
    """A page that was edited, one that is gone, one that is foreign, and a link in the place of one."""
    before = read_site(warm / "site")
    site, outside = warm / "site", warm / "outside.html"
    outside.write_text("outside", encoding="utf-8")
    edited, gone, linked = "quizzes/index.html", "bank.json", "es/quizzes/index.html"
    (site / edited).write_text("edited", encoding="utf-8")
    (site / gone).unlink()
    (site / "foreign.html").write_text("foreign", encoding="utf-8")
    (site / linked).unlink()
    (site / linked).symlink_to(outside)
    done = build(warm)
    assert done.returncode == 0, done.stderr
    after = read_site(site)
    assert {path: file.hash for path, file in after.items()} == {
        path: file.hash for path, file in before.items()
    }
    assert changed(before, after) == {edited, gone, linked}
    assert outside.read_text(encoding="utf-8") == "outside"


def test_an_edit_touches_only_the_files_that_show_it(warm: Path) -> None:
    """Files that show nothing of it keep their bytes and their times; what is made of it is new."""
    before = read_site(warm / "site")
    replace_once(warm / QUIZ, "en: That is the quotient, `7 // 3`.", "en: That is the quotient of `7 // 3`.")
    assert build(warm).returncode == 0
    touched = changed(before, read_site(warm / "site"))
    assert {"quizzes/phase-01-arithmetic/index.html", "anki/espejo-en.apkg"} <= touched
    unrelated = ("quizzes/phase-02-collections/index.html", "assets/js/main.js", "glossary/index.html")
    assert not touched & set(unrelated)
    assert not any(path.startswith("study-guide/") for path in touched)


def test_a_build_that_warned_warns_again_and_a_strict_one_fails(warm: Path) -> None:
    with (warm / "docs/index.md").open("a", encoding="utf-8") as page:
        page.write("\n[nowhere](anywhere.md#nowhere)\n")
    for _ in range(2):
        done = run(warm)
        assert done.returncode == 0
        assert "nowhere" in done.stderr
        assert "WARNING" in done.stderr
        assert NOTHING not in done.stderr
    before = read_site(warm / "site")
    assert run(warm, "--strict").returncode != 0
    assert changed(before, read_site(warm / "site")) == set()


def test_another_language_of_messages_or_another_address_is_another_build(warm: Path) -> None:
    done = run(warm, "--strict", LANGUAGE="es", LC_MESSAGES="es_ES.UTF-8")
    assert done.returncode == 0
    assert "Avisos sobre los datos:" in done.stderr
    assert "Nada cambió desde la última construcción." not in done.stderr
    replace_once(warm / "mkdocs.yml", "https://espejo.test/", "https://elsewhere.test/below/")
    assert build(warm).returncode == 0
    pages = [path.read_text(encoding="utf-8") for path in (warm / "site").rglob("*.html")]
    assert not any("https://espejo.test/" in page for page in pages)


def test_an_error_in_a_template_fails_the_build_with_its_place_and_keeps_the_site(warm: Path) -> None:
    before = read_site(warm / "site")
    template = warm / "hooks/espejo/rendering/templates/topic.html"
    template.write_text(template.read_text(encoding="utf-8") + "{{ 1 / 0 }}\n", encoding="utf-8")
    line = len(template.read_text(encoding="utf-8").splitlines())
    done = build(warm)
    assert done.returncode != 0
    assert "ZeroDivisionError" in done.stderr
    assert f'topic.html", line {line}' in done.stderr
    assert changed(before, read_site(warm / "site")) == set()


_KILLED = """
import os, signal
from espejo.exports import files

def die(*_arguments):
    os.kill(os.getpid(), signal.SIGKILL)

files.write_status = die
"""


def test_a_worker_that_is_killed_fails_the_build_and_keeps_the_site(warm: Path) -> None:
    if len(os.sched_getaffinity(0)) == 1:
        pytest.skip("With one core there are no workers.")
    before = read_site(warm / "site")
    (warm / "hooks" / "added.py").write_text(_KILLED, encoding="utf-8")
    replace_once(warm / "mkdocs.yml", "mirror.py]", "mirror.py, hooks/added.py]")
    replace_once(warm / QUIZ, "en: Whole numbers", "en: Integers")
    done = build(warm)
    assert done.returncode != 0
    assert "A process of the build was killed" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert changed(before, read_site(warm / "site")) == set()

"""Script bundles: which files are published and loaded, their sizes, and build errors."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest

from conftest import build
from espejo.site.scripts import ScriptsError, bundle_scripts
from project import ROOT

QUIZ = "quizzes/phase-01-arithmetic"
FOLDER = Path("hooks/espejo/site/js")
SCRIPTS = ROOT / FOLDER
BUDGET, HOME_BUDGET, REVIEW_BUDGET, CHARTS_BUDGET, PROGRESS_BUDGET = 16_200, 18_200, 33_500, 4_200, 3_100
"""Most bytes after brotli: a page with questions, the review without its charts, the charts, and what a
page that only shows progress adds to the common scripts."""

_LOADED = re.compile(r'<(?:script[^>]* src|link rel="modulepreload" href)="[./]*(assets/js/[^"?]+)')


@pytest.fixture
def frame(tmp_path: Path) -> Path:
    """A project with scripts and npm packages, which a test may change."""
    target = tmp_path / "project"
    shutil.copytree(SCRIPTS, target / FOLDER)
    (target / "node_modules").mkdir()
    for package in (ROOT / "node_modules").iterdir():
        (target / "node_modules" / package.name).symlink_to(package)
    return target


def add_package(project: Path, name: str, **files: str) -> None:
    folder = project / "node_modules" / name
    folder.mkdir(parents=True)
    (folder / "package.json").write_text('{"main": "index.js"}', encoding="utf-8")
    (folder / "index.js").write_text("export const given = 'from a package';\n", encoding="utf-8")
    for file, content in files.items():
        (folder / file).write_text(content, encoding="utf-8")


def add_lines(project: Path, script: str, *, first: str = "", last: str = "") -> None:
    path = project / "hooks" / "espejo" / "site" / "js" / script
    path.write_text(first + path.read_text(encoding="utf-8") + last, encoding="utf-8")


def list_loaded(site: Path, page: str) -> list[str]:
    """Lists the scripts that a page runs or preloads."""
    return _LOADED.findall((site / page / "index.html").read_text(encoding="utf-8"))


def test_only_bundles_are_published(site: Path) -> None:
    """Only the scripts that pages name, and their hashed chunks, are published."""
    published = {path.name for path in (site / "assets" / "js").iterdir()}
    named = {name for name in published if not re.fullmatch(r"[a-z_]+-[A-Z0-9]{8}\.js", name)}
    assert named - {"licenses.txt"} == {"main.js", "moved.js", "not_found.js", "theme.js"}
    assert published - named
    for path in (site / "assets" / "js").glob("*.js"):
        assert "@ts-check" not in path.read_text(encoding="utf-8"), path


def test_bundles_do_not_depend_on_the_folder(frame: Path) -> None:
    """Symlinked packages and config files of other tools make no difference."""
    (frame.parent / "tsconfig.json").write_text('{"compilerOptions": {"target": "es5"}}', encoding="utf-8")
    assert bundle_scripts(frame, frame / FOLDER) == bundle_scripts(ROOT)


def test_the_main_script_address_changes_with_its_imports(frame: Path) -> None:
    """Otherwise a browser could run a cached main script that requests deleted files."""
    before = bundle_scripts(frame, frame / FOLDER)
    add_lines(frame, "glossary.js", last="dispatchEvent(new Event('other'));\n")
    after = bundle_scripts(frame, frame / FOLDER)
    assert re.fullmatch(r"[0-9a-f]{8}", before.versions["assets/js/main.js"])
    assert before.versions["assets/js/main.js"] != after.versions["assets/js/main.js"]
    assert before.modules["glossary.js"] != after.modules["glossary.js"]


@pytest.mark.parametrize("script", ["theme.js", "not_found.js"])
def test_a_plain_script_never_becomes_a_module(frame: Path, script: str) -> None:
    """Pages run it while parsing, and browsers reject `import` in such a script."""
    first = 'import { readSession } from "./session.js";\n'
    add_lines(frame, script, first=first, last="readSession('theme');\n")
    content = bundle_scripts(frame, frame / FOLDER).files[f"assets/js/{script}"].decode()
    assert "sessionStorage" in content
    assert not re.search(r"\b(?:import|export)\b", content)


def test_only_the_local_server_has_the_live_reload_script() -> None:
    assert "assets/js/live_reload.js" in bundle_scripts(ROOT, live_reload=True).files
    assert "assets/js/live_reload.js" not in bundle_scripts(ROOT).files


def test_the_license_of_a_package_is_published_with_its_code(frame: Path) -> None:
    """It is in a file next to the scripts, and the script that contains the code links to it."""
    add_package(frame, "@some/package", LICENSE="Copyright Somebody\n", **{"README.md": "Read me."})
    add_package(frame, "other", **{"license.md": "Do as you please."})
    add_package(frame, "unused")
    first = 'import { given } from "@some/package";\nimport { given as other } from "other";\n'
    add_lines(frame, "glossary.js", first=first, last="dispatchEvent(new Event(given + other));\n")
    bundle = bundle_scripts(frame, frame / FOLDER)
    licenses = bundle.files["assets/js/licenses.txt"].decode()
    assert licenses.startswith("@some/package\n\nCopyright Somebody\n")
    assert "\nother\n\nDo as you please.\n" in licenses
    assert "unused" not in licenses
    holding = {path for path, content in bundle.files.items() if b"from a package" in content}
    assert holding == {bundle.modules["glossary.js"]}
    (path,) = holding
    assert bundle.files[path].endswith(b"/*! @some/package, other: see licenses.txt */\n")


def test_a_package_without_a_license_is_refused(frame: Path) -> None:
    add_package(frame, "unlicensed")
    add_lines(frame, "main.js", first='import { given } from "unlicensed";\n', last="console.log(given);\n")
    with pytest.raises(ScriptsError, match="unlicensed has no license file"):
        bundle_scripts(frame, frame / FOLDER)


def test_an_esbuild_that_does_not_start_is_reported(frame: Path) -> None:
    """One installed for another platform, in a folder that two machines share, gets a clear error."""
    (frame / "node_modules" / "@esbuild").unlink()
    program = frame / "node_modules" / "@esbuild" / "other-platform" / "bin" / "esbuild"
    program.parent.mkdir(parents=True)
    program.write_bytes(b"\x7fnot a program")
    program.chmod(0o755)
    with pytest.raises(ScriptsError, match="esbuild does not start: "):
        bundle_scripts(frame, frame / FOLDER)


def test_a_broken_script_fails_the_build_with_its_location(project: Path) -> None:
    """The previous site is left unchanged."""
    (project / "site").mkdir()
    (project / "site" / "index.html").write_text("the previous site", encoding="utf-8")
    line = len((SCRIPTS / "copy.js").read_text(encoding="utf-8").splitlines()) + 1
    add_lines(project, "copy.js", last="const broken = ;\n")
    add_lines(project, "keys.js", first='import "./gone.js";\n')
    done = build(project)
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert f"hooks/espejo/site/js/copy.js:{line}:15:" in said
    assert 'Could not resolve "./gone.js"' in said
    assert "hooks/espejo/site/js/keys.js:1:7:" in said
    assert "Nothing was built. The previous site was not changed." in said
    assert "Traceback" not in said
    assert [path.name for path in (project / "site").iterdir()] == ["index.html"]


def test_without_esbuild_the_error_names_the_command_to_run(frame: Path) -> None:
    (frame / "node_modules" / "@esbuild").unlink()
    with pytest.raises(ScriptsError, match=r"esbuild is missing\. Run: make setup"):
        bundle_scripts(frame, frame / FOLDER)


def measure(site: Path, names: Iterable[str]) -> int:
    """Returns the total size of some scripts, compressed with Brotli."""
    return sum(len(brotli.compress((site / name).read_bytes())) for name in names)


@pytest.mark.parametrize("path", [QUIZ, f"es/{QUIZ}", ".", "drills/chapter-01-facts", "topics/division"])
def test_the_scripts_of_a_quiz_page_are_within_their_budget(site: Path, path: str) -> None:
    """test_every_page.py checks that a page names all the scripts it loads."""
    names = list_loaded(site, path)
    assert {"assets/js/theme.js", "assets/js/main.js"} < set(names)
    shows_progress = any("show-" in name for name in names)
    assert measure(site, names) <= (HOME_BUDGET if shows_progress else BUDGET)


def test_the_scripts_of_the_review_are_within_their_budget(site: Path) -> None:
    """Counts the scripts that the page names and the worker they start.

    Charts load later, and only for readers who have practiced before.
    """
    modules = bundle_scripts(ROOT).modules
    names = list_loaded(site, "review")
    assert modules["study/review/page.js"] in names
    assert measure(site, [*names, modules["study/review/worker.js"]]) <= REVIEW_BUDGET
    assert measure(site, [modules["study/review/outlook.js"]]) <= CHARTS_BUDGET


@pytest.mark.parametrize("path", ["quizzes", "es/study-guide", "topics"])
def test_progress_adds_few_bytes_to_a_page(site: Path, path: str) -> None:
    """Beyond what every page loads, it may load less than a fifth of a quiz page's budget."""
    common = list_loaded(site, "downloads")
    further = [name for name in list_loaded(site, path) if name not in common]
    assert any("show-" in name for name in further)
    assert measure(site, further) <= PROGRESS_BUDGET

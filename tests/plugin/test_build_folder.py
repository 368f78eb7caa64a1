"""Build folder: the last good site stays in place until a complete new one replaces it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from conftest import build, start_build
from edits import replace_once
from espejo.plugin import build_folder
from espejo.plugin.build_folder import BuildFolder, BuildFolderError, exchange
from project import ROOT
from small_bank import copy_project

LONG = 600
"""Seconds to wait for a build. Only a broken one takes this long; a busy machine may need over a minute."""

ELSEWHERE = "Delete or move it, or build into another folder with --site-dir."


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Make the last good site, with one page."""
    return write_site(tmp_path / "site", "old")


def write_site(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(text, encoding="utf-8")
    return folder


def open_build(target: Path) -> BuildFolder:
    """Start a build with complete output, and fail if it has to wait for another one."""
    opened = BuildFolder(target, on_wait=pytest.fail)
    write_site(opened.path, "new")
    return opened


def read(site: Path) -> dict[str, str]:
    """Read every file of a site as text, by path."""
    files = (path for path in site.rglob("*") if path.is_file())
    return {path.relative_to(site).as_posix(): path.read_bytes().decode("latin-1") for path in files}


def leftovers(target: Path) -> list[str]:
    """List what builds have left next to the site, apart from the lock."""
    return [path.name for path in (target.parent / ".cache/builds" / target.name).iterdir() if path.is_dir()]


def test_a_build_replaces_the_site_when_it_is_published(target: Path) -> None:
    """Until then the old site stays. Discarding a build changes nothing; a first build makes its folders."""
    (target / "gone.html").write_text("old", encoding="utf-8")
    opened = open_build(target)
    assert read(target) == {"index.html": "old", "gone.html": "old"}
    opened.publish()
    assert read(target) == {"index.html": "new"}
    opened.discard()
    assert read(target) == {"index.html": "new"}
    discarded = open_build(target)
    discarded.discard()
    discarded.discard()
    assert read(target) == {"index.html": "new"}
    assert leftovers(target) == []
    first = open_build(target.parent / "public" / "site")
    first.publish()
    first.discard()
    assert read(target.parent / "public" / "site") == {"index.html": "new"}


def test_a_file_with_the_bytes_of_the_last_site_keeps_its_time(target: Path) -> None:
    """This lets an upload see what has changed. A link doesn't count as the same file."""
    names = ("same.html", "index.html", "linked.html")
    for name in names:
        (target / name).write_text("old", encoding="utf-8")
        os.utime(target / name, ns=(5, 7))
    (target / "linked.html").unlink()
    (target / "linked.html").symlink_to("same.html")
    opened = open_build(target)
    for name in ("same.html", "linked.html"):
        (opened.path / name).write_text("old", encoding="utf-8")
    opened.publish()
    opened.discard()
    assert [(target / name).stat().st_mtime_ns == 7 for name in names] == [True, False, False]
    assert read(target) == {"index.html": "new", "same.html": "old", "linked.html": "old"}


def test_without_an_exchange_the_old_site_is_moved_aside_first(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some systems can't swap folders in one step. If the new site can't be moved, the old one comes back."""
    monkeypatch.setattr(build_folder, "exchange", lambda _one, _other: False)
    opened = open_build(target)
    opened.publish()
    assert read(target) == {"index.html": "new"}
    opened.discard()
    assert leftovers(target) == []
    write_site(target, "old")
    opened = open_build(target)

    def lose_the_new_site(_one: Path, _other: Path) -> bool:
        opened.path.rename(opened.path.with_name("lost"))
        return False

    monkeypatch.setattr(build_folder, "exchange", lose_the_new_site)
    with pytest.raises(BuildFolderError, match=r"No such file.*The previous site was not changed\.$"):
        opened.publish()
    assert read(target) == {"index.html": "old"}


def test_no_request_misses_a_page_during_an_exchange(tmp_path: Path) -> None:
    """While two folders are swapped two thousand times, the page is always found."""
    site, other = write_site(tmp_path / "site", "one"), write_site(tmp_path / "other", "two")
    if not exchange(site, other):
        pytest.skip("This system cannot swap two folders in one step.")
    found: list[str] = []
    reading, done = Event(), Event()

    def keep_reading() -> None:
        while not done.is_set():
            try:
                found.append((site / "index.html").read_text(encoding="utf-8"))
            except OSError as error:
                found.append(str(error))
            reading.set()

    reader = Thread(target=keep_reading)
    reader.start()
    reading.wait()
    for _ in range(2000):
        exchange(site, other)
    done.set()
    reader.join()
    assert set(found) <= {"one", "two"}


def make_a_file(target: Path) -> None:
    (target / "index.html").rename(target.with_name("file"))
    target.rmdir()
    target.with_name("file").rename(target)


def make_a_link(target: Path) -> None:
    target.rename(target.with_name("real"))
    target.symlink_to("real")


REFUSED: list[tuple[Callable[[Path], None], str]] = [
    (lambda target: target.chmod(0o555), "{} is read-only. Make it writable: chmod -R u+w site"),
    (make_a_file, f"{{}} is a file, not a folder. {ELSEWHERE}"),
    (make_a_link, f"{{}} is a link, which a build would replace. {ELSEWHERE}"),
    (
        lambda target: (target / ".git").mkdir(),
        f"{{}} has .git, which no build makes and a new one would delete. {ELSEWHERE}",
    ),
]


@pytest.mark.parametrize(("change", "message"), REFUSED)
@pytest.mark.parametrize("late", [False, True], ids=["before the build", "during the build"])
def test_a_folder_that_no_build_made_is_left_alone(
    target: Path, change: Callable[[Path], None], message: str, late: bool
) -> None:
    def describe() -> object:
        return sorted(target.parent.glob("*")), target.lstat().st_ino, target.is_dir() and read(target)

    opened = open_build(target) if late else None
    change(target)
    before = describe()
    with pytest.raises(BuildFolderError) as refused:
        opened.publish() if opened else open_build(target)
    assert str(refused.value) == message.format(target)
    assert describe() == before
    if opened:
        opened.discard()
        assert leftovers(target) == []


def test_a_mount_point_or_a_cache_on_another_file_system_is_refused_before_the_build(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os.path, "ismount", lambda path: Path(path) == target)
        with pytest.raises(BuildFolderError, match="is a mount point, which cannot be replaced"):
            open_build(target)
    stat, here = Path.stat, target.stat()
    other = os.stat_result((*here[:2], here.st_dev + 1, *here[3:]))
    monkeypatch.setattr(
        Path, "stat", lambda path, **how: other if "builds" in path.parts else stat(path, **how)
    )
    with pytest.raises(BuildFolderError, match="is not on the file system of"):
        open_build(target)
    assert read(target) == {"index.html": "old"}


@pytest.mark.parametrize("linked", [".cache", ".cache/builds", ".cache/builds/site"])
def test_a_cache_behind_a_link_is_refused_and_nothing_there_is_deleted(target: Path, linked: str) -> None:
    """A pull request could add such a link, and a build deletes old folders in the cache."""
    other = target.parent / "other"
    (other / "build-tools").mkdir(parents=True)
    link = target.parent / linked
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(other)
    with pytest.raises(BuildFolderError, match="is behind a link"):
        open_build(target)
    assert [path.name for path in other.iterdir()] == ["build-tools"]


def test_a_link_among_old_builds_is_deleted_and_not_followed(target: Path) -> None:
    inside = target.parent / "other" / "inside"
    inside.mkdir(parents=True)
    inside.chmod(0o755)
    workshop = target.parent / ".cache" / "builds" / "site"
    workshop.mkdir(parents=True)
    (workshop / "build-x").symlink_to(inside.parent)
    open_build(target).discard()
    assert inside.stat().st_mode & 0o777 == 0o755
    assert leftovers(target) == []


def test_a_lock_that_is_a_link_or_a_pipe_is_refused_or_harmless(target: Path) -> None:
    lock = target.parent / ".cache" / "builds" / "site" / "lock"
    lock.parent.mkdir(parents=True)
    lock.symlink_to(target.parent / "made.txt")
    with pytest.raises(BuildFolderError, match="Too many levels of symbolic links"):
        open_build(target)
    assert not (target.parent / "made.txt").exists()
    lock.unlink()
    os.mkfifo(lock)
    open_build(target).discard()  # a blocking open would wait forever for a reader


def test_read_only_folders_of_an_old_site_are_deleted(target: Path) -> None:
    page = target / "below" / "page.html"
    write_site(page.parent, "old")
    page.parent.chmod(0o555)
    opened = open_build(target)
    opened.publish()
    opened.discard()
    assert read(target) == {"index.html": "new"}
    assert leftovers(target) == []


# Each program builds a new site and is killed at one moment, named after its progress so far.
_PROGRAM = """
import os, shutil, signal, sys
from pathlib import Path
from espejo.plugin import build_folder

def die(*_arguments, **_options):
    os.kill(os.getpid(), signal.SIGKILL)

def exchange_and_die(one, other):
    assert exchange(one, other)
    die()

exchange = build_folder.exchange
rename = Path.rename
{change}
build = build_folder.BuildFolder(Path(sys.argv[1]), on_wait=die)
(build.path / "index.html").write_text("new")
build.publish()
build.discard()
"""
_SET_ASIDE = "build_folder.exchange = lambda one, other: False\n"
MOMENTS = {
    "before the exchange": ("build_folder.exchange = die", "old"),
    "after the exchange": ("build_folder.exchange = exchange_and_die", "new"),
    "while the old site is deleted": ("shutil.rmtree = die", "new"),
    "after the old site is aside": (
        f"{_SET_ASIDE}Path.rename = lambda one, to: rename(one, to) if to.name == 'aside' else die()",
        "",
    ),
}


@pytest.mark.parametrize(("change", "found"), MOMENTS.values(), ids=MOMENTS)
def test_a_build_killed_at_any_moment_leaves_a_whole_site(target: Path, change: str, found: str) -> None:
    """A site that was set aside comes back when the next build starts, which also deletes leftovers."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM.format(change=change), str(target)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "hooks")},
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
    assert read(target) == ({"index.html": found} if found else {})
    following = open_build(target)
    assert read(target) == {"index.html": found or "old"}
    following.discard()
    assert read(target) == {"index.html": found or "old"}
    assert leftovers(target) == []


def add_hook(project: Path, code: str) -> None:
    """Add a hook to a project, after ours."""
    (project / "hooks" / "added.py").write_text(code, encoding="utf-8")
    replace_once(
        project / "mkdocs.yml", "hooks: [hooks/mirror.py]", "hooks: [hooks/mirror.py, hooks/added.py]"
    )


def warn(project: Path) -> None:
    """Add a broken link. MkDocs counts its warnings only at the end of the build."""
    with (project / "docs" / "index.md").open("a", encoding="utf-8") as home:
        home.write("\n[nowhere](nowhere.md)\n")


def fill_the_disk(project: Path) -> None:
    """Make a write fail during the build: no file may grow larger than 5,000 bytes."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))"
    add_hook(project, f"def on_files(files, config):\n    {limit}\n    return files\n")


TEMPLATE = "hooks/espejo/rendering/templates/topic.html"
LINES = len((ROOT / TEMPLATE).read_text(encoding="utf-8").splitlines())


def break_a_template(project: Path) -> None:
    with (project / TEMPLATE).open("a", encoding="utf-8") as template:
        template.write("{{ 1 / 0 }}")


def kill_a_worker(project: Path) -> None:
    add_hook(
        project,
        "import os, signal\nfrom espejo import processes\nfrom espejo.exports import files\n"
        "processes._count_cores = lambda: 2\n"
        "files.write_status = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n",
    )


FAILURES: dict[str, tuple[Callable[[Path], None], tuple[str, ...]]] = {
    "a warning in a strict build": (warn, ("warnings in strict mode!",)),
    "a full disk": (fill_the_disk, ("File too large",)),
    "an error in a template": (break_a_template, ("ZeroDivisionError", f'topic.html", line {LINES + 1}')),
    "a killed worker": (
        kill_a_worker,
        ("A process of the build was killed, perhaps because there was too little memory.",),
    ),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_build_that_fails_says_why_and_leaves_the_last_site(project: Path, name: str) -> None:
    site = write_site(project / "site", "old")
    spoil, reasons = FAILURES[name]
    spoil(project)
    done = build(project)
    said = done.stdout + done.stderr
    assert done.returncode
    assert [one for one in reasons if one not in said] == []
    assert ("Traceback" in said) == (name in ("a full disk", "an error in a template"))
    assert read(site) == {"index.html": "old"}
    assert leftovers(site) == []


_HOLD = """
from pathlib import Path

def on_post_page(output, page, config):
    if page.file.src_uri == "index.md":
        print("holding", flush=True)
        Path("go").open().read()
    return output
"""


def test_two_builds_at_once_both_succeed_and_the_site_is_complete(project: Path, site: Path) -> None:
    """The first is held until the second reports that it waits; then the second makes the same site again."""
    add_hook(project, _HOLD)
    os.mkfifo(project / "go")
    first, second = start_build(project), start_build(project)
    try:
        holding, waiting = sorted(
            ((one, _read_until(one, ("holding", "Another build is writing"))) for one in (first, second)),
            key=lambda pair: "Another" in pair[1],
        )
        assert "holding" in holding[1]
        assert "Another build is writing" in waiting[1]
        (project / "go").write_bytes(b"")
        assert holding[0].wait(LONG) == 0
        assert sorted(read(project / "site")) == sorted(read(site))
        assert "holding" in _read_until(waiting[0], ("holding",))
        (project / "go").write_bytes(b"")
        assert waiting[0].wait(LONG) == 0
    finally:
        for one in (first, second):
            one.kill()
            one.communicate()
    assert read(project / "site") == read(site)
    assert leftovers(project / "site") == []


def _read_until(process: subprocess.Popen[str], wanted: tuple[str, ...]) -> str:
    """Return the first output line with one of these words, or "" if the process ends first."""
    assert process.stdout
    lines: Iterator[str] = iter(process.stdout)
    return next((line for line in lines if any(word in line for word in wanted)), "")


def test_the_next_build_touches_only_what_an_edit_has_changed(tmp_path: Path) -> None:
    """Other files keep their bytes and times, and unknown files are deleted. Permissions follow the umask."""
    before_mask = os.umask(0o002)
    try:
        project = copy_project(tmp_path / "project")
        assert build(project).returncode == 0
        site = project / "site"
        before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in site.rglob("*.*")}
        (site / "foreign.html").write_text("foreign", encoding="utf-8")
        quiz = project / "data/quizzes/phase-01-arithmetic.yaml"
        replace_once(quiz, "en: That is the quotient, `7 // 3`.", "en: That is the quotient of `7 // 3`.")
        assert build(project).returncode == 0
    finally:
        os.umask(before_mask)
    after = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in site.rglob("*.*")}
    assert after.keys() == before.keys()
    changed = {path.relative_to(site).as_posix() for path in before if before[path] != after[path]}
    assert {"quizzes/phase-01-arithmetic/index.html", "anki/espejo-en.apkg"} <= changed
    assert not [path for path in changed if path.startswith(("study-guide/", "assets/"))]
    kept = ("quizzes/phase-02-collections", "glossary", "contributing")
    assert not changed & {f"{path}/index.html" for path in kept}
    modes = {(path.is_dir(), oct(path.stat().st_mode & 0o777)) for path in (site, *site.rglob("*"))}
    assert modes == {(True, "0o775"), (False, "0o664")}

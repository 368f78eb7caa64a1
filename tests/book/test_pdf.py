"""Failures of the PDF command, such as a crashed browser or a full disk; and PDFs offered by a site."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pikepdf
import pytest
from markupsafe import Markup

from conftest import build
from edits import replace_once
from espejo.book import pdf
from espejo.book.browser import find_or_install
from espejo.book.pdf import lay_out
from espejo.book.pdf_finish import finish_pdf
from espejo.check.project import inspect_project
from espejo.exports.pdf_files import find_pdfs
from espejo.model.ledger import Ledger
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from printed import Printed
from project import ROOT
from small_bank import SITE_URL, copy_project, make_word

NAMES = ("study-guide.en.pdf", "study-guide.es.pdf")
GOOD = b"the last good PDF"


@pytest.fixture(scope="module")
def small_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy a project whose guide prints quickly. Tests share it and only read it."""
    return copy_project(tmp_path_factory.mktemp("press") / "project")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the PDFs from an earlier run."""
    made = tmp_path / "pdf"
    made.mkdir()
    for name in NAMES:
        (made / name).write_bytes(GOOD)
    return made


def write_command(project: Path, to: Path, *, before: str = "") -> list[str]:
    """Return the PDF command for a separate process, preceded by some lines of Python."""
    call = ["pdf", "--data", str(project / "data"), "--to", str(to)]
    lines = ["import sys", before, "from espejo.commands.cli import main", f"sys.exit(main({call!r}))"]
    return [sys.executable, "-c", "\n".join(lines)]


def make_environment(**other: str) -> dict[str, str]:
    return {**os.environ, "CHROMIUM": find_or_install(), "PYTHONPATH": str(ROOT / "hooks"), **other}


def run_press(project: Path, to: Path, *, before: str = "", **other: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        write_command(project, to, before=before),
        env=make_environment(**other),
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def assert_failed(done: subprocess.CompletedProcess[str], folder: Path, error: str) -> None:
    """Expect a one-line error, and the PDFs from an earlier run unchanged, without new or partial files."""
    assert done.returncode == 2
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("Error: ")
    assert error in lines[0]
    assert_untouched(folder)


def assert_untouched(folder: Path) -> None:
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == dict.fromkeys(NAMES, GOOD)


@pytest.fixture(scope="module")
def press(small_project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Print PDFs into a folder. Tests share it and only read it."""
    printed = tmp_path_factory.mktemp("printed")
    done = run_press(small_project, printed)
    assert done.returncode == 0, done.stderr
    return printed


def test_a_bank_without_dates_gives_a_pdf_without_a_date(project: Path, tmp_path: Path) -> None:
    bank = replace(inspect_project(project / "data").bank, ledger=Ledger())
    jobs = lay_out(Site(bank, home=SITE_URL), project, tmp_path / "laid out")
    assert {job.metadata.changed for job in jobs} == {None}
    path = tmp_path / "blank.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.Root.Outlines = pikepdf.Dictionary()
        pdf.save(path)
    finished = finish_pdf(path.read_bytes(), jobs[0].metadata, [])
    assert b"CreateDate" not in finished.content


def test_without_a_browser(small_project: Path, folder: Path) -> None:
    """The error says to install Chromium or set its path."""
    done = run_press(small_project, folder, CHROMIUM="", PATH=str(folder))
    assert_failed(done, folder, "Chromium was not found. Install it, or set CHROMIUM=")


@pytest.mark.parametrize("script", ["", "#!/bin/sh\nexit 3\n"], ids=["nothing", "a program that ends"])
def test_a_program_that_is_not_a_browser(
    small_project: Path, folder: Path, tmp_path: Path, script: str
) -> None:
    fake = tmp_path / "chromium"
    if script:
        fake.write_text(script)
        fake.chmod(0o755)
    done = run_press(small_project, folder, CHROMIUM=str(fake))
    assert_failed(done, folder, "the browser could not print the book: ")


def test_a_browser_that_dies_half_way(small_project: Path, folder: Path, tmp_path: Path) -> None:
    """The browser is killed after its first page opens: there is a one-line error and no partial file."""
    number, wrapper = tmp_path / "number", tmp_path / "chromium"
    wrapper.write_text(f'#!/bin/sh\necho $$ > "{number}"\nexec "{find_or_install()}" "$@"\n')
    wrapper.chmod(0o755)
    running = subprocess.Popen(
        write_command(small_project, folder),
        env=make_environment(CHROMIUM=str(wrapper)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout
    for line in running.stdout:
        if line.endswith(": printing\n"):
            os.killpg(int(number.read_text()), signal.SIGKILL)  # it may be a wrapper script
            break
    _, errors = running.communicate(timeout=60)
    done = subprocess.CompletedProcess((), running.returncode, "", errors)
    assert_failed(done, folder, "the browser could not print the book: ")


LIMIT_FILES = "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))"
"""After this line, the system refuses to write larger files, as if the disk were full."""


def test_a_disk_that_is_full_when_a_pdf_is_written(small_project: Path, folder: Path) -> None:
    """Everything is printed; then the system refuses to write a file of that size to the folder."""
    full = f"""
import resource
def fill_disk(event, arguments):
    if event == "open" and str(arguments[0]).startswith({str(folder)!r}):
        {LIMIT_FILES}
sys.addaudithook(fill_disk)
"""
    done = run_press(small_project, folder, before=full)
    assert done.stdout.count(": printing again") == len(NAMES), done.stdout
    assert_failed(done, folder, "File too large")


def test_a_disk_that_is_full_from_the_start(small_project: Path, folder: Path) -> None:
    """The pages can't even be laid out. The error is one line."""
    done = run_press(small_project, folder, before=f"import resource\n{LIMIT_FILES}")
    assert_failed(done, folder, "")


def test_bad_data_is_reported_and_nothing_is_printed(project: Path, folder: Path) -> None:
    """The report has a file and line, and the exit code is 1."""
    guide = project / "data" / "study-guide" / "guide.yaml"
    text = guide.read_text(encoding="utf-8")
    guide.write_text(text.replace("id: numbers", "id: The basics"), encoding="utf-8")
    line = text.splitlines().index("  - id: numbers") + 1
    done = run_press(project, folder)
    assert done.returncode == 1
    assert (
        f"data/study-guide/guide.yaml:{line}:5: The basics: malformed id. Expected something like"
        in done.stdout
    )
    assert "printing" not in done.stdout
    assert_untouched(folder)


def test_a_site_offers_the_pdfs_it_finds(project: Path) -> None:
    """Pages of the guide, its quizzes, and downloads show size and date, only in the PDF's language."""
    made = project / ".cache" / "pdf" / NAMES[1]
    made.parent.mkdir(parents=True)
    made.write_bytes(b"<xmp:CreateDate>2026-03-01T12:00:00+00:00".ljust(1_234_567))
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
    for page in ("study-guide", "study-guide/quiz-02-averages", "downloads", "study-guide/print"):
        spanish = (site / "es" / page / "index.html").read_text(encoding="utf-8")
        link = re.search(
            r'href="([^"]*study-guide\.es\.pdf)" download>.*?1\.2 MB.*?<time datetime="2026-03-01">', spanish
        )
        assert link, page
        assert (site / "es" / page / link[1]).resolve() == (site / NAMES[1]).resolve()
        assert ".pdf" not in (site / page / "index.html").read_text(encoding="utf-8")


def test_a_site_without_pdfs_offers_none(site: Path) -> None:
    """It still offers the print views of the whole guide and of each course."""
    html = (site / "study-guide" / "index.html").read_text(encoding="utf-8")
    assert ".pdf" not in html
    for path in ("print/", "print/numbers/", "print/text/"):
        assert f'href="../study-guide/{path}"' in html
    assert list(site.rglob("*.pdf")) == []


def test_the_notice_tells_missing_pdfs_from_old_ones(project: Path) -> None:
    """A PDF is outdated if any data file was edited after the PDF was made."""
    bank = inspect_project(project / "data").bank

    def notice() -> str:
        return find_pdfs(bank, project).notice()

    assert notice() == "PDFs missing: study-guide.en.pdf, study-guide.es.pdf. Make them with: make pdf"
    newest = max(path.stat().st_mtime for path in (project / "data").rglob("*.yaml"))
    for name in NAMES:
        made = project / ".cache" / "pdf" / name
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(GOOD)
        os.utime(made, (newest + 1, newest + 1))
    assert notice() == ""
    os.utime(project / "data" / "topics.yaml", (newest + 2, newest + 2))
    assert notice() == f"PDFs older than the data: {', '.join(NAMES)}. Make them with: make pdf"


def test_the_date_of_a_pdf_is_that_of_its_text(project: Path, press: Path) -> None:
    """It is the last change in the PDF's language, not the print date; PDFs without a date have none."""
    shutil.copytree(press, project / ".cache" / "pdf")
    bank = inspect_project(project / "data").bank
    changes = {name: bank.ledger.last_change(name.split(".")[1]) for name in NAMES}
    dates = {name: datetime.fromtimestamp(seconds, UTC).date() for name, seconds in changes.items()}
    assert find_pdfs(bank, project).dates == dates
    (project / ".cache" / "pdf" / NAMES[0]).write_bytes(GOOD)
    assert find_pdfs(bank, project).dates == {NAMES[1]: dates[NAMES[1]]}


def test_the_metadata_of_a_pdf_is_plain_text(project: Path, tmp_path: Path) -> None:
    """An ampersand in a title isn't escaped."""
    replace_once(project / "data" / "collections.yaml", "en: Arithmetic study guide", "en: Q & A")
    site = Site(inspect_project(project / "data").bank, home=SITE_URL)
    english = next(job.metadata for job in lay_out(site, project, tmp_path) if job.metadata.locale == "en")
    assert english.title == "Q & A"
    assert english.subject == make_word("book_about", "en").format(title="Q & A")


def test_pages_that_a_number_moves_are_numbered_again(small_project: Path, press: Path, folder: Path) -> None:
    """A page number can make a title wrap. In the end, the same data gives the same bytes."""
    move = """
from espejo.book import pdf
find_pages = pdf.find_pages
pdf.find_pages = lambda printed: {name: page + 1 for name, page in find_pages(printed).items()}
"""
    done = run_press(small_project, folder, before=move)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(f"{NAMES[0]}: printing again") == 2
    assert {path.name for path in folder.iterdir()} == set(NAMES)
    for name in NAMES:
        assert len(Printed(folder / name)) > 5
        assert (folder / name).read_bytes() == (press / name).read_bytes()


def test_pages_that_always_move_while_they_are_numbered_are_not_printed(
    small_project: Path, folder: Path
) -> None:
    """The page numbers in the table of contents would be wrong."""
    move = """
from itertools import count
from espejo.book import pdf
pdf.MAX_PRINTINGS = 2
finish_pdf, moved = pdf.finish_pdf, count(1)
pdf.finish_pdf = lambda *given: finish_pdf(*given)._replace(target_pages={"key": -next(moved)})
"""
    done = run_press(small_project, folder, before=move)
    assert_failed(done, folder, "changed between printings.")


def test_a_book_runs_no_script_and_loads_no_other_file(
    small_project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if a script got into the HTML, it couldn't access the network or the disk."""
    (tmp_path / "secret.html").write_text("secret words", encoding="utf-8")
    asked: list[str] = []

    class Listener(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Listener) as listener:
        thread = Thread(target=listener.serve_forever)
        thread.start()
        address = f"http://127.0.0.1:{listener.server_port}"
        evil = Markup(
            f'<p>still here</p><script>document.body.append("script ran"); fetch("{address}/fetch")</script>'
            f'<img src="{address}/image" onerror="document.body.append(`handler ran`)">'
            f'<iframe src="{(tmp_path / "secret.html").as_uri()}" width="600" height="100"></iframe></body>'
        )
        monkeypatch.setattr(pdf, "render_page", lambda *told: render_page(*told).replace("</body>", evil))
        site = Site(inspect_project(small_project / "data").bank, home=SITE_URL)
        try:
            with ThreadPoolExecutor(1) as outside:  # another test may have an event loop open in this thread
                job = outside.submit(pdf.print_guides, site, small_project, find_or_install(), lambda _: None)
                books = job.result()
        finally:
            listener.shutdown()
            thread.join()
    for book in books:
        (tmp_path / book.path).write_bytes(book.content)
        text = " ".join(Printed(tmp_path / book.path).texts)
        assert "still here" in text
        assert not re.search("script ran|handler ran|secret words", text)
    assert asked == []

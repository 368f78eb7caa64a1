"""Wheel: a bank of one's own in a clean environment, without Node and without this repository."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from conftest import Open
from page_checks import find_faults
from project import ROOT
from sharing import make_once
from site_server import serve
from test_anki import import_package
from test_search import search

if TYPE_CHECKING:
    from anki.collection import Collection

MAX_SIZE = 3_000_000
LICENSE = "CC BY-SA 4.0"

# One worker runs these tests, and installs the wheel once.
pytestmark = pytest.mark.xdist_group("wheel")

OURS = re.compile(r"(?i:espejo|pytorch|study guide)|\bMIT\b")
"""Words that only this repository's own bank may show. The program keeps its name in commands."""


@pytest.fixture(scope="session")
def wheel(shared: Path) -> Path:
    folder = make_once(shared, "wheel", lambda target: run_make(target))
    (found,) = folder.glob("*.whl")
    return found


def run_make(target: Path) -> None:
    programs = Path(sys.executable).parent
    subprocess.run(
        ("make", "--old-file=.venv/site", f"RUN={programs}", "wheel", f"TO={target}"),  # noqa: S607
        cwd=ROOT,
        check=True,
        capture_output=True,
    )


@pytest.fixture(scope="session")
def programs(shared: Path, wheel: Path) -> Path:
    """The programs of a clean environment with the wheel, at the versions that we pin."""

    target = shared / "venv-of-a-bank"  # its programs name it, so it can't be renamed

    def make(folder: Path) -> None:
        venv.create(target, with_pip=True, symlinks=True)
        locked = (ROOT / "requirements.txt").read_text(encoding="utf-8")
        pinned = "\n".join(re.findall(r"^([a-z0-9-]+==.*) \\$", locked, re.MULTILINE))
        (folder / "pinned.txt").write_text(pinned, encoding="utf-8")
        install = "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--constraint"
        subprocess.run((target / "bin" / "python", *install, folder / "pinned.txt", wheel), check=True)

    make_once(shared, "venv", make)
    return target / "bin"


def run(programs: Path, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Runs a program of that environment, which finds no other."""
    program, *arguments = command
    return subprocess.run(
        (programs / program, *arguments),
        cwd=folder,
        env={"PATH": str(programs), "LANG": "C.UTF-8", "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def start_bank(programs: Path, folder: Path, languages: str) -> Path:
    done = run(
        programs,
        folder,
        *("espejo", "init", "bank", "--name", "First aid", "--languages", languages),
        *("--license", LICENSE, "--address", "https://first-aid.test/"),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "bank"


def build(programs: Path, bank: Path) -> Path:
    done = run(programs, bank, "mkdocs", "build", "--strict")
    assert done.returncode == 0, done.stdout + done.stderr
    return bank / "site"


def read_texts(site: Path) -> Iterator[tuple[str, str]]:
    """The texts of each page and its metadata, without code."""
    for path in site.rglob("*.html"):
        html = re.sub(r"(?s)<(code|script)\b.*?</\1>", "", path.read_text(encoding="utf-8"))
        contents = " ".join(re.findall(r'(?:content|alt|title|aria-label)="([^"]*)"', html))
        yield path.relative_to(site).as_posix(), re.sub(r"<[^>]+>", " ", html) + contents


def test_the_wheel_is_small_and_has_no_sources_of_scripts(wheel: Path) -> None:
    assert wheel.stat().st_size < MAX_SIZE
    names = zipfile.ZipFile(wheel).namelist()
    assert {"espejo/bundled/scripts.json", "espejo/languages/es.yaml"} <= set(names)
    assert not [name for name in names if "/site/js/" in name or name.endswith((".pyc", ".map"))]
    assert [name for name in names if name.endswith("LICENSE")]


def test_the_same_sources_give_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    run_make(tmp_path)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_a_bank_in_two_languages(programs: Path, tmp_path: Path, visit: Open, collection: Collection) -> None:
    """Another subject in English and French: a question and a page added by hand, search, and decks."""
    bank = start_bank(programs, tmp_path, "en,fr")
    with (bank / "data" / "quizzes" / "first-steps.yaml").open("a", encoding="utf-8") as file:
        file.write(
            "\n  - id: q-07\n    kind: truefalse\n    prompt:\n      en: Butter helps against burns.\n"
            "      fr: Le beurre soulage les brûlures.\n    correct: false\n"
        )
    (bank / "docs" / "help.md").write_text("# Emergency numbers\n\nCall 112.\n", encoding="utf-8")
    (bank / "docs" / "help.fr.md").write_text("# Numéros d’urgence\n\nAppelez le 112.\n", encoding="utf-8")
    site = build(programs, bank)
    assert [path for path, text in read_texts(site) if OURS.search(text)] == []
    package = import_package(collection, site / "anki" / "first-aid-en-fr.apkg")
    assert len(package.new) == 9
    with serve(site) as server:
        for path in ("/", "/fr/quizzes/first-steps/", "/cards/first-cards/", "/fr/help/", "/status/"):
            assert find_faults(visit(path, at=server.address)) == {}, path
        for path, word, target in (
            ("/search/", "butter", "/quizzes/first-steps/#q-07"),
            ("/fr/search/", "brulures", "/fr/quizzes/first-steps/#q-07"),
            ("/fr/search/", "urgence", "/fr/help/"),
        ):
            page = visit(path, at=server.address)
            search(page, word)
            assert page.locator(".results a").first.get_attribute("href") == target


def test_a_bank_in_one_language_speaks_of_no_other(programs: Path, tmp_path: Path, visit: Open) -> None:
    bank = start_bank(programs, tmp_path, "fr")
    assert "fr: " not in (bank / "data" / "quizzes" / "first-steps.yaml").read_text(encoding="utf-8")
    site = build(programs, bank)
    assert not list(site.rglob("side-by-side"))
    with serve(site) as server:
        page = visit("/quizzes/first-steps/", at=server.address)
        assert page.locator("html").get_attribute("lang") == "fr"
        assert page.locator("header .languages, header .both, a[hreflang]").count() == 0
        assert find_faults(page) == {}
    with serve(site.parent) as server:  # banks in several folders of one host have a log each
        page = visit("/site/quizzes/first-steps/", at=server.address)
        page.locator("#q-01 input[type=radio]").first.check()
        page.locator("#q-01").get_by_role("button", name="Vérifier").click()
        expect(page.locator("#q-01")).to_contain_text("Juste.")
        names = page.evaluate("indexedDB.databases().then((all) => all.map((one) => one.name))")
        assert names == ["espejosite/"]


def test_a_bank_in_three_languages(programs: Path, tmp_path: Path, visit: Open) -> None:
    bank = start_bank(programs, tmp_path, "en,es,fr")
    site = build(programs, bank)
    with serve(site) as server:
        for path in ("/", "/es/quizzes/first-steps/", "/fr/quizzes/first-steps/side-by-side/"):
            page = visit(path, at=server.address)
            assert page.locator("header .languages a").count() == 3
            assert find_faults(page) == {}, path


def test_a_started_bank_has_ten_files_and_needs_no_make(programs: Path, tmp_path: Path) -> None:
    bank = start_bank(programs, tmp_path, "en,fr")
    written = [path for path in bank.rglob("*") if path.is_file() and path.parts[-2:-1] != ("site",)]
    own = [path for path in written if not {"site", ".cache"} & set(path.relative_to(bank).parts)]
    assert len(own) == 10
    done = run(programs, bank, "espejo", "accept")
    assert (done.returncode, (bank / "data" / "ledger.yaml").is_file()) == (0, True), done.stderr
    quiz = bank / "data" / "quizzes" / "first-steps.yaml"
    quiz.write_text(quiz.read_text(encoding="utf-8").replace("questions:", "qestions:"), encoding="utf-8")
    done = run(programs, bank, "espejo", "check")
    assert done.returncode == 1
    assert "Check again with: espejo check\n" in done.stdout


def test_the_package_imports_without_fcntl(programs: Path, tmp_path: Path) -> None:
    """As on Windows, where the check runs too."""
    bank = start_bank(programs, tmp_path, "en")
    program = (
        "import sys; sys.modules['fcntl'] = None; sys.modules['resource'] = None\n"
        "import espejo.plugin.events\n"
        "from espejo.commands.cli import main\n"
        "sys.exit(main(['check']))"
    )
    done = subprocess.run(
        (programs / "python", "-c", program),
        cwd=bank,
        env={**os.environ, "PATH": str(programs)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr

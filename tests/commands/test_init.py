"""`espejo init`: what it writes, and what it refuses, without leaving anything half written."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from espejo.check.fixes import fix_files
from espejo.check.project import inspect_project
from espejo.commands import init
from espejo.commands.cli import main
from espejo.files import replace_file
from project import ROOT

Start = Callable[..., int]

GIVEN = {
    "--name": "First aid",
    "--languages": "en,fr",
    "--license": "CC BY 4.0",
    "--address": "https://first-aid.test/",
}

MATERIAL = """\
# Our site
site_name: First aid
site_url: https://first-aid.test
theme:
  name: material  # the usual
plugins:
  - search
  - tags:
      tags: true
extra:
  format: !!python/name:pymdownx.superfences.fence_code_format
"""


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """Starts a bank in `bank`; the build, which tests/repo/test_wheel.py runs for real, succeeds."""
    monkeypatch.setattr(
        init, "subprocess", SimpleNamespace(run=lambda *_, **__: SimpleNamespace(returncode=0))
    )

    def run(*more: str, **changed: str | None) -> int:
        given = {**GIVEN, **{f"--{name}": value for name, value in changed.items()}}
        options = [word for name, value in given.items() if value is not None for word in (name, value)]
        return main(["init", str(tmp_path / "bank"), *options, *more])

    return run


def read_all(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("languages", ["en", "es", "fr", "en,fr", "es,en", "en,es,fr", "de", "pt-BR,en"])
def test_the_example_has_no_problems_in_any_language(start: Start, tmp_path: Path, languages: str) -> None:
    """Not even for the lints; what is missing in a language without an example is only a notice."""
    assert start(languages=languages) == 0
    inspection = inspect_project(tmp_path / "bank" / "data")
    assert inspection.problems == []
    assert ",".join(inspection.bank.locales) == languages
    kinds = {question.kind for _, question in inspection.bank.questions()}
    assert kinds == {"single", "multiple", "truefalse", "numeric", "free", "recall"}
    name, url = inspection.bank.identity.license.name, inspection.bank.identity.license.url
    assert (name, url) == ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"languages": "en,xq"}, "Nobody knows the language 'xq'."),
        ({"languages": "English"}, "Did you mean 'en'?"),
        ({"languages": "français"}, "Did you mean 'fr'?"),
        ({"languages": "EN"}, "Did you mean 'en'?"),
        ({"languages": "en,en-GB"}, "'en' and 'en-GB' have one name, English."),
        ({"languages": ","}, "Which languages?"),
        ({"address": "http://first-aid.test/"}, "is not an address that begins with https://"),
        ({"address": "first-aid.test"}, "is not an address that begins with https://"),
        ({"license": "as you like"}, "Unknown license 'as you like'."),
        ({"name": " "}, "A bank needs a name"),
        ({"name": None}, "Name of the bank: Give it with --name."),
        ({"license": None}, "Give it with --license."),
    ],
)
def test_a_mistake_is_one_sentence_and_nothing_is_written(
    start: Start,
    tmp_path: Path,
    changed: dict[str, str | None],
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert start(**changed) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_other_files_stays_as_it_is(
    start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bank").mkdir()
    (tmp_path / "bank" / "thesis.doc").write_bytes(b"x")
    assert start() == 2
    assert "is not empty, and has no mkdocs.yml." in capsys.readouterr().err
    assert read_all(tmp_path) == {"thesis.doc": b"x"}


@pytest.mark.parametrize("last", [1, 5, 10])
def test_a_full_disk_leaves_nothing_behind(
    start: Start,
    tmp_path: Path,
    last: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    count = 0

    def write(path: Path, content: bytes) -> None:
        nonlocal count
        count += 1
        if count == last:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        replace_file(path, content)

    monkeypatch.setattr(init, "replace_file", write)
    assert start() == 2
    assert "No space left on device" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def write_project(tmp_path: Path, settings: str) -> Path:
    project = tmp_path / "bank"
    (project / "docs").mkdir(parents=True)
    (project / "mkdocs.yml").write_text(settings, encoding="utf-8")
    (project / "docs" / "index.md").write_text("# Ours\n", encoding="utf-8")
    return project


def test_an_existing_project_keeps_its_files_and_comments(
    start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = write_project(tmp_path, MATERIAL)
    assert start(name=None, address=None) == 2
    assert "add --yes" in capsys.readouterr().err
    assert read_all(project).keys() == {"mkdocs.yml", "index.md"}
    assert start("--yes", name=None, address=None) == 0
    said = capsys.readouterr().out
    assert "+  - espejo\n" in said
    assert said.count("remove 'search' from plugins") == 1
    written = (project / "mkdocs.yml").read_text(encoding="utf-8")
    assert written == MATERIAL.replace("  - search\n", "  - espejo\n  - search\n")
    assert (project / "docs" / "index.md").read_text(encoding="utf-8") == "# Ours\n"
    assert not (project / "requirements.txt").exists()
    assert inspect_project(project / "data").faults == []
    before = read_all(project)
    assert start(name=None, address=None) == 0
    assert read_all(project) == before


def test_a_full_disk_restores_the_settings(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = write_project(tmp_path, MATERIAL)
    before = read_all(project)

    def write(path: Path, content: bytes) -> None:
        replace_file(path, content)
        if path.name == "mkdocs.yml" and b"espejo" in content:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(init, "replace_file", write)
    assert start("--yes") == 2
    assert read_all(project) == before
    assert not (project / "data").exists()


@pytest.mark.parametrize(
    ("plugins", "expected"),
    [
        ("", ["espejo"]),
        ("plugins: []\n", ["espejo"]),
        ("plugins: [search, tags]\n", ["espejo", "search", "tags"]),
        ("plugins:\n- search\n- tags\n", ["espejo", "search", "tags"]),
        ("plugins: # ours\n\n    - search\n", ["espejo", "search"]),
        ("plugins:\n  - search\n  - espejo\n", ["search", "espejo"]),
    ],
)
def test_the_plugin_is_added_to_any_list(plugins: str, expected: list[str]) -> None:
    after = init.add_plugin(f"theme: material\n{plugins}nav:\n  - a.md\n")
    assert yaml.safe_load(after) == {"theme": "material", "plugins": expected, "nav": ["a.md"]}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("site_name: x\n", "The theme is 'mkdocs'."),
        ("theme: readthedocs\n", "The theme is 'readthedocs'."),
        ("theme:\n  name: material\nplugins:\n  search: {}\n", "Add the plugin to mkdocs.yml first"),
        ("theme: [\n", "mkdocs.yml is not valid YAML"),
    ],
)
def test_settings_that_cannot_be_extended(
    start: Start, tmp_path: Path, settings: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    project = write_project(tmp_path, settings)
    assert start("--yes") == 2
    assert said in capsys.readouterr().err
    assert read_all(project).keys() == {"mkdocs.yml", "index.md"}


def test_words_lists_what_a_language_lacks(
    start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As comments, so that nothing changes until somebody translates them."""
    assert start(languages="en,pt,fr") == 0
    data = tmp_path / "bank" / "data"
    before = inspect_project(data).bank.locales["pt"].missing
    assert main(["words", "pt", "--data", str(data)]) == 0
    assert f"{len(before)} words to translate in" in capsys.readouterr().out
    file = data / "locales" / "pt.yaml"
    text = file.read_text(encoding="utf-8")
    assert yaml.safe_load(text) == {"name": "Português"}
    assert inspect_project(data).faults == []
    translated = text.replace("# words:", "words:").replace(
        "#   skip: 'Skip to content'", "  skip: Ir para o texto"
    )
    file.write_text(translated, encoding="utf-8")
    inspection = inspect_project(data)
    assert inspection.faults == []
    assert inspection.bank.locales["pt"].words["skip"] == "Ir para o texto"
    assert set(before) - set(inspection.bank.locales["pt"].missing) == {"skip"}
    assert main(["words", "pt", "--data", str(data)]) == 2
    assert main(["words", "fr", "--data", str(data)]) == 0
    assert main(["words", "de", "--data", str(data)]) == 2


@pytest.mark.parametrize("languages", ["en", "en,fr", "es", "es,fr"])
def test_the_question_in_the_docs_works_in_the_bank_just_made(
    start: Start, tmp_path: Path, languages: str
) -> None:
    """Pasted as it is; with several languages, after `espejo check --fix`."""
    assert start(languages=languages) == 0
    page = "own-bank.es.md" if languages.startswith("es") else "own-bank.md"
    docs = (ROOT / "docs" / "contributing" / page).read_text(encoding="utf-8")
    data, example = tmp_path / "bank" / "data", docs.partition("```yaml\n")[2].partition("```")[0]
    (data / "quizzes" / "burns.yaml").write_text(example, encoding="utf-8")
    for fixed in fix_files(data) if "," in languages else ():
        fixed.write(data.parent)
    inspection = inspect_project(data)
    assert inspection.problems == []
    assert "q-20" in {question.id for _, question in inspection.bank.questions()}


def test_the_comma_before_the_address_of_a_license_is_not_in_its_name(start: Start, tmp_path: Path) -> None:
    assert start(license="Our license, https://a.org/license") == 0
    license_ = inspect_project(tmp_path / "bank" / "data").bank.identity.license
    assert (license_.name, license_.url) == ("Our license", "https://a.org/license")


def test_a_license_and_an_address_are_not_needed_yet(
    start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start(license="All rights reserved", address="") == 0
    inspection = inspect_project(tmp_path / "bank" / "data")
    assert inspection.problems == []
    license_ = inspection.bank.identity.license
    assert (license_.name, license_.url) == ("All rights reserved", "")
    settings = (tmp_path / "bank" / "mkdocs.yml").read_text(encoding="utf-8")
    assert yaml.safe_load(settings)["site_url"] == "https://example.org/"
    assert "# change this before you publish" in settings
    assert "Before you publish it, set site_url in mkdocs.yml" in capsys.readouterr().out

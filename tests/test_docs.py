"""What is written about the project is true of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from textwrap import indent

import pytest
from espejo.accept import find_behind
from espejo.bank import load_bank
from espejo.schema_files import find_unnamed
from espejo.settings import read_settings

from espejo.check import KIND_KEYS
from project import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COLABORAR = (ROOT / "CONTRIBUTING.es.md").read_text(encoding="utf-8")


def test_the_question_in_the_readme_is_the_one_in_the_data() -> None:
    block = re.search(r"```yaml\n(.*?)\n *# …", README, re.DOTALL)
    assert block
    data = (ROOT / "data" / "quizzes" / "phase-25-pytorch-internals.yaml").read_text(encoding="utf-8")
    assert indent(block[1], "  ") in data, "mend the README and run: make picture"


def test_the_picture_in_the_readme_is_of_that_question() -> None:
    question = next(q for _, q in load_bank(ROOT / "data").bank.questions() if q.id == "q-25-02")
    for locale in ("en", "es"):
        assert question.title.show(locale).markdown in README
    assert (ROOT / ".github" / "question.png").read_bytes()[:4] == b"\x89PNG"


def test_the_example_in_contributing_is_valid(tmp_path: Path) -> None:
    """Added to its quiz as the page says, it passes the check, and the bank has one question more."""
    shutil.copytree(ROOT / "data", tmp_path / "data")
    example = re.search(r"```yaml\n(  - id: q-07-06.*?)```", CONTRIBUTING, re.DOTALL)
    assert example
    quiz = tmp_path / "data" / "quizzes" / "phase-07-scalar-autograd.yaml"
    quiz.write_text(quiz.read_text(encoding="utf-8").rstrip("\n") + "\n" + example[1], encoding="utf-8")
    loaded = load_bank(tmp_path / "data")
    assert [str(one) for one in (*loaded.problems, *loaded.notices)] == []
    assert len(list(loaded.bank.questions())) == 136


def test_every_command_is_in_the_help_and_every_command_named_exists() -> None:
    said = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S607
    commands = set(re.findall(r"make ([a-z-]+)", said))
    assert {"serve", "test", "site", "check", "bench", "help"} <= commands
    assert set(re.findall(r"`make ([a-z-]+)", README + CONTRIBUTING + COLABORAR)) <= commands


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-test.txt"])
def test_requirements_are_pinned_with_hashes_and_name_no_index(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    entries = [entry for entry in re.split(r"\n(?=\S)", text) if entry.strip()]
    assert len(entries) > 20
    for entry in entries:
        assert re.match(r"[\w.-]+(\[\w+\])?==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry
    assert not re.search(r"https?://|--index|--find-links|--extra", text)


def test_the_lock_file_names_no_address_to_download_from() -> None:
    lock = (ROOT / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert lock.count('"integrity": "sha512-') >= 4


def test_the_readme_shows_the_benchmark() -> None:
    table = README.split("<!-- bench -->")[1].split("<!-- /bench -->")[0]
    for size in ("100", "400", "1,600"):
        assert re.search(rf"\| *{size} *\|", table), size


def test_the_formula_in_contributing_is_valid(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    example = re.search(r"```yaml\n(  - id: f-07.*?)```", CONTRIBUTING, re.DOTALL)
    assert example
    formulas = tmp_path / "data" / "reference" / "formulas.yaml"
    formulas.write_text(
        formulas.read_text(encoding="utf-8").rstrip("\n") + "\n" + example[1], encoding="utf-8"
    )
    loaded = load_bank(tmp_path / "data")
    assert [str(one) for one in (*loaded.problems, *loaded.notices)] == []
    assert len(loaded.bank.reference.formulas) == 7


def test_the_card_in_contributing_is_valid(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    example = re.search(r"```yaml\n(  - id: d-03-11.*?)```", CONTRIBUTING, re.DOTALL)
    assert example
    with (tmp_path / "data" / "drills" / "chapter-03-backprop-autograd.yaml").open(
        "a", encoding="utf-8"
    ) as file:
        file.write(example[1])
    loaded = load_bank(tmp_path / "data")
    assert [str(one) for one in (*loaded.problems, *loaded.notices)] == []
    assert len(list(loaded.bank.items())) == 146


@pytest.mark.parametrize("text", [CONTRIBUTING, COLABORAR], ids=["en", "es"])
def test_the_file_that_teaches_the_format_is_complete(text: str, tmp_path: Path) -> None:
    """Saved where the page says, it has no problem and no notice, and asks only to be accepted."""
    shutil.copytree(ROOT / "data", tmp_path / "data")
    named = re.search(r"`(data/quizzes/phase-26-[a-z-]+\.yaml)`", text)
    example = re.search(r"````yaml\n(.*?)````", text, re.DOTALL)
    assert named
    assert example
    (tmp_path / named[1]).write_text(example[1], encoding="utf-8")
    loaded = load_bank(tmp_path / "data")
    assert [str(one) for one in (*loaded.problems, *loaded.notices)] == []
    assert list(find_unnamed(tmp_path, loaded.bank)) == []
    behind = find_behind(loaded.bank, datetime.now(UTC))
    assert list(behind.entries) == ["q-26-01", "q-26-02", "q-26-03"]
    assert set(behind.names) == {named[1].removeprefix("data/").removesuffix(".yaml")}


def test_both_languages_have_the_same_parts_in_the_same_order() -> None:
    """The same headings, code, tables and links at the same places; only the words differ."""
    parts = [_parts(text) for text in (CONTRIBUTING, COLABORAR)]
    assert parts[0] == parts[1]
    assert parts[0].count("## ") == 15


def _parts(text: str) -> list[str]:
    """What a text is made of: headings, code without its comments, rows and items of lists, links."""
    text = text.replace("https://espejo-quiz.github.io/es/", "https://espejo-quiz.github.io/")
    text = text.replace("CONTRIBUTING.es.md", "CONTRIBUTING.md")
    pattern = r"^(`{3,}).*?^\1$|^#+ |^\| `[^|]+\||^\*\*|^\d\. |^- |\]\([^)]+\)"
    found = (match[0] for match in re.finditer(pattern, text, re.DOTALL | re.MULTILINE))
    return [re.sub(r" +#.*", "", part) for part in found]


def test_every_message_that_contributing_explains_is_one_that_the_check_gives() -> None:
    said = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "cases").glob("*.txt"))
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "hooks" / "espejo").glob("*.py"))
    for text in (CONTRIBUTING, COLABORAR):
        table = re.findall(r"^\| `([^`]+)` \|", text.partition("make check\n```")[2], re.MULTILINE)
        assert len(table) >= 12
        assert [message for message in table if message not in said + code] == []


def test_every_link_of_contributing_leads_somewhere() -> None:
    """On the forge: to a file of the repository, or to a page of the site that its one setting names."""
    for text in (CONTRIBUTING, COLABORAR):
        links = re.findall(r"\]\(([^)]+)\)", text)
        assert links
        for link in links:
            assert link.startswith(read_settings(ROOT).home) or (ROOT / link).is_file(), link


def test_every_kind_and_every_needed_key_stands_in_contributing() -> None:
    for text in (CONTRIBUTING, COLABORAR):
        for kind, needs in KIND_KEYS.items():
            row = re.search(rf"^\| `{kind}` \|(.*)\|$", text, re.MULTILINE)
            assert row
            assert all(f"`{name}" in row[1] for name in needs)


@pytest.mark.parametrize("number", [0, 1])
def test_the_proofs_in_contributing_are_valid(number: int, tmp_path: Path) -> None:
    """Below a question whose key they are right about, only the run is missing."""
    shutil.copytree(ROOT / "data", tmp_path / "data")
    proofs = re.findall(r"```yaml\n(    proof:\n.*?)```", CONTRIBUTING, re.DOTALL)
    example = re.search(r"```yaml\n(  - id: q-07-06.*?)```", CONTRIBUTING, re.DOTALL)
    assert example
    assert len(proofs) == 2
    quiz = tmp_path / "data" / "quizzes" / "phase-07-scalar-autograd.yaml"
    text = quiz.read_text(encoding="utf-8").rstrip("\n")
    quiz.write_text(f"{text}\n{example[1]}{proofs[number]}", encoding="utf-8")
    loaded = load_bank(tmp_path / "data")
    assert [str(one) for one in loaded.problems] == []
    assert [one.owner for one in loaded.notices] == ["q-07-06"]
    assert "its proof has not run yet." in str(loaded.notices[0])

"""What a pull request is said to change is what changed in it, and only that; its text stays text."""

from __future__ import annotations

import shutil
from pathlib import Path

import pyromark
import pytest

from espejo.bank import Loaded, load_bank
from espejo.cli import main
from espejo.forge.changes import Changes, find_changes
from espejo.forge.summary import Links, Summary, escape_markdown
from project import ROOT

QUIZ = "quizzes/phase-07-scalar-autograd.yaml"
LINKS = Links("https://site.test/", "https://forge.test/blob/abc/")


@pytest.fixture(scope="module")
def base() -> Loaded:
    return load_bank(ROOT / "data")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    return tmp_path / "data"


def swap(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def changes(base: Loaded, data: Path) -> Changes:
    return find_changes(base, load_bank(data))


def edits(found: Changes) -> list[tuple[str, str, tuple[str, ...], tuple[str, ...]]]:
    return [(one.subject.id, *edit) for one in found.edited for edit in one.edits]


def say(base: Loaded, data: Path, links: Links | None = LINKS) -> str:
    loaded = load_bank(data)
    summary = Summary(loaded.bank, "en", links)
    return "\n".join(summary.lines(find_changes(base, loaded), loaded.problems))


def test_nothing_changed(base: Loaded, data: Path) -> None:
    assert not changes(base, data)
    assert "Nothing in the bank changed. No problems." in say(base, data)


def test_how_lines_are_folded_is_no_change(base: Loaded, data: Path) -> None:
    swap(data / QUIZ, "en: Trace the diamond by hand", "en: >-\n        Trace the diamond\n        by hand")
    assert not changes(base, data)


def test_indentation_inside_code_is_a_change(base: Loaded, data: Path) -> None:
    patterns = data / "reference" / "patterns.yaml"
    swap(patterns, "```python\n        import", "```python\n          import")
    assert [name for _, name, *_ in edits(changes(base, data))] == ["code"]


def test_indentation_inside_a_proof_is_a_change(base: Loaded, data: Path) -> None:
    """To Markdown it would be none."""
    swap(data / QUIZ, "                visited.append(node)\n", "            visited.append(node)\n")
    assert ("q-07-01", "proof program") in [(id_, name) for id_, name, *_ in edits(changes(base, data))]


def test_it_counts_the_problems_that_the_check_counts(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    swap(data / QUIZ, "en: Trace the diamond by hand", "en: Trace the graph by hand")
    assert main(["changes", "--base", str(ROOT / "data"), "--data", str(data)]) == 0
    assert "edited in one language alone. 1 problem." in capsys.readouterr().out


def test_a_base_that_is_no_bank_is_refused(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("check", "changes"):
        assert main([command, "--base", str(ROOT), "--data", str(data)]) == 2
        assert "Name its folder data/ with --base." in capsys.readouterr().err


def test_one_language_alone_leaves_the_other_behind(base: Loaded, data: Path) -> None:
    swap(data / QUIZ, "en: Trace the diamond by hand", "en: Trace the graph by hand")
    found = changes(base, data)
    assert edits(found) == [("q-07-03", "title", ("en",), ("es",))]
    assert [subject.id for subject, _ in found.stale()] == ["q-07-03"]
    said = say(base, data)
    assert "0 added, 0 removed, 1 edited; 1 passage edited in one language alone. No problems." in said
    assert "title: edited in English, not in Español" in said
    assert "[q-07-03](https://site.test/quizzes/phase-07-scalar-autograd/#q-07-03)" in said
    assert "https://forge.test/blob/abc/data/quizzes/phase-07-scalar-autograd.yaml#L" in said


def test_what_was_accepted_together_is_not_behind(base: Loaded, data: Path) -> None:
    """A typo in one language, and a translation that was stale and is mended, leave nothing to do."""
    swap(data / QUIZ, "en: Trace the diamond by hand", "en: Trace that diamond by hand")
    assert main(["accept", "q-07-03", "--data", str(data)]) == 0
    found = changes(base, data)
    assert edits(found) == [("q-07-03", "title", ("en",), ())]
    assert not list(found.stale())


def test_both_languages_edited_leave_nothing_behind(base: Loaded, data: Path) -> None:
    swap(data / QUIZ, "en: Trace the diamond by hand", "en: Trace the graph by hand")
    swap(data / QUIZ, "es: La traza del diamante, a mano", "es: La traza del grafo, a mano")
    found = changes(base, data)
    assert edits(found) == [("q-07-03", "title", ("en", "es"), ())]
    assert not list(found.stale())


def test_a_translation_that_is_added_or_taken_away_leaves_nothing_stale(base: Loaded, data: Path) -> None:
    swap(data / QUIZ, "      es: La traza del diamante, a mano\n", "")
    found = find_changes(load_bank(data), base)
    assert edits(found) == [("q-07-03", "title", ("es",), ())]
    assert edits(changes(base, data)) == [("q-07-03", "title", ("es",), ())]


def test_what_is_no_text_is_an_edit_in_every_language(base: Loaded, data: Path) -> None:
    """Another right choice matters more than another word."""
    swap(data / QUIZ, "        correct: true\n", "")
    names = [name for _, name, *_ in edits(changes(base, data))]
    assert len(names) == 1
    assert names[0].startswith("choices ")
    assert names[0].endswith(" correct")


def test_added_and_removed(base: Loaded, data: Path) -> None:
    drills = data / "drills" / "chapter-03-backprop-autograd.yaml"
    swap(drills, "- id: d-03-01", "- id: d-03-99")
    found = changes(base, data)
    assert [(one.noun, one.id) for one in found.added] == [("card", "d-03-99")]
    assert [(one.noun, one.id) for one in found.removed] == [("card", "d-03-01")]
    assert not found.edited
    said = say(base, data, None)
    assert "Added (1)\n- card d-03-99: " in said
    assert "Removed (1)\n- card d-03-01: " in said
    assert "](" not in said


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("locales/es.yaml", "home: Inicio", "home: Portada", ("language", "es", "words home")),
        ("glossary.yaml", "meaning:\n      en: ", "meaning:\n      en: So ", ("term", "", "meaning")),
        ("collections.yaml", "en: Phase quizzes", "en: Phases", ("collection", "quizzes", "title")),
        ("study-guide/guide.yaml", "en: Intermediate", "en: More", ("course", "study-guide 2", "title")),
        ("reference/formulas.yaml", "meaning:", "meaning: &", None),
    ],
)
def test_every_kind_of_file_counts(
    base: Loaded, data: Path, file: str, old: str, new: str, expected: tuple[str, str, str] | None
) -> None:
    """And of one that cannot be read nothing is said but that it cannot."""
    swap(data / file, old, new)
    found = changes(base, data)
    if expected is None:
        assert not found
        assert "### Problems" in say(base, data)
        return
    (one,) = found.edited
    assert one.subject.noun == expected[0]
    assert one.subject.id == (expected[1] or one.subject.id)
    assert [edit.name for edit in one.edits] == [expected[2]]


def test_a_file_that_is_not_yaml_does_not_count_as_emptied(base: Loaded, data: Path) -> None:
    (data / QUIZ).write_text("title: [", encoding="utf-8")
    found = changes(base, data)
    assert not found.removed
    assert not found.edited
    assert "1 problem." in say(base, data)


@pytest.mark.parametrize(
    "evil",
    [
        "<img src=x onerror=alert(1)>",
        "](https://evil.test) [x](https://evil.test)",
        "![x](https://evil.test/x.png)",
        "see https://evil.test and www.evil.test",
        "`code` **bold** ~~gone~~ | cell | $x$ &lt; #1",
        "\\](https://evil.test)",
        "a\n\n# Heading\n- list",
    ],
)
def test_text_of_contributors_stays_text(evil: str) -> None:
    html = pyromark.html(f"- {escape_markdown(evil)}", options=pyromark.Options.ENABLE_TABLES)
    assert html.count("<") == 4, html  # a list and its item, opened and closed
    assert "https://" not in escape_markdown(evil)
    assert "www." not in escape_markdown(evil)


def test_an_evil_title_is_shown_as_it_is_written(base: Loaded, data: Path) -> None:
    swap(data / QUIZ, "- id: q-07-03", "- id: q-07-09")
    swap(data / QUIZ, "en: Trace the diamond by hand", 'en: "]\\\\(//evil) ![x] *q*"')
    html = pyromark.html(say(base, data))
    assert 'href="//evil' not in html
    assert "<img" not in html
    assert "<em>" not in html


def test_a_bank_of_an_older_form_can_be_the_base(data: Path, tmp_path: Path) -> None:
    """Nothing that is wrong with the base stops the summary, or is said of the pull request."""
    old = tmp_path / "old" / "data"
    shutil.copytree(data, old)
    swap(old / QUIZ, "questions:", "items:")
    (old / "ledger.yaml").write_text("[", encoding="utf-8")
    (old / "glossary.yaml").unlink()
    found = find_changes(load_bank(old), load_bank(data))
    assert [one.id for one in found.added] == [f"q-07-0{number}" for number in range(1, 6)]
    assert main(["changes", "--data", str(data), "--base", str(old)]) == 0


def test_without_any_base_it_says_so(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("empty", "none"):
        assert main(["changes", "--data", str(data), "--base", str(tmp_path / name)]) == 2
        assert f"There is no bank in {tmp_path / name}." in capsys.readouterr().err


def test_the_command_writes_markdown_with_the_links_of_the_settings(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    swap(data / QUIZ, "en: Trace the diamond by hand", "en: Trace the graph by hand")
    base = str(ROOT / "data")
    assert main(["changes", "--data", str(data), "--base", base, "--markdown"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("## What this changes\n\n")
    assert "(https://espejo-quiz.github.io/quizzes/phase-07-scalar-autograd/#q-07-03)" in said
    assert "(https://github.com/espejo-quiz/espejo/blob/HEAD/data/quizzes/" in said

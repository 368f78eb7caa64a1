"""Summary of a pull request: what was added, removed, and edited, as Markdown or plain text."""

from __future__ import annotations

from pathlib import Path

import pyromark
import pytest

from edits import cut_record, replace_once
from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.editing.github.bank_diff import Changes, find_changes
from espejo.editing.github.summary import Summary
from espejo.editing.github.summary_writer import Links
from espejo.messages.message import sentences
from espejo.model.problems import Place, Problem
from small_bank import REPO_URL, SITE_URL, load_small_bank, write_bank

PATH = "study-guide/quiz-02-averages"
QUIZ = f"{PATH}.yaml"
ID = "pt-02-02"
ENGLISH, SPANISH = "en: The average of ten numbers", "es: El promedio de diez números"
LINKS = Links("https://site.test/", "https://github.test/blob/abc/")
BOTH, EN, ES = ("en", "es"), ("en",), ("es",)


def edit_in_english(data: Path) -> None:
    """Reword a title in English alone."""
    replace_once(data / QUIZ, ENGLISH, "en: The mean of ten numbers")


def add_question(data: Path, title: str) -> None:
    """Add a question, pt-02-09, whose title is a YAML value."""
    with (data / QUIZ).open("a", encoding="utf-8") as file:
        file.write(f'  - id: pt-02-09\n    kind: recall\n    title:\n      en: {title}\n    answer: "`9`"\n')


def changes(base: Path, data: Path) -> Changes:
    return find_changes(inspect_project(data, base=base))


def say(base: Path, data: Path, links: Links | None = LINKS) -> str:
    """The summary as text."""
    loaded = inspect_project(data, base=base)
    return "\n".join(Summary(loaded.bank, links).lines(find_changes(loaded), loaded.faults))


def test_nothing_changed(base: Path, data: Path) -> None:
    assert not changes(base, data)
    assert "Nothing in the bank changed. No problems." in say(base, data)


PROOF = "            values = [9, 1, 5]\n            assert "
LISTING = "```python\n        def count"
TITLE = ("question", ID, "title")
PATTERNS, FORMULAS = "reference/patterns.yaml", "reference/formulas.yaml"


@pytest.mark.parametrize(
    ("file", "replaced", "expected", "locales", "stale"),
    [
        (QUIZ, {ENGLISH: "en: The mean"}, TITLE, EN, ES),
        (QUIZ, {ENGLISH: "en: The mean", SPANISH: "es: La media"}, TITLE, BOTH, ()),
        (QUIZ, {f"      {SPANISH}\n": ""}, TITLE, ES, ()),  # a deleted translation
        (QUIZ, {"        correct: true\n": ""}, ("question", ID, "choices 2 correct"), BOTH, ()),
        # Spaces count in code and proofs.
        (QUIZ, {PROOF: PROOF.replace("  ", "   ")}, ("question", "pt-02-01", "proof program"), BOTH, ()),
        (PATTERNS, {LISTING: LISTING.replace("  d", "    d")}, ("pattern", "p-01", "code"), EN, ES),
        # Records of every kind of file
        ("locales/es.yaml", {'"home-es"': '"Portada"'}, ("language", "es", "words home"), ES, ()),
        ("bank.yaml", {"es: site-es": "es: sitio"}, ("file", "bank.yaml", "name"), ES, EN),
        ("bank.yaml", {"decks: Espejo": "decks: Mirror"}, ("file", "bank.yaml", "decks"), BOTH, ()),
        ("bank.yaml", {"espace: espejo": "espace: mirror"}, ("file", "bank.yaml", "namespace"), BOTH, ()),
        ("glossary.yaml", {"en: Text between": "en: Letters"}, ("term", "string", "meaning"), EN, ES),
        ("topics.yaml", {"en: How to m": "en: How to w"}, ("topic", "topics/strings", "about"), EN, ES),
        ("collections.yaml", {"en: Phase q": "en: Phases"}, ("collection", "quizzes", "title"), EN, ES),
        ("study-guide/guide.yaml", {"en: Text\n": "en: T\n"}, ("course", "study-guide 2", "title"), EN, ES),
        (FORMULAS, {"en: the sum\n": "en: a\n"}, ("formula", "f-01", "symbols 1 meaning"), EN, ES),
    ],
)  # fmt: skip
def test_an_edit(
    base: Path,
    data: Path,
    file: str,
    replaced: dict[str, str],
    expected: tuple[str, ...],
    locales: tuple[str, ...],
    stale: tuple[str, ...],
) -> None:
    """Listed with its noun, id, and key, the edited languages, and those that are stale since."""
    for old, new in replaced.items():
        replace_once(data / file, old, new)
    found = changes(base, data)
    ((subject, (edit,)),) = found.edited
    assert (subject.noun, subject.id, *edit) == (*expected, locales, stale)
    assert not (found.added or found.removed)


def test_no_edit(base: Path, data: Path) -> None:
    """Lines may be folded in another way, and a first translation leaves nothing stale."""
    replace_once(data / QUIZ, ENGLISH, "en: >-\n        The average\n        of ten numbers")
    assert not changes(base, data)
    replace_once(data / QUIZ, f"      {SPANISH}\n", "")
    ((_, (edit,)),) = changes(data, base).edited
    assert edit == ("title", ES, ())


@pytest.mark.parametrize("command", ["check", "changes"])
def test_a_base_without_a_bank_is_refused(
    data: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such as the project instead of its folder data/, or a folder that is empty or missing."""
    (data.parent / "empty").mkdir()
    for base in (data.parent, data.parent / "empty", data.parent / "missing"):
        assert main([command, "--base", str(base), "--data", str(data)]) == 2
        assert capsys.readouterr().err == f"No bank in {base}. Use --base with a data/ folder.\n"


def test_the_summary_of_an_edit_in_one_language(base: Path, data: Path) -> None:
    """It names both languages and links to page and line; accepting the id settles it."""
    edit_in_english(data)
    assert [subject.id for subject, _ in changes(base, data).stale()] == [ID]
    said = say(base, data)
    assert "0 added, 0 removed, 1 edited; 1 passage edited in only one language. No problems." in said
    assert "title: edited in English, not in Spanish" in said
    assert f"[{ID}](https://site.test/{PATH}/#{ID})" in said
    assert f"https://github.test/blob/abc/data/{QUIZ}#L" in said
    assert main(["accept", ID, "--data", str(data)]) == 0
    found = changes(base, data)
    assert [edit for one in found.edited for edit in one.edits] == [("title", EN, ())]
    assert not list(found.stale())


def test_added_and_removed(base: Path, data: Path) -> None:
    """As plain text, without links or markup."""
    cut_record(data / "drills" / "chapter-01-facts.yaml", "d-01-01")
    add_question(data, "What does `sum` **do**?")
    found = changes(base, data)
    assert [(one.noun, one.id) for one in found.added] == [("question", "pt-02-09")]
    assert [(one.noun, one.id) for one in found.removed] == [("card", "d-01-01")]
    assert not found.edited
    said = say(base, data, None)
    assert "Added (1)\n- question pt-02-09: What does sum do? (" in said
    assert "Removed (1)\n- card d-01-01: " in said
    assert "](" not in said


def test_an_unreadable_file_does_not_count_as_emptied(base: Path, data: Path) -> None:
    """Its records are neither removed nor edited. The summary says that there is a problem."""
    replace_once(data / "reference/formulas.yaml", "meaning:", "meaning: &")
    replace_once(data / QUIZ, "title:", "title: [")
    assert not changes(base, data)
    said = say(base, data)
    assert "### Problems" in said
    assert "2 problems." in said


def test_a_hostile_title_is_escaped_in_a_summary(base: Path, data: Path) -> None:
    add_question(data, '"]\\\\(//evil) ![x] *q*"')
    html = pyromark.html(say(base, data))
    assert "question pt-02-09: ](//evil) ![x] q (" in html
    assert 'href="//evil' not in html
    assert "<img" not in html


def test_the_base_may_be_older_or_broken(base: Path, project: Path, tmp_path: Path) -> None:
    """Problems of the base don't stop the summary, and aren't blamed on the pull request."""
    old = write_bank(tmp_path / "old" / "data")
    replace_once(old / QUIZ, "questions:", "items:")
    (old / "ledger.yaml").write_text("[", encoding="utf-8")
    (old / "glossary.yaml").write_text("[", encoding="utf-8")
    now = inspect_project(base, base=old)
    assert [one.id for one in find_changes(now).added] == [
        one.item.id for one in now.bank.items() if one.path == PATH
    ]
    assert main(["changes", "--data", str(project / "data"), "--base", str(old)]) == 0


def test_the_command_writes_markdown_with_links_from_the_settings(
    project: Path, base: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """To the site and to the repository that mkdocs.yml names."""
    edit_in_english(project / "data")
    assert main(["changes", "--data", str(project / "data"), "--base", str(base), "--markdown"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("## What this changes · Qué cambia\n\n")
    assert f"({SITE_URL}{PATH}/#{ID})" in said
    assert f"({REPO_URL}/blob/HEAD/data/{QUIZ}#L" in said


def test_a_mistake_elsewhere_does_not_hide_a_stale_passage(base: Path, data: Path) -> None:
    """A bank with faults has no drift from its ledger, so nothing counts as agreed."""
    edit_in_english(data)
    replace_once(data / "quizzes" / "phase-01-arithmetic.yaml", "kind: single", "kind: singel")
    assert (ID, "title") in [(subject.id, edit.name) for subject, edit in changes(base, data).stale()]


def test_a_problem_is_counted_once() -> None:
    """Even if two rules find it."""
    problem = Problem(Place(f"data/{QUIZ}", 3, 5), ID, sentences("a fact."))
    said = "\n".join(Summary(load_small_bank().bank, None).lines(Changes((), (), ()), [problem, problem]))
    assert "Nothing in the bank changed. 1 problem." in said
    assert said.count("a fact.") == 1


def test_a_file_name_that_is_not_unicode_is_linked(base: Path, data: Path) -> None:
    """As its bytes: git and Linux allow any name."""
    (data / "quizzes" / "\udcff.yaml").write_text("", encoding="utf-8")
    assert f"[data/quizzes/\\\\udcff\\.yaml\\:1]({LINKS.files}data/quizzes/%FF.yaml#L1)" in say(base, data)

"""Pull request summary: what was added, removed, edited, renamed, and moved."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pyromark
import pytest

from edits import cut_record, replace_once
from espejo.check.project import inspect_project
from espejo.check.versions import match_records
from espejo.commands.cli import main
from espejo.editing.github.bank_diff import Changes, find_changes
from espejo.editing.github.github_markdown import Links
from espejo.editing.github.summary import Summary
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
    """Rewords a title in English only."""
    replace_once(data / QUIZ, ENGLISH, "en: The mean of ten numbers")


def add_question(data: Path, title: str) -> None:
    """Adds a question, pt-02-09, with this YAML value as its title."""
    with (data / QUIZ).open("a", encoding="utf-8") as file:
        file.write(f'  - id: pt-02-09\n    kind: recall\n    title:\n      en: {title}\n    answer: "`9`"\n')


def changes(base: Path, data: Path) -> Changes:
    return find_changes(inspect_project(data, base=base))


def say(base: Path, data: Path, links: Links | None = LINKS) -> str:
    """The summary as plain text."""
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
    """It lists the record's noun, id, and key, the edited languages, and those that became stale."""
    for old, new in replaced.items():
        replace_once(data / file, old, new)
    found = changes(base, data)
    ((subject, (edit,)),) = found.edited
    assert (subject.noun, subject.id, *edit) == (*expected, locales, stale)
    assert not (found.added or found.removed)


def test_no_edit(base: Path, data: Path) -> None:
    """Rewrapped lines aren't an edit, and a first translation makes nothing stale."""
    replace_once(data / QUIZ, ENGLISH, "en: >-\n        The average\n        of ten numbers")
    assert not changes(base, data)
    replace_once(data / QUIZ, f"      {SPANISH}\n", "")
    ((_, (edit,)),) = changes(data, base).edited
    assert edit == ("title", ES, ())


@pytest.mark.parametrize("command", ["check", "changes"])
def test_a_base_without_a_bank_is_refused(
    data: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The base may be empty, missing, or a project instead of its data/ folder."""
    (data.parent / "empty").mkdir()
    for base in (data.parent, data.parent / "empty", data.parent / "missing"):
        assert main([command, "--base", str(base), "--data", str(data)]) == 2
        assert capsys.readouterr().err == f"No bank in {base}. Use --base with a data/ folder.\n"


def test_the_summary_of_an_edit_in_one_language(base: Path, data: Path) -> None:
    """It names both languages and links to page and line; accepting the id resolves it."""
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
    """Both are listed as plain text, without links or markup."""
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
    """Its records count as neither removed nor edited. The summary mentions a problem."""
    replace_once(data / "reference/formulas.yaml", "meaning:", "meaning: &")
    replace_once(data / QUIZ, "title:", "title: [")
    assert not changes(base, data)
    said = say(base, data)
    assert "### Problems" in said
    assert "Some files cannot be read yet" in said
    assert "Nothing in the bank changed" not in said


def test_a_hostile_title_is_escaped_in_a_summary(base: Path, data: Path) -> None:
    add_question(data, '"]\\\\(//evil) ![x] *q*"')
    html = pyromark.html(say(base, data))
    assert "question pt-02-09: ](//evil) ![x] q (" in html
    assert 'href="//evil' not in html
    assert "<img" not in html


def test_the_base_may_be_older_or_broken(base: Path, project: Path, tmp_path: Path) -> None:
    """Problems in the base don't stop the summary, and aren't blamed on the pull request."""
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
    """Links go to the site and the repository named in mkdocs.yml."""
    edit_in_english(project / "data")
    assert main(["changes", "--data", str(project / "data"), "--base", str(base), "--markdown"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("## What this changes · Qué cambia\n\n")
    assert f"({SITE_URL}{PATH}/#{ID})" in said
    assert f"({REPO_URL}/blob/HEAD/data/{QUIZ}#L" in said


def test_a_mistake_elsewhere_does_not_hide_a_stale_passage(base: Path, data: Path) -> None:
    """A bank with errors can't be compared with its ledger, so no translations count as accepted."""
    edit_in_english(data)
    replace_once(data / "quizzes" / "phase-01-arithmetic.yaml", "kind: single", "kind: singel")
    assert (ID, "title") in [(subject.id, edit.name) for subject, edit in changes(base, data).stale()]


def test_a_problem_is_counted_once() -> None:
    """Two rules that find the same problem don't count it twice."""
    problem = Problem(Place(f"data/{QUIZ}", 3, 5), ID, sentences("a fact."))
    said = "\n".join(Summary(load_small_bank().bank, None).lines(Changes((), (), ()), [problem, problem]))
    assert "Nothing in the bank changed. 1 problem." in said
    assert said.count("a fact.") == 1


def test_a_file_name_that_is_not_unicode_is_linked(base: Path, data: Path) -> None:
    """The link uses its bytes, because git and Linux allow any name."""
    (data / "quizzes" / "\udcff.yaml").write_text("", encoding="utf-8")
    assert f"[data/quizzes/\\\\udcff\\.yaml\\:1]({LINKS.files}data/quizzes/%FF.yaml#L1)" in say(base, data)


ARITHMETIC = "quizzes/phase-01-arithmetic"
COLLECTIONS = "quizzes/phase-02-collections"
SETS = "quizzes/phase-02-sets-and-lists"
FACTS = "drills/chapter-01-facts"


def rename(data: Path, old: str, new: str) -> None:
    (data / f"{old}.yaml").rename(data / f"{new}.yaml")


def move(data: Path, id_: str, old: str, new: str) -> None:
    """Moves a record to the end of another file."""
    record = cut_record(data / f"{old}.yaml", id_)
    with (data / f"{new}.yaml").open("a", encoding="utf-8") as file:
        file.write(record)


def list_renames(found: Changes) -> dict[str, list[tuple[str, str]]]:
    """The old and new names, by kind of rename."""
    return {
        "ids": [(one.old, one.subject.id) for one in found.changed_ids],
        "files": [(one.old, one.subject.id) for one in found.renamed],
        "moved": [(one.old, f"{one.subject.path} {one.subject.id}") for one in found.moved],
    }


def find_id_problems(base: Path, data: Path) -> list[str]:
    return [str(one) for one in inspect_project(data, base=base).problems if "permanent" in one.fact]


@pytest.mark.parametrize(
    ("old", "new", "noun"), [(COLLECTIONS, SETS, "quiz"), (FACTS, "drills/chapter-01-all", "deck")]
)
def test_a_renamed_file(base: Path, data: Path, old: str, new: str, noun: str) -> None:
    """Nothing is added or removed, and its questions haven't moved."""
    rename(data, old, new)
    found = changes(base, data)
    assert list_renames(found) == {"ids": [], "files": [(old, new)], "moved": []}
    assert not (found.added or found.removed or found.edited)
    said = say(base, data, None)
    assert "0 added, 0 removed, 0 edited, 1 renamed;" in said
    assert f"Renamed (1)\n- {noun} {new} (data/{new}.yaml:3), was {old}" in said


def test_edits_in_a_renamed_file(base: Path, data: Path) -> None:
    """The summary shows a new title, an edited question, and a removed question."""
    rename(data, COLLECTIONS, SETS)
    replace_once(data / f"{SETS}.yaml", "en: Lists and sets", "en: Sets and lists")
    replace_once(data / f"{SETS}.yaml", "en: Elements in common", "en: Common elements")
    cut_record(data / f"{SETS}.yaml", "q-02-05")
    found = changes(base, data)
    assert list_renames(found)["files"] == [(COLLECTIONS, SETS)]
    assert [(one.subject.id, one.edits[0].name) for one in found.edited] == [
        (SETS, "subject"),
        ("q-02-02", "title"),
    ]
    assert [one.path for one in (found.edited[0].subject, found.edited[1].subject)] == [COLLECTIONS] * 2
    assert [one.id for one in found.removed] == ["q-02-05"]


def test_a_question_in_another_file_has_moved(base: Path, data: Path) -> None:
    move(data, "q-01-07", ARITHMETIC, COLLECTIONS)
    found = changes(base, data)
    moved = (ARITHMETIC, f"{COLLECTIONS} q-01-07")
    assert list_renames(found) == {"ids": [], "files": [], "moved": [moved]}
    assert not (found.added or found.removed or found.edited)
    line = f"Moved (1)\n- question q-01-07 (data/{COLLECTIONS}.yaml:189): from {ARITHMETIC} to"
    assert line in say(base, data, None)


def test_a_quiz_split_into_two_new_files_is_not_renamed(base: Path, data: Path) -> None:
    numbers = "quizzes/phase-03-numbers"
    head = (data / f"{COLLECTIONS}.yaml").read_text(encoding="utf-8").partition("  - id: ")[0]
    (data / f"{numbers}.yaml").write_text(head, encoding="utf-8")
    move(data, "q-02-07", COLLECTIONS, numbers)
    rename(data, COLLECTIONS, SETS)
    found = changes(base, data)
    assert not found.renamed
    assert [one.id for one in found.removed] == [COLLECTIONS]
    assert len(found.moved) == 7


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (ARITHMETIC, "q-01-05", "q-01-25"),
        (FACTS, "d-01-03", "d-01-23"),
        ("reference/formulas", "f-02", "f-22"),
        ("reference/patterns", "p-01", "p-21"),
    ],
)
def test_a_changed_id_is_a_problem(base: Path, data: Path, file: str, old: str, new: str) -> None:
    """It isn't reported as one record removed and another added, and accepting it doesn't help."""
    replace_once(data / f"{file}.yaml", f"- id: {old}", f"- id: {new}")
    found = changes(base, data)
    assert list_renames(found)["ids"] == [(old, new)]
    assert not (found.added or found.removed)
    (said,) = find_id_problems(base, data)
    assert said.endswith(f"{new}: the id {old} became {new}. Ids are permanent: restore it with 'id: {old}'.")
    assert said.startswith(f"data/{file}.yaml:")
    assert f"Changed ids (1)\n- the id {old} became {new} (data/{file}.yaml:" in say(base, data, None)
    is_cited = old in ("d-01-03", "p-01")
    assert main(["accept", "--data", str(data)]) == is_cited
    assert len(find_id_problems(base, data)) == 1
    assert not [one for one in inspect_project(data, base=base).problems if one.owner == old]


def test_an_id_that_changes_with_some_text_and_the_file_is_still_noticed(base: Path, data: Path) -> None:
    file = data / f"{ARITHMETIC}.yaml"
    replace_once(file, "id: q-01-04", "id: q-02-24")
    replace_once(file, "en: How do you find the average", "en: How is the average found")
    replace_once(file, "en: The sum of the numbers.", "en: Their sum.")
    move(data, "q-02-24", ARITHMETIC, COLLECTIONS)
    found = changes(base, data)
    assert list_renames(found) == {
        "ids": [("q-01-04", "q-02-24")],
        "files": [],
        "moved": [(ARITHMETIC, f"{COLLECTIONS} q-02-24")],
    }
    assert [one.subject.id for one in found.edited] == ["q-02-24"]
    assert len(find_id_problems(base, data)) == 1


def test_a_card_with_another_text_is_a_new_one(base: Path, data: Path) -> None:
    cut_record(data / f"{FACTS}.yaml", "d-01-04")
    with (data / f"{FACTS}.yaml").open("a", encoding="utf-8") as file:
        file.write('  - id: d-01-24\n    front: {en: What is two?, es: ¿Cuánto es dos?}\n    back: "`2`"\n')
    found = changes(base, data)
    assert [one.id for one in found.added] == ["d-01-24"]
    assert [one.id for one in found.removed] == ["d-01-04"]
    assert not find_id_problems(base, data)


def test_records_are_matched_in_linear_time() -> None:
    """A passage shared by very many records is ignored, because it identifies none of them."""

    class Counting(Counter[str]):
        steps = 0

        def total(self) -> int:
            Counting.steps += 1
            return super().total()

    def count(number: int) -> int:
        Counting.steps = 0
        gone = {f"a{one}": Counting({"shared": 30, f"old {one}": 30}) for one in range(number)}
        new = {f"b{one}": Counting({"shared": 30, f"new {one}": 30}) for one in range(number)}
        assert match_records(gone, new) == {}
        return Counting.steps

    assert count(300) <= 10 * count(30)


def test_two_records_never_become_the_same() -> None:
    """The first of two identical records gets the new id."""
    same = Counter({"a text": 6})
    assert match_records({"a": same, "b": same}, {"c": same}) == {"a": "c"}
    assert match_records({"a": same}, {"b": same, "c": same}) == {"a": "b"}
    assert match_records({"a": Counter({"a text": 6, "more": 4})}, {"b": same}) == {}

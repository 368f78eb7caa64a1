"""The summary of a pull request: it lists what changed in the bank and nothing else, as plain text."""

from __future__ import annotations

from pathlib import Path

import pyromark
import pytest

from edits import cut_record, replace_once
from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.editing.github.changes import Changes, find_changes
from espejo.editing.github.summary import Summary
from espejo.editing.github.summary_writer import Links
from espejo.markdown.escape import escape_markdown
from espejo.messages.message import sentences
from espejo.model.problems import Place, Problem
from small_bank import REPO_URL, SITE_URL, write_bank

PATH = "study-guide/quiz-02-averages"
QUIZ = f"{PATH}.yaml"
ID = "pt-02-02"
ENGLISH, SPANISH = "en: The average of ten numbers", "es: El promedio de diez números"
LINKS = Links("https://site.test/", "https://forge.test/blob/abc/")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the bank before the pull request, which no test changes."""
    return write_bank(tmp_path_factory.mktemp("base") / "data")


def edit_in_english(data: Path) -> None:
    """Rewords a title in English alone."""
    replace_once(data / QUIZ, ENGLISH, "en: The mean of ten numbers")


def add_question(data: Path, title: str) -> None:
    """Adds a question, pt-02-09, whose title is a value in YAML."""
    with (data / QUIZ).open("a", encoding="utf-8") as file:
        file.write(f"""\
  - id: pt-02-09
    kind: recall
    title:
      en: {title}
    answer: "`9`"
""")


def changes(base: Path, data: Path) -> Changes:
    return find_changes(inspect_project(data, base=base))


def edits(found: Changes) -> list[tuple[str, str, tuple[str, ...], tuple[str, ...]]]:
    """Each edit: the id, the key, the languages that were edited and those that are stale since."""
    return [(one.subject.id, *edit) for one in found.edited for edit in one.edits]


def say(base: Path, data: Path, links: Links | None = LINKS) -> str:
    """The summary as text."""
    loaded = inspect_project(data, base=base)
    summary = Summary(loaded.bank, links)
    return "\n".join(summary.lines(find_changes(loaded), loaded.faults))


def test_nothing_changed(base: Path, data: Path) -> None:
    """An unchanged bank has an empty summary that says so."""
    assert not changes(base, data)
    assert "Nothing in the bank changed. No problems." in say(base, data)


def test_how_lines_are_folded_is_no_change(base: Path, data: Path) -> None:
    """The same passage may be written in another YAML style."""
    replace_once(data / QUIZ, ENGLISH, "en: >-\n        The average\n        of ten numbers")
    assert not changes(base, data)


def test_indentation_inside_code_is_a_change(base: Path, data: Path) -> None:
    """Spaces mean something in a listing."""
    patterns = data / "reference" / "patterns.yaml"
    replace_once(patterns, "```python\n        def count", "```python\n          def count")
    assert [(id_, name) for id_, name, *_ in edits(changes(base, data))] == [("p-01", "code")]


def test_indentation_inside_a_proof_is_a_change(base: Path, data: Path) -> None:
    """A proof is compared as it is written, and not as Markdown, to which the spaces would mean nothing."""
    text = (data / QUIZ).read_text(encoding="utf-8")
    body = "            values = [9, 1, 5]\n            assert "
    assert body in text
    (data / QUIZ).write_text(text.replace(body, body.replace(" " * 12, " " * 14)), encoding="utf-8")
    assert [(id_, name) for id_, name, *_ in edits(changes(base, data))] == [("pt-02-01", "proof program")]


@pytest.mark.parametrize("command", ["check", "changes"])
def test_a_base_that_is_no_bank_is_refused(
    data: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such as the project instead of its folder data/, or a folder that is empty or missing."""
    (data.parent / "empty").mkdir()
    for base in (data.parent, data.parent / "empty", data.parent / "missing"):
        assert main([command, "--base", str(base), "--data", str(data)]) == 2
        assert capsys.readouterr().err == f"No bank in {base}. Use --base with a data/ folder.\n"


def test_an_edit_in_one_language_leaves_the_other_stale(base: Path, data: Path) -> None:
    """The summary names both languages, with links to the page and to the line of the file."""
    edit_in_english(data)
    found = changes(base, data)
    assert edits(found) == [(ID, "title", ("en",), ("es",))]
    assert [subject.id for subject, _ in found.stale()] == [ID]
    said = say(base, data)
    assert "0 added, 0 removed, 1 edited; 1 passage edited in only one language. No problems." in said
    assert "title: edited in English, not in Spanish" in said
    assert f"[{ID}](https://site.test/{PATH}/#{ID})" in said
    assert f"https://forge.test/blob/abc/data/{QUIZ}#L" in said


def test_an_edit_that_was_accepted_by_its_id_leaves_nothing_stale(base: Path, data: Path) -> None:
    """Somebody has said that the languages still agree, as after a typo."""
    edit_in_english(data)
    assert main(["accept", ID, "--data", str(data)]) == 0
    found = changes(base, data)
    assert edits(found) == [(ID, "title", ("en",), ())]
    assert not list(found.stale())


def test_an_edit_in_both_languages_leaves_nothing_stale(base: Path, data: Path) -> None:
    """It is one edit, in both."""
    edit_in_english(data)
    replace_once(data / QUIZ, SPANISH, "es: La media de diez números")
    found = changes(base, data)
    assert edits(found) == [(ID, "title", ("en", "es"), ())]
    assert not list(found.stale())


def test_a_translation_that_is_added_or_deleted_leaves_nothing_stale(base: Path, data: Path) -> None:
    """It is an edit of that language, and the other one still says what it said."""
    replace_once(data / QUIZ, f"      {SPANISH}\n", "")
    assert edits(changes(base, data)) == [(ID, "title", ("es",), ())]
    added = find_changes(inspect_project(base, base=data))
    assert edits(added) == [(ID, "title", ("es",), ())]


def test_another_right_choice_is_an_edit_in_every_language(base: Path, data: Path) -> None:
    """What is no text is the same in all languages."""
    replace_once(data / QUIZ, "        correct: true\n", "")
    ((id_, name, edited, stale),) = edits(changes(base, data))
    assert (id_, name) == (ID, "choices 2 correct")
    assert (edited, stale) == (("en", "es"), ())


def test_added_and_removed(base: Path, data: Path) -> None:
    """Without links there are none."""
    cut_record(data / "drills" / "chapter-01-facts.yaml", "d-01-01")
    add_question(data, "Which number is the square of three?")
    found = changes(base, data)
    assert [(one.noun, one.id) for one in found.added] == [("question", "pt-02-09")]
    assert [(one.noun, one.id) for one in found.removed] == [("card", "d-01-01")]
    assert not found.edited
    said = say(base, data, None)
    assert "Added (1)\n- question pt-02-09: " in said
    assert "Removed (1)\n- card d-01-01: " in said
    assert "](" not in said


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("locales/es.yaml", 'home: "home-es"', 'home: "Portada"', ("language", "es", "words home")),
        ("bank.yaml", "es: site-es", "es: sitio", ("file", "bank.yaml", "name")),
        ("bank.yaml", "decks: Espejo", "decks: Mirror", ("file", "bank.yaml", "decks")),
        ("bank.yaml", "namespace: espejo", "namespace: mirror", ("file", "bank.yaml", "namespace")),
        ("glossary.yaml", "en: Text between", "en: Letters between", ("term", "string", "meaning")),
        ("topics.yaml", "en: How to measure", "en: How to weigh", ("topic", "topics/strings", "about")),
        ("collections.yaml", "en: Phase quizzes", "en: Phases", ("collection", "quizzes", "title")),
        ("study-guide/guide.yaml", "en: Text\n", "en: Strings\n", ("course", "study-guide 2", "title")),
        (
            "reference/formulas.yaml",
            "en: the sum\n",
            "en: the total\n",
            ("formula", "f-01", "symbols 1 meaning"),
        ),
    ],
)
def test_every_kind_of_file_counts(
    base: Path, data: Path, file: str, old: str, new: str, expected: tuple[str, str, str]
) -> None:
    """An edit of any record is listed, with its noun, its id and its key."""
    replace_once(data / file, old, new)
    (one,) = changes(base, data).edited
    assert [(one.subject.noun, one.subject.id, edit.name) for edit in one.edits] == [expected]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("reference/formulas.yaml", "meaning:", "meaning: &"), (QUIZ, "title:", "title: [")],
    ids=["formulas", "quiz"],
)
def test_a_file_that_cannot_be_read_does_not_count_as_emptied(
    base: Path, data: Path, file: str, old: str, new: str
) -> None:
    """Its records are neither removed nor edited. The summary says that there is a problem."""
    replace_once(data / file, old, new)
    assert not changes(base, data)
    said = say(base, data)
    assert "### Problems" in said
    assert "1 problem." in said


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
    """No Markdown, HTML, link or mention in it takes effect."""
    html = pyromark.html(f"- {escape_markdown(evil)}", options=pyromark.Options.ENABLE_TABLES)
    assert html.count("<") == 4, html  # a list and its item, opened and closed
    assert "https://" not in escape_markdown(evil)
    assert "www." not in escape_markdown(evil)


def test_an_evil_title_is_shown_as_it_is_written(base: Path, data: Path) -> None:
    """In a summary as a whole, which has links and headings of its own."""
    add_question(data, '"]\\\\(//evil) ![x] *q*"')
    html = pyromark.html(say(base, data))
    assert "question pt-02-09: ](//evil) ![x] q (" in html
    assert 'href="//evil' not in html
    assert "<img" not in html


def test_a_bank_of_an_older_form_can_be_the_base(base: Path, project: Path, tmp_path: Path) -> None:
    """Nothing that is wrong with the base stops the summary, or is said of the pull request."""
    old = write_bank(tmp_path / "old" / "data")
    replace_once(old / QUIZ, "questions:", "items:")
    (old / "ledger.yaml").write_text("[", encoding="utf-8")
    (old / "glossary.yaml").write_text("[", encoding="utf-8")
    now = inspect_project(base, base=old)
    assert [one.id for one in find_changes(now).added] == [
        one.item.id for one in now.bank.items() if one.path == PATH
    ]
    assert main(["changes", "--data", str(project / "data"), "--base", str(old)]) == 0


def test_the_command_writes_markdown_with_the_links_of_the_settings(
    project: Path, base: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """To the site and to the repository that mkdocs.yml names."""
    edit_in_english(project / "data")
    command = ["changes", "--data", str(project / "data"), "--base", str(base), "--markdown"]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert said.startswith("## What this changes · Qué cambia\n\n")
    assert f"({SITE_URL}{PATH}/#{ID})" in said
    assert f"({REPO_URL}/blob/HEAD/data/{QUIZ}#L" in said


def test_a_mistake_elsewhere_does_not_hide_a_stale_passage(base: Path, data: Path) -> None:
    """A bank with faults has no drift from its ledger, so nothing counts as agreed."""
    edit_in_english(data)
    replace_once(data / "quizzes" / "phase-01-arithmetic.yaml", "kind: single", "kind: singel")
    assert (ID, "title", ("en",), ("es",)) in edits(changes(base, data))


def test_a_problem_is_counted_once(data: Path) -> None:
    """As often as it is listed, also if two rules find it."""
    problem = Problem(Place(f"data/{QUIZ}", 3, 5), ID, sentences("a fact."))
    summary = Summary(inspect_project(data).bank, None)
    said = "\n".join(summary.lines(Changes((), (), ()), [problem, problem]))
    assert "Nothing in the bank changed. 1 problem." in said
    assert said.count("a fact.") == 1


def test_a_file_name_that_is_not_unicode_is_linked(base: Path, data: Path) -> None:
    """As its bytes: git and Linux take any name."""
    (data / "quizzes" / "\udcff.yaml").write_text("", encoding="utf-8")
    assert f"[data/quizzes/\\\\udcff\\.yaml\\:1]({LINKS.files}data/quizzes/%FF.yaml#L1)" in say(
        base, data, LINKS
    )


def test_a_summary_is_never_too_long_for_the_forge(data: Path) -> None:
    """However long the names of files are: over a megabyte, the forge would show nothing at all."""
    files = ["data/" + "\x01" * 4000 + str(number) for number in range(300)]
    problems = [Problem(Place(file, 1, 1), file, sentences(file)) for file in files]
    lines = list(Summary(inspect_project(data).bank, LINKS).lines(Changes((), (), ()), problems))
    listed = [line for line in lines if line.startswith("- [")]
    assert lines[-1] == f"- and {300 - len(listed)} more"
    assert listed
    assert len("\n".join(lines).encode()) < 200_000


def test_a_title_is_listed_without_its_markup(base: Path, data: Path) -> None:
    """As a reader sees it."""
    add_question(data, "What does `sum` **do**?")
    assert "question pt-02-09: What does sum do? (" in say(base, data, None)

"""Partial rebuilds while serving: after any edit, the pages match a build from scratch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from edits import cut_record, replace_once
from espejo.check.project import inspect_project
from espejo.model.addresses import text_path
from espejo.rendering.downloads import write_size
from fuzz.live_edits import Campaign
from live_builds import LiveBuilds, find_differences, read_state, write_state
from small_bank import accept_changes, copy_project

Edit = Callable[[Path], object]
"""A function that edits a project."""

NUMBERS, LETTERS = "data/quizzes/phase-01-arithmetic.yaml", "data/quizzes/phase-02-collections.yaml"
STRINGS = "data/study-guide/quiz-03-strings.yaml"
GUIDE, CARDS = "data/study-guide/quiz-01-division.yaml", "data/drills/chapter-01-facts.yaml"
DECK = "drills/chapter-01-facts"


def replacing(file: str, old: str, new: str) -> Edit:
    return lambda project: replace_once(project / file, old, new)


def edit_and_accept(project: Path) -> None:
    """Edit a text, and accept the change in the ledger."""
    EDITS["a reason"](project)
    ledger = accept_changes(inspect_project(project / "data"))
    (project / "data/ledger.yaml").write_text(ledger, encoding="utf-8")


def mark_another_choice(project: Path) -> None:
    quiz, twelve, three = project / NUMBERS, "en: It shows twelve.\n", "en: It shows three.\n"
    replace_once(quiz, f"{twelve}        correct: true\n", twelve)
    replace_once(quiz, three, f"{three}        correct: true\n")


def add_question(project: Path) -> None:
    quiz = project / LETTERS
    text = "{en: 'How many?', es: '¿Cuántos?'}"
    question = f"  - id: q-02-30\n    kind: recall\n    title: {text}\n    answer: {text}\n"
    quiz.write_text(f"{quiz.read_text(encoding='utf-8').rstrip()}\n{question}", encoding="utf-8")


def add_quiz(project: Path) -> None:
    text = (project / LETTERS).read_text(encoding="utf-8")
    new = project / "data/quizzes/phase-09-new.yaml"
    new.write_text(text.replace("q-02-", "q-09-").replace("en: Phase 2", "en: Phase 9"), encoding="utf-8")


def move_question(project: Path) -> None:
    """Move a question to another quiz: its old page links to the new place."""
    record = cut_record(project / NUMBERS, "q-01-02")
    with (project / LETTERS).open("a", encoding="utf-8") as quiz:
        quiz.write(record)


def write_pdf(project: Path) -> None:
    pdf = project / ".cache/pdf/study-guide.en.pdf"
    pdf.parent.mkdir(parents=True)
    pdf.write_bytes(b"%PDF " + bytes(3000))


EDITS: dict[str, Edit] = {
    "a reason": replacing(NUMBERS, "en: That is the quotient, `7 // 3`.", "en: It is the quotient."),
    "a formula with other characters": replacing(NUMBERS, "$3 \\cdot 3$", "$3 \\otimes \\aleph$"),
    "a long answer": replacing(NUMBERS, "`%` gives the **remainder**", f"{'Many words. ' * 300}It gives"),
    "a card": replacing(CARDS, "it counts characters", "it counts letters"),
    "the heading of a question": replacing(LETTERS, "title:\n      en: ", "title:\n      en: Well, "),
    "a heading that another quiz refers to": replacing(STRINGS, "en: Which strings", "en: What strings"),
    "the title of a quiz": replacing(NUMBERS, "en: Phase 1", "en: Stage 1"),
    "its subject": replacing(NUMBERS, "es: Números enteros", "es: Los enteros"),
    "its focus": replacing(NUMBERS, "en: What divides what", "en: Which number divides what"),
    "its topics": replacing(CARDS, "  - division\n  - strings\n", "  - strings\n  - division\n"),
    "what to take before it": replacing(
        LETTERS, "topics:\n", "prerequisites: [drills/chapter-01-facts]\ntopics:\n"
    ),
    "the topic of a question": replacing(NUMBERS, "topics: [division]", "topics: [sets]"),
    "its level": replacing(NUMBERS, "level: 1", "level: 3"),
    "its answer": mark_another_choice,
    "its proof": replacing(GUIDE, "range(1, 31)", "range(1, 61)"),
    "its figure": replacing(NUMBERS, "    figure: remainder\n    figure_with: answer\n", ""),
    "a comment": replacing(NUMBERS, "title:\n", "# Another line.\n\ntitle:\n"),
    "a new question": add_question,
    "a question in another quiz": move_question,
    "a new quiz": add_quiz,
    "a figure": replacing("data/figures/remainder.yaml", "es: sobra", "es: queda"),
    "a term": replacing("data/glossary.yaml", "es: cadena", "es: texto"),
    "a word of the interface": replacing("data/locales/es.yaml", '"take_title-es"', '"Llévatelo"'),
    "the ledger after another edit": edit_and_accept,
    "the address of the site": replacing("mkdocs.yml", "https://espejo.test/", "https://other.test/below/"),
    "the branch to edit": replacing("mkdocs.yml", "edit/main/", "edit/next/"),
    "nothing that is kept": replacing("mkdocs.yml", "offline: true", "offline: false"),
    "addresses that end in .html": replacing("mkdocs.yml", "docs_dir: docs", "use_directory_urls: false"),
    "a PDF": write_pdf,
    "a page written by hand": lambda project: (project / "docs/you/log.md").unlink(),
}


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> LiveBuilds:
    """Build a project, to be rebuilt after each edit; tests of this module share it."""
    folder = tmp_path_factory.mktemp("live")
    builds = LiveBuilds(copy_project(folder / "project"), folder / "output")
    builds.build()
    return builds


def check(builds: LiveBuilds) -> None:
    """Build, and compare with a build from scratch."""
    served = builds.build()
    assert find_differences(served, builds.build_from_nothing()) == []


@contextmanager
def editing(builds: LiveBuilds, edit: Edit) -> Iterator[None]:
    """Edit a project, and undo the edit at the end."""
    before = read_state(builds.project)
    edit(builds.project)
    assert read_state(builds.project) != before
    try:
        yield
    finally:
        write_state(builds.project, before)


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_shows_what_a_build_from_nothing_shows(live: LiveBuilds, name: str) -> None:
    """This is also true after the edit is undone."""
    with editing(live, EDITS[name]):
        check(live)
    check(live)


@pytest.mark.parametrize("name", ["a reason", "a card", "its answer", "a comment"])
def test_an_edit_of_a_text_renders_only_the_pages_that_show_it(live: LiveBuilds, name: str) -> None:
    """Pages made from the whole bank are rendered too. Otherwise, edits in a large bank would be slow."""
    live.build()
    with editing(live, EDITS[name]):
        served = live.build()
    own = DECK if name == "a card" else "quizzes/phase-01-arithmetic"
    kept = {path for path, _ in live.kept}
    assert own in {path for path, _ in served} - kept
    assert {"study-guide/quiz-03-strings", "study-guide", "reference/formulas", "search"} <= kept
    assert len(live.kept) > len(served) / 3


def test_without_an_edit_only_pages_of_the_whole_bank_are_rendered_again(live: LiveBuilds) -> None:
    """This is what happens after edits outside the bank, such as in a hand-written page."""
    live.build()
    served = live.build()
    assert {path for path, _ in served.keys() - live.kept.keys()} <= {
        *("topics", "glossary", "practice", "review", "proofs", "corrections", "downloads", "offline"),
        *("status", "status/drills", "status/quizzes", "status/study-guide"),
    }


def test_the_download_of_a_new_quiz_is_there(live: LiveBuilds) -> None:
    """Other downloads stay as they were when serving started."""
    with editing(live, add_quiz):
        served = live.build()
    size = (live.output / text_path("es", "quizzes", "phase-09-new")).stat().st_size
    assert f"{write_size(size)}<" in served["quizzes/phase-09-new", "es"]


def test_a_campaign_of_random_edits_finds_no_difference(tmp_path: Path) -> None:
    """A sample of the campaign that `make fuzz` runs, with a fixed seed."""
    campaign = Campaign(tmp_path, 17)
    for _ in range(12):
        campaign.run_round()
    assert campaign.done["kept"] > 2

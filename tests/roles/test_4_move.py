"""Scenario 4: rename, split, join, and retire. Ids, notes, proofs, and old addresses are kept."""

from __future__ import annotations

import shutil
from pathlib import Path

from conftest import Open, build
from espejo.check.project import Inspection
from roles.facts import list_first_notes, list_notes, list_proven, list_stale, read_section
from roles.steps import GitHub, Person, PullRequest
from site_server import serve
from small_bank import copy_project, load_small_bank

ARITHMETIC, COLLECTIONS = "quizzes/phase-01-arithmetic", "quizzes/phase-02-collections"
NUMBERS, CLOCKS = "quizzes/phase-01-numbers", "quizzes/phase-03-clocks"
GUIDED = "study-guide/quiz-01-division"
FOLLOWS = "What follows after the merge, without anybody's help"

CLOCKS_HEAD = """\
title: {en: Phase 3 — Clocks, es: Fase 3 — Relojes}
subject: {en: Clocks, es: Relojes}
focus: {en: Numbers that begin again., es: Números que vuelven a empezar.}
topics: [division]
questions:
"""


def merge(github: GitHub, request: PullRequest, *, gone: tuple[str, ...] = ()) -> Inspection:
    """Merge a request that passes. Nothing goes stale, and all notes, proofs, and decks but `gone` stay."""
    assert request.is_green, request.check.said
    github.merge(request)
    first, after = load_small_bank(), github.inspect()
    assert list_stale(after) == set()
    kept = {guid for guid in list_first_notes() if guid.rpartition("/")[2] not in gone}
    assert list_notes(after).keys() == kept
    assert list_proven(after) == {id_: one for id_, one in list_proven(first).items() if id_ not in gone}
    assert after.bank.ledger.names.items() >= first.bank.ledger.names.items()
    return after


def split(person: Person) -> None:
    """Move two questions into a new file by cut and paste."""
    records = [person.cut(f"{ARITHMETIC}.yaml", id_) for id_ in ("q-01-06", "q-01-07")]
    person.write(f"{CLOCKS}.yaml", CLOCKS_HEAD + "".join(records))


def test_rename_a_quiz(github: GitHub) -> None:
    """The summary reports a rename, and the Anki deck keeps its name."""
    person = github.person("rename")
    person.rename(f"{ARITHMETIC}.yaml", f"{NUMBERS}.yaml")
    request = person.propose("A better name")
    assert f"{NUMBERS}.yaml:3" in read_section(request.summary, "Renamed (1)")
    assert f"was {ARITHMETIC}" in read_section(request.summary, "Renamed (1)")
    follows = read_section(request.summary, FOLLOWS)
    assert f"q-01-07: moves from {ARITHMETIC} to {NUMBERS}, and its old address leads there." in follows
    assert "change" not in follows, "nobody has edited anything"
    after = merge(github, request)
    assert list_notes(after) == list_first_notes()
    assert after.moves.pages == {ARITHMETIC: NUMBERS}


def test_rename_a_quiz_of_a_guide(github: GitHub) -> None:
    """After a rename in the web editor, the check reports the guide's old name; the command fixes it."""
    person = github.person("rename")
    person.rename(f"{GUIDED}.yaml", "study-guide/quiz-01-quotients.yaml")
    request = person.propose("A better name")
    assert not request.is_green
    assert "data/study-guide/guide.yaml" in read_section(request.summary, "Problems")
    assert "quiz-01-division" in read_section(request.summary, "Problems")
    person.replace("study-guide/guide.yaml", "- quiz-01-division\n", "- quiz-01-quotients\n")
    merge(github, person.propose("Name it in the guide"))
    other = github.person("back")
    other.espejo("rename", "quiz-01-quotients", "quiz-01-division")
    after = merge(github, other.propose("The old name was better"))
    assert after.moves.pages == {"study-guide/quiz-01-quotients": GUIDED}


def test_split_a_quiz(github: GitHub) -> None:
    """Two questions move into a new quiz, and their notes into its deck."""
    person = github.person("split")
    split(person)
    request = person.propose("A quiz of its own for clocks")
    moved = read_section(request.summary, "Moved (2)")
    assert f"from {ARITHMETIC} to {CLOCKS}" in moved
    assert f"quiz {CLOCKS}: Phase 3 — Clocks" in read_section(request.summary, "Added (1)")
    after = merge(github, request)
    assert after.moves.items[ARITHMETIC] == {"q-01-06": CLOCKS, "q-01-07": CLOCKS}
    assert list_notes(after)["espejo/en/q-01-07"] == ("Espejo · English", "Phase quizzes", "03 Clocks")


def test_join_two_quizzes(github: GitHub) -> None:
    """One quiz absorbs the other, and redirects to the absorbed quiz are updated."""
    person = github.person("join")
    text = (person.data / f"{COLLECTIONS}.yaml").read_text(encoding="utf-8")
    person.append(f"{ARITHMETIC}.yaml", text.partition("questions:\n")[2])
    (person.data / f"{COLLECTIONS}.yaml").unlink()
    request = person.propose("One quiz is enough")
    assert len(read_section(request.summary, "Moved (7)").strip().splitlines()) == 7
    after = merge(github, request)
    assert after.moves.pages == {COLLECTIONS: ARITHMETIC}
    assert after.moves.items[COLLECTIONS]["q-02-01"] == ARITHMETIC


def test_retire_and_use_the_id_again(github: GitHub) -> None:
    """A deleted card's id is retired after the merge, and later rejected."""
    person = github.person("retire")
    card = person.cut("drills/chapter-01-facts.yaml", "d-01-04")
    request = person.propose("Nobody needs this card")
    will = "d-01-04: removed. Its id retires for good, and learners keep the cards that they have."
    assert will in read_section(request.summary, FOLLOWS)
    after = merge(github, request, gone=("d-01-04",))
    assert "d-01-04" in after.bank.ledger.retired
    later = github.person("again")
    later.append("drills/chapter-01-facts.yaml", card)
    request = later.propose("A card about braces")
    assert not request.is_green
    assert "d-01-04: the id is retired. Use the next free one: d-01-05" in request.summary
    later.replace("drills/chapter-01-facts.yaml", "id: d-01-04", "id: d-01-05")
    github.merge(later.propose_green("Another id"))


def test_old_addresses_lead_to_the_moved_questions(github: GitHub, tmp_path: Path, visit: Open) -> None:
    """A browser follows them after a split and a rename, on the site built from main."""
    person = github.person("split")
    split(person)
    person.rename(f"{ARITHMETIC}.yaml", f"{NUMBERS}.yaml")
    person.rename(f"{COLLECTIONS}.yaml", "quizzes/phase-02-containers.yaml")
    github.merge(person.propose("Two quizzes from one"))
    project = copy_project(tmp_path / "project")
    shutil.rmtree(project / "data")
    shutil.copytree(github.published / "data", project / "data")
    done = build(project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "The ledger is behind" not in done.stdout + done.stderr
    with serve(project / "site") as server:
        page = visit("/", at=server.address)
        for old, new in {
            f"{ARITHMETIC}/": f"{NUMBERS}/",
            f"{ARITHMETIC}/#q-01-01": f"{NUMBERS}/#q-01-01",
            f"{ARITHMETIC}/#q-01-06": f"{CLOCKS}/#q-01-06",
            "quizzes/phase-02-sets/#q-02-01": "quizzes/phase-02-containers/#q-02-01",
        }.items():
            page.goto(f"{server.address}/es/{old}")
            page.wait_for_url(f"{server.address}/es/{new}")
        page.context.close()  # before the server, so that no request is pending

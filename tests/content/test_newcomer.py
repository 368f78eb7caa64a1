"""Newcomer's day: a contributor adds one of everything to a copy of the project, and all tests pass.

The check, the strict build, and the tests of the published bank pass in the copy. The other tests needn't run
there: tests/support/guard.py keeps tests outside tests/content from reading the published bank, so no
addition to it can change their results.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Container, Iterable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import product
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple, get_args

import pytest
import yaml

from bench.banks import copy_published
from conftest import build
from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.model.bank import Bank
from espejo.model.collection import Collection, Placed
from espejo.model.quiz import Card, Deck, KindName, Question, Quiz
from espejo.model.text import DRAFT
from project import ROOT
from sharing import make_once

TOPIC = "written-by-a-newcomer"
WRITTEN = {"en": "Written by a newcomer", "es": "Escrito por alguien que empieza"}
ADDED = {"en": "Read it again.", "es": "Vuelve a leerlo."}


class Day(NamedTuple):
    """The edited project, each new id with the path of its page, and the ids that were edited."""

    project: Path
    paths: dict[str, str]
    edited_alone: str
    edited_both: str

    @property
    def data(self) -> Path:
        return self.project / "data"


@pytest.fixture(scope="module")
def day(shared: Path) -> Day:
    """The project after a newcomer's day, made once per test run; tests only read it."""

    def make(folder: Path) -> None:
        done = spend_day(copy_with_tests(folder / "project"))
        (folder / "day.json").write_text(json.dumps(done._asdict(), default=str), encoding="utf-8")

    folder = make_once(shared, "newcomer", make)
    found = json.loads((folder / "day.json").read_text(encoding="utf-8"))
    return Day(**{**found, "project": folder / "project"})


def spend_day(project: Path) -> Day:
    """Add or edit everything that a contributor may, starting from `espejo new`, and accept it."""
    data = project / "data"
    inspection = inspect_project(data)
    before = inspection.bank
    stale = {one.id for one in inspection.stale}
    alone = find_answer(project, before, skip=stale)
    edit(project, alone, [min(before.locales)])
    both = find_answer(project, before, skip={*stale, alone.id})
    edit(project, both, before.locales)
    add_topic(data)
    add_items(data, before)
    for collection in before.collections:
        add_file(data, collection)
    new = list(find_new(data, before))
    name_topic(project, next(one.item for one in reversed(new) if isinstance(one.item, Question)))
    status, said = espejo("accept", data)
    assert status == 0, said
    return Day(project, {one.item.id: one.path for one in new}, alone.id, both.id)


def copy_with_tests(target: Path) -> Path:
    """Copy the published project, with everything that the tests of the published bank need."""
    copy_published(target)
    for path in (ROOT / "pyproject.toml", *ROOT.glob("*.md")):
        shutil.copy(path, target)
    only = shutil.ignore_patterns("__pycache__", "test_*.py", "bank", "cases")
    shutil.copytree(ROOT / "tests", target / "tests", ignore=only)
    for path in (ROOT / "tests" / "content").glob("test_*.py"):
        shutil.copy(path, target / "tests" / "content")
    return target


def espejo(command: str, data: Path, *words: str) -> tuple[int, str]:
    """Run the command; returns its exit status and output."""
    with redirect_stdout(StringIO()) as said:
        status = main([*command.split(), *words, "--data", str(data)])
    return status, said.getvalue()


def find_new(data: Path, before: Bank) -> Iterator[Placed]:
    """Return what a bank has gained."""
    known = {asked.item.id for asked in before.items()}
    return (asked for asked in inspect_project(data).bank.items() if asked.item.id not in known)


def add_file(data: Path, collection: Collection) -> None:
    """Add a quiz or a deck with the next free number."""
    numbers = [int(found[1]) for slug in collection.units if (found := re.search(r"-(\d\d)-", slug))]
    noun = "deck" if collection.holds == "decks" else "quiz"
    begin(data, noun, f"{collection.folder}/newcomer-{max(numbers, default=0) + 1:02}-first-day")


def add_items(data: Path, bank: Bank) -> None:
    """Add a question of each kind, one in each single language, and a card."""
    quiz = next(f"{one.folder}/{slug}" for one, slug, unit in bank.units() if isinstance(unit, Quiz))
    deck = next(f"{one.folder}/{slug}" for one, slug, unit in bank.units() if isinstance(unit, Deck))
    for kind in get_args(KindName):
        begin(data, "question", quiz, "--kind", kind)
    for locale in bank.locales:
        begin(data, "question", quiz, "--in", locale)
    begin(data, "card", deck)


def begin(data: Path, noun: str, where: str, *options: str) -> None:
    """Start something with `espejo new`, and fill in its placeholders."""
    status, said = espejo(f"new {noun}", data, where, *options)
    assert status == 0, said
    path = data / f"{where}.yaml"
    codes = {locale: map("".join, product(ascii_uppercase, repeat=2)) for locale in WRITTEN}

    def write(found: re.Match[str]) -> str:
        return f"{found[1]}{WRITTEN[found[2]]}, {next(codes[found[2]])}."

    draft = rf"^( *(?:- )?(\w+): )'?{re.escape(DRAFT)}.*$"
    text = re.sub(draft, write, path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert DRAFT not in text
    path.write_text(text, encoding="utf-8")


def add_topic(data: Path) -> None:
    said = "".join(f"      {locale}: {passage}.\n" for locale, passage in WRITTEN.items())
    with (data / "topics.yaml").open("a", encoding="utf-8") as file:
        file.write(f"  - id: {TOPIC}\n    title:\n{said}    about:\n{said}")


def name_topic(project: Path, item: Question) -> None:
    """Add the new topic to a question's topics."""
    path = project / item.place.file
    names = ", ".join([*item.topics, TOPIC])
    record = re.compile(rf"^(  - id: {item.id}\n(?:    kind: \w+\n)?)(?:    topics: .*\n)?", re.MULTILINE)
    text, count = record.subn(rf"\1    topics: [{names}]\n", path.read_text(encoding="utf-8"))
    assert count == 1, f"{item.id} is not written as espejo new writes it"
    path.write_text(text, encoding="utf-8")


class Answer(NamedTuple):
    """A question's reason or answer, and where its text ends in its file in each language."""

    id: str
    file: str
    ends: dict[str, int]


def find_answer(project: Path, bank: Bank, skip: Container[str]) -> Answer:
    """Return the first one that ends with a sentence in every language, so that another can follow."""
    for collection, slug, unit in bank.units():
        file = f"data/{collection.folder}/{slug}.yaml"
        text = (project / file).read_text(encoding="utf-8")
        found = find_ends(text) if isinstance(unit, Quiz) else {}
        for id_, ends in found.items():
            if ends.keys() == bank.locales.keys() and id_ not in skip:
                return Answer(id_, file, ends)
    raise AssertionError("there is no answer to edit")


def find_ends(text: str) -> dict[str, dict[str, int]]:
    """Return, by question, where its `answer` or `why` ends in each language in which it can be continued."""
    (questions,) = (value for key, value in yaml.compose(text).value if key.value == "questions")
    found: dict[str, dict[str, int]] = {}
    for question in questions.value:
        keys = {key.value: value for key, value in question.value}
        told = keys.get("answer", keys.get("why"))
        ends = found.setdefault(keys["id"].value, {})
        for locale, passage in told.value if isinstance(told, yaml.MappingNode) else ():
            end = len(text[: passage.end_mark.index].rstrip())
            if is_open(passage, text[:end]):
                ends[locale.value] = end
    return found


def is_open(passage: yaml.ScalarNode, before: str) -> bool:
    """Return whether a passage ends with a sentence on a line that has room for another."""
    last = before.splitlines()[-1]
    quoted = passage.style in ("'", '"')
    return bool(re.search(r"[a-z]\.$", last)) and len(last) < 120 and not quoted


def edit(project: Path, answer: Answer, locales: Iterable[str]) -> None:
    """Append a sentence in these languages."""
    path = project / answer.file
    text = path.read_text(encoding="utf-8")
    for end, locale in sorted(((answer.ends[locale], locale) for locale in locales), reverse=True):
        text = f"{text[:end]} {ADDED[locale]}{text[end:]}"
    path.write_text(text, encoding="utf-8")


def test_the_day_adds_one_of_everything(day: Day) -> None:
    """It adds each kind, a question in each single language, a card, a file per collection, and a topic."""
    inspection = inspect_project(day.data)
    bank = inspection.bank
    new = [asked for asked in bank.items() if asked.item.id in day.paths]
    questions = [asked.item for asked in new if isinstance(asked.item, Question)]
    assert {one.kind for one in questions} == set(get_args(KindName))
    languages = {tuple(locale for locale in bank.locales if one.title.has(locale)) for one in questions}
    assert languages == {tuple(bank.locales), *((locale,) for locale in bank.locales)}
    files = {asked.collection.folder for asked in new if asked.slug.startswith("newcomer-")}
    assert files == {collection.folder for collection in bank.collections}
    assert any(isinstance(asked.item, Card) for asked in new)
    assert any(TOPIC in one.topics for one in questions)
    stale = {one.id for one in inspection.stale}
    assert day.edited_alone in stale
    assert day.edited_both not in stale


def test_the_check_finds_no_problem(day: Day) -> None:
    status, said = espejo("check", day.data)
    assert status == 0, said
    assert "no problems" in said


def test_the_strict_build_shows_all_additions_in_every_language(day: Day, tmp_path: Path) -> None:
    project = Path(shutil.copytree(day.project, tmp_path / "project", symlinks=True))
    done = build(project)
    assert done.returncode == 0, done.stdout + done.stderr
    bank = inspect_project(day.data).bank
    for locale in bank.locales:
        folder = project / "site" / ("" if locale == bank.root else locale)
        pages = {path: (folder / path / "index.html").read_text("utf-8") for path in set(day.paths.values())}
        assert [id_ for id_, path in day.paths.items() if f'id="{id_}"' not in pages[path]] == []
        topic = (folder / "topics" / TOPIC / "index.html").read_text(encoding="utf-8")
        assert any(id_ in topic for id_ in day.paths)


def test_the_tests_of_the_published_bank_pass(day: Day) -> None:
    """They check rules, and never a count or an id."""
    tests = day.project / "tests"
    this = tests / "content" / Path(__file__).name
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/content", f"--ignore={this}"],
        cwd=day.project,
        env={**os.environ, "PYTHONPATH": str(day.project / "hooks")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed in " in done.stdout

"""Round trips between a log and the real Anki: reviews are neither lost nor made up."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from anki_learner import AnkiLearner
from anki_round_trips import ITEMS, START, make_answer, travel
from espejo.commands.cli import main
from espejo.study.event import SELF_GRADED
from espejo.study.log_file import load_log, write_log


def test_random_round_trips_lose_no_review_and_invent_none(tmp_path: Path) -> None:
    """12 learners make several round trips each. Reading the same reviews again adds nothing."""
    for number in range(12):
        travel(tmp_path, number)


def test_the_commands_make_a_round_trip(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A version 1 log goes to Anki in all decks, and comes back with the answer given there."""
    dice = random.Random(1)  # noqa: S311 (the same answers each time)
    answers = [
        make_answer(item, f"2015-01-0{day}T10:00:00.000Z", "mydevice0000", number * 10 + day, dice)
        for number, item in enumerate(ITEMS)
        for day in (1, 2, 5)
    ]
    old = json.loads(write_log(answers, "espejo"))["events"]
    for one in old:  # only these kinds had grades, and none had “easy”
        one.update({"grade": "good", "right": True} if one["kind"] in SELF_GRADED else {"grade": None})
    old = [{name: value for name, value in one.items() if value is not None} for one in old]
    log, united = tmp_path / "log.json", tmp_path / "united.json"
    log.write_text(json.dumps({"espejo_log": 1, "bank": "espejo", "events": old}), encoding="utf-8")
    data = ("--data", str(project / "data"))
    assert main(["anki", *data, "--log", str(log), "--to", str(tmp_path / "decks")]) == 0
    learner = AnkiLearner(tmp_path / "profile")
    for package in sorted((tmp_path / "decks").iterdir()):
        learner.import_package(package)
    given = learner.answer("espejo/es/q-01-01", 2, at=START)
    learner.close()
    capsys.readouterr()
    assert main(["log", *data, "--from-anki", str(learner.file), "--log", str(log), "--to", str(united)]) == 0
    assert f"(1 new review, {len(old) + 1} in all)" in capsys.readouterr().out
    *before, new = load_log(united, "espejo")
    assert before == load_log(log, "espejo")
    assert (new.id, new.n, new.grade, new.lang) == (given.item, given.at, given.grade, given.language)

"""Fuzzer: a sample of damaged banks with fixed seeds, and proof that it detects faults."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from espejo.check.project import inspect_project
from espejo.load.bank import LoadedBank, load_bank
from espejo.model.kinds import KINDS
from espejo.model.quiz import Question
from fuzz.html_check import find_html_faults
from fuzz.mutations import MUTATIONS, make_mutant
from fuzz.seed import make_seed, place
from fuzz.stages import Stages, check_texts
from fuzz.trees import UnfitError
from fuzz.trial import HarmError, Trial
from project import ROOT

SAMPLE = 18
"""Mutants per part of the sample. All parts together take about ten seconds on an idle machine."""


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_damaged_banks_do_no_harm(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing crashes, every error has a place, and accepted banks are safe and lose no text."""
    monkeypatch.setattr("fuzz.stages._SLOW", float("inf"))
    stages = Stages(tmp_path)
    outcomes = {stages.run(f"{seed}/{number}", make_mutant(seed, number)) for number in range(SAMPLE)}
    assert outcomes >= {"accepted", "refused"}


def test_the_seed_bank_has_every_kind_of_record(tmp_path: Path) -> None:
    place(tmp_path / "data", make_seed())
    found = inspect_project(tmp_path / "data")
    assert found.problems == []
    kinds = {placed.item.kind for placed in found.bank.items() if isinstance(placed.item, Question)}
    assert kinds == set(KINDS)
    assert {collection.holds for collection in found.bank.collections} == {"quizzes", "decks"}
    reference = found.bank.reference
    assert all([reference.terms, reference.topics, reference.formulas, reference.patterns])
    assert found.bank.redirects
    assert found.stale == []


def test_every_mutation_changes_something() -> None:
    seed = make_seed()
    for name, mutate in MUTATIONS.items():
        for number in range(20):
            files = make_seed()
            with suppress(UnfitError):
                mutate(Random(number), files)  # noqa: S311 (reproducible)
            if files != seed:
                break
        assert files != seed, name


def test_a_mutant_depends_on_its_number_alone() -> None:
    """It doesn't depend on the interpreter's hash seed or on earlier mutants."""
    program = (
        "import hashlib\n"
        "from fuzz.mutations import make_mutant\n"
        "for number in {numbers}:\n"
        "    print(hashlib.sha256(repr(sorted(make_mutant(1, number).items())).encode()).hexdigest())"
    )

    def digest(hash_seed: str, numbers: str) -> list[str]:
        path = os.pathsep.join(str(ROOT / one) for one in ("hooks", "tests", "tests/support"))
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
        command = [sys.executable, "-c", program.replace("{numbers}", numbers)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.split()

    assert digest("1", "range(40)") == digest("2", "reversed(range(40))")[::-1]


def test_a_passage_that_is_not_shown_is_noticed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    place(data, make_seed())
    nothing = replace(load_bank(data).bank, collections=())
    for hide, fact in (
        (lambda _: None, ""),
        (lambda trial: trial.frames["es"].clear(), "on no page"),
        (lambda trial: trial.notes.clear(), "in no note"),
    ):
        trial = Trial(data, "seed", make_seed(), LoadedBank(nothing, []))
        hide(trial)
        with pytest.raises(HarmError, match=fact) if fact else nullcontext():
            check_texts(trial)


@pytest.mark.parametrize(
    ("html", "fact"),
    [
        ('<p class="a">b<br>c</p><hr>', ""),
        ('<script src="../assets/js/theme.js"></script>', ""),
        ('<script src="../assets/js/main.js?v=0a1b2c3d"></script>', ""),
        ("<p><p>", "a block in a paragraph"),
        ("<p><em><ul></ul></em></p>", "a block in a paragraph"),
        ("<b><i></b></i>", "</b> closes nothing"),
        ("<div>", "<div> is never closed"),
        ("a < b", "a < that is not a tag"),
        ("<b title='x'>", "a < that is not a tag"),
        ('<a href="#a"><a href="#b"></a></a>', "a link in a link"),
        ('<b id="a"></b><i id="a"></i>', "an id that is not unique"),
        ("<script>alert(1)</script>", "<script> from the data"),
        ('<script src="https://evil.test/a.js"></script>', "<script> from the data"),
        ('<b onclick="x"></b>', "the attribute onclick"),
        ('<b style="x"></b>', "the attribute style"),
        ('<a href="&#9;javascript:x"></a>', "a link that begins with javascript:"),
        ('<a href="java&#115;cript:x"></a>', "a link that begins with javascript:"),
    ],
)
def test_html_that_is_broken_or_can_run_is_found(html: str, fact: str) -> None:
    facts = [fault.fact for fault in find_html_faults(html)]
    assert facts[0].startswith(fact) if fact else facts == []

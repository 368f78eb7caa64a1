"""Fuzzer: a sample of damaged banks with fixed seeds, and proof that it notices what it looks for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from espejo.check.project import inspect_project
from espejo.load.bank import LoadedBank, load_bank
from espejo.model.kinds import KINDS
from espejo.model.quiz import Question
from fuzz.html_check import find_html_faults
from fuzz.mutants import list_steps, make_mutant
from fuzz.mutations.trees import LEVELS, MUTATIONS
from fuzz.reading import Written, find_lost_words, list_new_passages, list_seed_passages
from fuzz.seed import make_seed, place
from fuzz.stages import Stages, check_passages
from fuzz.trial import HarmError, Trial
from project import ROOT

SAMPLE = 18
"""Mutants of each part of the sample. All parts together take about ten seconds on a free machine."""


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_damaged_banks_do_no_harm(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing crashes, each refusal has a place, and what is accepted is safe and loses no text."""
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


def test_every_mutation_is_chosen_and_changes_something() -> None:
    seed, changed = make_seed(), set()
    for number in range(3000):
        steps = list_steps(9, number)
        if len(steps) == 1 and steps[0] not in changed and make_mutant(9, number) != seed:
            changed.add(steps[0])
    assert changed == set(MUTATIONS) == {name for names in LEVELS.values() for name in names}


def test_a_mutant_depends_on_its_number_alone() -> None:
    """Neither on the hashes of the interpreter nor on the mutants before it."""
    program = (
        "import hashlib\n"
        "from fuzz.mutants import make_mutant\n"
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
    trial = Trial(data, "seed", make_seed(), LoadedBank(load_bank(data).bank, []))
    assert len(list_seed_passages()) > 100
    check_passages(trial, list_seed_passages())
    for passage, fact in (
        (Written("a passage from nowhere", "en", False), "the loader does not have"),
        (Written("Strings", "es", False), "on no page"),
        (Written("Strings", "en", True), "in no note"),
    ):
        with pytest.raises(HarmError, match=fact):
            check_passages(trial, {passage})


@pytest.mark.parametrize(
    ("markdown", "html", "lost"),
    [
        ("one *two* `three`", "<p>one <em>two</em> <code>three</code></p>", []),
        ("one two two", "<p>one two</p>", ["two"]),
        ("one2. 3. four", "<p>one2. four</p>", []),
        ("1. one\n2. two", '<ol start="1"><li>one</li><li>two</li></ol>', []),
        ("$x_1$", '<p><math alttext="x_1"><mi>x</mi></math></p>', []),
        ("[a](https://b.c 'd')", '<p><a href="https://b.c" title="d">a</a></p>', []),
        ("[a]\n\n[a]: https://b.c", '<p><a href="https://b.c">a</a></p>', []),
        ("a\n\n[b]: https://c.d 'e'", "<p>a</p>", ["b", "e"]),
        ("R&amp;D &eacute;l", "<p>R&amp;D él</p>", []),
        ("```python\nx1 = 2\n```", '<pre><code><span class="n">x</span>1 = 2</code></pre>', []),
        ("```python y\nx\n```", "<pre><code>x</code></pre>", ["y"]),
    ],
)
def test_lost_words_are_found(markdown: str, html: str, lost: list[str]) -> None:
    assert find_lost_words(markdown, html) == lost


def test_a_file_that_two_parsers_read_differently_is_noticed() -> None:
    flow = b"topics:\n  - {id: x, title: {en: [a, ?b], es: c}, about: d}\n"
    list_new_passages({"topics.yaml": flow}, strict=False)
    with pytest.raises(HarmError, match="another parser"):
        list_new_passages({"topics.yaml": b"topics: [\xc2\xbf?, \xc2\xa1!]\n"}, strict=True)


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

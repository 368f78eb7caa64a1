"""Fuzzer: a sample of mutants with fixed seeds, and tests that it notices the failures it looks for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from espejo.check.project import inspect_project
from espejo.load.bank import LoadedBank, load_bank
from espejo.model.kinds import KINDS
from espejo.model.quiz import Question
from fuzz import stages
from fuzz.html_check import find_html_faults
from fuzz.mutants import Mutant, find_mutant, make_mutant
from fuzz.mutations.registry import LEVELS, MUTATIONS
from fuzz.reading import Written, find_lost_words, list_new_passages, list_seed_passages
from fuzz.run import Fuzzer, Tally, save_example
from fuzz.seed import make_seed
from fuzz.stages import Stages, check_passages
from fuzz.trial import BadOutputError, Trial
from fuzz.workspace import Workspace

SAMPLE = 18
"""Mutants of each part of the sample. All parts together take about ten seconds on a free machine."""

UNTIMED = float("inf")


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_sample_of_mutants_does_no_harm(tmp_path: Path, seed: int) -> None:
    """Nothing crashes, each refusal has a place, and what is accepted is safe and loses no text."""
    fuzzer = Fuzzer(tmp_path, limit=UNTIMED)
    results = [fuzzer.run(make_mutant(seed, number)) for number in range(SAMPLE)]
    found = [
        f"{name}: {failure.signature}\n{failure.detail}" for one in results for failure, name in one.failures
    ]
    assert not found, "\n\n".join(found)
    assert any(one.outcome.accepted for one in results)
    assert any(not one.outcome.accepted for one in results)


def test_the_seed_bank_has_every_kind_of_record(tmp_path: Path) -> None:
    data = tmp_path / "data"
    Workspace(tmp_path).place(make_seed())
    found = inspect_project(data)
    assert found.problems == []
    kinds = {placed.item.kind for placed in found.bank.items() if isinstance(placed.item, Question)}
    assert kinds == set(KINDS)
    assert {collection.holds for collection in found.bank.collections} == {"quizzes", "decks"}
    reference = found.bank.reference
    assert all((reference.terms, reference.topics, reference.formulas, reference.patterns))
    assert found.bank.redirects
    assert found.stale == []


def test_every_mutation_is_chosen_and_changes_something() -> None:
    seed, changed = make_seed(), set()
    for number in range(3000):
        mutant = make_mutant(9, number)
        if len(mutant.steps) == 1 and mutant.steps[0].name not in changed and mutant.files() != seed:
            changed.add(mutant.steps[0].name)
    assert changed == set(MUTATIONS) == {name for names in LEVELS.values() for name in names}


@pytest.mark.parametrize("seconds", [0.0, UNTIMED])
def test_a_crash_and_a_slow_mutant_are_reported_and_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    """A stage that fails on a file that is gone: the example is the mutant that deletes this file alone."""
    mutant = next(one for number in range(9999) if deletes_glossary(one := make_mutant(1, number)))
    (tmp_path / "run").mkdir()
    fuzzer = Fuzzer(tmp_path / "run", limit=seconds)
    monkeypatch.setattr(stages, "_report", fail_without("glossary.yaml"))
    result = fuzzer.run(mutant)
    tally = Tally()
    new = tally.add(result)
    crash, smallest = new[0]
    assert crash.signature == "reports: KeyError in test_fuzz.py:fail"
    assert len(find_mutant(smallest).steps) == 1
    assert tally.kinds == ({"crash": 1} if seconds else {"crash": 1, "slow": 1})
    assert tally.add(result) == []
    saved = save_example(tmp_path / "saved", crash, smallest)
    assert smallest in (saved / "report.txt").read_text(encoding="utf-8")
    assert (saved / "data" / "topics.yaml").is_file()
    assert not (saved / "data" / "glossary.yaml").exists()


def deletes_glossary(mutant: Mutant) -> bool:
    names = {step.name for step in mutant.steps}
    return "delete_file" in names and len(names) > 1 and "glossary.yaml" not in mutant.files()


def fail_without(name: str) -> Callable[[Trial], None]:
    def fail(trial: Trial) -> None:
        assert trial.files[name]

    return fail


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    workspace = Workspace(tmp_path)
    workspace.place(make_seed())
    return Trial(workspace, "seed", make_seed(), LoadedBank(load_bank(workspace.data).bank, []))


def test_a_passage_that_is_not_shown_is_noticed(trial: Trial) -> None:
    """Every passage of the seed is found again."""
    assert len(list_seed_passages()) > 100
    check_passages(trial, list_seed_passages())
    for passage, fact in (
        (Written("a passage from nowhere", "en", False), "the loader does not have"),
        (Written("Strings", "es", False), "on no page"),
        (Written("Strings", "en", True), "in no note"),
    ):
        with pytest.raises(BadOutputError, match=fact):
            check_passages(trial, {passage})


LOST_WORDS = [
    ("one *two* `three`", "<p>one <em>two</em> <code>three</code></p>", []),
    ("one two", "<p>one</p>", ["two"]),
    ("two two", "<p>two</p>", ["two"]),
    ("one2. 3. four", "<p>one2. four</p>", []),
    ("1. one\n2. two", '<ol start="1"><li>one</li><li>two</li></ol>', []),
    ("$x_1$", '<p><math alttext="x_1"><mi>x</mi></math></p>', []),
    ("[a](https://b.c 'd')", '<p><a href="https://b.c" title="d">a</a></p>', []),
    ("[a]\n\n[a]: https://b.c", '<p><a href="https://b.c">a</a></p>', []),
    ("a\n\n[b]: https://c.d 'e'", "<p>a</p>", ["b", "e"]),
    ("R&amp;D &eacute;l", "<p>R&amp;D él</p>", []),
    ("```python\nx1 = 2\n```", '<pre><code><span class="n">x</span>1 = 2</code></pre>', []),
    ("```python y\nx\n```", "<pre><code>x</code></pre>", ["y"]),
]


def test_words_that_get_lost_are_found() -> None:
    for markdown, html, lost in LOST_WORDS:
        assert find_lost_words(markdown, html) == lost, markdown


def test_a_file_that_two_parsers_read_differently_is_noticed() -> None:
    flow = b"topics:\n  - {id: x, title: {en: [a, ?b], es: c}, about: d}\n"
    list_new_passages({"topics.yaml": flow}, strict=False)
    with pytest.raises(BadOutputError, match="another parser"):
        list_new_passages({"topics.yaml": b"topics: [\xc2\xbf?, \xc2\xa1!]\n"}, strict=True)


HTML_FAULTS = [
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
]


def test_html_that_is_broken_or_can_run_is_found() -> None:
    for html, fact in HTML_FAULTS:
        facts = [fault.fact for fault in find_html_faults(html)]
        assert facts[0].startswith(fact) if fact else facts == [], html


def test_each_stage_is_reached_by_a_bank_without_faults(tmp_path: Path) -> None:
    tried = Stages(Workspace(tmp_path))
    outcome = tried.run_files("seed", make_seed())
    assert list(outcome.seconds) == list(tried.list())

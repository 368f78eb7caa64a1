"""The lints: what they compare, where they say it stands, and that the bank we publish passes them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from espejo.bank import Loaded, load_bank
from espejo.lints.lint import LINTS, MAX_LINE, lint_bank
from espejo.lints.pairs import read_number
from espejo.lints.reading import BLANK, Part, Reading
from espejo.lints.tongues import Tongue
from project import ROOT, copy_project, copy_shelf

CASES = ROOT / "tests" / "cases"


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return load_bank(ROOT / "data")


@pytest.fixture(scope="module")
def spanish(loaded: Loaded) -> Tongue:
    return Tongue("es", loaded.bank)


def test_the_bank_passes_every_lint_and_accepts_little(loaded: Loaded) -> None:
    """Nothing is found that no record accepts, and what is accepted are exceptions, each with a reason."""
    assert lint_bank(loaded.bank, ROOT) == []
    accepted = [(one.id, name) for one in loaded.bank.records() for name in one.accept or {}]
    assert len(accepted) <= 5, accepted


@pytest.mark.parametrize("lint", LINTS)
def test_each_lint_has_a_case_that_it_catches(lint: str) -> None:
    caught = [
        case.stem for case in CASES.glob("lint_*.txt") if f"accept: {{{lint}: " in case.read_text("utf-8")
    ]
    assert caught


def test_each_lint_is_explained_to_contributors() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [lint for lint in LINTS if f"| `{lint}` |" not in text] == []


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("64", "64"),
        ("1,000", "1000"),
        ("1.000", "1000"),
        ("1\u202f000", "1000"),
        ("0.5", "0.5"),
        ("0,5", "0.5"),
        ("0,125", "0.125"),
        ("1,234.5", "1234.5"),
        ("1.234,5", "1234.5"),
        ("2.13.1", "2.13.1"),
    ],
)
def test_a_number_reads_the_same_in_every_language(written: str, read: str) -> None:
    assert read_number(written) == read


@pytest.mark.parametrize(
    "markdown", ["¿Es `x = 1` o **`y`**?", "¿Es `x = 1`\no **`y`**? [¡Sí!](https://x.test/1)"]
)
def test_prose_keeps_its_place(markdown: str) -> None:
    """What is not prose is blanked and not taken out, with the parser and without it."""
    reading = Reading(markdown)
    assert len(reading.prose) == len(markdown)
    assert all(shown in (BLANK, written) for shown, written in zip(reading.prose, markdown, strict=True))
    assert reading.code == [Part(markdown.index("`x"), "x = 1"), Part(markdown.index("`y"), "y")]
    assert not re.search(r"\d", reading.prose)


def test_a_passage_is_taken_apart() -> None:
    reading = Reading(
        "Mira $x_1$:\n\n- <https://x.test/9>\n- b\n\n  ```python\n  y = 2\n  z\n  ```\n\n$$ a $$\n"
    )
    assert [part.value for part in reading.math] == ["x_1", " a "]
    assert [part.value for part in reading.links] == ["https://x.test/9"]
    assert [part.value for part in reading.listings] == ["y = 2\nz\n"]
    assert reading.items == 2
    assert reading.words == ["mira", "b"]


def test_words_are_compared_without_their_endings(spanish: Tongue) -> None:
    pairs = [("capa", "capas"), ("función", "funciones"), ("matriz", "matrices"), ("tensor", "tensores")]
    for one, many in pairs:
        assert spanish.stems[one] == spanish.stems[many]
    assert spanish.stems["peso"] != spanish.stems["paso"]


def test_a_double_letter_is_no_ending(loaded: Loaded) -> None:
    """'lose' is not 'loss'."""
    stems = Tongue("en", loaded.bank).stems
    assert stems["losses"] == stems["loss"] != stems["lose"]


def test_the_longest_term_counts(loaded: Loaded) -> None:
    """In 'activation function' nobody has to say 'activation' as well."""
    words = Reading("An activation function and scalars").words
    assert [id_ for id_, _ in Tongue("en", loaded.bank).find_terms(words)] == [
        "activation-function",
        "scalar",
    ]


def test_a_language_that_says_nothing_of_its_writing_is_still_compared(tmp_path: Path) -> None:
    """Without the part 'writing' what needs it is not looked at; the rest is."""
    data = _bank_with(tmp_path, why="{en: 'It is 3, and not 4.', es: 'Es \"3\"'}")
    for path in (data / "locales").iterdir():
        kept = re.sub(r"^writing:\n(?:  .*\n)+", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        path.write_text(kept, encoding="utf-8")
    loaded = load_bank(data)
    assert loaded.problems == []
    (problem,) = lint_bank(loaded.bank, tmp_path)
    assert "the numbers differ: only English has '4'" in problem.fact


def test_a_record_that_is_broken_is_not_linted_and_its_neighbours_are(tmp_path: Path) -> None:
    data = _bank_with(tmp_path, why="{en: It is 3., es: Es 4.}")
    path = data / "quizzes" / "phase-07-case.yaml"
    text = path.read_text(encoding="utf-8")
    question = text[text.index("  - id") :]
    path.write_text(text + question.replace("q-07-01", "q-07-02").replace("kind", "knid"), encoding="utf-8")
    loaded = load_bank(data)
    assert {problem.owner for problem in loaded.problems} == {"q-07-02"}
    assert [one.owner for one in lint_bank(loaded.bank, tmp_path, known=loaded.problems)] == ["q-07-01"]


@pytest.mark.parametrize(
    ("file", "before", "after", "fact"),
    [
        ("topics.yaml", "        Cómo", "        ¡Cómo", "a ¡ that no ! closes"),
        (
            "collections.yaml",
            "folder: quizzes\n",
            "folder: quizzes\n    accept: {lists: Why}\n",
            "nothing to",
        ),
        ("glossary.yaml", "or in 32\n        bits", "or in 32\n        or 64 bits", "only English has '64'"),
        (
            "reference/formulas.yaml",
            "    note:\n",
            f"    note: # {'-' * MAX_LINE}\n",
            "a line of more than 160",
        ),
    ],
)
def test_every_record_with_texts_is_linted(
    tmp_path: Path, file: str, before: str, after: str, fact: str
) -> None:
    """Not only questions and cards: topics, collections, terms, formulas."""
    project = copy_project(tmp_path / "project")
    path = project / "data" / file
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    loaded = load_bank(project / "data")
    assert loaded.problems == []
    found = lint_bank(loaded.bank, project)
    assert [fact in one.fact and one.place.file == f"data/{file}" for one in found] == [True]


def _bank_with(folder: Path, *, why: str) -> Path:
    """A bank of one question."""
    data = copy_shelf(folder / "data")
    shutil.copy(ROOT / "data" / "collections.yaml", data)
    (data / "quizzes").mkdir()
    valid = (CASES / "valid.yaml").read_text(encoding="utf-8")
    head, _, _ = valid.rpartition("    why: ")
    (data / "quizzes" / "phase-07-case.yaml").write_text(f"{head}    why: {why}\n", encoding="utf-8")
    return data

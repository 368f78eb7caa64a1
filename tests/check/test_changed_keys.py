"""Changed answer keys: how they are detected, what the summary says, and what the check requires."""

from __future__ import annotations

from pathlib import Path

import pytest

from edits import find_record, replace_once
from espejo.check.answer_keys import is_reworded
from espejo.check.project import Inspection, inspect_project
from espejo.commands.cli import main
from small_bank import SITE_URL, copy_project, write_bank

ARITHMETIC = "quizzes/phase-01-arithmetic.yaml"
COLLECTIONS = "quizzes/phase-02-collections.yaml"

TWO = """\
      - text: "`2`"
        why:
          en: That is the quotient, `7 // 3`.
          es: Ese es el cociente, `7 // 3`.
"""
ONE = """\
      - text: "`1`"
        correct: true
"""
LIST = """\
      - text:
          en: A list drops repeated elements.
          es: Una lista se queda sin elementos repetidos.
        why:
          en: A list keeps every element in its place.
          es: Una lista conserva cada elemento en su lugar.
"""
SET = """\
      - text:
          en: A set drops repeated elements.
          es: Un conjunto se queda sin elementos repetidos.
        correct: true
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project before the edit; tests must not change it."""
    return copy_project(tmp_path_factory.mktemp("base") / "project")


def compare(base: Path, data: Path) -> Inspection:
    return inspect_project(data, base=base / "data")


def list_changed(base: Path, data: Path) -> list[str]:
    return [changed.id for changed in compare(base, data).changed_keys]


def list_facts(base: Path, data: Path, id_: str) -> list[str]:
    return [one.fact for one in compare(base, data).problems if one.owner == id_]


def list_notices(base: Path, data: Path, id_: str) -> list[str]:
    notices = compare(base, data).notices
    return [one.fact for one in notices if one.owner == id_ and "another answer" in one.fact]


def turn_q_01_01(data: Path) -> None:
    """Makes the first choice correct instead of the second."""
    replace_once(data / ARITHMETIC, ONE, '      - text: "`1`"\n')
    replace_once(data / ARITHMETIC, TWO, TWO.replace('`2`"\n', '`2`"\n        correct: true\n'))


SWAPPED = ONE.replace("`1`", "`2`") + TWO.replace("`2`", "`1`")
CHANGED = {
    "none right": (ARITHMETIC, ONE, '      - text: "`1`"\n', "q-01-01"),
    "texts swapped": (
        ARITHMETIC,
        TWO + ONE,
        ONE.replace("`1`", "`2`") + TWO.replace("`2`", "`1`"),
        "q-01-01",
    ),
    "one more right": (ARITHMETIC, '"9"\n', '"9"\n        correct: true\n', "q-01-02"),
    "right text replaced": (ARITHMETIC, '"7"\n', '"8"\n', "q-01-02"),
    "right choice removed": (ARITHMETIC, '      - text: "7"\n        correct: true\n', "", "q-01-02"),
    "statement turned": (ARITHMETIC, "correct: false\n", "correct: true\n", "q-01-03"),
    "another number in words": (ARITHMETIC, "en: It shows twelve.", "en: It shows eleven.", "q-01-06"),
    "value": (COLLECTIONS, "value: 4\n", "value: 40\n", "q-02-07"),
    "tolerance": (COLLECTIONS, "tolerance: 0.5\n", "tolerance: 1.5\n", "q-02-07"),
    "tolerance removed": (COLLECTIONS, "    tolerance: 0.5\n", "", "q-02-07"),
    "unit": (COLLECTIONS, "en: letters\n", "en: bytes\n", "q-02-07"),
    "unit removed": (COLLECTIONS, "    unit:\n      en: letters\n      es: letras\n", "", "q-02-07"),
    "opposite": (COLLECTIONS, "en: A set drops", "en: A set keeps", "q-02-06"),
    "opposite in one language": (
        COLLECTIONS,
        "es: Un conjunto se queda",
        "es: Una lista se queda",
        "q-02-06",
    ),
}
FOLDED = "          en: >-\n            It shows\n            twelve."
TRANSLATED = "          en: It shows twelve.\n          es: Marca las doce.\n"
SAME = {
    "choice moved": (ARITHMETIC, TWO + ONE, ONE + TWO),
    "wrong text replaced": (ARITHMETIC, '      - text: "9"\n', '      - text: "10"\n'),
    "title reworded": (ARITHMETIC, "en: What is `7 % 3`?", "en: What does `7 % 3` give?"),
    "punctuation": (ARITHMETIC, "en: It shows twelve.", "en: It shows twelve"),
    "folded": (ARITHMETIC, "          en: It shows twelve.", FOLDED),
    "translation added": (ARITHMETIC, "          en: It shows twelve.\n", TRANSLATED),
    "same number": (COLLECTIONS, "value: 4\n", "value: 4.0\n"),
    "one word more": (COLLECTIONS, "en: A set drops repeated", "en: A set always drops repeated"),
    "wrong text reworded": (COLLECTIONS, LIST, LIST.replace("drops", "removes")),
    "unreadable": (ARITHMETIC, "    choices:\n", "    choices: [\n"),
}


@pytest.mark.parametrize("case", CHANGED)
def test_another_right_answer_is_a_changed_key(base: Path, data: Path, case: str) -> None:
    file, old, new, id_ = CHANGED[case]
    replace_once(data / file, old, new)
    assert list_changed(base, data) == [id_]


@pytest.mark.parametrize("case", SAME)
def test_the_same_right_answer_is_not_a_changed_key(base: Path, data: Path, case: str) -> None:
    file, old, new = SAME[case]
    replace_once(data / file, old, new)
    assert list_changed(base, data) == []


def test_choices_without_a_language_in_common_are_a_changed_key(base: Path, data: Path) -> None:
    """Without a common language, nobody can tell whether they say the same."""
    for old, new in (
        ("en: It shows twelve.", "es: Marca las doce."),
        ("en: It shows three.", "es: Las tres."),
    ):
        replace_once(data / ARITHMETIC, old, new)
    assert list_changed(base, data) == ["q-01-06"]


def test_another_kind_is_a_changed_key(base: Path, data: Path) -> None:
    """Replacing choices by a number changes the key, and so does allowing several correct choices."""
    replace_once(data / ARITHMETIC, "id: q-01-01\n    kind: single", "id: q-01-01\n    kind: multiple")
    assert list_changed(base, data) == []
    record = find_record((data / ARITHMETIC).read_text(encoding="utf-8"), "q-01-03")
    other = record.replace("truefalse", "numeric").replace("correct: false", "value: 9")
    replace_once(data / ARITHMETIC, record, other)
    assert list_changed(base, data) == ["q-01-03"]


def test_a_key_that_changes_with_its_id_and_its_file_is_a_changed_key(base: Path, data: Path) -> None:
    replace_once(data / COLLECTIONS, "value: 4\n", "value: 5\n")
    replace_once(data / COLLECTIONS, "id: q-02-07", "id: q-02-17")
    (data / COLLECTIONS).rename(data / "quizzes" / "phase-02-sets.yaml")
    assert list_changed(base, data) == ["q-02-17"]


REWORDED = {
    ("The gradient of the loss is zero there.", "The gradient of the loss is zero here."): True,
    ("The gradient is zero.", "the gradient is “zero”"): True,
    ("The gradient is zero.", "The gradient is one."): False,
    ("It calls `a` and then it calls `b` in order.", "It calls `b` and then it calls `a` in order."): False,
    ("It adds $x$ to each of the numbers.", "It adds $y$ to each of the numbers."): False,
    ("It takes 10 steps in each of the epochs.", "It takes 12 steps in each of the epochs."): False,
    ("It does change the weights of the layer.", "It does not change the weights of the layer."): False,
    ("The first layer runs before the second.", "The second layer runs before the first."): False,
    ("", ""): False,
    ("word " * 301, "word " * 302): False,
}


def test_in_doubt_a_choice_is_not_reworded() -> None:
    for (old, new), same in REWORDED.items():
        assert is_reworded(old, new, frozenset({"not"})) is same, old


def test_the_summary_begins_with_the_old_and_the_new_answer(
    base: Path, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are in both languages, above everything else, with a link to the page."""
    record = find_record((project / "data" / COLLECTIONS).read_text(encoding="utf-8"), "q-02-06")
    turned = record.replace("        correct: true\n", "").replace(
        "elementos repetidos.\n        why:", "elementos repetidos.\n        correct: true\n        why:"
    )
    replace_once(project / "data" / COLLECTIONS, record, turned)
    command = ["changes", "--data", str(project / "data"), "--base", str(base / "data"), "--markdown"]
    assert main(command) == 0
    first, _, rest = capsys.readouterr().out.partition("\n\n## What this changes · Qué cambia\n")
    heading, _, title, *sides = first.split("\n")
    assert heading == "## The right answer changed · Cambió la respuesta correcta (1)"
    assert title.startswith(f"- question [q-02-06]({SITE_URL}quizzes/phase-02-collections/#q-02-06) ([data/")
    assert title.endswith("): What becomes of repeated elements?")
    assert sides == [
        r"  - English, before: B: A set drops repeated elements\.",
        r"  - English, now: A: A list drops repeated elements\.",
        r"  - Spanish, before: B: Un conjunto se queda sin elementos repetidos\.",
        r"  - Spanish, now: A: Una lista se queda sin elementos repetidos\.",
    ]
    assert rest.endswith(
        "· Para CHANGELOG.md, para que quienes estudian lo sepan\n\n```\n"
        "- `q-02-06`: the answer is now A (A list drops repeated elements.); "
        "it was B (A set drops repeated elements.).\n```\n"
    )


def test_the_summary_names_every_kind_of_answer(
    base: Path, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = project / "data"
    replace_once(data / ARITHMETIC, "correct: false\n", "correct: true\n")
    replace_once(data / ARITHMETIC, '"9"\n', '"9"\n        correct: true\n')
    replace_once(data / COLLECTIONS, "value: 4\n", "value: 5\n")
    main(["changes", "--data", str(data), "--base", str(base / "data")])
    said = capsys.readouterr().out
    assert said.startswith("The right answer changed (3)\n- question q-0")
    for before, now in (
        ("false-es", "true-es"),
        ("4 ± 0.5 letras", "5 ± 0.5 letras"),
        ("1: 2; 4: 7", "1: 2; 2: 9; 4: 7"),
    ):
        assert f"\n  - Spanish, before: {before}\n  - Spanish, now: {now}\n" in said


def test_a_reason_must_follow_its_choice(base: Path, data: Path) -> None:
    """A choice that is now wrong needs a reason, and one that is now correct has an outdated reason."""
    turn_q_01_01(data)
    facts = list_facts(base, data, "q-01-01")
    assert (
        "choice 2 was right and is wrong now, without a reason. Add a 'why' that says why it is wrong."
        in facts
    )
    assert (
        "choice 1 was wrong and is right now, but its reason in English and Spanish is the old one. "
        "Remove it, or say why it is right."
    ) in facts
    missing = next(one for one in compare(base, data).problems if "without a reason" in one.fact)
    lines = (data / ARITHMETIC).read_text(encoding="utf-8").split("\n")
    assert lines[missing.place.line - 1] == '      - text: "`1`"'
    replace_once(data / ARITHMETIC, "en: That is the quotient, `7 // 3`.", "en: Of `7 // 3`.")
    facts = list_facts(base, data, "q-01-01")
    assert any("its reason in Spanish is the old one" in fact for fact in facts)
    replace_once(data / ARITHMETIC, "es: Ese es el cociente, `7 // 3`.", "es: De `7 // 3`.")
    replace_once(
        data / ARITHMETIC, '"`1`"\n', '"`1`"\n        why:\n          en: No more.\n          es: Ya no.\n'
    )
    assert not any("reason" in fact for fact in list_facts(base, data, "q-01-01"))


def test_a_reason_that_stays_while_the_texts_change_places_is_outdated(base: Path, data: Path) -> None:
    """The reason explained why another text was wrong."""
    swapped = LIST.replace("A list drops", "A set drops").replace("Una lista se", "Un conjunto se")
    swapped += SET.replace("A set", "A list").replace("Un conjunto", "Una lista")
    replace_once(data / COLLECTIONS, LIST + SET, swapped)
    (fact,) = (one for one in list_facts(base, data, "q-02-06") if "reason" in one)
    assert fact.startswith("choice 1 was right and is wrong now, but its reason in English and Spanish is")


def test_an_unchanged_explanation_gets_a_notice(base: Path, data: Path) -> None:
    replace_once(data / COLLECTIONS, "value: 4\n", "value: 5\n")
    (fact,) = list_notices(base, data, "q-02-07")
    assert "but 'why' in English and Spanish is the same as before." in fact
    replace_once(data / COLLECTIONS, "en: The lengths 3, 5 and 4", "en: Three lengths, 3, 5 and 4,")
    (fact,) = list_notices(base, data, "q-02-07")
    assert "but 'why' in Spanish is the same as before." in fact


def test_a_notice_about_an_edit_is_annotated_wherever_it_is(
    base: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Even an unchanged explanation, which isn't in the diff, is annotated."""
    turn_q_01_01(data)
    main(["check", "--data", str(data), "--base", str(base / "data"), "--format", "github"])
    annotated = [line for line in capsys.readouterr().out.split("\n") if line.startswith("::notice ")]
    assert any("title=q-01-01::another answer is right now, but 'why'" in line for line in annotated)
    assert not any("title=pt-01-03" in line for line in annotated), "an old notice, far from the edit"


def test_without_a_base_or_a_changed_key_there_are_no_notices(base: Path, data: Path) -> None:
    replace_once(data / ARITHMETIC, "en: The first exception is $9$.", "en: Not $9$.")
    assert list_notices(base, data, "q-01-03") == []
    turn_q_01_01(data)
    alone = inspect_project(data)
    assert not any("another answer" in one.fact for one in alone.notices)
    assert not any("right now" in one.fact or "wrong now" in one.fact for one in alone.problems)


def test_a_changelog_must_mention_a_changed_key(data: Path, tmp_path: Path) -> None:
    """The notice suggests the new line to add. A bank without a changelog needs none."""
    replace_once(data / COLLECTIONS, "value: 4\n", "value: 5\n")
    line = "- `q-02-07`: the answer is now 5 ± 0.5 letters; it was 4 ± 0.5 letters."
    fact = f"another answer is right now, and CHANGELOG.md does not say so. Add to it: {line}"
    before = write_bank(tmp_path / "before" / "data")
    changelog = data.parent / "CHANGELOG.md"

    def is_missing() -> bool:
        return fact in [one.fact for one in inspect_project(data, base=before).notices]

    assert not is_missing()
    changelog.write_text("# Changelog\n\n- `q-02-07` is new.\n", encoding="utf-8")
    assert not is_missing()
    changelog.write_text("# Changelog\n\n- `pq-02-07`, `q-02-071`.\n", encoding="utf-8")
    assert is_missing(), "these are parts of other ids"
    old = "# Changelog\n\n- `q-02-07` is new.\n"
    (before.parent / "CHANGELOG.md").write_text(old, encoding="utf-8")
    changelog.write_text(old, encoding="utf-8")
    assert is_missing(), "the line is about another change"
    changelog.write_text(f"{old}{line}\n", encoding="utf-8")
    assert not is_missing()

"""Permanence: edits keep the ids, timestamps, Anki deck names, and addresses that learners rely on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from edits import cut_record, replace_once
from espejo.check.permanence import check_permanence
from espejo.check.project import inspect_project
from espejo.commands.cli import main
from small_bank import write_bank

DECK = "drills/chapter-01-facts"
RENAMED = "drills/chapter-01-small-facts"
QUIZ = "quizzes/phase-01-arithmetic"


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """The bank before the edit."""
    return write_bank(tmp_path / "base" / "data")


def find_lost(base: Path, data: Path) -> list[str]:
    """Problems about anything in the base that is missing now."""
    return [str(one) for one in check_permanence(inspect_project(base).bank, inspect_project(data).bank)]


def find_targets(data: Path) -> Mapping[str, str]:
    """The missing pages and their redirect targets."""
    inspection = inspect_project(data)
    assert inspection.faults == []
    return inspection.moves.pages


def rename_deck(data: Path) -> None:
    (data / f"{DECK}.yaml").rename(data / f"{RENAMED}.yaml")


def change_year(data: Path, year: str) -> None:
    """Changes the year of the last English edit of d-01-01."""
    ledger = data / "ledger.yaml"
    text = ledger.read_text(encoding="utf-8")
    text, count = re.subn(r"(id: d-01-01\n    at: .*\n    seen:\n      en: )\d{4}", rf"\g<1>{year}", text)
    assert count == 1
    ledger.write_text(text, encoding="utf-8")


def test_an_unchanged_bank_has_lost_nothing(base: Path, data: Path) -> None:
    """It matches both its base and its own ledger."""
    assert find_lost(base, data) == []
    assert find_targets(data) == {}


def test_an_id_that_is_deleted_from_the_ledger_is_missed(base: Path, data: Path) -> None:
    """It must be listed as retired, and stay listed."""
    cut_record(data / f"{DECK}.yaml", "d-01-04")
    assert find_lost(base, data) == []  # still in the ledger, which requires its retirement
    cut_record(data / "ledger.yaml", "d-01-04")
    (said,) = find_lost(base, data)
    assert "d-01-04: the id is gone. Add it to the ledger, under 'retired': - d-01-04" in said
    replace_once(data / "ledger.yaml", "retired:\n", "retired:\n  - d-01-04\n")
    assert find_lost(base, data) == []
    (said,) = find_lost(data, base)
    assert "no longer listed under 'retired'. Restore it: - d-01-04" in said


def test_a_time_that_goes_back_is_a_problem(
    base: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Anki would keep the learner's card as the newer one. Without a base, the check can't tell."""
    change_year(data, "2019")
    (said,) = find_lost(base, data)
    expected = r"data/ledger\.yaml:\d+:\d+: d-01-01: the time for 'en' moved backward\. Expected 2026-.*Z"
    assert re.match(expected, said), said
    assert main(["check", "--data", str(data)]) == 0
    assert main(["check", "--data", str(data), "--base", str(base)]) == 1
    assert "the time for 'en' moved backward." in capsys.readouterr().out
    change_year(data, "2031")
    assert find_lost(base, data) == []
    terms = (data / "ledger.yaml").read_text(encoding="utf-8").partition("\nterms:\n")[2]
    found = re.search(r"- id: ([\w-]+)\n    seen:\n      en: (2026\S+)", terms)
    assert found
    replace_once(data / "ledger.yaml", found[0], found[0].replace("2026", "2025"))
    (said,) = find_lost(base, data)
    assert f"{found[1]}: the time for 'en' moved backward. Expected {found[2]} or later." in said


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("en: '02 Averages'", "en: '02 Means'", ["was renamed. Expected en: '02 Averages'"]),
        ("      es: '02 Promedios'\n", "", ["was renamed. Expected es: '02 Promedios'"]),
        (
            "  - path: study-guide/quiz-02-averages\n    name:\n"
            "      en: '02 Averages'\n      es: '02 Promedios'\n",
            "",
            ["is gone. Expected en: '02 Averages'", "is gone. Expected es: '02 Promedios'"],
        ),
    ],
    ids=["changed", "deleted in one language", "deleted"],
)
def test_the_name_of_a_deck_cannot_change(
    base: Path, data: Path, old: str, new: str, expected: list[str]
) -> None:
    """Learners' cards would stay in a deck with the old name."""
    replace_once(data / "ledger.yaml", old, new)
    facts = find_lost(base, data)
    assert len(facts) == len(expected)
    assert all(fact.endswith(end) for fact, end in zip(facts, expected, strict=True))


def test_a_renamed_file_leads_to_its_last_name(data: Path) -> None:
    """The ledger knows where its cards were, even after recording the move, so nobody writes a redirect."""
    names = inspect_project(data).bank.ledger.names[DECK]
    rename_deck(data)
    assert find_targets(data) == {DECK: RENAMED}
    assert main(["accept", "--data", str(data)]) == 0
    assert find_targets(data) == {DECK: RENAMED}
    assert inspect_project(data).bank.ledger.names[RENAMED] == names, "its Anki deck keeps its name"
    last = (data / f"{RENAMED}.yaml").rename(data / "drills" / "chapter-01-last.yaml")
    assert find_targets(data) == {DECK: "drills/chapter-01-last", RENAMED: "drills/chapter-01-last"}
    last.rename(data / f"{DECK}.yaml")
    for _ in range(2):
        assert find_targets(data) == {RENAMED: DECK}
        assert main(["accept", "--data", str(data)]) == 0


def test_a_deleted_page_leads_to_its_collection(data: Path) -> None:
    """No other page has its questions. Handwritten redirects take precedence."""
    (data / f"{QUIZ}.yaml").unlink()
    for _ in range(2):
        assert find_targets(data) == {QUIZ: "quizzes"}
        assert main(["accept", "--data", str(data)]) == 0
    rename_deck(data)
    redirects = f"redirects:\n  - {{old: {DECK}, new: drills}}\n"
    replace_once(data / "redirects.yaml", "redirects:\n", redirects)
    assert find_targets(data) == {QUIZ: "quizzes"}


def test_a_forged_ledger_takes_no_address_of_the_site(data: Path) -> None:
    paths = ("glossary", "topics/x", "es", "drills/print", "drills/index", "search")
    decks = "".join(f"  - path: {path}\n    name: {{en: x}}\n" for path in paths)
    replace_once(data / "ledger.yaml", "decks:\n", f"decks:\n{decks}")
    assert not set(paths) & inspect_project(data).moves.pages.keys()


def test_the_ledger_keeps_the_former_pages_of_a_card(base: Path, data: Path) -> None:
    """Otherwise a reader who has kept the old address wouldn't find it."""
    for bank in (base, data):
        (bank / f"{DECK}.yaml").rename(bank / f"{RENAMED}.yaml")
        assert main(["accept", "--data", str(bank)]) == 0
    ledger = data / "ledger.yaml"
    text = ledger.read_text(encoding="utf-8")
    ledger.write_text(text.replace(f"    was: ['{DECK}']\n", "", 1), encoding="utf-8")
    (said,) = [one for one in find_lost(base, data) if "time" not in one]
    assert f"d-01-01: the ledger no longer says that it was on '{DECK}'." in said


def test_a_redirect_cannot_be_deleted(base: Path, data: Path) -> None:
    """Links on other sites still use the old address."""
    (data / "redirects.yaml").unlink()
    (said,) = find_lost(base, data)
    assert said.startswith("data/redirects.yaml:1:1: the redirect from 'quizzes/phase-02-sets' is gone.")


@pytest.mark.parametrize(("year", "now", "count"), [("2099", 2026, 1), ("2027", 2026, 1), ("2027", 2028, 0)])
def test_a_time_in_the_future_is_a_problem(base: Path, data: Path, year: str, now: int, count: int) -> None:
    """Each import would overwrite a learner's own edits, and after 2099 no later time exists."""
    change_year(data, year)
    found = inspect_project(data, base=base, now=datetime(now, 6, 1, tzinfo=UTC)).problems
    assert [one.owner for one in found if "is in the future" in one.fact] == ["d-01-01"] * count
    unchanged = inspect_project(data, base=data, now=datetime(2020, 1, 1, tzinfo=UTC)).problems
    assert not [one for one in unchanged if "is in the future" in one.fact], "what the base has stays"


def test_a_ledger_that_cannot_be_read_is_one_problem(
    base: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It isn't treated as an empty ledger, which would make everything look missing."""
    (data / "ledger.yaml").write_text("entries: [", encoding="utf-8")
    assert main(["check", "--data", str(data), "--base", str(base)]) == 1
    assert "\n1 problem." in capsys.readouterr().out


def test_a_deleted_guide_or_course_is_missed(base: Path, data: Path) -> None:
    """Learners keep its print view, so it needs a redirect."""
    guide = data / "study-guide" / "guide.yaml"
    text = guide.read_text(encoding="utf-8")
    guide.unlink()
    said = find_lost(base, data)
    assert said[0] == (
        "data/study-guide/guide.yaml:1:1: the guide is gone, and so is the page 'study-guide/print'. "
        "Restore it, or add to data/redirects.yaml, under 'redirects': "
        "- {old: study-guide/print, new: study-guide}"
    )
    assert [line.partition(" is gone")[0].partition(": ")[2] for line in said[1:]] == [
        "the course 'numbers'",
        "the course 'text'",
    ]
    guide.write_text(text.replace("id: text", "id: words"), encoding="utf-8")
    replace_once(data / "home.yaml", "study-guide#text", "study-guide#words")
    assert len(find_lost(base, data)) == 1
    with (data / "redirects.yaml").open("a", encoding="utf-8") as file:
        file.write("  - {old: study-guide/print/text, new: study-guide}\n")
    assert find_lost(base, data) == []
    assert inspect_project(data).faults == []


def test_nothing_is_reported_gone_from_a_bank_without_languages(base: Path, data: Path) -> None:
    (data / "bank.yaml").unlink()
    problems = inspect_project(data, base=base).problems
    assert [one.fact.partition(".")[0] for one in problems] == ["the file is missing"]

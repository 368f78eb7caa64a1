"""The published bank: passes the check, other YAML parsers agree on it, and examples can be added to it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

import anki.lang
import pytest

from content.conftest import PUBLISHED
from espejo.check.project import inspect_project
from espejo.editing.lints.linter import lint_bank
from examples import find_examples
from other_parsers import find_differences
from project import ROOT


def test_the_check_finds_no_problem() -> None:
    """Includes lints, the ledger, and permanent pages. Notices are allowed: translations may come later."""
    problems = inspect_project(PUBLISHED).problems
    assert "".join(f"{problem}\n" for problem in sorted(set(problems))) == ""


def test_other_parsers_agree_on_the_files() -> None:
    assert find_differences(PUBLISHED.rglob("*.yaml")) == []


def test_the_examples_of_contributing_can_be_added(tmp_path: Path) -> None:
    """They get unused numbers, use the bank's topics, and match the style of its glossary."""
    data = shutil.copytree(PUBLISHED, tmp_path / "data")
    examples = [example for example in find_examples(ROOT / "CONTRIBUTING.md") if example.complete]
    assert examples
    for number, example in enumerate(examples, 90):
        example.add_to(data, number)
    loaded = inspect_project(data)
    assert [str(one) for one in (*loaded.faults, *lint_bank(loaded.bank, tmp_path))] == []


STEPS = {
    "package_step_2": ("qt_accel_file", "actions_import"),
    "package_step_3": ("importing_update_notes", "importing_update_if_newer", "actions_import"),
    "text_step_2": ("qt_accel_file", "actions_import"),
    "text_step_3": ("importing_field_separator", "importing_tab", "importing_allow_html_in_fields"),
    "text_step_4": ("notetypes_basic_name", "importing_update", "importing_existing_notes"),
    "text_step_5": (
        *("importing_field_mapping", "notetypes_front_field", "notetypes_back_field", "actions_import"),
    ),
}
"""The steps of the import that quote Anki, each with the names of the messages it quotes."""


@pytest.mark.parametrize("locale", ["en", "es"])
def test_the_import_steps_use_the_words_that_anki_shows(locale: str) -> None:
    """The menus, fields, and options that steps name are looked up in Anki itself."""
    words = inspect_project(PUBLISHED).bank.locales[locale].words
    anki.lang.set_lang(locale)
    missing = []
    for step, messages in STEPS.items():
        for message in messages:
            find: Callable[[], str] = getattr(anki.lang.tr_legacyglobal, message)
            shown = normalize("NFC", find().replace("&", ""))  # & precedes the access key of a menu
            if shown not in words[step]:
                missing.append(f"languages/{locale}.yaml: {step} does not say “{shown}”, as Anki does")
    anki.lang.set_lang("en")
    assert not missing, "\n".join(missing)

"""Words of Anki in the published import steps: in each language, they are what Anki itself shows there."""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import normalize

import anki.lang
import pytest

from content.conftest import PUBLISHED
from espejo.check.project import inspect_project

FILE_MENU = "qt_accel_file"
STEPS = {
    "package_step_2": (FILE_MENU, "actions_import"),
    "package_step_3": ("importing_update_notes", "importing_update_if_newer", "actions_import"),
    "text_step_2": (FILE_MENU, "actions_import"),
    "text_step_3": ("importing_field_separator", "importing_tab", "importing_allow_html_in_fields"),
    "text_step_4": ("notetypes_basic_name", "importing_update", "importing_existing_notes"),
    "text_step_5": (
        "importing_field_mapping",
        "notetypes_front_field",
        "notetypes_back_field",
        "actions_import",
    ),
}
"""The steps that quote Anki, each with the names of the messages it quotes."""


@pytest.mark.parametrize("locale", ["en", "es"])
def test_the_import_steps_use_the_words_that_anki_shows(locale: str) -> None:
    """Looked up in Anki itself, so that a learner finds every menu, field and option that a step names."""
    words = inspect_project(PUBLISHED).bank.locales[locale].words
    anki.lang.set_lang(locale)
    missing = []
    for step, messages in STEPS.items():
        for message in messages:
            find: Callable[[], str] = getattr(anki.lang.tr_legacyglobal, message)
            shown = normalize("NFC", find().replace("&", ""))  # & marks the key that opens a menu
            if shown not in words[step]:
                missing.append(f"languages/{locale}.yaml: {step} does not say “{shown}”, as Anki does")
    anki.lang.set_lang("en")
    assert not missing, "\n".join(missing)

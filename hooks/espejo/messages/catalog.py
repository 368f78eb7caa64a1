"""Message catalogs: gettext PO files next to this module, one per language other than English.

A message without a finished translation is shown in English. `make messages` adds new ones to the catalogs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

from espejo.messages.message import Message, Speak, Word, say_values

ENGLISH = "en"
_FOLDER = Path(__file__).parent
LANGUAGES = (ENGLISH, *sorted(file.stem for file in _FOLDER.glob("*.po")))

# In Spanish, *y* and *o* change before a word that begins with the same sound: español e inglés.
_JOINTS = {
    "{most} and {last}": (re.compile("h?[ií](?![aeo])", re.IGNORECASE), "{most} e {last}"),
    "{most} or {last}": (re.compile("h?[oó]", re.IGNORECASE), "{most} u {last}"),
}


def speak_in(language: str) -> Speak:
    """Return a translator of messages into this language."""
    return str if language == ENGLISH else partial(translate, language=language)


def translate(text: str, *, language: str) -> str:
    """Translate a message. Plain strings stay the same; untranslated messages are in English."""
    if isinstance(text, Word):
        return text.forms.get(language, str(text))
    if not isinstance(text, Message):
        return text
    forms = _load_catalog(language).get(text.template) or (text.template, text.plural)
    template = forms[1] if text.plural and text.values["count"] != 1 else forms[0]
    said = say_values(text.values, speak_in(language), _group_digits)
    if language == "es" and text.template in _JOINTS:
        sound, joint = _JOINTS[text.template]
        template = joint if sound.match(said["last"]) else template
    return template.format_map(said)


def _group_digits(number: int) -> str:
    """Group digits in threes with no-break spaces; four digits stay together."""
    return str(number) if abs(number) < 10_000 else f"{number:,}".replace(",", "\N{NO-BREAK SPACE}")


@cache
def _load_catalog(language: str) -> dict[str, tuple[str, ...]]:
    """The finished translations of a catalog, with plurals, by their English templates."""
    from babel.messages.pofile import read_po  # imported late, because English doesn't need it

    with (_FOLDER / f"{language}.po").open(encoding="utf-8") as file:
        entries = list(read_po(file, locale=language))
    forms: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        template = entry.id if isinstance(entry.id, str) else entry.id[0]
        strings = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
        if template and strings and all(strings) and not entry.fuzzy:
            forms[template] = strings
    return forms


def choose_language(environment: Mapping[str, str]) -> str:
    """The language of the environment, as gettext finds it; English without a catalog."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "C")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH
    asked = [*environment.get("LANGUAGE", "").split(":"), locale]
    codes = (re.split("[_.@-]", one)[0].lower() for one in asked)
    return next((code for code in codes if code in LANGUAGES), ENGLISH)

"""Messages and catalogs: English templates, values, translations, and the fallback to English."""

from __future__ import annotations

import pickle
import re
import warnings
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from espejo.messages import catalog
from espejo.messages.catalog import LANGUAGES, choose_language, speak_in
from espejo.messages.message import Word, either, listed, message, plural, sentences
from project import ROOT
from pseudo import list_templates

CATALOGS = sorted((ROOT / "hooks" / "espejo" / "messages").glob("*.po"))
BLANK = re.compile(r"(?<!\{)(?:\{\{)*\{(\w+)\}|%\(?\w*\)?[a-z]")

every_catalog = pytest.mark.parametrize("file", CATALOGS, ids=lambda file: file.name)


def read_translations(file: Path) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the finished translations of a catalog, including plurals, keyed by template."""
    with file.open(encoding="utf-8") as stream:
        entries = [entry for entry in read_po(stream, locale=file.stem) if entry.id and not entry.fuzzy]
    pairs = {_forms(entry.id): _forms(entry.string or "") for entry in entries}
    return {templates: forms for templates, forms in pairs.items() if all(forms)}


def _forms(strings: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (strings,) if isinstance(strings, str) else tuple(strings)


@every_catalog
@pytest.mark.filterwarnings("default")
def test_a_few_untranslated_messages_are_only_a_warning(file: Path) -> None:
    """New messages are shown in English until someone translates them. `make messages` adds them."""
    templates = set(list_templates())
    untranslated = templates - read_translations(file).keys()
    if untranslated:
        warnings.warn(
            f"{file.name}: {len(untranslated)} messages to translate. Run: make messages", stacklevel=1
        )
    assert len(untranslated) < len(templates) / 4


def test_an_untranslated_message_is_shown_in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Covers missing, unfinished, and fuzzy translations; the values inserted are still translated."""
    entries = ('msgid "a list"\nmsgstr "una lista"', 'msgid "Not {what}."\nmsgstr ""')
    fuzzy = '#, fuzzy\nmsgid "Fuzzy {what}."\nmsgstr "Difuso {what}."'
    plurals = 'msgid "{count} x"\nmsgid_plural "{count} xs"\nmsgstr[0] "{count} equis"\nmsgstr[1] ""'
    (tmp_path / "es.po").write_text("\n\n".join([*entries, fuzzy, plurals]), encoding="utf-8")
    monkeypatch.setattr(catalog, "_FOLDER", tmp_path)
    monkeypatch.setattr(catalog, "_load_catalog", catalog._load_catalog.__wrapped__)
    speak, what = speak_in("es"), message("a list")
    assert speak(what) == "una lista"
    assert speak(message("Not {what}.", what=what)) == "Not una lista."
    assert speak(message("Fuzzy {what}.", what=what)) == "Fuzzy una lista."
    assert speak(message("New {what}.", what=what)) == "New una lista."
    assert speak(plural("{count} x", "{count} xs", 2)) == "2 xs"


@every_catalog
def test_a_translation_keeps_the_placeholders_spaces_and_final_punctuation(file: Path) -> None:
    """A misspelled placeholder would raise an exception, and joined sentences need final punctuation."""
    edges = re.compile(r"^(\s*).*?([.?:…]?)(\s*)$", re.DOTALL)
    for templates, forms in read_translations(file).items():
        for template, form in zip(templates, forms, strict=True):
            assert sorted(map(str, BLANK.findall(form))) == sorted(map(str, BLANK.findall(template))), form
            form.format_map(dict.fromkeys(BLANK.findall(template), ""))
            assert edges.findall(form) == edges.findall(template), form


def test_a_message_renders_in_english() -> None:
    assert message("unknown key {key}.", key="'x'") == "unknown key 'x'."
    assert plural("{count} problem", "{count} problems", 1) == "1 problem"
    assert plural("{count} problem", "{count} problems", 12345) == "12,345 problems"
    assert sentences("One.", "", "Two.") == "One. Two."
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert either(["a", "b"]) == "a or b"
    assert listed(["a"]) == "a"
    assert listed([]) == ""


def test_braces_in_a_value_are_text() -> None:
    """Data can neither break a message nor read an attribute through it."""
    hostile = "{key} {0} {key.__class__} %s"
    said = message("unknown key {key}.", key=hostile)
    assert said == f"unknown key {hostile}."
    assert hostile in speak_in("es")(said)


def test_every_part_of_a_message_is_translated() -> None:
    """Nested messages, language names, plurals, and numbers are all translated."""
    speak = speak_in("es")
    names = [
        Word("English", {"en": "English", "es": "inglés"}),
        Word("Español", {"en": "Spanish", "es": "español"}),
    ]
    assert listed(names) == "English and Spanish"
    assert speak(listed(names)) == "inglés y español"
    assert speak(listed(reversed(names))) == "español e inglés"
    assert speak(listed(["a", "hierro", "hilo"])) == "a, hierro e hilo"
    assert speak(listed(["a", "hielo"])) == "a y hielo"
    assert speak(either(["a", "otro"])) == "a u otro"
    assert speak(sentences("plain", listed(["a", "b"]))) == "plain a y b"
    assert speak(Word("Deutsch", {})) == "Deutsch"
    assert speak(message("no catalog has {this}", this=listed(names))) == "no catalog has inglés y español"


def test_a_message_can_be_pickled() -> None:
    """The fuzzer passes problems between processes."""
    said = sentences(listed(["a", Word("b", {"es": "c"})]))
    copy = pickle.loads(pickle.dumps(said))  # noqa: S301 (it is our own)
    assert (copy, speak_in("es")(copy)) == (said, "a y c")


def test_the_environment_chooses_the_language() -> None:
    """It works as in gettext: LC_ALL, LC_MESSAGES, and LANG, and LANGUAGE unless the locale is C."""
    for environment, language in (
        ({}, "en"),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "es_ES", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "es_AR"}, "es"),
        ({"LANG": "de_DE", "LANGUAGE": "fr:es:en"}, "es"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "es"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": ""}, "en"),
    ):
        assert choose_language(environment) == language, environment
    assert LANGUAGES == ("en", "es")

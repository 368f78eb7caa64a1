"""Messages and catalogs: what the tools say, in English and in other languages."""

from __future__ import annotations

import ast
import pickle
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from espejo.messages.catalog import LANGUAGES, choose_language, speak_in
from espejo.messages.message import Word, either, listed, message, plural, sentences
from project import ROOT

HOOKS = ROOT / "hooks"
CATALOGS = sorted((HOOKS / "espejo" / "messages").glob("*.po"))
BLANK = re.compile(r"(?<!\{)(?:\{\{)*\{(\w+)\}|%\(?\w*\)?[a-z]")


def list_templates() -> Iterator[tuple[str, ...]]:
    """The templates of all messages in the code, each with its plural if it has one."""
    for file in HOOKS.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                count = {"message": 1, "plural": 2}.get(node.func.id, 0)
                literals = [one.value for one in node.args[:count] if isinstance(one, ast.Constant)]
                where = f"{file.relative_to(ROOT)}:{node.lineno}"
                assert len(literals) == count, f"{where}: a template must be a literal"
                if count:
                    yield tuple(map(str, literals))


def read_catalog(file: Path) -> dict[tuple[str, ...], tuple[str, ...]]:
    """The translations in a catalog; those that are missing are empty."""
    with file.open(encoding="utf-8") as stream:
        entries = [entry for entry in read_po(stream, locale=file.stem) if entry.id]
    assert [entry.id for entry in entries if entry.fuzzy] == []
    return {_forms(entry.id): _forms(entry.string or "") for entry in entries}


def _forms(strings: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (strings,) if isinstance(strings, str) else tuple(strings)


@pytest.mark.parametrize("file", CATALOGS, ids=lambda file: file.name)
def test_a_message_that_lacks_its_translation_is_a_warning(file: Path) -> None:
    """It is said in English. `make messages` adds new messages to a catalog and removes old ones."""
    translated = {one for one, forms in read_catalog(file).items() if all(forms)}
    templates = set(list_templates())
    assert len(templates & translated) > len(templates) / 2
    for one in sorted(templates ^ translated):
        where = "is in no module" if one in translated else "has no translation"
        warnings.warn(f"{file.name}: {one[0]!r} {where}. Run: make messages", stacklevel=1)


@pytest.mark.parametrize("file", CATALOGS, ids=lambda file: file.name)
def test_a_translation_has_the_blanks_and_the_end_of_its_template(file: Path) -> None:
    """A misspelled blank would raise where a problem should be reported; sentences follow one another."""
    end = re.compile(r"[.?:…]?$")
    for templates, forms in read_catalog(file).items():
        for template, form in zip(templates, forms, strict=True) if all(forms) else ():
            assert sorted(map(str, BLANK.findall(form))) == sorted(map(str, BLANK.findall(template))), form
            form.format_map(dict.fromkeys(BLANK.findall(template), ""))
            assert (form[:1].isspace(), form[-1:].isspace()) == (
                template[:1].isspace(),
                template[-1:].isspace(),
            )
            assert end.findall(form.strip()) == end.findall(template.strip()), form


def test_a_message_is_its_english_text() -> None:
    assert message("unknown key {key}.", key="'x'") == "unknown key 'x'."
    assert plural("{count} problem", "{count} problems", 1) == "1 problem"
    assert plural("{count} problem", "{count} problems", 12345) == "12,345 problems"
    assert sentences("One.", "", "Two.") == "One. Two."
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert either(["a", "b"]) == "a or b"
    assert listed(["a"]) == "a"
    assert listed([]) == ""


def test_values_are_text_whatever_they_contain() -> None:
    """Braces in a value are not blanks: data can neither break a message nor read anything through it."""
    hostile = "{key} {0} {key.__class__} %s"
    said = message("unknown key {key}.", key=hostile)
    assert said == f"unknown key {hostile}."
    assert hostile in speak_in("es")(said)


def test_every_part_of_a_message_is_said_in_the_language() -> None:
    """Messages in messages, names of languages, plurals and numbers."""
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
    """The fuzzer hands problems from one process to another."""
    said = sentences(listed(["a", Word("b", {"es": "c"})]))
    copy = pickle.loads(pickle.dumps(said))  # noqa: S301 (it is our own)
    assert (copy, speak_in("es")(copy)) == (said, "a y c")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "es_ES", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "es_AR"}, "es"),
        ({"LANG": "de_DE", "LANGUAGE": "fr:es:en"}, "es"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "es"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": ""}, "en"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    """As gettext does: LC_ALL, LC_MESSAGES, LANG, and LANGUAGE unless the locale is C."""
    assert choose_language(environment) == language
    assert language in LANGUAGES

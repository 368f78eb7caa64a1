"""Pseudo-localization: a language that marks every message, so that untranslatable text stands out.

In it, the message "unknown key {key}." reads ⟦unknown key ⟪'corect'⟫.⟧. Text outside ⟦⟧ and each value in ⟪⟫
isn't translated, so it has to be data: code (a path, a number, an option), a name (a command, a language,
a character), or words from the files and the arguments.
"""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from espejo.commands.cli import list_commands
from espejo.commands.export import FORMATS
from espejo.messages import catalog
from espejo.model.addresses import FORMULAS, GLOSSARY, PATTERNS, TOPICS
from espejo.model.kinds import KINDS
from espejo.model.proof import LIBRARIES
from project import ROOT

LANGUAGE = "qps"
"""The usual code for pseudo-languages."""

_BLANK = re.compile(r"(?<!\{)\{\w+\}|%\(\w+\)[sr]|%[sr]")
_MARK = re.compile("[⟦⟧⟪⟫\n]")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_CODE = re.compile(r"[\d/_=<>{}()\[\]\\`@#|*$^~+%&…✎]|\w[.:]\w|\A--?\w|\A\W*\Z")
_ENDS = "'\"“”‘’«».,;:!?()[]{}"

NAMES = frozenset(
    (
        *("espejo", "make", "id", "text", "json", "github", *FORMATS, *KINDS),
        *(command.NAME for command in list_commands()),
        *("quiz", "question", "deck", "card", "topic", "term", "formula", "pattern"),
        *LIBRARIES,
        *("en", "es", "English", "Spanish", "Español"),
        *(FORMULAS, PATTERNS, GLOSSARY, TOPICS),
        *("Same", "meaning"),
    )
)
"""Untranslated words: names of commands, formats, kinds, records, libraries, languages, and pages, and what
authors have to write in a pull request."""

OF_OTHERS = re.compile(
    r"'.' was never closed|too many nested parentheses"  # Python
    r"|expected closing token .*|unknown command .*"  # math-core
)
"""Other software's English messages about the case files."""


def speak_pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switches the commands of this process to the pseudo-language."""
    monkeypatch.setattr(catalog, "_load_catalog", {LANGUAGE: _make_catalog()}.__getitem__)
    monkeypatch.setattr(catalog, "LANGUAGES", (*catalog.LANGUAGES, LANGUAGE))
    for module in ("espejo.commands.annotations", "espejo.editing.commands.changes"):  # use all languages
        monkeypatch.setattr(f"{module}.LANGUAGES", (LANGUAGE,))
    monkeypatch.setenv("LC_MESSAGES", LANGUAGE)


@cache
def list_templates() -> tuple[tuple[str, ...], ...]:
    """The templates of all messages in the code, each with its plural, if any."""
    return tuple(one for file in (ROOT / "hooks").rglob("*.py") for one in _find_templates(file))


def _find_templates(file: Path) -> Iterator[tuple[str, ...]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            count = {"message": 1, "fail": 1, "plural": 2}.get(node.func.id, 0)
            literals = [one.value for one in node.args[:count] if isinstance(one, ast.Constant)]
            assert len(literals) == count, f"{file}:{node.lineno}: a template must be a literal"
            if count:
                yield tuple(map(str, literals))


@cache
def _make_catalog() -> dict[str, tuple[str, ...]]:
    return {templates[0]: tuple(map(mark, templates)) for templates in list_templates()}


def mark(template: str) -> str:
    """Marks a template and its placeholders: {id}: no → ⟦⟪{id}⟫: no⟧."""
    core = template.strip()
    start, end = template.split(core)
    return f"{start}⟦{_BLANK.sub(lambda blank: f'⟪{blank[0]}⟫', core)}⟧{end}"


def find_prose(output: str, files: Iterable[Path] = (), arguments: Iterable[str] = ()) -> list[str]:
    """Printed text that is neither part of a message nor data from these files and arguments."""
    texts = (f"{file} {file.read_text(encoding='utf-8', errors='replace')}" for file in files)
    written = {word for text in texts for word in list_words(text)}
    given = {word for argument in arguments for word in list_words(argument)}
    ids = {word for word in written if "-" in word}
    return [
        chunk.strip()
        for chunk, is_value in split_chunks(output)
        if not is_data(chunk, NAMES | given | (written if is_value else ids))
    ]


def split_chunks(output: str) -> Iterator[tuple[str, bool]]:
    """Yields the text outside templates, and whether it's a value. Messages may have several lines."""
    inside: list[str] = []
    end = 0
    for found in [*_MARK.finditer(output), None]:
        chunk = output[end : found.start() if found else len(output)]
        if not inside or inside[-1] == "⟪":
            yield chunk, bool(inside)
        if found is None:
            return
        if found[0] in "⟦⟪":
            inside.append(found[0])
        elif found[0] != "\n":
            assert inside.pop() == {"⟧": "⟦", "⟫": "⟪"}[found[0]], output
        elif output[end : found.start()].endswith("…"):  # a truncated line
            inside.clear()
        end = found.end()


def is_data(chunk: str, words: frozenset[str]) -> bool:
    """Whether a text comes from other software, or consists only of code and these words."""
    if OF_OTHERS.fullmatch(chunk) or _is_character(chunk):
        return True
    tokens = (token.strip(_ENDS) for token in chunk.split() if not token.startswith("::"))
    return all(
        token in words or bool(_CODE.search(token)) or token.isupper() or set(list_words(token)) <= words
        for token in tokens
    )


def _is_character(chunk: str) -> bool:
    """Whether a text is the Unicode name of a character."""
    try:
        return bool(unicodedata.lookup(chunk.upper()))
    except KeyError:
        return False


def list_words(text: str) -> list[str]:
    return _WORD.findall(text)

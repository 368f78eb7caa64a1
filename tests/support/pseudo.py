"""Pseudo-localization: a language in which every message is marked, so that text that is no message shows.

In it, the message "unknown key {key}." reads ⟦unknown key ⟪'corect'⟫.⟧. What stands in no ⟦⟧, and each value
in ⟪⟫, is not translated: it has to be data. Data is what reads as code (a path, a number, an option), the
name of something (a command, a language, a character), or words that the files and the arguments have.
"""

from __future__ import annotations

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
from test_messages import list_templates

LANGUAGE = "qps"
"""The code that others use for languages of this kind."""

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
"""Words that are the same in every language: names of commands, formats, kinds, records, libraries,
languages and pages, and what somebody has to write in a pull request."""


OF_OTHERS = re.compile(
    r"'.' was never closed|too many nested parentheses"  # Python
    r"|expected closing token .*|unknown command .*"  # math-core
)
"""What other software says about the files of the cases. It speaks only English."""


def speak_pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the commands of this process speak the pseudo-language."""
    monkeypatch.setattr(catalog, "_load_catalog", {LANGUAGE: _make_catalog()}.__getitem__)
    monkeypatch.setattr(catalog, "LANGUAGES", (*catalog.LANGUAGES, LANGUAGE))
    for forge in (
        "espejo.commands.annotations",
        "espejo.editing.commands.changes",
    ):  # they speak every language
        monkeypatch.setattr(f"{forge}.LANGUAGES", (LANGUAGE,))
    monkeypatch.setenv("LC_MESSAGES", LANGUAGE)


@cache
def _make_catalog() -> dict[str, tuple[str, ...]]:
    return {templates[0]: tuple(map(mark, templates)) for templates in list_templates()}


def mark(template: str) -> str:
    """A template as the pseudo-language has it."""
    core = template.strip()
    start, end = template.split(core)
    return f"{start}⟦{_BLANK.sub(lambda blank: f'⟪{blank[0]}⟫', core)}⟧{end}"


def find_prose(output: str, files: Iterable[Path] = (), arguments: Iterable[str] = ()) -> list[str]:
    """What was printed, is not part of a message, and is not data of these files and arguments."""
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
    """The text between marks that is in no template, and whether it is a value. A message may have lines."""
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
        elif _is_cut(output[end : found.start()]):
            inside.clear()
        end = found.end()


def _is_cut(line: str) -> bool:
    """Whether a line was too long to be printed in full, with the marks at its end."""
    return line.endswith("…")


def is_data(chunk: str, words: frozenset[str]) -> bool:
    """Whether each word of a text reads as code, or is one of these words, or the text is that of others."""
    if OF_OTHERS.fullmatch(chunk) or _is_character(chunk):
        return True
    tokens = (token.strip(_ENDS) for token in chunk.split() if not token.startswith("::"))
    return all(
        token in words or bool(_CODE.search(token)) or token.isupper() or set(list_words(token)) <= words
        for token in tokens
    )


def _is_character(chunk: str) -> bool:
    """Whether a text is the name that Unicode gives to a character."""
    try:
        return bool(unicodedata.lookup(chunk.upper()))
    except KeyError:
        return False


def list_words(text: str) -> list[str]:
    return _WORD.findall(text)

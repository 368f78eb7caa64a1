"""Words of the site: every word that the software uses exists, none is unused, and no language is named."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from espejo.load import languages
from espejo.load.file_kinds import FIELDS
from espejo.load.languages import FOLDER, english_words, read_language
from espejo.model.language import find_blanks
from project import ROOT

WORDS = english_words()
FOLDERS = (ROOT / "hooks",)
LANGUAGE = re.compile(r"""["'{](?:en|es)["':]|English|Spanish|Español|Ingl[eé]s""")

# How templates and modules refer to a word: by its name, or by a name built from parts.
ASKED = re.compile(r"""(?<![\w.])(?:t|(?:\w+\.)*words(?:\[\w+\])?)\(\s*["'](\w+)["']\s*[,)]""")
F_STRING = re.compile(r"""\bf(["'])((?:\w|\{[\w.]+\})+)\1""")
JOINED = re.compile(r"""["'](\w+_)["'] ~|~ ["'](_\w+)["']""")


def sources() -> dict[str, str]:
    """The text of every module and template, except the language-specific message catalogs and the module
    that falls back to English."""
    paths = [path for folder in FOLDERS for path in sorted(folder.rglob("*")) if path.is_file()]
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in paths
        if path.suffix in (".py", ".html")
        and path.parent.name != "messages"
        and path.name != Path(languages.__file__).name
    }


def without_docs(text: str) -> str:
    """A module's text without docstrings and comments. Lines keep their numbers."""
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or 0) - node.lineno + 1)
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    return "\n".join(lines)


def find_languages(file: str, text: str) -> Iterator[str]:
    """Yields lines that name a language outside docstrings and comments."""
    code = without_docs(text) if Path(file).suffix == ".py" else text
    for number, line in enumerate(code.splitlines(), 1):
        if LANGUAGE.search(line):
            yield f"{file}:{number}: {line.strip()}"


def find_patterns(text: str) -> Iterator[str]:
    """Yields a pattern for each name built from parts; placeholders become groups."""
    for _, made in F_STRING.findall(text):
        if "_" in re.sub(r"\{[^}]*\}", "", made):
            yield re.sub(r"\{[^}]*\}", r"(\\w+)", made)
    for before, after in JOINED.findall(text):
        yield rf"{before}(\w+)" if before else rf"(\w+){after}"


def find_used(texts: list[str]) -> set[str]:
    """The words that are named literally, or by a pattern."""
    quoted = {name for text in texts for name in re.findall(r"""["'](?:\w+/)?(\w+)["']""", text)}
    patterns = {pattern for text in texts for pattern in find_patterns(text)}
    parts = {name: [re.fullmatch(pattern, name) for pattern in patterns] for name in WORDS}
    return (quoted & WORDS.keys()) | {
        name
        for name, found in parts.items()
        if any(match and all(part in quoted or part.isdigit() for part in match.groups()) for match in found)
    }


def find_used_by_scripts() -> set[str]:
    """Words that scripts use: as `words.check`, "check", "{check}", `dot_${standing}`, or a stem."""
    scripts = (ROOT / "hooks" / "espejo" / "site" / "js").rglob("*.js")
    text = "\n".join(path.read_text(encoding="utf-8") for path in scripts)
    quoted = set(re.findall(r'"\{?(\w+)\}?"', text))
    made = [re.sub(r"\$\{[^}]*\}", r"(\\w+)", one) for one in re.findall(r"words\[`([^`]*)`\]", text)]
    matches = {name: [match for one in made if (match := re.fullmatch(one, name))] for name in WORDS}
    counted = {name for name in WORDS if quoted & {name, re.sub("_(one|many)$", "", name)}}
    return (
        counted
        | set(re.findall(r"words\.(\w+)", text))
        | {name for name, found in matches.items() if any(quoted.issuperset(one.groups()) for one in found)}
    )


def test_the_software_names_no_language() -> None:
    """Languages come from data/bank.yaml, even in examples. Exempt are docstrings, comments, and `messages/`,
    because the tools have catalogs for specific languages, and English."""
    assert [line for file, text in sources().items() for line in find_languages(file, text)] == []


@pytest.mark.parametrize("line", ['locale = "es"', "LOCALES = {'en': 1}", 'said = "in Spanish"'])
def test_a_language_that_is_named_is_found(line: str) -> None:
    text = f'"""A docstring may say English."""\n# A comment may say Spanish.\n{line}\n'
    assert list(find_languages("module.py", text)) == [f"module.py:3: {line}"]


def test_every_word_that_is_asked_for_exists() -> None:
    asked = {(name, file) for file, text in sources().items() for name in ASKED.findall(text)}
    assert len({name for name, _ in asked}) > len(WORDS) / 3, "the pattern no longer finds what is asked for"
    assert sorted((name, file) for name, file in asked if name not in WORDS) == []


def test_every_word_is_used() -> None:
    """Otherwise translators would work on words that are never shown."""
    used = find_used(list(sources().values())) | find_used_by_scripts()
    assert sorted(WORDS.keys() - used) == []


def test_a_word_is_used_where_its_name_or_its_parts_stand() -> None:
    texts = [
        't("answer")',
        'words(f"{noun}_one")',
        'count("quiz")',
        '"kind_" ~ "free"',
        '"package_step_" ~ 2',
    ]
    steps = {name for name in WORDS if name.startswith("package_step_")}
    assert find_used(texts) == {"answer", "quiz_one", "kind_free", *steps}


@pytest.mark.parametrize("code", sorted(path.stem for path in FOLDER.iterdir()))
def test_the_package_has_each_word_in_each_of_its_languages(code: str) -> None:
    """Groups and placeholders match, and every field has a sentence."""
    english, other = read_language("en"), read_language(code)
    assert other.groups == english.groups
    assert other.locale.fields.keys() == FIELDS
    for name, text in other.locale.words.items():
        assert find_blanks(text) == find_blanks(WORDS[name]), name
        assert "<" not in text, name
    assert other.locale.languages.keys() >= {path.stem for path in FOLDER.iterdir()}
    assert len(other.locale.words) == len([name for group in other.groups.values() for name in group])

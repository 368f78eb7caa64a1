"""Edits of a project at random, as people make them: text, keys, order, whole quizzes, settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

from edits import cut_record, find_record
from espejo.check.project import inspect_project
from small_bank import accept_changes

_LINE = r"^ +(?:en|es): [A-Za-z¿¡][^{}\n]*$"
_PAIR = r"^( +)en: [A-Za-z][^{}\n]*\n\1es: [A-Za-z¿¡][^{}\n]*$"
_RECORD = re.compile(r"^  - id: (\S+)$", re.MULTILINE)
_WORDS = ("remainder", "average", "set", "string", "union", "`x`", "$x^2$", "résto", "ñandú", "**bold**")
_TOPICS = ("division", "averages", "strings", "sets")

Edit = Callable[[Random, Path], None]


class NoEditError(Exception):
    """There is nothing here to edit in this way."""


def list_units(project: Path) -> list[Path]:
    data = project / "data"
    found = (*data.glob("quizzes/*.yaml"), *data.glob("study-guide/quiz-*.yaml"), *data.glob("drills/*.yaml"))
    return sorted(found)


def _list_ids(files: Iterable[Path]) -> list[str]:
    return [id_ for file in files for id_ in _RECORD.findall(file.read_text(encoding="utf-8"))]


def _choose_file(random: Random, files: Iterable[Path]) -> Path:
    found = sorted(files)
    if not found:
        raise NoEditError
    return random.choice(found)


def _change(random: Random, path: Path, pattern: str, make: Callable[[str], str]) -> None:
    """Replace one match of a pattern in a file, whichever it is."""
    text = path.read_text(encoding="utf-8")
    found = list(re.finditer(pattern, text, re.MULTILINE))
    if not found:
        raise NoEditError
    one = random.choice(found)
    path.write_text(text[: one.start()] + make(one[0]) + text[one.end() :], encoding="utf-8")


def _add_word(random: Random, line: str) -> str:
    quoted = line.rstrip().endswith(('"', "'"))
    if quoted or line.rstrip().endswith("|"):
        raise NoEditError
    return f"{line} {random.choice(_WORDS)}"


def edit_passage(random: Random, project: Path) -> None:
    """In one language, of anything."""
    file = _choose_file(random, project.glob("data/**/*.yaml"))
    _change(random, file, _LINE, lambda line: _add_word(random, line))


def edit_question(random: Random, project: Path) -> None:
    """In one language, of a quiz or deck."""
    _change(random, _choose_file(random, list_units(project)), _LINE, lambda line: _add_word(random, line))


def edit_both_languages(random: Random, project: Path) -> None:
    def add(pair: str) -> str:
        return "\n".join(_add_word(random, line) for line in pair.splitlines())

    _change(random, _choose_file(random, list_units(project)), _PAIR, add)


def edit_block(random: Random, project: Path) -> None:
    """A line within a text of several lines."""
    file = _choose_file(random, list_units(project))
    _change(random, file, r"^ {8,}[A-Z][a-z]+ [^:{}]*$", lambda line: f"{line} {random.choice(_WORDS)}")


def edit_title(random: Random, project: Path) -> None:
    """The title, subject or focus of a quiz or deck, which other pages show."""
    file = _choose_file(random, list_units(project))
    _change(random, file, r"^  (?:en|es): [A-Z][^\n]*$", lambda line: _add_word(random, line))


def change_level(random: Random, project: Path) -> None:
    file = _choose_file(random, list_units(project))
    _change(random, file, r"^    level: \d$", lambda _: f"    level: {random.randint(1, 3)}")


def change_topics(random: Random, project: Path) -> None:
    file = _choose_file(random, list_units(project))
    chosen = ", ".join(random.sample(_TOPICS, random.randint(1, 2)))
    _change(random, file, r"^    topics: \[.*\]$", lambda _: f"    topics: [{chosen}]")


def change_key(random: Random, project: Path) -> None:
    """Make another choice the right one, or a statement false."""
    file = _choose_file(random, list_units(project))
    choice = random.randrange(3)
    if choice == 0:
        _change(random, file, r"^labels: \w+$", lambda _: f"labels: {random.choice(['numbers', 'letters'])}")
    elif choice == 1:
        _change(random, file, r"^        correct: true\n", lambda _: "")
    else:
        _change(random, file, r"^      - text: .*\n", lambda line: f"{line}        correct: true\n")


def change_reference(random: Random, project: Path) -> None:
    """What a question refers to: a term, or another question."""
    file = _choose_file(random, list_units(project))
    ids = [*_list_ids(list_units(project)), "remainder", "average", "string"]
    chosen = ", ".join(random.sample(ids, random.randint(1, 2)))
    if random.random() < 0.3:
        _change(random, file, r"^    see: .*$", lambda _: f"    see: [{chosen}]")
    else:
        _change(random, file, r"^    topics: \[.*\]$", lambda line: f"{line}\n    see: [{chosen}]")


def change_prerequisites(random: Random, project: Path) -> None:
    file, other = (_choose_file(random, list_units(project)) for _ in range(2))
    text = file.read_text(encoding="utf-8")
    text = re.sub(r"^prerequisites: .*\n", "", text, flags=re.MULTILINE)
    named = f"prerequisites: [{other.parent.name}/{other.stem}]\n" if random.random() < 0.7 else ""
    file.write_text(text.replace("topics:\n", f"{named}topics:\n", 1), encoding="utf-8")


def change_figure(random: Random, project: Path) -> None:
    file = project / "data/figures/remainder.yaml"
    if random.random() < 0.5:
        _change(random, file, r'x="\d+"', lambda _: f'x="{random.randint(10, 280)}"')
    else:
        _change(
            random, file, r"\{en: [^,}]+, es: [^}]+\}", lambda _: f"{{en: l{random.random():.3f}, es: e}}"
        )


def drop_figure(random: Random, project: Path) -> None:
    file = _choose_file(random, list_units(project))
    _change(random, file, r"^    figure: \w+\n(?:    figure_with: \w+\n)?", lambda _: "")


def change_word(random: Random, project: Path) -> None:
    """A word of the site itself."""
    file = _choose_file(random, project.glob("data/locales/*.yaml"))
    _change(random, file, r'^  \w+: "[^"]+"$', lambda line: f'{line[:-1]} {random.randint(1, 99)}"')


def change_topic_list(random: Random, project: Path) -> None:
    """The order of the topics or of the terms."""
    name = random.choice(["topics", "glossary"])
    file = project / f"data/{name}.yaml"
    record = cut_record(file, random.choice(_list_ids([file])))
    if random.random() < 0.8:
        file.write_text(file.read_text(encoding="utf-8") + record, encoding="utf-8")


def reorder_questions(random: Random, project: Path) -> None:
    file = _choose_file(random, list_units(project))
    record = cut_record(file, random.choice(_list_ids([file])))
    file.write_text(file.read_text(encoding="utf-8").rstrip("\n") + f"\n{record}", encoding="utf-8")


def remove_question(random: Random, project: Path) -> None:
    """It retires, as the ledger asks."""
    file = _choose_file(random, list_units(project))
    id_ = random.choice(_list_ids([file]))
    cut_record(file, id_)
    ledger = project / "data/ledger.yaml"
    text = ledger.read_text(encoding="utf-8")
    text = re.sub(rf"^  - id: {id_}\n(?:    .*\n)*", "", text, flags=re.MULTILINE)
    if "\nretired:\n" not in text:
        text = f"{text}retired:\n"
    ledger.write_text(text.replace("\nretired:\n", f"\nretired:\n  - {id_}\n"), encoding="utf-8")


def add_question(random: Random, project: Path) -> None:
    """A copy of another one, under an id of its own."""
    file = _choose_file(random, list_units(project))
    text = file.read_text(encoding="utf-8")
    id_ = random.choice(_list_ids([file]))
    record = find_record(text, id_).replace(id_, f"{id_[:-2]}{random.randint(30, 98)}")
    record = re.sub(
        r"^    (title|front):\n      en: (.*)$", r"    \1:\n      en: Copy \2", record, flags=re.MULTILINE
    )
    file.write_text(f"{text.rstrip()}\n{record}", encoding="utf-8")


def move_question(random: Random, project: Path) -> None:
    """To another quiz of its collection, or of any."""
    source, target = (_choose_file(random, list_units(project)) for _ in range(2))
    if source == target or (source.parent.name == "drills") != (target.parent.name == "drills"):
        raise NoEditError
    record = cut_record(source, random.choice(_list_ids([source])))
    target.write_text(f"{target.read_text(encoding='utf-8').rstrip()}\n{record}", encoding="utf-8")


def add_quiz(random: Random, project: Path) -> None:
    file = _choose_file(random, (project / "data/quizzes").glob("*.yaml"))
    number = random.randint(10, 98)
    text = re.sub(r"q-\d\d-(\d\d)", rf"q-{number}-\1", file.read_text(encoding="utf-8"))
    new = file.with_name(f"phase-{number:02}-copy.yaml")
    if new.exists():
        raise NoEditError
    new.write_text(text.replace("en: Phase", f"en: Copy {number} of phase"), encoding="utf-8")


def remove_quiz(random: Random, project: Path) -> None:
    """One that was added before."""
    _choose_file(random, (project / "data/quizzes").glob("*-copy.yaml")).unlink()


def rename_quiz(random: Random, project: Path) -> None:
    file = _choose_file(random, (project / "data").glob("*/*-*.yaml"))
    if file not in list_units(project) or file.parent.name == "study-guide":
        raise NoEditError
    file.rename(file.with_name(f"{file.stem}-{random.choice('abc')}.yaml"))


def accept(_: Random, project: Path) -> None:
    """Bring the ledger up to date."""
    loaded = inspect_project(project / "data")
    if loaded.faults:
        raise NoEditError
    (project / "data/ledger.yaml").write_text(accept_changes(loaded), encoding="utf-8")


def change_ledger(random: Random, project: Path) -> None:
    """What it says of proofs, of agreement, of times, or of a deck's name."""
    pattern = random.choice(
        [r"proven: [0-9a-f]", r"T\d\d:\d\d", r"^ +(?:en|es): [0-9a-f]{6}\b", r"^ +(?:en|es): [A-Z]\w+"]
    )

    def change(found: str) -> str:
        if found.startswith("T"):
            return f"T{random.randint(10, 23)}:{random.randint(10, 59)}"
        return (
            f"{found[:-1]}{random.choice('0123456789')}" if found[-1] in "0123456789abcdef" else f"{found}x"
        )

    _change(random, project / "data/ledger.yaml", pattern, change)


def add_redirect(random: Random, project: Path) -> None:
    new = _choose_file(random, list_units(project))
    line = f"  - old: quizzes/old-{random.randint(1, 99)}\n    new: {new.parent.name}/{new.stem}\n"
    file = project / "data/redirects.yaml"
    file.write_text(file.read_text(encoding="utf-8") + line, encoding="utf-8")


def change_home(random: Random, project: Path) -> None:
    ids = _list_ids(list_units(project))
    _change(
        random, project / "data/home.yaml", r"^question: .*$", lambda _: f"question: {random.choice(ids)}"
    )


def change_setting(random: Random, project: Path) -> None:
    file = project / "mkdocs.yml"
    choice = random.randrange(3)
    if choice == 0:
        _change(random, file, r"offline: \w+", lambda _: f"offline: {random.choice(['true', 'false'])}")
    elif choice == 1:
        _change(random, file, r"^site_url: .*$", lambda _: f"site_url: https://h{random.randint(1, 9)}.test/")
    else:
        _change(random, file, r"^edit_uri: .*$", lambda _: f"edit_uri: edit/b{random.randint(1, 9)}/")


def edit_nothing(_random: Random, _project: Path) -> None:
    """A build with nothing to do."""


QUIZ_EDITS: tuple[Edit, ...] = (
    *(edit_question, edit_both_languages, edit_block, edit_title, change_level, change_topics, change_key),
    *(change_reference, change_prerequisites, drop_figure, reorder_questions, edit_nothing),
)
"""Edits of quizzes and decks that stay the same files."""

EDITS: tuple[Edit, ...] = (
    *QUIZ_EDITS,
    *(edit_passage, change_figure, change_word, change_topic_list, remove_question, add_question),
    *(move_question, add_quiz, remove_quiz, rename_quiz, accept, change_ledger, add_redirect, change_home),
    change_setting,
)

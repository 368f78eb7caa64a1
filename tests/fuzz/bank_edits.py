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


def replacing(name: str, pattern: str, make: Callable[[Random, str], str], *files: str) -> Edit:
    """An edit that replaces one match of a pattern, in a quiz or deck unless other files are given."""

    def edit(random: Random, project: Path) -> None:
        found = [path for glob in files for path in project.glob(glob)] or list_units(project)
        _change(random, _choose_file(random, found), pattern, lambda text: make(random, text))

    edit.__name__ = name
    return edit


def _number(random: Random, most: int) -> int:
    return random.randint(1, most)


def _sample(random: Random, names: Iterable[str]) -> str:
    return ", ".join(random.sample(list(names), random.randint(1, 2)))


edit_question = replacing("edit_question", _LINE, _add_word)
edit_both_languages = replacing(
    "edit_both_languages",
    _PAIR,
    lambda random, pair: "\n".join(_add_word(random, line) for line in pair.splitlines()),
)
edit_block = replacing(
    "edit_block",
    r"^ {8,}[A-Z][a-z]+ [^:{}]*$",
    lambda random, line: f"{line} {random.choice(_WORDS)}",
)
edit_title = replacing("edit_title", r"^  (?:en|es): [A-Z][^\n]*$", _add_word)
change_level = replacing("change_level", r"(?<=^    level: )\d$", lambda random, _: str(_number(random, 3)))
change_topics = replacing(
    "change_topics", r"(?<=^    topics: \[).*(?=\]$)", lambda random, _: _sample(random, _TOPICS)
)
drop_figure = replacing("drop_figure", r"^    figure: \w+\n(?:    figure_with: \w+\n)?", lambda *_: "")
change_labels = replacing(
    "change_labels", r"(?<=^labels: )\w+$", lambda random, _: random.choice(["numbers", "letters"])
)
unmark_choice = replacing("unmark_choice", r"^        correct: true\n", lambda *_: "")
mark_choice = replacing(
    "mark_choice", r"^      - text: .*\n", lambda _, line: f"{line}        correct: true\n"
)
edit_passage = replacing("edit_passage", _LINE, _add_word, "data/**/*.yaml")
move_label = replacing(
    "move_label", r'(?<=x=")\d+', lambda random, _: str(_number(random, 280)), "data/figures/remainder.yaml"
)
edit_label = replacing(
    "edit_label",
    r"\{en: [^,}]+, es: [^}]+\}",
    lambda random, _: f"{{en: l{random.random():.3f}, es: e}}",
    "data/figures/remainder.yaml",
)
change_word = replacing(
    "change_word",
    r'(?<=")[^"]+(?="$)',
    lambda random, word: f"{word} {_number(random, 99)}",
    "data/locales/*.yaml",
)
change_offline = replacing(
    "change_offline",
    r"(?<=offline: )\w+",
    lambda random, _: random.choice(["true", "false"]),
    "mkdocs.yml",
)
change_site_url = replacing(
    "change_site_url",
    r"(?<=^site_url: ).*$",
    lambda random, _: f"https://h{_number(random, 9)}.test/",
    "mkdocs.yml",
)
change_edit_uri = replacing(
    "change_edit_uri", r"(?<=^edit_uri: ).*$", lambda random, _: f"edit/b{_number(random, 9)}/", "mkdocs.yml"
)


def change_reference(random: Random, project: Path) -> None:
    """What a question refers to: a term, or another question."""
    file = _choose_file(random, list_units(project))
    chosen = _sample(random, [*_list_ids(list_units(project)), "remainder", "average", "string"])
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
    """Removes a question and retires its id in the ledger."""
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


def edit_nothing(_random: Random, _project: Path) -> None:
    """A build with nothing to do."""


QUIZ_EDITS: tuple[Edit, ...] = (
    *(edit_question, edit_both_languages, edit_block, edit_title, change_level, change_topics, change_labels),
    *(unmark_choice, mark_choice, change_reference, change_prerequisites, drop_figure, reorder_questions),
    edit_nothing,
)
"""Edits of quizzes and decks that stay the same files."""

EDITS: tuple[Edit, ...] = (
    *QUIZ_EDITS,
    *(edit_passage, move_label, edit_label, change_word, change_topic_list, remove_question, add_question),
    *(move_question, add_quiz, remove_quiz, rename_quiz, accept, change_ledger, add_redirect, change_home),
    *(change_offline, change_site_url, change_edit_uri),
)

"""Mutations of size: files, lists, and folders that are as large as the limits allow, or a little larger."""

from __future__ import annotations

from random import Random

from yaml.nodes import MappingNode, Node

from espejo.load.data_files import MAX_FILES
from espejo.load.parse import MAX_BYTES
from espejo.load.reader import MAX_LIST

from ..seed import Files
from .hostile_text import MAX_PASSAGE, make_line, make_passage
from .trees import (
    Spot,
    Tree,
    UnfitError,
    is_passage,
    mapping,
    mutation,
    parse,
    scalar,
    sequence,
    text_mutation,
    tree_mutation,
    write,
)

_NUMBERED = ("id", "path", "old", "title", "term", "text", "en", "es")


@tree_mutation("size", weight=4)
def fill_list(random: Random, tree: Tree) -> None:
    """An entry of a list or a mapping, repeated until the file is full, with numbers in it or without."""
    spot = tree.pick()
    value, numbered = spot.parent.value[spot.at], random.random() < 0.7
    entry = write(mapping(value) if isinstance(spot.parent, MappingNode) else sequence(value), "").decode()
    count = max(1, (MAX_BYTES - len(tree.text.encode())) // (len(entry.encode()) + 8))
    copies = [_parse_entry(spot, _number(entry, at) if numbered else entry) for at in range(count)]
    spot.parent.value[spot.at : spot.at] = copies


def _number(entry: str, number: int) -> str:
    """An entry with a number after its first value, or in its first key."""
    head, colon, rest = entry.partition(":")
    line, newline, after = rest.partition("\n")
    if head.strip(" -") in _NUMBERED and line.strip():
        return f"{head}:{line}{number}{newline}{after}"
    return f"{head}{number}{colon}{rest}"


def _parse_entry(spot: Spot, entry: str) -> Node:
    root = parse(entry)
    if type(root) is not type(spot.parent) or not root.value:
        raise UnfitError
    found: Node = root.value[0]
    return found


@tree_mutation("size", weight=4)
def fill_passages(random: Random, tree: Tree) -> None:
    """A file full of one hostile passage, in as many places as it has and repeated in each of them."""
    passages = tree.list(is_passage)
    room = min(MAX_PASSAGE, MAX_BYTES // len(passages) - 100)
    passage, joint = make_passage(random), random.choice(("\n\n", "\n", " "))
    many = joint.join([passage] * max(1, room // (len(passage.encode()) + len(joint))))[:room]
    for spot in passages:
        spot.put(scalar(many, random.choice(("|", '"'))))


@text_mutation("size", weight=2)
def fill_text(random: Random, text: str) -> str:
    """A line of a file, repeated until the file is full."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    line = random.choice((lines[at], lines[at], "", " ", "#", "- ", "a: b", "? ", make_line(random)))
    joint = random.choice(("\n", "\n", ", ", ""))
    count = max(1, (MAX_BYTES - len(text.encode())) // (len(line.encode()) + len(joint) or 1))
    lines[at] = joint.join([line] * count)
    return "\n".join(lines)


@tree_mutation("size", "locales/")
def fill_conventions(random: Random, tree: Tree) -> None:
    """A list of a language that is as long as it may be, or one longer."""
    word = random.choice(("a", "no", "a b c d", "un {label}", "¿?", "x*", make_line(random)))
    size = MAX_LIST + random.choice((0, 0, 1))
    tree.pick_list().value = [scalar(f"{word}{number}") for number in range(size)]


@mutation("size")
def fill_folder(random: Random, files: Files) -> None:
    """About as many files as there may be, each of them small."""
    content = random.choice((b"", b"a: b\n", b"[", b"title: {en: A, es: B}\n"))
    folder = random.choice(("quizzes", "drills", "study-guide", "locales", "reference", ""))
    for number in range(MAX_FILES - len(files) + random.choice((-500, 0, 1))):
        files[f"{folder}/x{number}.yaml".lstrip("/")] = content

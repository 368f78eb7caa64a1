"""Mutations of size: files, lists and folders that are as large as the limits allow, or a little larger."""

from __future__ import annotations

from random import Random

from yaml.nodes import MappingNode, Node, SequenceNode

from espejo.load.data_files import MAX_FILES
from espejo.load.parse import MAX_BYTES
from espejo.load.reader import MAX_LIST

from ..seed import Files
from .hostile_text import MAX_PASSAGE, make_line, make_passage
from .registry import UnfitError, mutation, pick_text
from .trees import Spot, is_passage, list_spots, mapping, parse, pick_tree, scalar, sequence, write

_NUMBERED = ("id", "path", "old", "title", "term", "text", "en", "es")


@mutation("size", weight=4)
def fill_list(random: Random, files: Files) -> None:
    """An entry of a list or a mapping, repeated until the file is full, with numbers in it or without."""
    name, text, root, spots = pick_tree(random, files)
    spot = random.choice(spots)
    entry, numbered = _write_entry(spot), random.random() < 0.7
    count = max(1, (MAX_BYTES - len(text.encode())) // (len(entry.encode()) + 8))
    copies = [_parse_entry(spot, _number(entry, at) if numbered else entry) for at in range(count)]
    spot.parent.value[spot.at : spot.at] = copies
    files[name] = write(root, text)


def _write_entry(spot: Spot) -> str:
    entry = spot.parent.value[spot.at]
    return write(mapping(entry) if isinstance(spot.parent, MappingNode) else sequence(entry), "").decode()


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


@mutation("size", weight=4)
def fill_passages(random: Random, files: Files) -> None:
    """A file full of one hostile passage, in as many places as it has and repeated in each of them."""
    name, text, root, spots = pick_tree(random, files)
    passages = [spot for spot in spots if is_passage(spot)]
    if not passages:
        raise UnfitError
    room = min(MAX_PASSAGE, MAX_BYTES // len(passages) - 100)
    passage = make_passage(random)
    joint = random.choice(("\n\n", "\n", " "))
    many = joint.join([passage] * max(1, room // (len(passage.encode()) + len(joint))))[:room]
    for spot in passages:
        spot.put(scalar(many, random.choice(("|", '"'))))
    files[name] = write(root, text)


@mutation("size", weight=2)
def fill_text(random: Random, files: Files) -> None:
    """A line of a file, repeated until the file is full."""
    name, text = pick_text(random, files)
    lines = text.split("\n")
    at = random.randrange(len(lines))
    line = random.choice((lines[at], lines[at], "", " ", "#", "- ", "a: b", "? ", make_line(random)))
    joint = random.choice(("\n", "\n", ", ", ""))
    count = max(1, (MAX_BYTES - len(text.encode())) // (len(line.encode()) + len(joint) or 1))
    lines[at] = joint.join([line] * count)
    files[name] = "\n".join(lines).encode(errors="surrogatepass")


@mutation("size")
def fill_conventions(random: Random, files: Files) -> None:
    """A list of a language that is as long as it may be, or one longer."""
    names = [name for name in sorted(files) if name.startswith("locales/")]
    if not names or not isinstance(content := files[name := random.choice(names)], bytes):
        raise UnfitError
    text = content.decode(errors="replace")
    root = parse(text)
    lists = [spot.node for spot in list_spots(root) if isinstance(spot.node, SequenceNode)]
    if not lists:
        raise UnfitError
    word = random.choice(("a", "no", "a b c d", "un {label}", "¿?", "x*", make_line(random)))
    size = MAX_LIST + random.choice((0, 0, 1))
    random.choice(lists).value = [scalar(f"{word}{number}") for number in range(size)]
    files[name] = write(root, text)


@mutation("size")
def fill_folder(random: Random, files: Files) -> None:
    """About as many files as there may be, each of them small."""
    content = random.choice((b"", b"a: b\n", b"[", b"title: {en: A, es: B}\n"))
    folder = random.choice(("quizzes", "drills", "study-guide", "locales", "reference", ""))
    for number in range(MAX_FILES - len(files) + random.choice((-500, 0, 1))):
        files[f"{folder}/x{number}.yaml".lstrip("/")] = content

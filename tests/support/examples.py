"""Examples in the documents: finds their YAML, and adds each piece to the right place in a bank.

A piece may be a whole file, a record, or a part of one. Missing parts are filled in, and ids get an
unused number, so that an example fits into any copy of a bank.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import yaml

_FENCE = re.compile(r"^ *(`{3,})yaml\n(.*?)^ *\1$", re.DOTALL | re.MULTILINE)
_SCHEMA = re.compile(r"# yaml-language-server: \$schema=\S*/(\w+)\.json\n")
_ELLIPSIS = re.compile(r"^( *)# ….*$", re.MULTILINE)
_ITEM_ID = re.compile(r"(?<=\bid: )([a-z]+)-\d\d-(?=\d\d\b)")
_ENTRY_ID = re.compile(r"(?<=\bid: )([fp])-\d\d\b")

_QUESTION = """
kind: single
title: {en: An example, es: Un ejemplo}
choices:
- {text: "`1`", correct: true}
- {text: "`2`", why: {en: An example, es: Un ejemplo}}
- {text: "`3`", why: {en: An example, es: Un ejemplo}}
"""
_UNIT = "".join(f"{name}: {{en: An example, es: Un ejemplo}}\n" for name in ("title", "subject", "focus"))


@dataclass(frozen=True, slots=True)
class Example:
    """A piece of YAML from a document, and its place there. An ellipsis represents another choice."""

    place: str
    text: str

    @property
    def record(self) -> Any:
        """Its mapping: a file, a record, or a part of one."""
        return _parse(self.text)

    @property
    def schema(self) -> str:
        """The schema named in its first line, if it's a whole file."""
        named = _SCHEMA.match(self.text)
        return named[1] if named else ""

    @property
    def sort(self) -> str:
        """The kind of record it is, or belongs to."""
        by_prefix = {"d": "card", "f": "formula"}
        return by_prefix.get(str(self.record.get("id")).partition("-")[0], "question")

    @property
    def complete(self) -> bool:
        """Whether a contributor could add it as it is."""
        is_whole = self.schema in ("quiz", "deck") or ("id" in self.record and "allow" not in self.record)
        return is_whole and not _ELLIPSIS.search(self.text)

    def topics(self) -> set[str]:
        """The topics that it uses."""
        items = [self.record, *self.record.get("questions", ()), *self.record.get("cards", ())]
        return {name for one in items if isinstance(one, dict) for name in one.get("topics", ())}

    def add_to(self, data: Path, number: int = 77) -> set[str]:
        """Writes it into a bank, with this number in its ids. Returns the ids added to the bank."""
        text = _ELLIPSIS.sub(r'\1- text: "`…`"', self.text)
        text = _ENTRY_ID.sub(rf"\1-{number}", _ITEM_ID.sub(rf"\1-{number}-", text))
        if self.schema in ("quiz", "deck"):
            return _write_unit(data, text, number)
        record = _parse(text)
        if self.schema:
            assert self.schema == "figure", f"{self.place}: say in examples.py where this belongs"
            (data / "figures").mkdir(exist_ok=True)
            (data / "figures" / "example.yaml").write_text(text, encoding="utf-8")
            record = {"figure": "example"}
        if self.sort == "formula":
            _append(data / "reference" / "formulas.yaml", _dump([record]))
            return {record["id"]}
        if self.sort == "question" and "kind" not in record:
            record = {"id": f"q-{number}-01", **_parse(_QUESTION), **record}
        noun, items = ("deck", "cards") if self.sort == "card" else ("quiz", "questions")
        head = f"# yaml-language-server: $schema=https://espejo.test/schema/{noun}.json\n"
        return _write_unit(data, f"{head}{_UNIT}{items}:\n{_dump([record])}", number)


def find_examples(path: Path) -> list[Example]:
    """All YAML in a Markdown file, in order."""
    text = path.read_text(encoding="utf-8")
    return [
        Example(f"{path.name}:{text.count(chr(10), 0, found.start()) + 1}", found[2])
        for found in _FENCE.finditer(text)
    ]


def add_topics(data: Path, names: set[str]) -> None:
    """Adds the topics that a bank lacks."""
    path = data / "topics.yaml"
    known = set(re.findall(r"^  - id: (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE))
    said = "{en: An example, es: Un ejemplo}"
    for name in sorted(names - known):
        _append(path, f"  - id: {name}\n    title: {said}\n    about: {said}\n")


def _parse(text: str) -> Any:
    shown = yaml.safe_load(dedent(text))
    return shown[0] if isinstance(shown, list) else shown


class _Dumper(yaml.SafeDumper):
    """Dumps multiline texts, such as programs, as blocks."""


_Dumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style="|" if "\n" in text else None
    ),
)


def _dump(records: list[Any]) -> str:
    """Dumps records as list items."""
    text = yaml.dump(records, Dumper=_Dumper, allow_unicode=True, sort_keys=False)
    lines = text.splitlines(keepends=True)
    return "".join(f"  {line}" for line in lines)


def _append(path: Path, lines: str) -> None:
    path.write_text(f"{path.read_text(encoding='utf-8').rstrip()}\n{lines.rstrip()}\n", encoding="utf-8")


def _write_unit(data: Path, text: str, number: int) -> set[str]:
    """Writes a quiz or deck into its ids' collection, and into a course if the collection has courses."""
    ids = set(re.findall(r"^ *- id: (\S+)", text, re.MULTILINE))
    collections = yaml.safe_load((data / "collections.yaml").read_text(encoding="utf-8"))["collections"]
    folder = next(one["folder"] for one in collections if one["prefix"] == min(ids).partition("-")[0])
    slug = f"example-{number}-of-the-documents"
    (data / folder / f"{slug}.yaml").write_text(text, encoding="utf-8")
    guide = data / folder / "guide.yaml"
    if guide.exists():
        _append(guide, f"      - {slug}")
    return ids

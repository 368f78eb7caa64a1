"""Examples in the documents: finds the YAML that they show, and puts each piece where it belongs in a bank.

A piece may be a whole file, a record, or a part of one. What a part leaves out is filled in, and ids get a
number that no bank uses, so that an example fits into any copy of a bank.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import yaml

_FENCE = re.compile(r"^ *(`{3,})yaml\n(.*?)^ *\1$", re.DOTALL | re.MULTILINE)
_SCHEMA = re.compile(r"# yaml-language-server: \$schema=\S*/(\w+)\.json\n")
_ELLIPSIS = re.compile(r"^( *)# ….*$", re.MULTILINE)
_ITEM_ID = re.compile(r"(?<=\bid: )([a-z]+)-\d\d-(?=\d\d\b)")
_ENTRY_ID = re.compile(r"(?<=\bid: )([fp])-\d\d\b")

_SAID = "{en: An example, es: Un ejemplo}"

# What each sort of record needs, for examples that show only a part of one.
_NEEDS: Mapping[str, Mapping[str, str]] = {
    "question": {
        "kind": "single",
        "title": _SAID,
        "choices": f"""
- text: "`1`"
  correct: true
- text: "`2`"
  why: {_SAID}
- text: "`3`"
  why: {_SAID}""",
    },
    "card": {"front": _SAID, "back": _SAID},
    "formula": {
        "group": _SAID,
        "title": _SAID,
        "formula": "'$$x$$'",
        "symbols": f"\n- symbol: '$x$'\n  meaning: {_SAID}",
        "note": _SAID,
    },
    "pattern": {"title": _SAID, "caption": _SAID, "code": "|\n  ```python\n  x = 1\n  ```", "note": _SAID},
    "term": {"term": _SAID, "meaning": _SAID},
    "topic": {"title": _SAID, "about": _SAID},
}

# The files that hold all records of a sort.
_FILES = {
    "formula": "reference/formulas.yaml",
    "pattern": "reference/patterns.yaml",
    "term": "glossary.yaml",
    "topic": "topics.yaml",
}


@dataclass(frozen=True, slots=True)
class Example:
    """A piece of YAML from a document, and where it begins there. An ellipsis stands for one more choice."""

    place: str
    text: str

    @property
    def record(self) -> Any:
        """The mapping that it shows: a file, a record or a part of one."""
        shown = yaml.safe_load(dedent(self.text))
        return shown[0] if isinstance(shown, list) else shown

    @property
    def schema(self) -> str:
        """The schema that it names in its first line, if it is a whole file."""
        named = _SCHEMA.match(self.text)
        return named[1] if named else ""

    @property
    def sort(self) -> str:
        """What sort of record it is, or belongs to."""
        keys, id_ = set(self.record), str(self.record.get("id", ""))
        if id_.startswith("d-") or keys & {"front", "back"}:
            return "card"
        if id_.startswith("f-") or keys & {"formula", "symbols"}:
            return "formula"
        if id_.startswith("p-") or keys & {"caption", "code"}:
            return "pattern"
        if keys & {"term", "also", "meaning"}:
            return "term"
        return "topic" if "about" in keys else "question"

    @property
    def complete(self) -> bool:
        """Whether a contributor could add it as it is."""
        if _ELLIPSIS.search(self.text):
            return False
        if self.schema:
            return self.schema in ("quiz", "deck")
        return "id" in self.record and ("kind" in self.record or not self._missing())

    def _missing(self) -> dict[str, str]:
        if "kind" in self.record:  # a question that says so itself is left as it is
            return {}
        return {name: said for name, said in _NEEDS[self.sort].items() if name not in self.record}

    def topics(self) -> set[str]:
        """The topics that it names."""
        items = [self.record, *self.record.get("questions", ()), *self.record.get("cards", ())]
        return {name for one in items if isinstance(one, dict) for name in one.get("topics", ())}

    def add_to(self, data: Path, number: int = 77) -> set[str]:
        """Writes it into a bank, with this number in its ids; the ids that the bank has got."""
        text = _ELLIPSIS.sub(r'\1- text: "`…`"', self.text)
        text = _ENTRY_ID.sub(rf"\1-{number}", _ITEM_ID.sub(rf"\1-{number}-", text))
        if self.schema:
            return self._add_file(data, text, number)
        lines = self._complete(text, number)
        if self.sort in _FILES:
            _append(data / _FILES[self.sort], lines)
        else:
            _write_unit(data, _read_id(lines), lines, number)
        return {_read_id(lines)}

    def _complete(self, text: str, number: int) -> str:
        """The record as an item of a list, with all that it needs."""
        body = dedent(text)
        body = dedent(re.sub(r"\A- ", "  ", body))
        if "id" not in self.record:
            body = f"id: {'d' if self.sort == 'card' else 'q'}-{number}-01\n{body}"
        for name, said in self._missing().items():
            body = f"{body.rstrip()}\n{name}: {said}\n".replace(": \n", ":\n")
        return indent(f"- {indent(body, '  ')[2:]}", "  ")

    def _add_file(self, data: Path, text: str, number: int) -> set[str]:
        if self.schema == "redirects":
            there = next(path for path in sorted((data / "quizzes").glob("*.yaml")))
            target = f"quizzes/{there.stem}"
            (data / "redirects.yaml").write_text(re.sub(r"(?<=new: )\S+", target, text), encoding="utf-8")
            return set()
        if self.schema == "figure":
            return self._add_figure(data, text, number)
        assert self.schema in ("quiz", "deck"), (
            f"{self.place}: say in tests/support/examples.py where this belongs"
        )
        ids = set(re.findall(r"^ *- id: (\S+)", text, re.MULTILINE))
        _write_file(data, min(ids), text, number)
        return ids

    def _add_figure(self, data: Path, text: str, number: int) -> set[str]:
        """A figure, and a question that shows it."""
        (data / "figures").mkdir(exist_ok=True)
        (data / "figures" / "example.yaml").write_text(text, encoding="utf-8")
        question = Example(self.place, "figure: example\n")
        return question.add_to(data, number)


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
    for name in sorted(names - known):
        _append(path, f"  - id: {name}\n    title: {_SAID}\n    about: {_SAID}\n")


def _read_id(lines: str) -> str:
    found = re.search(r"- id: (\S+)", lines)
    assert found, f"an example does not begin with its id:\n{lines}"
    return found[1]


def _append(path: Path, lines: str) -> None:
    path.write_text(f"{path.read_text(encoding='utf-8').rstrip()}\n{lines.rstrip()}\n", encoding="utf-8")


def _write_unit(data: Path, id_: str, lines: str, number: int) -> None:
    """A quiz or a deck with this one item."""
    noun, items = ("deck", "cards") if id_.startswith("d-") else ("quiz", "questions")
    head = f"# yaml-language-server: $schema=https://espejo.test/schema/{noun}.json\n"
    head += "".join(f"{name}: {_SAID}\n" for name in ("title", "subject", "focus"))
    _write_file(data, id_, f"{head}{items}:\n{lines.rstrip()}\n", number)


def _write_file(data: Path, id_: str, text: str, number: int) -> None:
    """Writes a quiz or a deck into the collection of this id, and into a course if that has courses."""
    collections = yaml.safe_load((data / "collections.yaml").read_text(encoding="utf-8"))["collections"]
    folder = next(one["folder"] for one in collections if one["prefix"] == id_.partition("-")[0])
    slug = f"example-{number}-of-the-documents"
    (data / folder / f"{slug}.yaml").write_text(text, encoding="utf-8")
    guide = data / folder / "guide.yaml"
    if guide.exists():
        _append(guide, f"      - {slug}")

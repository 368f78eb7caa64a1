"""Markdown pages of a bank: what its author would write by hand for another site generator.

Every question is there with its hint, its answer folded away and its sources, in one language a page.
Pictures, proofs and side-by-side pages are left out.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from string import ascii_uppercase
from textwrap import indent
from typing import Any

from project import ROOT

from .banks import LOCALES, find_quizzes, read_yaml

EXTENSIONS = """\
extra_javascript:
  - katex/katex.min.js
  - katex/contrib/auto-render.min.js
  - katex/start.js
extra_css:
  - katex/katex.min.css
markdown_extensions:
  - attr_list
  - md_in_html
  - tables
  - pymdownx.arithmatex:
      generic: true
  - pymdownx.details
  - pymdownx.highlight
  - pymdownx.superfences
"""
"""What the pages need in a configuration; formulas are set by KaTeX in the browser."""

Place = Callable[[str, str], Path]
"""The file of a page in a locale, such as 'quizzes/phase-07-scalar-autograd' in 'es'."""

_START = """\
document.addEventListener("DOMContentLoaded", () => renderMathInElement(document.body, {
  delimiters: [
    { left: "\\\\(", right: "\\\\)", display: false },
    { left: "\\\\[", right: "\\\\]", display: true },
  ],
}));
"""


def write_pages(data: Path, place: Place) -> None:
    """Writes all pages, quiz by quiz, so that little is held in memory."""
    collections = read_yaml(data / "collections.yaml")["collections"]
    for locale in LOCALES:
        words = read_yaml(data / "locales" / f"{locale}.yaml")["words"]
        writer = _Writer(locale, words, place)
        writer.write("index", writer.home(collections))
        for collection in collections:
            writer.write(f"{collection['folder']}/index", writer.collection(collection))
        for path in find_quizzes(data):
            writer.write(f"{path.parent.name}/{path.stem}", writer.quiz(read_yaml(path), path))
        _write_reference(data, writer)


def copy_katex(docs: Path) -> None:
    only = shutil.ignore_patterns("*.md", "*.mjs")
    shutil.copytree(ROOT / "node_modules" / "katex" / "dist", docs / "katex", ignore=only)
    (docs / "katex" / "start.js").write_text(_START, encoding="utf-8")


def _write_reference(data: Path, writer: _Writer) -> None:
    writer.write("glossary", writer.glossary(read_yaml(data / "glossary.yaml")["terms"]))
    formulas = read_yaml(data / "reference" / "formulas.yaml")["formulas"]
    writer.write("reference/formulas", writer.formulas(formulas))
    patterns = read_yaml(data / "reference" / "patterns.yaml")["patterns"]
    writer.write("reference/patterns", writer.patterns(patterns))
    writer.write("reference/index", writer.index("reference", ["formulas", "patterns"]))
    gathered = _gather(data)
    topics = [one for one in read_yaml(data / "topics.yaml")["topics"] if one["id"] in gathered]
    for topic in topics:
        writer.write(f"topics/{topic['id']}", writer.topic(topic, gathered[topic["id"]]))
    if topics:
        writer.write("topics/index", writer.index("topics", [topic["id"] for topic in topics]))


def _gather(data: Path) -> dict[str, list[tuple[Any, str]]]:
    """For each topic its questions, each with the labels of its choices."""
    gathered: dict[str, list[tuple[Any, str]]] = {}
    for path in find_quizzes(data):
        quiz = read_yaml(path)
        for question in _items(quiz):
            for name in question.get("topics", ()):
                gathered.setdefault(name, []).append((question, _labels(quiz)))
    return gathered


class _Writer:
    """Writes pages in one locale, each a run of blocks."""

    def __init__(self, locale: str, words: dict[str, str], place: Place) -> None:
        self.locale, self.place = locale, place
        self.words = {str(name).lower(): said for name, said in words.items()}  # YAML reads true as True

    def write(self, name: str, blocks: Iterator[str]) -> None:
        path = self.place(name, self.locale)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = "\n\n".join(block.rstrip() for block in blocks)
        path.write_text(f"{text}\n", encoding="utf-8")

    def show(self, text: Any) -> str:
        """The passage in this locale, or else in the first one that has it."""
        if isinstance(text, str):
            return text
        return str(text.get(self.locale) or next(iter(text.values())))

    def home(self, collections: list[Any]) -> Iterator[str]:
        yield "# Espejo"
        for one in collections:
            yield f"- [{self.show(one['title'])}]({one['folder']}/index.md): {self.show(one['about'])}"

    def glossary(self, terms: list[Any]) -> Iterator[str]:
        yield f"# {self.words['glossary_title']}"
        yield self.words["glossary_about"]
        for term in terms:
            yield f"**{self.show(term['term'])}**: {self.show(term['meaning'])}"

    def collection(self, collection: Any) -> Iterator[str]:
        yield f"# {self.show(collection['title'])}"
        yield self.show(collection["about"])

    def index(self, name: str, pages: list[str]) -> Iterator[str]:
        yield f"# {self.words[f'{name}_title']}"
        yield self.words[f"{name}_about"]
        yield "\n".join(f"- [{page}]({page}.md)" for page in pages)

    def topic(self, topic: Any, questions: list[tuple[Any, str]]) -> Iterator[str]:
        yield f"# {self.show(topic['title'])}"
        yield self.show(topic["about"])
        for question, labels in questions:
            yield from self.question(question, labels)

    def formulas(self, formulas: list[Any]) -> Iterator[str]:
        yield f"# {self.words['formulas_title']}"
        for one in formulas:
            yield f"## {one['id']} — {self.show(one['title'])}"
            yield self.show(one["formula"])
            for symbol in one["symbols"]:
                yield _item(f"{self.show(symbol['symbol'])}: {self.show(symbol['meaning'])}")
            yield self.show(one["note"])

    def patterns(self, patterns: list[Any]) -> Iterator[str]:
        yield f"# {self.words['patterns_title']}"
        for one in patterns:
            yield f"## {one['id']} — {self.show(one['title'])}"
            yield from (self.show(one[name]) for name in ("caption", "code", "note"))

    def quiz(self, quiz: Any, path: Path) -> Iterator[str]:
        yield f"# {self.show(quiz['title'])}"
        yield self.show(quiz["subject"])
        yield self.show(quiz["focus"])
        yield f"{self.words['source']} `data/{path.parent.name}/{path.name}`"
        for question in _items(quiz):
            yield from self.question(question, _labels(quiz))

    def question(self, question: Any, labels: str) -> Iterator[str]:
        kind = "" if question["kind"] == "single" else f" ({self.words['kind_' + question['kind']]})"
        yield f"## {question['id']} — {self.show(question['title'])}{kind} {{ #{question['id']} }}"
        if "prompt" in question:
            yield self.show(question["prompt"])
        choices = list(zip(labels, question.get("choices", ()), strict=False))
        yield from (_item(self.show(choice["text"]), label) for label, choice in choices)
        if question["kind"] == "truefalse":
            yield from (_item(self.words[name]) for name in ("true", "false"))
        if "hint" in question:
            yield from self.fold("hint", [self.show(question["hint"])])
        yield from self.fold("answer", self.answer(question, choices))

    def fold(self, name: str, blocks: Iterable[str]) -> Iterator[str]:
        yield f'??? note "{self.words[name]}"'
        yield from (indent(block, "    ") for block in blocks)

    def answer(self, question: Any, choices: list[tuple[str, Any]]) -> Iterator[str]:
        if verdict := self.verdict(question, choices):
            points = f" {self.words['points']}:" if "points" in question else ""
            yield f"**{verdict}**{points}"
        yield from (_item(self.show(point)) for point in question.get("points", ()))
        yield from (self.show(question[name]) for name in ("answer", "why") if name in question)
        for heading, correct in (("why_right", True), ("why_not", False)):
            reasons = [one for one in choices if "why" in one[1] and one[1].get("correct", False) == correct]
            if reasons:
                yield f"**{self.words[heading]}**"
            yield from (_item(self.show(choice["why"]), label) for label, choice in reasons)
        for source in question.get("sources", ()):
            yield _item(f"[{self.show(source['title'])}]({source['url']})")

    def verdict(self, question: Any, choices: list[tuple[str, Any]]) -> str:
        if "correct" in question:
            return f"{self.words['true' if question['correct'] else 'false']}."
        if "value" in question:
            return self.words["exact_number"].format(value=question["value"])
        if question["kind"] == "free":
            return self.words["free_answer"]
        right = [label for label, choice in choices if choice.get("correct")]
        name = "one_choice" if len(right) == 1 else "many_choices"
        return self.words[name].format(labels=", ".join(right)) if right else ""


def _items(unit: Any) -> Iterator[Any]:
    """The questions of a quiz; the cards of a deck, as one would ask them without cards."""
    yield from unit.get("questions", ())
    for card in unit.get("cards", ()):
        asked = {"kind": "recall", "title": card["id"], "prompt": card["front"], "answer": card["back"]}
        yield {**card, **asked}


def _labels(quiz: Any) -> str:
    return ascii_uppercase if quiz.get("labels") == "letters" else "12345"


def _item(passage: str, label: str = "") -> str:
    mark = f"**{label}.** " if label else ""
    return f"- {mark}{indent(passage.rstrip(), '    ').lstrip()}"

"""A bank enters; the same pages leave as Markdown files for stock MkDocs, Material and static-i18n.

An ordinary project as one would write it by hand: no hook, the themes' and plugins' own defaults, and
formulas set by KaTeX in the browser.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from string import ascii_uppercase
from textwrap import indent
from typing import Any

from project import ROOT

from .banks import LOCALES, find_quizzes, read_yaml

_CONFIG = """\
site_name: Espejo
site_url: https://espejo-quiz.github.io/
site_description: A bilingual question bank about deep learning and PyTorch.
repo_url: https://github.com/espejo-quiz/espejo
theme:
  name: material
  font: false
plugins:
  - search
  - i18n:
      docs_structure: suffix
      languages:
        - { locale: en, name: English, default: true }
        - { locale: es, name: Español, build: true }
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

_START = """\
document.addEventListener("DOMContentLoaded", () => renderMathInElement(document.body, {
  delimiters: [
    { left: "\\\\(", right: "\\\\)", display: false },
    { left: "\\\\[", right: "\\\\]", display: true },
  ],
}));
"""


def write_stock(data: Path, folder: Path) -> None:
    """Writes the project, quiz by quiz, so that little is held in memory."""
    docs = folder / "docs"
    only = shutil.ignore_patterns("*.md", "*.mjs")
    shutil.copytree(ROOT / "node_modules" / "katex" / "dist", docs / "katex", ignore=only)
    (docs / "katex" / "start.js").write_text(_START, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(_CONFIG, encoding="utf-8")
    collections = read_yaml(data / "collections.yaml")["collections"]
    for locale in LOCALES:
        writer = _Writer(locale, read_yaml(data / "locales" / f"{locale}.yaml")["words"])
        writer.write(docs / "index", writer.home(collections))
        for collection in collections:
            writer.write(docs / collection["folder"] / "index", writer.collection(collection))
        for path in find_quizzes(data):
            writer.write(docs / path.parent.name / path.stem, writer.quiz(read_yaml(path), path))
        _write_reference(data, docs, writer)


def _write_reference(data: Path, docs: Path, writer: _Writer) -> None:
    writer.write(docs / "glossary", writer.glossary(read_yaml(data / "glossary.yaml")["terms"]))
    formulas = read_yaml(data / "reference" / "formulas.yaml")["formulas"]
    writer.write(docs / "reference" / "formulas", writer.formulas(formulas))
    patterns = read_yaml(data / "reference" / "patterns.yaml")["patterns"]
    writer.write(docs / "reference" / "patterns", writer.patterns(patterns))
    writer.write(docs / "reference" / "index", writer.index("reference", ["formulas", "patterns"]))
    gathered = _gather(data)
    topics = [one for one in read_yaml(data / "topics.yaml")["topics"] if one["id"] in gathered]
    for topic in topics:
        writer.write(docs / "topics" / topic["id"], writer.topic(topic, gathered[topic["id"]]))
    if topics:
        writer.write(docs / "topics" / "index", writer.index("topics", [topic["id"] for topic in topics]))


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

    def __init__(self, locale: str, words: dict[str, str]) -> None:
        self.locale = locale
        self.words = {str(name).lower(): said for name, said in words.items()}  # YAML reads true as True

    def write(self, path: Path, blocks: Iterator[str]) -> None:
        ending = ".md" if self.locale == LOCALES[0] else f".{self.locale}.md"
        path.parent.mkdir(exist_ok=True)
        text = "\n\n".join(block.rstrip() for block in blocks)
        path.with_name(path.name + ending).write_text(f"{text}\n", encoding="utf-8")

    def show(self, text: Any) -> str:
        """The passage in this locale, or else in the first one that has it."""
        if isinstance(text, str):
            return text
        return str(text.get(self.locale) or next(iter(text.values())))

    def home(self, collections: list[Any]) -> Iterator[str]:
        yield f"# {self.words['site']}"
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
        yield f'??? note "{self.words["answer"]}"'
        yield from (indent(block, "    ") for block in self.answer(question, choices))

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

    def verdict(self, question: Any, choices: list[tuple[str, Any]]) -> str:
        if "correct" in question:
            return f"{self.words['true' if question['correct'] else 'false']}."
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

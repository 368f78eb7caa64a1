"""Peers of the benchmark: the same questions as Markdown, for stock MkDocs with Material and for Zensical.

An author would write these pages by hand: each question with its hint, collapsed answer, and sources, one
language per page. KaTeX renders the formulas in the browser. The rest is the generator's default.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from string import ascii_uppercase
from textwrap import indent
from typing import Any

from project import ROOT

from .banks import LOCALES, find_quizzes, read_yaml

ZENSICAL = ROOT / ".venv-zensical" / "bin" / "zensical"

_STOCK = """\
site_name: Espejo
site_url: https://espejo-quiz.github.io/
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
"""
_ZENSICAL = """\
site_name: Espejo
site_url: https://espejo-quiz.github.io/{path}
theme:
  language: {locale}
  font: false
extra:
  alternate:
    - {{ name: English, link: /, lang: en }}
    - {{ name: Español, link: /es/, lang: es }}
"""
_EXTENSIONS = """\
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
_WORDS = {
    "en": {"hint": "Hint", "answer": "Answer", "true": "True", "false": "False"},
    "es": {"hint": "Pista", "answer": "Respuesta", "true": "Verdadero", "false": "Falso"},
}


def write_stock(data: Path, folder: Path) -> Path:
    """Writes a project for MkDocs with Material and mkdocs-static-i18n. Returns its folder."""
    docs = folder / "docs"
    _copy_katex(docs)
    (folder / "mkdocs.yml").write_text(_STOCK + _EXTENSIONS, encoding="utf-8")
    _write_pages(
        data, lambda name, locale: docs / (f"{name}.md" if locale == "en" else f"{name}.{locale}.md")
    )
    return folder


def write_zensical(data: Path, folder: Path) -> list[Path]:
    """Writes one project per language, because Zensical has no plugin for languages."""
    for locale in LOCALES:
        _copy_katex(folder / locale / "docs")
        config = _ZENSICAL.format(locale=locale, path="" if locale == "en" else f"{locale}/")
        (folder / locale / "mkdocs.yml").write_text(config + _EXTENSIONS, encoding="utf-8")
    _write_pages(data, lambda name, locale: folder / locale / "docs" / f"{name}.md")
    return [folder / locale for locale in LOCALES]


def _copy_katex(docs: Path) -> None:
    only = shutil.ignore_patterns("*.md", "*.mjs")
    shutil.copytree(ROOT / "node_modules" / "katex" / "dist", docs / "katex", ignore=only)
    (docs / "katex" / "start.js").write_text(_START, encoding="utf-8")


def _write_pages(data: Path, place: Callable[[str, str], Path]) -> None:
    """Writes home, collections, and quizzes, one quiz at a time to save memory."""
    collections = read_yaml(data / "collections.yaml")["collections"]
    for locale in LOCALES:
        page = _Page(locale)
        _write(place("index", locale), page.home(collections))
        for one in collections:
            _write(place(f"{one['folder']}/index", locale), page.collection(one))
        for path in find_quizzes(data):
            _write(place(f"{path.parent.name}/{path.stem}", locale), page.quiz(read_yaml(path)))


def _write(path: Path, blocks: Iterator[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "\n\n".join(block.rstrip() for block in blocks)
    path.write_text(f"{text}\n", encoding="utf-8")


class _Page:
    """Pages in one language, each as Markdown blocks."""

    def __init__(self, locale: str) -> None:
        self._locale, self._words = locale, _WORDS[locale]

    def home(self, collections: list[Any]) -> Iterator[str]:
        yield "# Espejo"
        for one in collections:
            yield f"- [{self._show(one['title'])}]({one['folder']}/index.md): {self._show(one['about'])}"

    def collection(self, collection: Any) -> Iterator[str]:
        yield f"# {self._show(collection['title'])}"
        yield self._show(collection["about"])

    def quiz(self, quiz: Any) -> Iterator[str]:
        yield f"# {self._show(quiz['title'])}"
        yield from (self._show(quiz[name]) for name in ("subject", "focus") if name in quiz)
        labels = ascii_uppercase if quiz.get("labels") == "letters" else "12345"
        for question in quiz.get("questions", ()):
            yield from self._question(question, labels)
        for card in quiz.get("cards", ()):  # cards become plain questions
            asked = {"kind": "recall", "title": card["id"], "prompt": card["front"], "answer": card["back"]}
            yield from self._question({**card, **asked}, labels)

    def _show(self, text: Any) -> str:
        """A passage in this language, or in the first one that has it."""
        return text if isinstance(text, str) else str(text.get(self._locale) or next(iter(text.values())))

    def _question(self, question: Any, labels: str) -> Iterator[str]:
        yield f"## {question['id']} — {self._show(question['title'])} {{ #{question['id']} }}"
        if "prompt" in question:
            yield self._show(question["prompt"])
        choices = list(zip(labels, question.get("choices", ()), strict=False))
        yield from (_item(self._show(choice["text"]), label) for label, choice in choices)
        if question["kind"] == "truefalse":
            yield from (_item(self._words[name]) for name in ("true", "false"))
        if "hint" in question:
            yield from self._fold("hint", [self._show(question["hint"])])
        yield from self._fold("answer", list(self._answer(question, choices)))

    def _fold(self, name: str, blocks: list[str]) -> Iterator[str]:
        yield f'??? note "{self._words[name]}"'
        yield from (indent(block, "    ") for block in blocks)

    def _answer(self, question: Any, choices: list[tuple[str, Any]]) -> Iterator[str]:
        right = [label for label, choice in choices if choice.get("correct")]
        yield f"**{', '.join(right) or question.get('value') or question.get('correct', '')}**"
        yield from (_item(self._show(point)) for point in question.get("points", ()))
        yield from (self._show(question[name]) for name in ("answer", "why") if name in question)
        yield from (_item(self._show(choice["why"]), label) for label, choice in choices if "why" in choice)
        for source in question.get("sources", ()):
            yield _item(f"[{self._show(source['title'])}]({source['url']})")


def _item(passage: str, label: str = "") -> str:
    mark = f"**{label}.** " if label else ""
    return f"- {mark}{indent(passage.rstrip(), '    ').lstrip()}"

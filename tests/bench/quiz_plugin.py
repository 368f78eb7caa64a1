"""A quiz enters; the same questions leave as a page of mkdocs-quiz, built in the benchmark's environment.

An ordinary project with Material, whose sidebar the plugin uses, and the plugin's own defaults. It has no
search, so that the page's scripts are those of the theme and of the plugin alone.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from project import ROOT

from .banks import read_yaml
from .measure import BenchError

PYTHON = ROOT / ".venv-bench" / "bin" / "python"

_CONFIG = """\
site_name: Espejo
site_url: https://espejo-quiz.github.io/
theme:
  name: material
  font: false
plugins:
  - mkdocs_quiz
markdown_extensions:
  - pymdownx.highlight
  - pymdownx.superfences
"""


def build_quiz_page(quiz: Path, folder: Path, locale: str = "en") -> Path:
    """Builds the page in one language, as the home of a site. Returns the site."""
    (folder / "docs").mkdir(parents=True)
    (folder / "mkdocs.yml").write_text(_CONFIG, encoding="utf-8")
    questions = "\n\n".join(_write_question(one, locale) for one in read_yaml(quiz)["questions"])
    page = f"# Quiz\n\n<!-- mkdocs-quiz intro -->\n\n{questions}\n\n<!-- mkdocs-quiz results -->\n"
    (folder / "docs" / "index.md").write_text(page, encoding="utf-8")
    if not PYTHON.exists():
        raise BenchError("mkdocs-quiz is not installed. Run: make .venv-bench/ready")
    done = subprocess.run(
        [PYTHON, "-m", "mkdocs", "build"], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BenchError(f"mkdocs-quiz could not build its page: {done.stderr.strip()}")
    return folder / "site"


def _write_question(question: Any, locale: str) -> str:
    answers = list(_write_answers(question, locale))
    parts = [
        f"**{_show(question['title'], locale)}**",
        _show(question.get("prompt", ""), locale),
        "\n".join(answers),
    ]
    ending = "\n\n".join(_show(question[name], locale) for name in ("answer", "why") if name in question)
    rule = "---" if "[[" in answers[0] else ""
    return "\n\n".join(part for part in ("<quiz>", *parts, rule, ending, "</quiz>") if part)


def _write_answers(question: Any, locale: str) -> Iterator[str]:
    """Choices with their reasons. What has none is a blank to fill in, the only other kind that it has."""
    for choice in question.get("choices", ()):
        yield f"- [{'x' if choice.get('correct') else ' '}] {_show_in_line(choice['text'], locale)}"
        if "why" in choice:
            yield f"> {_show_in_line(choice['why'], locale)}"
    if question["kind"] == "truefalse":
        yield f"- [{'x' if question['correct'] else ' '}] True"
        yield f"- [{' ' if question['correct'] else 'x'}] False"
    elif "choices" not in question:
        yield f"[[{question.get('value', 'answer')}]]"


def _show(text: Any, locale: str) -> str:
    return text.rstrip() if isinstance(text, str) else str(text[locale]).rstrip()


def _show_in_line(text: Any, locale: str) -> str:
    return " ".join(_show(text, locale).split())

"""Builds of the small bank with variations, each made once per test run and shared by many tests."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from conftest import BuildOnce
from edits import add_languages, replace_once
from espejo.check.project import inspect_project
from espejo.site.offline_list import OFFLINE_LIST, WORKER
from large_bank import add_quizzes
from sharing import make_once
from small_bank import SITE_URL

CHANGED = "Floor division, corrected"
"""Text on a page of later builds that the first one lacks."""

REMOVED = "you/log/"
"""A page that the second build lacks."""

ELSEWHERE = "https://x.test/below/"
"""The address of another site, under a subpath of its host."""

FILES_PER_PAGE = 50

GUIDES = {"en": ("Guide for all", "First", "En español"), "es": ("Guía", "Primero", "In English")}
"""The title, the first heading and the link to the other language of the contributing guide elsewhere."""

_GUIDE = """# {title}

[{other}]({other_file})

## {first}

Words are in [the glossary](data/glossary.yaml), keys on [a page]({site}contributing/fields/).

## Second

| a | b |
| --- | --- |
| 1 | 2 |
"""

_FORMULA = r"""
  - id: f-04
    group: {en: Spread, es: Dispersión}
    title: {en: Standard score, es: Puntuación típica}
    formula: '$$V = \left( \frac{x - m}{\sqrt{s + 1}} \right)$$'
    symbols: [{symbol: $V$, meaning: {en: the score, es: la puntuación}}]
    note: {en: How far a value is from the average., es: A qué distancia está un valor del promedio.}
"""

_TABLE = """
  - id: pt-02-03
    kind: recall
    title: {en: Three values, es: Tres valores}
    prompt: |
      | x | y |
      | --- | ---: |
      | `1` | `10` |
      | `2` | `20` |
      | `3` | `30` |
    answer: "20"
"""

_USE = """
  - id: q-02-{number}
    kind: free
    topics: [sets]
    title: {{en: Set {number}, es: Conjunto {number}}}
    answer: {{en: The remainder of {number}., es: El resto de {number}.}}
"""


def build_second(build_once: BuildOnce) -> Path:
    """The next build: a question's title and two scripts have changed, and a page was removed."""
    return build_once("second", _change_site) / "site"


def _change_site(project: Path) -> None:
    _change_title(project)
    scripts = project / "hooks" / "espejo" / "site" / "js"
    for name, mark in (("main.js", "second"), ("search_dialog.js", "dialog")):
        with (scripts / name).open("a", encoding="utf-8") as script:
            script.write(f'document.documentElement.dataset.{mark} = "";\n')
    for path in (project / "docs" / "you").glob("log*.md"):
        path.unlink()


def _change_title(project: Path) -> None:
    quiz = project / "data" / "quizzes" / "phase-01-arithmetic.yaml"
    replace_once(quiz, "en: Floor division\n", f"en: {CHANGED}\n")


def copy_as_third(second: Path, shared: Path) -> Path:
    """The third build, which differs from the second only in its id."""
    build = json.loads((second / OFFLINE_LIST).read_bytes())["build"]

    def make(folder: Path) -> None:
        shutil.copytree(second, folder, dirs_exist_ok=True)
        for name in (OFFLINE_LIST, WORKER):
            replace_once(folder / name, build, build[::-1])

    return make_once(shared, "third", make)


def build_elsewhere(build_once: BuildOnce) -> Path:
    """A site under a subpath, with a third language without content, its own guide, and no offline use."""
    return build_once("elsewhere", _move_elsewhere) / "site"


def _move_elsewhere(project: Path) -> None:
    _change_title(project)
    add_french(project)
    config = project / "mkdocs.yml"
    replace_once(config, SITE_URL, ELSEWHERE)
    replace_once(config, "extra: { offline: true }", "extra: { offline: false }")
    for locale, (title, first, other) in GUIDES.items():
        names = ["CONTRIBUTING.md", "CONTRIBUTING.es.md"]
        name, other_file = names if locale == "en" else names[::-1]
        site = ELSEWHERE if locale == "en" else f"{ELSEWHERE}es/"
        text = _GUIDE.format(title=title, first=first, other=other, other_file=other_file, site=site)
        (project / name).write_text(text, encoding="utf-8")


def add_french(project: Path) -> None:
    """Adds a third language to a project's bank, without any passage in it."""
    add_languages(project / "data", "fr")


def build_large(build_once: BuildOnce) -> Path:
    """A site whose topic `sets` has three pages, with more files than fit on a status page.

    It also has a formula with tall brackets and a root, a table with an aligned column, and many uses of the
    term `remainder`.
    """
    return build_once("large", _enlarge) / "site"


def _enlarge(project: Path) -> None:
    data = project / "data"
    add_uses(data, 60)
    add_quizzes(data, quizzes=FILES_PER_PAGE + 5, questions=2)
    for file, text in (("reference/formulas", _FORMULA), ("study-guide/quiz-02-averages", _TABLE)):
        with (data / f"{file}.yaml").open("a", encoding="utf-8") as written:
            written.write(text.lstrip("\n"))


def add_uses(data: Path, count: int) -> None:
    """Adds questions until the topic `sets` has this many; each uses the term `remainder`."""
    before = sum("sets" in placed.item.topics for placed in inspect_project(data).bank.items())
    with (data / "quizzes" / "phase-02-collections.yaml").open("a", encoding="utf-8") as written:
        numbers = range(100, 100 + count - before)
        written.writelines(_USE.format(number=number).lstrip("\n") for number in numbers)

"""Benchmark reports: a list for the project's README, and a table for tests/bench/README.md."""

from __future__ import annotations

import os
import platform
import re
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from project import ROOT

from .anki import Export
from .banks import LOCALES
from .builds import BenchError, Builds
from .fetching import PAGE

_OPENING, _CLOSING = "<!-- bench -->", "<!-- /bench -->"
_COLUMNS = ("Espejo", "MkDocs", "Zensical", "genanki")


@dataclass(frozen=True, slots=True)
class Results:
    """Seconds and bytes by builder."""

    builds: Builds
    serving: dict[str, float]
    fetching: dict[str, int]
    exports: dict[str, Export]


def write_list(results: Results) -> str:
    """The results for the README, each compared with the usual tools."""
    (few, small), (many, large) = results.builds.items()
    growth = (large["Espejo"] / many) / (small["Espejo"] / few)
    here, there = results.serving.items()
    light, heavy = (results.fetching[name] / 1000 for name in ("Espejo", "MkDocs"))
    ours, plain = results.exports["Espejo"], results.exports["genanki"]
    return "\n".join(
        [
            f"- Building {many:,} quizzes in two languages, search and decks included: "
            f"{large['Espejo']:.1f} s. Without decks, Zensical: {large['Zensical']:.1f} s, and stock MkDocs "
            f"with Material: {large['MkDocs']:.1f} s.",
            f"- Time per page with {many:,} quizzes, compared with {few:,}: {growth:.2f} times.",
            f"- From saving a quiz to seeing it in an open page, with `make serve`: {here[1]:.2f} s; "
            f"with {there[0]}, {there[1]:.2f} s.",
            f"- Fetching a page full of formulas: {light:.1f} KB. With KaTeX in the browser: {heavy:.1f} KB.",
            f"- Exporting {ours.notes:,} notes to Anki: {ours.seconds:.1f} s. "
            f"With genanki: {plain.seconds:.1f} s.",
        ]
    )


def write_table(results: Results) -> str:
    """All results, and the conditions."""
    lines = [f"| Measured | {' | '.join(_COLUMNS)} |", f"| --- {'| ---: ' * len(_COLUMNS)}|"]
    for quizzes, times in results.builds.items():
        per_page = {name: one * 1000 / (quizzes * len(LOCALES)) for name, one in times.items()}
        lines.append(_row(f"cold build, {quizzes:,} quizzes", times, "{:.1f} s"))
        lines.append(_row("the same, per quiz page", per_page, "{:.1f} ms"))
    for bank, seconds in results.serving.items():
        lines.append(_row(f"from an edit to the open page, {bank}", {"Espejo": seconds}, "{:.2f} s"))
    fetched = {name: size / 1000 for name, size in results.fetching.items()}
    lines.append(_row(f"fetching `{PAGE}`", fetched, "{:.1f} KB"))
    exported = {name: one.seconds for name, one in results.exports.items()}
    lines.append(_row(f"exporting {results.exports['Espejo'].notes:,} notes", exported, "{:.1f} s"))
    return "\n".join([*lines, "", _describe_machine()])


def _row(what: str, figures: dict[str, float], form: str) -> str:
    cells = [form.format(figures[name]) if name in figures else "" for name in _COLUMNS]
    return f"| {what} | {' | '.join(cells)} |"


def _describe_machine() -> str:
    lock = (ROOT / "tests/bench/requirements-zensical.txt").read_text(encoding="utf-8")
    zensical = re.findall(r"^zensical==(\S+)", lock, re.MULTILINE)[0]
    return (
        f"Python {platform.python_version()}, MkDocs {version('mkdocs')}, Material "
        f"{version('mkdocs-material')}, static-i18n {version('mkdocs-static-i18n')}, Zensical {zensical}, "
        f"genanki {version('genanki')}; "
        f"{os.cpu_count()} cores, with a load of {os.getloadavg()[0]:.1f} at the end."
    )


def replace_marked(path: Path, report: str) -> None:
    """Replaces the text between the markers in a Markdown file."""
    before, opening, rest = path.read_text(encoding="utf-8").partition(_OPENING)
    _, closing, after = rest.partition(_CLOSING)
    if not (opening and closing):
        raise BenchError(f"{path.name} has no place for the report: {_OPENING} and {_CLOSING}.")
    path.write_text(f"{before}{opening}\n{report}\n{closing}{after}", encoding="utf-8")

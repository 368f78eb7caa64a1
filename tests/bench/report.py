"""Benchmark reports: tables and targets for tests/bench/README.md, and three figures for the README."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from .book import Printing
from .checking import Checking
from .decks import Export
from .measure import BenchError
from .practice import BUDGET, Practice
from .published import GUIDE_PAGE, Published
from .review import BUDGET as REVIEW_BUDGET
from .review import EVENTS, ITEMS, LONG_TASK, Review
from .speed import Speed


def write_figures(speed: Speed, published: Published, exports: dict[str, Export]) -> str:
    """Three figures, each beside what the usual tools need."""
    quizzes = speed.scale.middle
    ours, stock, zensical = (speed.cold[quizzes][name].seconds for name in ("Espejo", "stock", "Zensical"))
    light, heavy = published.transfers["Espejo"], published.transfers["stock"]
    decks, genanki = exports["Espejo"], exports["genanki"]
    lines = [
        f"- Building {quizzes:,} quizzes in two languages, search and decks included: {ours:.1f} s. Without "
        f"decks, Zensical: {zensical:.1f} s, and stock MkDocs with Material: {stock:.1f} s.",
        f"- Fetching a page full of formulas: {_kb(light.bytes)}. "
        f"With KaTeX in the browser: {_kb(heavy.bytes)}.",
        f"- Exporting {decks.notes:,} notes to Anki: {decks.seconds:.1f} s. "
        f"With genanki: {genanki.seconds:.1f} s.",
    ]
    return "\n".join(lines)


def write_guide_report(published: Published) -> str:
    """The published bank in two languages, and one of its pages as a browser fetches it."""
    builds, transfers = published.builds, published.transfers
    ours, stock = builds["Espejo"], builds["stock"]
    light, heavy = transfers["Espejo"], transfers["stock"]
    quizzes = ours.pages // 2
    lines = [
        "| The bank itself | Built by | Total | Peak memory | Quiz page | Page with math, fetched |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for name, one in builds.items():
        fetched = transfers[name]
        lines.append(
            f"| {quizzes} quizzes, twice | {name} | {one.seconds:.1f} s | {one.memory / 1e6:.0f} MB "
            f"| {_kb(one.page_bytes)} | {_kb(fetched.bytes)}, {fetched.requests} requests |"
        )
    lines += [
        "",
        _ratio(
            "Total time of the whole bank against stock with math in the browser",
            ours.seconds / stock.seconds,
            1,
        ),
        _ratio(f"Bytes of `{GUIDE_PAGE}` against the same page with KaTeX", light.bytes / heavy.bytes, 1),
        _ratio("Its requests", light.requests / heavy.requests, 1),
        _ratio(
            f"Its files for formulas alone, a font of {_kb(light.math)} against KaTeX's {_kb(heavy.math)}",
            light.math / heavy.math,
            1,
        ),
    ]
    return "\n".join(lines)


def write_check_report(check: Checking, *, questions: int) -> str:
    """All that `make check` says about a large bank. For the published one, see the table of speed."""
    lines = [
        "| Checked | By `make check` | Parsed by PyYAML's C loader |",
        "| --- | ---: | ---: |",
        f"| {questions:,} questions | {check.seconds:.2f} s | {check.pyyaml:.2f} s |",
        "",
        _ratio("All the rules against the parser alone", check.seconds / check.pyyaml, 4),
    ]
    return "\n".join(lines)


def write_decks_report(exports: dict[str, Export]) -> str:
    """The decks of a large bank: packages and texts of ours beside packages of genanki's."""
    lines = [
        "| Notes exported | By | Making them | Writing | Total | Peak memory |",
        "| ---: | --- | ---: | ---: | ---: | ---: |",
    ]
    for name, one in exports.items():
        lines.append(
            f"| {one.notes:,} | {name} | {one.making:.1f} s | {one.writing:.1f} s | {one.seconds:.1f} s "
            f"| {one.memory / 1e6:.0f} MB |"
        )
    ours, plain = exports["Espejo"], exports["genanki"]
    lines += [
        "",
        _ratio(
            "Time of packages and texts against genanki's packages alone", ours.seconds / plain.seconds, 1.2
        ),
        _ratio("The writing alone", ours.writing / plain.writing, 1.2),
        _target(f"Memory: {ours.memory / 1e6:.0f} MB, under 1 GB", ours.memory < 1e9),
    ]
    return "\n".join(lines)


def write_book_report(printing: Printing) -> str:
    """The book, against what the browser alone needs."""
    lines = [
        "| The book in two languages | Time |",
        "| --- | ---: |",
        f"| `make pdf`, with the numbers in its contents | {printing.ours:.1f} s |",
        f"| the same browser, the same pages, once and without | {printing.once:.1f} s |",
        "",
        _ratio("Time of the book against a single pass", printing.ours / printing.once, 1.5),
    ]
    return "\n".join(lines)


def write_practice_report(pages: dict[str, Practice]) -> str:
    """A page of fifty questions, with logs of different lengths, beside that of mkdocs-quiz."""
    lines = [
        "| 50 questions on a page | Script until it can be answered | until it shows earlier answers "
        "| Both with layout | Both on the clock | Scripts, brotli |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, page in pages.items():
        best, usual = page.best(), page.typical()
        lines.append(
            f"| {name} | {best.ready:.0f} ({usual.ready:.0f}) ms "
            f"| {best.remembered:.0f} ({usual.remembered:.0f}) ms "
            f"| {best.layout_ready:.0f} and {best.layout_remembered:.0f} ms "
            f"| {best.clock_ready:.0f} and {best.clock_remembered:.0f} ms | {_kb(page.scripts)} |"
        )
    return "\n".join([*lines, "", *_practice_targets(pages)])


def _practice_targets(pages: dict[str, Practice]) -> Iterator[str]:
    """Layout counts for the budget. Beside mkdocs-quiz there is no target, but it is said how it compares."""
    new, *long, plugin, answered = [page.best() for page in pages.values()]
    ours, *_, theirs = pages.values()
    script = max(one.layout_remembered for one in long)
    yield _target(
        f"Script with a long log, layout included: {script:.0f} ms, at most {BUDGET}", script <= BUDGET
    )
    yield _ratio("The same against nothing answered", script / new.layout_remembered, 1.5)
    yield _ratio("Bytes of scripts against mkdocs-quiz with its theme", ours.scripts / theirs.scripts, 1)
    longest = max(one.remembered for one in long)
    yield (
        f"- Against mkdocs-quiz, until it can be answered: {new.ready / plugin.ready:.2f} times its script, "
        f"{new.layout_ready / plugin.layout_ready:.2f} times with layout."
    )
    yield (
        f"- Until earlier answers are shown: {longest / answered.remembered:.2f} times its script, "
        f"{script / answered.layout_remembered:.2f} times with layout."
    )
    yield f"\nTimes are the best of {len(ours.openings)} openings, and in parentheses their median."


def write_review_report(cases: dict[str, Review]) -> str:
    """The page of review with a long log, from the state that was kept and by a replay of the log."""
    lines = [
        f"| {ITEMS:,} items, {EVENTS:,} events | Script until the queue is there "
        "| on the page, in the worker | On the clock | Longest task of the page | Memory of the worker |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, case in cases.items():
        best, usual = case.best(), case.typical()
        lines.append(
            f"| {name} | {best.script:.0f} ({usual.script:.0f}) ms "
            f"| {best.page:.0f} and {best.worker:.0f} ms "
            f"| {best.clock:.0f} ({usual.clock:.0f}) ms | {best.longest:.0f} ({usual.longest:.0f}) ms "
            f"| {case.memory / 1e6:.1f} MB |"
        )
    return "\n".join([*lines, "", *_review_targets(cases)])


def _review_targets(cases: dict[str, Review]) -> Iterator[str]:
    kept, replay = cases.values()
    script, longest = kept.best().script, replay.best().longest
    yield _target(
        f"Script until the queue is there, from the kept state: {script:.0f} ms, under {REVIEW_BUDGET}",
        script < REVIEW_BUDGET,
    )
    yield _target(
        f"Longest task of the page while the log is replayed: {longest:.0f} ms, under {LONG_TASK}",
        longest < LONG_TASK,
    )
    load = os.getloadavg()[0]
    yield (
        f"\nTimes are the best of {len(kept.openings)} openings, and in parentheses their median; "
        f"{os.cpu_count()} cores, with a load of {load:.1f} at the end."
    )


def _ratio(what: str, ratio: float, limit: float) -> str:
    return _target(f"{what}: {ratio:.2f} times, at most {limit}", ratio <= limit)


def _target(what: str, reached: bool) -> str:
    return f"- {what}: {'reached' if reached else '**missed**'}."


def _kb(size: int) -> str:
    return f"{size / 1000:.1f} KB"


def replace_marked(path: Path, report: str, name: str = "bench") -> None:
    """Replace what is between the markers of this name in a Markdown file."""
    opening, closing = f"<!-- {name} -->", f"<!-- /{name} -->"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    before, begin, rest = text.partition(opening)
    _, end, after = rest.partition(closing)
    if not (begin and end):
        raise BenchError(
            f"{path.name} has no place for the report. Put {opening} and {closing} where it goes."
        )
    path.write_text(f"{before}{begin}\n{report}\n{end}{after}", encoding="utf-8")

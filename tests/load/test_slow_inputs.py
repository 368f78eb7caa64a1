"""Slow inputs: hostile or huge texts are processed in linear time, and their reports stay short.

Each input once took minutes, so a child process with a CPU limit processes it.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from functools import partial
from itertools import product
from pathlib import Path
from string import ascii_lowercase
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest

from espejo.check.permanence import check_ids_kept
from espejo.check.project import inspect_project
from espejo.commands.annotations import annotate
from espejo.editing.lints.comments import blank_comments
from espejo.editing.lints.language_facts import LanguageFacts
from espejo.editing.lints.lint import Side
from espejo.editing.lints.linter import MAX_LINE as MAX_LONG_LINE
from espejo.editing.lints.linter import find_long_lines
from espejo.editing.lints.translation_lints import MAX_TERMS, compare_terms
from espejo.exports.notes import Notes
from espejo.ledger.claims import list_claims
from espejo.ledger.drift import match_rows
from espejo.load.bank import load_bank
from espejo.load.parse import MAX_BYTES, parse_file
from espejo.load.reader import MAX_LIST, Reader
from espejo.load.source import MAX_PROBLEMS
from espejo.load.values import MAX_LINE
from espejo.markdown.checks import MAX_LINES, find_faults
from espejo.markdown.drawing import parse_drawing
from espejo.markdown.fingerprint import fingerprint
from espejo.markdown.fragments import block, listing, plain
from espejo.markdown.parsed import ParsedPassage
from espejo.markdown.passages import plain_words
from espejo.messages.message import message
from espejo.model import problems as messages
from espejo.model.bank import Bank, list_variants
from espejo.model.language import Phrase, Writing
from espejo.model.ledger import Entry, Ledger
from espejo.model.problems import (
    MAX_COMPARED,
    MAX_KINDS,
    MAX_OF_A_KIND,
    Notice,
    Place,
    Problem,
    Suggester,
    report_problems,
)
from espejo.model.reference import Reference, Term
from espejo.model.text import Text
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from small_bank import load_small_bank, write_bank

CPU_SECONDS = 10
LONG = 20_000

QUIZ, LOCALE = "quizzes/phase-01-arithmetic.yaml", "locales/es.yaml"
HEAD = "title: {en: A, es: B}\nsubject: {en: A, es: B}\nfocus: {en: A, es: B}\n"
QUESTION = "  - id: q-01-01\n    kind: free\n    title: {en: A, es: B}\n    answer: {en: A, es: B}\n"
PLACE = Place("data/x.yaml", 1, 1)


def find_all(passage: str) -> None:
    list(find_faults(passage))


def process(passage: str) -> None:
    assert list(find_faults(passage)) or block(passage)
    plain_words(passage)
    ParsedPassage(passage).count_sentences()


def parse_bad_drawing(inside: str) -> None:
    fault, *_ = parse_drawing(f"<svg viewBox='0 0 320 100'>{inside}</svg>").faults
    assert fault.fact.startswith(("more than 400 elements", "groups nested more than", "invalid ")), fault


def write_terms(english: str, count: int) -> Bank:
    terms = tuple(
        Term(
            id=f"t-{i}",
            term=Text({"en": f"{english}{i}", "es": f"z{i}"}, PLACE),
            meaning=Text({}, PLACE),
            place=PLACE,
        )
        for i in range(count)
    )
    return replace(load_small_bank().bank, reference=Reference(terms))


def find_terms_that_begin_alike() -> None:
    facts = LanguageFacts("en", write_terms("a b", 15_000))
    assert [id_ for id_, _ in facts.find_terms(["a"] * 10_000 + ["b7"])] == ["t-7"]


def compare_many_missing_terms() -> None:
    bank = write_terms("w", 20_000)
    words = ParsedPassage(" ".join(f"w{i}" for i in range(20_000)))
    ours, theirs = (Side(LanguageFacts(name, bank), words) for name in ("en", "es"))
    assert len(list(compare_terms(ours, theirs))) == MAX_TERMS


def check_many_ids() -> None:
    entries = tuple(Entry(id=f"q-{i}", place=PLACE) for i in range(50_000))
    bank = replace(load_small_bank().bank, ledger=Ledger(entries=entries))
    assert not list(check_ids_kept(bank, bank))


def match_many_rows() -> None:
    agreed = [(f"a{i}", f"b{i}") for i in range(50_000)]
    rows = [(f"a{i}", f"c{i}") for i in reversed(range(50_000))]
    assert match_rows(rows, agreed) == agreed[::-1]


def find_many_long_lines() -> None:
    with TemporaryDirectory() as folder:
        Path(folder, "long.yaml").write_text(("x" * (MAX_LONG_LINE + 1) + "\n") * 1_500)
        records: Any = [SimpleNamespace(place=Place("long.yaml", i, 1)) for i in range(1, 60_000)]
        assert len(find_long_lines(records, Path(folder))) == 1_500


def read_passages_on_a_long_line() -> None:
    source = parse_file(("[" + "a, " * 10_000 + "b] # " + "c" * 20_000_000).encode(), file="list.yaml")
    assert source.root
    for node in source.root.value:
        Reader(source, locales=frozenset()).text(node)


PASSAGES = (
    "`" * (LONG // 2) + "x" * (LONG // 2),
    "".join("`" * length + " " for length in range(1, 190)),
    "<b>" * (LONG // 3),
    ">" * (LONG - 1) + "<",
    "- " * (LONG // 2 - 1) + "<",
    "[" * LONG,
    "```\n" * (LONG // 4),
    '```scala\n"' + "\\" * 500 + "1\n```",
    "|" * (LONG // 2) + "\n" + "|-" * (LONG // 4),
    "|a|b|\n|-|-|\n" + "|1|2|3|\n" * (LONG // 8),
    "$" * LONG,
    "$x$ " * (LONG // 4),
    "$" + "{" * (LONG // 2 - 1) + "}" * (LONG // 2 - 1) + "$",
    "https://" * 2_400,
    "https://a_b " * 1_600,
    "https://a" + ")" * 19_000,
    "https://a.org/[" * 1_300,
)
DRAWINGS = (
    "<g/>" * 5_000,
    "<g>" * 5_000,
    f"<path d='M {'1 ' * 200_001}'/>",
    f"<path d='M 1 1 L {'1' * 200_000}'/>",
    f"<path d='{'M' * 200_000}'/>",
    f"<g transform='{'rotate(' * 50_000}'/>",
    f"<g transform='{' ' * 200_000}x'/>",
    f"<rect class='{'x ' * 100_000}'/>",
    f"<polygon points='{', ' * 100_000}'/>",
)
HUGE: dict[str, Callable[[], object]] = {
    "dashes": partial(find_all, "-" * 200_000 + "a"),
    "a delimiter row": partial(find_all, "-|" * 100_000 + "a"),
    "a link title of many lines": partial(find_all, '[a](b "' + "a\n" * 200_000),
    "parentheses that aren't a formula": partial(find_all, r"\(" * 9_999),
    "a price and spaces": partial(find_all, "$5" + " " * 9_000 + "a " * 5_000 + "=$"),
    "blank lines in Python": partial(listing, "python", " \n" * 50_000),
    "spaces in C": partial(listing, "c", "a" + " " * 40_000),
    "blank lines in C++": partial(listing, "cpp", "a b()" + "\n" * 40_000 + "||"),
    "a prompt": partial(listing, "console", "a::" * 30_000),
    "an open string in TOML": partial(listing, "toml", "'" + "::" * 50_000),
    "tags in YAML": partial(listing, "yaml", "!- " * 50_000),
    "open tags": partial(fingerprint, "<pre>“" * 100_000),
    "escaped quotes in a listing": partial(blank_comments, '"' + r"\"" * 100_000, "python"),
    "unclosed comments in C": partial(blank_comments, "/* " * 100_000, "c"),
    "comments in no language": partial(blank_comments, "-- /* " * 100_000, ""),
    "a row of periods": lambda: ParsedPassage("." * 300_000 + "a").count_sentences(),
    "a URL of periods": lambda: ParsedPassage("http://" + "." * 300_000).count_sentences(),
    "words joined by periods": lambda: ParsedPassage("a." * 100_000).count_sentences(),
    "terms that begin alike": find_terms_that_begin_alike,
    "many missing terms": compare_many_missing_terms,
    "ids in the ledger": check_many_ids,
    "accepted passages": match_many_rows,
    "long lines": find_many_long_lines,
    "passages on a long line": read_passages_on_a_long_line,
    **{f"passage {n}: {one[:9]!r}": partial(process, one) for n, one in enumerate(PASSAGES)},
    **{f"drawing {n}: {one[:9]!r}": partial(parse_bad_drawing, one) for n, one in enumerate(DRAWINGS)},
}


def write_titles(title: str, *, count: int) -> str:
    return f"{HEAD}questions:\n" + (QUESTION.replace("{en: A, es: B}", title, 1)) * count


HOSTILE = {
    "dollars": (write_titles(f"'{'$a ' * 6_500}'", count=12), "a $ outside a formula"),
    "headings": (write_titles("|\n" + "      # a\n" * 3_900, count=6), f"more than {MAX_LINES} lines"),
    "quotes": (
        f"{HEAD}questions:\n"
        + "".join(QUESTION.replace("A", f"'{'>' * (19_000 - i)}'", 1) for i in range(12)),
        "levels deep",
    ),
    "spaces on the line of a YAML error": (f"a: [{' ' * 240_000}]]\n", "a text that begins with ["),
    "faults on one line": (
        f"questions: [{'{id: q-01-01, kind: free, title: $, answer: $}, ' * 5_000}]\n",
        "a $ outside a formula",
    ),
    "keys on one line": (
        f"questions: {{😀: a, {', '.join(f'a{i} : b' for i in range(18_000))}}}\n",
        "this must be a list",
    ),
    "a program of many names": (
        f"{HEAD}questions:\n{QUESTION}    proof:\n      program: |\n"
        + "".join(f"        a{number} = 1\n" for number in range(13_000)),
        "the program is longer",
    ),
    "requirements": (
        f"{HEAD}questions:\n{QUESTION}    proof: {{needs: [{'torch, ' * 35_000}]}}\n",
        f"more than {MAX_LIST} items",
    ),
    "points": (
        f"{HEAD}questions:\n{QUESTION}    points: [{'a, ' * 80_000}]\n",
        f"more than {MAX_LIST} items",
    ),
    "not records": (f"questions: [{'a,' * 120_000}]\n", "this must be lines such as 'id: …'"),
    "brackets after a mistake": (f"a: b: {'[' * 100_000}\n", "needs quotes"),
    "empty records": (f"questions: [{'{},' * 80_000}]\n", "the id is missing"),
    "unknown keys": ("a: b\n" * 49_000, "'a' is written twice"),
    "short rows of wide tables": (
        write_titles("|\n" + f"      {'|a' * 400}|\n      {'|-' * 400}|\n" + "      b\n" * 400, count=50),
        "uneven table",
    ),
    "hashes after an open quote": (f'a: "{" #" * 120_000}\n', "opened here and not closed"),
    "pairs after an open brace": (f"a: {{b: c{', b: c' * 40_000}\n", "is not closed"),
    "a stair of indentation": (
        "".join(f"{' ' * (700 - i)}a{i}: b\n" for i in range(350)),
        "this line begins too far to the left",
    ),
    "keys without a space": ("a:b\n" * 60_000 + "c: d\n", "invalid YAML"),
    "tags on one line": (f"questions: [{'!a b, ' * 40_000}]\n", "tag '!a'"),
    "anchors on one line": (f"questions: [{', '.join(f'&a{i} b' for i in range(20_000))}]\n", "'&a0' is not"),
    "commas on one line": (
        f"title: {{en: a, {', '.join(f'b{i}' for i in range(30_000))}}}\n",
        "a text with a comma needs quotes",
    ),
    "glued keys on one line": (f"questions: [{'id:a, ' * 40_000}]\n", "this must be lines such as 'id: …'"),
    "duplicates on one line": (f"questions: [{'{a: b, c: d, a: b}, ' * 12_000}]\n", "'a' is written twice"),
    "odd spaces on each line": ("\u00a0a: b\n" * 35_000, "U+00A0"),
}
"""Files, and a part of a message about each."""


def check_hostile_files() -> Iterator[tuple[str, Callable[[], object]]]:
    with TemporaryDirectory() as folder:
        data = write_bank(Path(folder, "data"))
        for name, (content, fact) in HOSTILE.items():
            assert len(content.encode()) <= MAX_BYTES, name
            (data / QUIZ).write_text(content, encoding="utf-8")
            yield name, partial(check_hostile_file, data, fact)


def check_hostile_file(data: Path, fact: str) -> None:
    inspection = inspect_project(data)
    for _, text in inspection.bank.texts():
        any(map(plain, text.passages.values()))
    assert any(fact in str(one) for one in (*inspection.problems, *inspection.notices))


def run_each(calls: Iterable[tuple[str, Callable[[], object]]]) -> None:
    """Print each function's name, then call it with its own CPU limit."""
    for name, call in calls:
        limit = int(time.process_time()) + CPU_SECONDS + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
        print(name, flush=True)
        call()


@pytest.mark.parametrize("calls", ["HUGE.items()", "check_hostile_files()"])
def test_an_input_takes_linear_time(calls: str) -> None:
    """It runs in a child process that the system kills at the limit, even inside a C extension."""
    done = subprocess.run(
        [sys.executable, "-c", f"from test_slow_inputs import *; run_each({calls})"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    names = done.stdout.splitlines()
    assert done.returncode == 0, f"{names[-1:]}: {done.returncode} within {CPU_SECONDS} s: {done.stderr}"
    assert len(names) == len(HUGE if "HUGE" in calls else HOSTILE)


def test_a_passage_too_complex_to_render_counts_as_written(data: Path) -> None:
    """It isn't rendered, and no notice calls it missing."""
    (data / QUIZ).write_text(write_titles(f"{{en: '{'>' * 100}', es: A}}", count=1), encoding="utf-8")
    inspection = inspect_project(data)
    assert next(inspection.bank.questions())[1].title.passages == {"en": "…", "es": "A"}
    assert [one.fact for one in inspection.faults if one.place.line == 7] == [
        "lists and quotes are nested more than 12 levels deep."
    ]
    assert not any(
        one.fact.startswith("not in") and one.place.file.endswith(QUIZ) for one in inspection.notices
    )


def test_problems_of_a_file_are_limited_and_the_rest_is_counted(data: Path, tmp_path: Path) -> None:
    """Records after the limit are not read, but none of them is reported as deleted."""
    base = shutil.copytree(data, tmp_path / "base")
    path = data / QUIZ
    path.write_text("a: b\n" * (MAX_PROBLEMS + 500) + path.read_text(encoding="utf-8"), encoding="utf-8")
    problems = inspect_project(data, base=base).problems
    assert len([one for one in problems if one.place.file.endswith(QUIZ)]) > MAX_PROBLEMS
    assert any("more problems in this file" in one.fact for one in problems)
    assert not [one for one in problems if "gone" in one.fact]


def test_the_files_of_a_bank_are_limited(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("espejo.load.bank.MAX_FILES", 50)
    for number in range(50):
        (data / "quizzes" / f"x{number}.yaml").touch()
    assert facts_of(data) == ["there are more than 50 files. Put more questions into each."]


def test_spelling_suggestions_have_a_budget(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: Counter[str] = Counter()

    def count(word: str, known: list[str], **_options: Any) -> list[str]:
        compared["letters"] += sum(len(word) * len(one) for one in known)
        return []

    monkeypatch.setattr(messages, "get_close_matches", count)
    redirects = "".join(f"  - {{old: quizzes/a{i}, new: quizzes/b{i}}}\n" for i in range(5_000))
    (data / "redirects.yaml").write_text(f"redirects:\n{redirects}", encoding="utf-8")
    found = [one for one in inspect_project(data).faults if "no page has the address" in one.fact]
    assert len(found) == 5_000
    assert MAX_COMPARED / 2 < compared["letters"] < MAX_COMPARED


def test_long_words_are_not_compared_with_many_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comparing two words takes time in proportion to the product of their lengths."""

    def refuse(_word: str, known: list[str], **_options: Any) -> list[str]:
        raise AssertionError(f"{len(known)} long words were compared")

    suggest = Suggester()
    assert suggest("divison", ["division"]) == "Did you mean 'division'?"
    monkeypatch.setattr(messages, "get_close_matches", refuse)
    assert suggest("ab" * 40, [f"{number:05}{'ba' * 40}" for number in range(6_000)]) == ""


WRITING_LISTS = [one.name for one in fields(Writing) if one.name not in ("quotes", "dictionary", "place")]


def test_word_lists_are_limited(data: Path) -> None:
    """Lints search every passage for each of these words."""
    text = (data / LOCALE).read_text(encoding="utf-8")
    for name in WRITING_LISTS:
        words = ", ".join([{"openings": "¿?"}.get(name, "a")] * (MAX_LIST + 1))
        replace_writing(data, text, name, f"[{words}]")
        loaded = load_bank(data)
        facts = [one.fact for one in loaded.problems]
        assert f"the list has more than {MAX_LIST} items. Shorten it." in facts, name
        assert len(getattr(loaded.bank.locales["es"].writing, name)) <= MAX_LIST
    replace_writing(data, text, "order", f"[{'a ' * (Phrase.MAX_WORDS + 1)}]")
    assert any("is not a phrase" in fact for fact in facts_of(data))


def test_language_names_are_limited(data: Path) -> None:
    """Every message about a missing translation contains one."""
    path = data / LOCALE
    path.write_text(f"name: {'x' * (MAX_LINE + 1)}\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    assert f"the text is longer than {MAX_LINE:,} characters. Shorten it." in facts_of(data)
    assert load_bank(data).bank.locales["es"].name == "Español"


def replace_writing(data: Path, text: str, name: str, value: str) -> None:
    """Replace one of the writing conventions of Spanish."""
    edited = re.sub(r"^writing:\n(?:  .*\n)*", f"writing:\n  {name}: {value}\n", text, flags=re.M)
    (data / LOCALE).write_text(edited, encoding="utf-8")


def facts_of(data: Path) -> list[str]:
    return [problem.fact for problem in inspect_project(data).faults]


def test_a_report_limits_the_problems_of_a_kind_and_the_kinds() -> None:
    many = [
        Problem(Place("a.yaml", line, 1), "", message("unknown topic '{line}'. Expected x.", line=str(line)))
        for line in range(9_999)
    ]
    other = Problem(Place("b.yaml", 1, 1), "", message("the file is empty."))
    *lines, total = report_problems([*many, other]).split("\n")
    assert len(lines) == MAX_OF_A_KIND + 1
    assert lines[-2].endswith(f"And {9_999 - MAX_OF_A_KIND:,} more of this kind.")
    assert lines[-1] == str(other)
    assert total.startswith("10,000 problems.")
    letters = ("".join(one) for one in product(ascii_lowercase, repeat=3))
    report = report_problems(
        Problem(Place("a.yaml", i, 1), "", message("{word}.", word=one)) for i, one in enumerate(letters)
    )
    assert len(report.split("\n")) == MAX_KINDS + MAX_OF_A_KIND + 1
    assert "more problems." in report
    notices = [Notice(one.place, "", message("not in Spanish yet.")) for one in many]
    commands = [*annotate(many), *annotate(notices)]
    assert len(commands) == 2 * MAX_OF_A_KIND
    assert sum("more of this kind" in command for command in commands) == 2


@pytest.mark.parametrize(
    "proof", ["", "    proof:\n      program: |\n        right = [n for n in range(9) if n % 2]\n"]
)
def test_the_work_for_a_question_is_not_exponential_in_its_choices(proof: str, data: Path) -> None:
    """Enumerating subsets would double it with each choice."""
    _, small, medium, large = (
        _count_calls(data, choices, proof) for choices in (11, 14, 28, 56)
    )  # fill the caches
    assert large - medium <= 2.5 * (medium - small)


def _count_calls(data: Path, choices: int, proof: str) -> int:
    """Count the function calls to load, check, claim, and render a question with this many choices."""
    rows = "".join(
        f"      - {{text: {{en: a {choices} {number}, es: b {choices} {number}}}, correct: true}}\n"
        for number in range(choices)
    )
    question = "  - id: q-01-01\n    kind: multiple\n    title: {en: A, es: B}\n    why: {en: A, es: B}\n"
    (data / QUIZ).write_text(f"{HEAD}questions:\n{question}    choices:\n{rows}{proof}", encoding="utf-8")
    calls: Counter[str] = Counter()

    def count(_frame: Any, event: str, _argument: Any) -> None:
        calls[event] += 1

    sys.setprofile(count)
    try:
        inspection = inspect_project(data)
        assert list(inspection.notices)
        assert inspection.problems
        assert any(claim.id == "q-01-01" for claim in list_claims(inspection.bank))
        _render(inspection.bank)
    finally:
        sys.setprofile(None)
    return calls["call"] + calls["c_call"]


def _render(bank: Bank) -> None:
    site = Site(bank, home="https://espejo.test/")
    page = next(page for page in list_pages(site, "en") if page.path == "quizzes/phase-01-arithmetic")
    assert "q-01-01" in render_page(site, page, Downloads(sizes=defaultdict(int)))
    placed = next(one for one in bank.items() if one.item.id == "q-01-01")
    assert Notes(site).make(list_variants(bank)[0], placed).front

"""Slow inputs: hostile or huge text takes time linear in its size, and a report of it stays short.

Each input would take minutes if its cause came back, so it is processed in a child with little CPU time.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from espejo.check.project import inspect_project
from espejo.commands import cli
from espejo.commands.annotations import annotate
from espejo.exports.notes import Notes
from espejo.ledger.claims import list_claims
from espejo.load.bank import load_bank
from espejo.load.data_files import MAX_FILES
from espejo.load.parse import MAX_BYTES
from espejo.load.reader import MAX_LIST
from espejo.load.source import MAX_PROBLEMS
from espejo.load.values import MAX_LINE
from espejo.markdown.checks import MAX_LINES
from espejo.messages.message import message
from espejo.model import problems as messages
from espejo.model.bank import Bank
from espejo.model.language import Phrase, Writing
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
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.rendering.variants import list_variants
from espejo.site.frame import render_page
from espejo.site.pages import list_pages

CPU_SECONDS = 10

QUIZ = "quizzes/phase-01-arithmetic.yaml"
HEAD = "title: {en: A, es: B}\nsubject: {en: A, es: B}\nfocus: {en: A, es: B}\n"
QUESTION = "  - id: q-01-01\n    kind: free\n    title: {en: A, es: B}\n    answer: {en: A, es: B}\n"


_RUN_EACH = """
import contextlib, io, json, resource, sys, time
for name, program, arguments in json.load(sys.stdin):
    limit = int(time.process_time()) + {seconds} + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
    print(json.dumps([name]), flush=True)
    sys.argv = ["-c", *arguments]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(program, {{"__name__": "__main__"}})
    print(json.dumps([name, said.getvalue()]), flush=True)
"""


def run_limited(programs: Iterable[tuple[str, str, Path]]) -> dict[str, str]:
    """Runs named programs in one child, with a limit of CPU time for each, and returns what they print."""
    asked = [(name, program, [str(argument)]) for name, program, argument in programs]
    done = subprocess.run(
        [sys.executable, "-c", _RUN_EACH.format(seconds=CPU_SECONDS)],
        input=json.dumps(asked),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    last = lines[-1][0] if lines else ""
    assert done.returncode == 0, f"{last}: {done.returncode} within {CPU_SECONDS} s: {done.stderr}"
    said = {line[0]: line[1] for line in lines if len(line) == 2}
    assert said.keys() == {name for name, _, _ in asked}
    return said


FAULTS = "from espejo.markdown.checks import find_faults\nprint(*find_faults({}), sep='\\n')"
COMMENTS = "from espejo.editing.lints.comments import blank_comments\nblank_comments({}, {!r})"
SENTENCES = "from espejo.markdown.parsed import ParsedPassage\nParsedPassage({}).count_sentences()"
LISTING = "from espejo.markdown.fragments import listing\nlisting({!r}, {})"
TERMS = """
from dataclasses import replace
from espejo.editing.lints.language_facts import LanguageFacts
from espejo.model.problems import Place
from espejo.model.reference import Reference, Term
from espejo.model.text import Text
from small_bank import load_small_bank
place = Place("data/glossary.yaml", 1, 1)
terms = tuple(
    Term(id=f"t-{i}", term=Text({"en": f"a b{i}", "es": "c"}, place), meaning=Text({}, place), place=place)
    for i in range(15_000)
)
bank = replace(load_small_bank().bank, reference=Reference(terms))
assert [id_ for id_, _ in LanguageFacts("en", bank).find_terms(["a"] * 10_000 + ["b7"])] == ["t-7"]
"""
MISSING_TERMS = """
from dataclasses import replace
from espejo.editing.lints.language_facts import LanguageFacts
from espejo.editing.lints.lint import Side
from espejo.editing.lints.translation_lints import MAX_TERMS, compare_terms
from espejo.markdown.parsed import ParsedPassage
from espejo.model.problems import Place
from espejo.model.reference import Reference, Term
from espejo.model.text import Text
from small_bank import load_small_bank
place = Place("data/glossary.yaml", 1, 1)
terms = tuple(
    Term(id=f"t-{i}", term=Text({"en": f"w{i}", "es": f"z{i}"}, place), meaning=Text({}, place), place=place)
    for i in range(20_000)
)
bank = replace(load_small_bank().bank, reference=Reference(terms))
words = " ".join(f"w{i}" for i in range(20_000))
ours, theirs = (Side(LanguageFacts(name, bank), ParsedPassage(words)) for name in ("en", "es"))
assert len(list(compare_terms(ours, theirs))) == MAX_TERMS
"""
IDS = """
from dataclasses import replace
from espejo.check.permanence import check_ids_kept
from espejo.model.ledger import Entry, Ledger
from espejo.model.problems import Place
from small_bank import load_small_bank
entries = tuple(Entry(id=f"q-{i}", place=Place("data/ledger.yaml", 1, 1)) for i in range(50_000))
bank = replace(load_small_bank().bank, ledger=Ledger(entries=entries))
assert not list(check_ids_kept(bank, bank))
"""
ROWS = """
from espejo.ledger.drift import match_rows
agreed = [(f"a{i}", f"b{i}") for i in range(50_000)]
rows = [(f"a{i}", f"c{i}") for i in reversed(range(50_000))]
assert match_rows(rows, agreed) == agreed[::-1]
"""
LONG_LINES = """
import sys
from pathlib import Path
from types import SimpleNamespace
from espejo.editing.lints.long_lines import MAX_LINE, find_long_lines
from espejo.model.problems import Place
path = Path(sys.argv[1]) / "long.yaml"
path.write_text(("x" * (MAX_LINE + 1) + "\\n") * 1_500)
records = [SimpleNamespace(place=Place("long.yaml", i, 1)) for i in range(1, 60_000)]
assert len(find_long_lines(records, path.parent)) == 1_500
"""
COMMENT = """
import sys
from pathlib import Path
from espejo.load.parse import load_file
from espejo.load.reader import Reader
path = Path(sys.argv[1]) / "list.yaml"
path.write_text("[" + "a, " * 10_000 + "b] # " + "c" * 20_000_000)
source = load_file(path, file=path.name, limit=30_000_000)
for node in source.root.value:
    Reader(source, locales=frozenset()).text(node)
"""


HUGE = {
    "dashes": FAULTS.format("'-' * 200_000 + 'a'"),
    "a delimiter row": FAULTS.format("'-|' * 100_000 + 'a'"),
    "a link title of many lines": FAULTS.format("'[a](b \"' + 'a\\n' * 200_000"),
    "blank lines in Python": LISTING.format("python", "' \\n' * 50_000"),
    "spaces in C": LISTING.format("c", "'a' + ' ' * 40_000"),
    "blank lines in C++": LISTING.format("cpp", "'a b()' + '\\n' * 40_000 + '||'"),
    "a prompt": LISTING.format("console", "'a::' * 30_000"),
    "an open string in TOML": LISTING.format("toml", "\"'\" + '::' * 50_000"),
    "tags in YAML": LISTING.format("yaml", "'!- ' * 50_000"),
    "open tags": "from espejo.markdown.fingerprint import fingerprint\nfingerprint('<pre>“' * 100_000)",
    "escaped quotes in a listing": COMMENTS.format("'\"' + r'\\\"' * 100_000", "python"),
    "comments in C that are never closed": COMMENTS.format("'/* ' * 100_000", "c"),
    "comments in no language": COMMENTS.format("'-- /* ' * 100_000", ""),
    "a row of periods": SENTENCES.format("'.' * 300_000 + 'a'"),
    "an address of periods": SENTENCES.format("'http://' + '.' * 300_000"),
    "words joined by periods": SENTENCES.format("'a.' * 100_000"),
    "terms that begin alike": TERMS,
    "many missing terms": MISSING_TERMS,
    "ids in the ledger": IDS,
    "accepted passages": ROWS,
    "long lines": LONG_LINES,
    "passages on a long line": COMMENT,
    "parentheses that mark no formula": FAULTS.format("r'\\(' * 9_999"),
    "a price and spaces": FAULTS.format("'$5' + ' ' * 9_000 + 'a ' * 5_000 + '=$'"),
}


def test_a_huge_input_takes_linear_time(tmp_path: Path) -> None:
    run_limited((name, program, tmp_path) for name, program in HUGE.items())


CHECK = """
import sys
from pathlib import Path
from espejo.check.project import inspect_project
from espejo.markdown.fragments import plain
inspection = inspect_project(Path(sys.argv[1]))
for _, text in inspection.bank.texts():
    any(map(plain, text.passages.values()))
print(*inspection.problems, *inspection.notices, sep="\\n")
"""


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
"""Files, and what the check reports of each."""


def test_a_hostile_file_is_checked_in_linear_time(data: Path, tmp_path: Path) -> None:
    banks = {name: tmp_path / str(number) / "data" for number, name in enumerate(HOSTILE)}
    for name, (content, _) in HOSTILE.items():
        assert len(content.encode()) <= MAX_BYTES, name
        shutil.copytree(data, banks[name])
        (banks[name] / QUIZ).write_text(content, encoding="utf-8")
    said = run_limited((name, CHECK, bank) for name, bank in banks.items())
    assert {name for name, (_, fact) in HOSTILE.items() if fact not in said[name]} == set()


def test_a_passage_that_is_too_much_to_process_is_not_rendered_but_counts_as_written(data: Path) -> None:
    (data / QUIZ).write_text(write_titles(f"{{en: '{'>' * 100}', es: A}}", count=1), encoding="utf-8")
    inspection = inspect_project(data)
    assert next(inspection.bank.questions())[1].title.passages == {"en": "…", "es": "A"}
    assert [one.fact for one in inspection.faults if one.place.line == 7] == [
        "lists and quotes are nested more than 12 levels deep."
    ]
    assert not any(
        one.fact.startswith("not in") and one.place.file.endswith(QUIZ) for one in inspection.notices
    )


def test_only_so_many_problems_of_a_file_are_collected_and_the_rest_is_counted(data: Path) -> None:
    (data / QUIZ).write_text("a: b\n" * (MAX_PROBLEMS + 500), encoding="utf-8")
    found = [problem for problem in inspect_project(data).faults if problem.place.file.endswith(QUIZ)]
    assert len(found) > MAX_PROBLEMS
    assert any("more problems in this file" in problem.fact for problem in found)


def test_nothing_is_called_gone_from_a_file_that_was_not_read_to_its_end(data: Path, tmp_path: Path) -> None:
    base = shutil.copytree(data, tmp_path / "base")
    path = data / QUIZ
    path.write_text("a: b\n" * (MAX_PROBLEMS + 1) + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert not [one for one in inspect_project(data, base=base).problems if "gone" in one.fact]


def test_a_folder_has_only_so_many_files(data: Path) -> None:
    for number in range(MAX_FILES):
        (data / "quizzes" / f"x{number}.yaml").touch()
    assert facts_of(data) == [f"there are more than {MAX_FILES:,} files. Put more questions into each."]


def test_words_are_compared_only_for_the_first_problems(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.parametrize("name", WRITING_LISTS)
def test_a_language_has_only_so_many_words_to_look_for_in_every_passage(name: str, data: Path) -> None:
    words = ", ".join([{"openings": "¿?"}.get(name, "a")] * (MAX_LIST + 1))
    replace_writing(data, name, f"[{words}]")
    assert f"the list has more than {MAX_LIST} items. Shorten it." in facts_of(data)
    assert len(getattr(load_bank(data).bank.locales["es"].writing, name)) <= MAX_LIST


def test_a_phrase_to_look_for_has_only_so_many_words(data: Path) -> None:
    replace_writing(data, "order", f"[{'a ' * (Phrase.MAX_WORDS + 1)}]")
    assert any("is not a phrase" in fact for fact in facts_of(data))


def test_the_name_of_a_language_cannot_fill_the_memory(data: Path) -> None:
    """It is in the message about each passage that a language lacks."""
    path = data / "locales" / "es.yaml"
    path.write_text(f"name: {'x' * (MAX_LINE + 1)}\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    assert f"the text is longer than {MAX_LINE:,} characters. Shorten it." in facts_of(data)
    assert load_bank(data).bank.locales["es"].name == "Español"


def replace_writing(data: Path, name: str, value: str) -> None:
    """Replace the writing conventions of Spanish by one of them."""
    path = data / "locales" / "es.yaml"
    text = re.sub(
        r"^writing:\n(?:  .*\n)*", f"writing:\n  {name}: {value}\n", path.read_text("utf-8"), flags=re.M
    )
    path.write_text(text, encoding="utf-8")


def facts_of(data: Path) -> list[str]:
    return [problem.fact for problem in inspect_project(data).faults]


def test_a_report_lists_a_few_dozen_problems_of_a_kind_and_counts_the_rest() -> None:
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


def test_a_report_lists_only_so_many_kinds() -> None:
    letters = [f"{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}" for i in range(10_000)]
    lines = report_problems(
        Problem(Place("a.yaml", i, 1), "", message("{word}.", word=one)) for i, one in enumerate(letters)
    )
    assert len(lines.split("\n")) == MAX_KINDS + MAX_OF_A_KIND + 1
    assert "more problems." in lines


def test_annotations_are_as_few_as_the_lines_of_a_report() -> None:
    places = [Place("a.yaml", line, 1) for line in range(1, 5_000)]
    problems = [Problem(place, "", message("the line is long.")) for place in places]
    notices = [Notice(place, "", message("not in Spanish yet.")) for place in places]
    commands = [*annotate(problems), *annotate(notices)]
    assert len(commands) == 2 * MAX_OF_A_KIND
    assert sum("more of this kind" in command for command in commands) == 2


def test_the_check_fails_however_few_problems_it_lists(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(f"  - {{old: quizzes/a{i}, new: quizzes/b{i}}}\n" for i in range(200))
    (data / "redirects.yaml").write_text(f"redirects:\n{rows}", encoding="utf-8")
    assert cli.main(["check", "--data", str(data)]) == 1
    said = capsys.readouterr().out
    assert "And 160 more of this kind." in said
    assert said.count("no page has the address") == MAX_OF_A_KIND


@pytest.mark.parametrize(
    "proof", ["", "    proof:\n      program: |\n        right = [n for n in range(9) if n % 2]\n"]
)
def test_the_work_for_a_question_grows_with_its_choices(proof: str, data: Path) -> None:
    """It would double with each choice if something went through their subsets."""
    _, small, medium, large = (
        _count_calls(data, choices, proof) for choices in (11, 14, 28, 56)
    )  # caches first
    assert large - medium <= 2.5 * (medium - small)


def _count_calls(data: Path, choices: int, proof: str) -> int:
    """How many functions are called to load, check, claim and render a question with so many choices."""
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

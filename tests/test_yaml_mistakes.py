"""Mistakes in YAML: each is named at its place, once, and the line that the message shows mends the file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from edits import write_bank_without_items
from espejo.check.project import inspect_project
from espejo.model.problems import Notice, Problem
from small_bank import BANK

QUIZ = """\
# yaml-language-server: $schema=../../docs/schema/quiz.json
title:
  en: Phase 7
  es: Fase 7
subject:
  en: Whole numbers
  es: Números enteros
focus:
  en: A small quiz.
  es: Un quiz pequeño.
topics:
  - division
questions:
  - id: q-07-01
    kind: single
    topics: [division]
    title:
      en: Which one?
      es: ¿Cuál?
    choices:
      - text:
          en: The first one
          es: La primera
        correct: true
      - text: {en: The second one, es: La segunda}
        why:
          en: It comes second.
          es: Va después.
    why:
      en: It comes first.
      es: Va primero.
  - id: q-07-02
    kind: free
    topics: [division]
    title:
      en: Why?
      es: ¿Por qué?
    answer:
      en: Because.
      es: Porque sí.
    points:
      - en: It is so.
        es: Es así.
"""
FILE = "quizzes/phase-07-case.yaml"

TITLE = "      en: Which one?\n"
BOTH = f"{TITLE}      es: ¿Cuál?\n"
BOTH_WITH_KEY = f"    title:\n{BOTH}"
PAIR = "      - text: {en: The second one, es: La segunda}\n"
ITEM = "  - id: q-07-02\n"
WHY = "      en: It comes first.\n"
KIND = "    kind: single\n"
FIRST_CHOICE = "      - text:\n          en: The first one\n"
POINT = "      - en: It is so.\n"

_WRITE = re.compile(r"Write(?:, after (\d+) spaces?)?: (.*)")
_BEGIN = re.compile(r"Begin this line with (\d+) spaces?\.")


class Mistake(NamedTuple):
    """What is typed instead of what, where it is reported, and what each message says.

    `mended` is what the message shows; empty if it shows no line.
    """

    right: str
    wrong: str
    places: str
    said: str
    mended: str = ""


def in_title(value: str, column: int, said: str, mended: str = "") -> Mistake:
    """A mistake in the English title, on line 18."""
    return Mistake(TITLE, f"      en: {value}\n", f"18:{column}", said, mended and f"Write: en: {mended}")


def begins_with(sign: str, value: str) -> Mistake:
    """A reason that begins with a sign of YAML, on line 30."""
    said = f"a text that begins with {sign} needs quotes"
    return Mistake(WHY, f"      en: {value}\n", "30:11", said, f'Write: en: "{value}"')


def in_braces(value: str, mended: str) -> Mistake:
    """A text between braces that has to be in quotes."""
    said = "between { and }, a text with quotes, commas, colons or brackets must be in quotes as a whole"
    shown = f'Write: - text: {{en: {mended}, es: "La segunda"}}'
    return Mistake(PAIR, PAIR.replace("The second one", value), "25:15", said, shown)


MISTAKES = {
    "double quotes inside double quotes": in_title(
        '"Which "one"?"', 18, 'a " inside the text ends it', "'Which \"one\"?'"
    ),
    "an apostrophe inside single quotes": in_title(
        "'What's one?'", 16, "a ' inside the text ends it", '"What\'s one?"'
    ),
    "both quotes inside": in_title(
        '"What\'s "one"?"', 19, 'a " inside the text ends it', "'What''s \"one\"?'"
    ),
    "text after a quoted word": in_title(
        '"Which" one?', 11, 'the text goes on after the second "', "'\"Which\" one?'"
    ),
    "an unclosed double quote": in_title(
        '"Which one?', 11, 'the " that is opened here is not closed', '"Which one?"'
    ),
    "an unclosed single quote": in_title(
        "'Which one?", 11, "the ' that is opened here is not closed", "'Which one?'"
    ),
    "an unclosed quote before a closed one": Mistake(
        BOTH,
        '      en: "Which one?\n      es: "¿Cuál?"\n',
        "18:11",
        'the " that is opened here is not closed',
        'Write: en: "Which one?"',
    ),
    "an unclosed quote and a comment": in_title(
        '"Which one?  # the title', 11, "is not closed", '"Which one?"  # the title'
    ),
    "an unclosed brace": Mistake(
        PAIR,
        PAIR.replace("}", ""),
        "25:15",
        "the { that is opened here is not closed",
        "Write: - text: {en: The second one, es: La segunda}",
    ),
    "an unclosed bracket": Mistake(
        "[division]",
        "[division",
        "16:13",
        "the [ that is opened here is not closed",
        "Write: topics: [division]",
    ),
    "curly quotes around a text with a colon": in_title(
        "“Which: one?”", 11, "“ and ” are not quotes in YAML", '"Which: one?"'
    ),
    "no space after a colon": Mistake(
        TITLE, "      en:Which one?\n", "18:9", "a space is missing after 'en:'", "Write: en: Which one?"
    ),
    "no space after both colons": Mistake(
        BOTH,
        "      en:Which one?\n      es:¿Cuál?\n",
        "18:9 19:9",
        "a space is missing after",
        "Write: es: ¿Cuál?",
    ),
    "no space after the colon of an id": Mistake(
        ITEM, "  - id:q-07-02\n", "32:7", "a space is missing after 'id:'", "Write: - id: q-07-02"
    ),
    "no colon": Mistake(
        KIND, "    kind single\n", "15:9", "a colon is missing after 'kind'", "Write: kind: single"
    ),
    "an equals sign for a colon": Mistake(
        KIND, "    kind = single\n", "15:9", "a colon is missing after 'kind'", "Write: kind: single"
    ),
    "no colon before a block": Mistake(
        "    title:\n      en: Which",
        "    title\n      en: Which",
        "17:10",
        "a colon is missing after 'title'",
        "Write: title:",
    ),
    "no space after a dash": Mistake(
        ITEM, "  -id: q-07-02\n", "32:3", "a space is missing after the dash", "Write: - id: q-07-02"
    ),
    "an en dash for a hyphen": Mistake(
        ITEM, "  – id: q-07-02\n", "32:3", "an item of a list begins with a hyphen", "Write: - id: q-07-02"
    ),
    "no dash before a question": Mistake(
        ITEM, "    id: q-07-02\n", "32:5", "the dash is missing", "Write, after 2 spaces: - id: q-07-02"
    ),
    "no dash before the first choice": Mistake(
        FIRST_CHOICE,
        FIRST_CHOICE.replace("-", " "),
        "21:9",
        "the dash is missing",
        "Write, after 6 spaces: - text:",
    ),
    "no dash before the second choice": Mistake(
        PAIR,
        PAIR.replace("-", " "),
        "25:9",
        "the dash is missing",
        "Write, after 6 spaces: - text: {en: The second one, es: La segunda}",
    ),
    "no dash before the only item": Mistake(
        POINT,
        POINT.replace("-", " "),
        "42:9",
        "the dash is missing",
        "Write, after 6 spaces: - en: It is so.",
    ),
    "a number for a dash": Mistake(
        PAIR,
        PAIR.replace("-", "2."),
        "25:7",
        "an item of a list begins with a hyphen",
        "Write: - text: {en: The second one, es: La segunda}",
    ),
    "a dash that is not below the others": Mistake(
        ITEM,
        ITEM.lstrip(),
        "32:1",
        "this dash is not right below that of the item before, on line 14.",
        "Begin this line with 2 spaces.",
    ),
    "a question that is pasted too far to the right": Mistake(
        QUIZ[QUIZ.index(ITEM) :],
        "".join(f"  {line}\n" for line in QUIZ[QUIZ.index(ITEM) :].splitlines()),
        "32:5",
        "on line 14. Begin this line with 2 spaces, and move the lines below it as far.",
    ),
    "two keys on a line": Mistake(
        BOTH_WITH_KEY,
        "    title: en: Which one?\n      es: ¿Cuál?\n",
        "17:12",
        "'en:' cannot follow another key on the same line. Write it on a line of its own below 'title:'",
    ),
    "an item on the line of its list": Mistake(
        "    choices:\n" + FIRST_CHOICE,
        "    choices: - text:\n          en: The first one\n",
        "20:14",
        "'- text:' cannot follow another key on the same line. Write it on a line of its own below",
    ),
    "no opening brace": Mistake(
        PAIR,
        PAIR.replace("{", ""),
        "25:15",
        "the { before this is missing",
        "Write: - text: {en: The second one, es: La segunda}",
    ),
    "commas as in JSON": Mistake(
        KIND, '    "kind": "single",\n', "15:21", "a comma after a text in quotes", 'Write: "kind": "single"'
    ),
    "a key between two levels": Mistake(
        "        correct: true\n",
        "      correct: true\n",
        "24:7",
        "the indentation of this line",
        "Begin this line with 8 spaces.",
    ),
    "a non-breaking space in the indentation": Mistake(
        TITLE,
        TITLE.replace("      ", "\u00a0" * 6),
        "18:1",
        "U+00A0 (no-break space), which YAML does not take for a space",
        "Begin this line with 6 spaces.",
    ),
    "a non-breaking space after a colon": Mistake(
        TITLE, "      en:\u00a0Which one?\n", "18:10", "U+00A0 (no-break space)", "Write: en: Which one?"
    ),
    "a non-breaking space after a dash": Mistake(
        ITEM, "  -\u00a0id: q-07-02\n", "32:4", "U+00A0 (no-break space)", "Write: - id: q-07-02"
    ),
    "a tab in the indentation": Mistake(
        KIND, "\tkind: single\n", "15:1", "a tab in the indentation", "Begin this line with 4 spaces."
    ),
    "tabs in the indentation": Mistake(
        TITLE, "\t\ten: Which one?\n", "18:1", "a tab in the indentation", "Begin this line with 6 spaces."
    ),
    "too much indentation": Mistake(
        BOTH,
        f"{TITLE}        es: ¿Cuál?\n",
        "19:9",
        "the indentation of this line",
        "Begin this line with 6 spaces.",
    ),
    "an odd indentation": Mistake(
        BOTH,
        f"{TITLE}     es: ¿Cuál?\n",
        "19:6",
        "the indentation of this line",
        "Begin this line with 6 spaces.",
    ),
    "no indentation below a key": Mistake(
        BOTH,
        "    en: Which one?\n    es: ¿Cuál?\n",
        "18:5 19:5",
        "is not indented below 'title'",
        "Begin this line with 6 spaces.",
    ),
    "two texts that are not indented": Mistake(
        QUIZ[QUIZ.index("title:") : QUIZ.index("focus:")],
        QUIZ[QUIZ.index("title:") : QUIZ.index("focus:")].replace("  ", ""),
        "3:1 4:1 6:1 7:1",
        "is not indented below '",
        "Begin this line with 2 spaces.",
    ),
    "one language not indented": Mistake(
        BOTH,
        f"{TITLE}    es: ¿Cuál?\n",
        "19:5",
        "'es' is not indented below 'title'",
        "Begin this line with 6 spaces.",
    ),
    "a second line that is not indented": Mistake(
        WHY,
        "      en: It comes\n      first.\n",
        "31:7",
        "this line has no key",
        "Begin this line with 8 spaces.",
    ),
    "a line of a block that is not indented": Mistake(
        WHY,
        "      en: |\n        It comes\nfirst.\n",
        "32:1",
        "this line has no key",
        "Begin this line with 8 spaces.",
    ),
    "a colon in a text": in_title(
        "Which: one?", 16, "a text with a colon and a space needs quotes", '"Which: one?"'
    ),
    "a colon at the end of a text": in_title(
        "Which one:", 20, "a text with a colon and a space needs quotes", '"Which one:"'
    ),
    "a colon in the second line of a text": Mistake(
        WHY,
        "      en: It comes\n        first: really.\n",
        "31:14",
        "Write line 30 as: en: |, and its text on a line",
    ),
    "a colon in an item": Mistake(
        "      - en: It is so.\n        es: Es así.\n",
        "      - Note: so.\n",
        "42:9",
        "unknown language 'Note'.",
    ),
    "a dash at the start": begins_with("-", "- Which"),
    "a quotation at the start": begins_with(">", "> Which"),
    "a bullet at the start": begins_with("*", "* Which"),
    "bold at the start": begins_with("*", "**Which** one?"),
    "an at sign at the start": begins_with("@", "@one"),
    "a percent sign at the start": begins_with("%", "%d"),
    "a brace at the start": begins_with("{", "{a} one"),
    "a text in braces": begins_with("{", "{a}"),
    "a bracket at the start": begins_with("[", "[a, b) one"),
    "a text in brackets": begins_with("[", "[a, b]"),
    "code at the start": begins_with("`", "`a` one"),
    "a question mark at the start": begins_with("?", "? one"),
    "a bar at the start": begins_with("|", "| a | b |"),
    "an ampersand at the start": in_title("&a one", 11, "'&a' is not read as text here.", '"&a one"'),
    "an exclamation mark at the start": in_title("!a one", 11, "tag '!a' is not allowed.", '"!a one"'),
    "a hash at the start": in_title("#one", 11, "the # starts a comment and leaves no text.", '"#one"'),
    "a hash in a text": in_title(
        "Which # one", 17, "the # starts a comment and cuts off the text.", '"Which # one"'
    ),
    "a sign between braces": in_braces("*a*", '"*a*"'),
    "a colon between braces": in_braces("The second: one", '"The second: one"'),
    "quotes between braces": in_braces('"The "second" one"', "'The \"second\" one'"),
    "a comma between braces": Mistake(
        PAIR,
        PAIR.replace("The second one", "The second, one"),
        "25:32",
        "the comma before 'one' ends the text",
        'Write: - text: {en: "The second, one", es: "La segunda"}',
    ),
    "TeX in double quotes": in_title('"$\\sigma$?"', 13, "in double quotes a backslash", "'$\\sigma$?'"),
    "TeX that begins like a bell": in_title(
        '"$\\alpha$?"', 11, "in double quotes becomes U+0007", "'$\\alpha$?'"
    ),
    "TeX that begins like a tab": in_title(
        '"$\\theta$?"', 11, "the \\t of \\theta becomes a tab", "'$\\theta$?'"
    ),
    "TeX that begins like a line break": in_title(
        '"$x \\nabla f$?"', 11, "the \\n of \\nabla becomes a line break", "'$x \\nabla f$?'"
    ),
    "TeX between parentheses": in_title(
        "Which \\(x\\)?", 17, "\\( and \\) do not mark a formula here. Write: $x$"
    ),
    "prices that become a formula": in_title(
        "US$5 or US$6?", 13, "'$5 or US$' is read as a formula. Write a dollar sign that means money as \\$"
    ),
    "a range of prices": in_title("$5-$6?", 11, "'$5-$' is read as a formula."),
    "a word that others read as true": in_title("yes", 11, 'true or false. Put it in quotes: "yes"'),
    "a key twice": Mistake(KIND, KIND * 2, "16:5", "duplicate key 'kind', first on line 15. Keep one."),
    "a language twice": Mistake(BOTH, TITLE * 2, "19:7", "duplicate key 'en', first on line 18. Keep one."),
    "a misspelled key": Mistake(KIND, "    knd: single\n", "15:5", "unknown key 'knd'. Did you mean 'kind'?"),
    "a key in capital letters": Mistake(KIND, "    KIND: single\n", "15:5", "Did you mean 'kind'?"),
    "a language in capital letters": Mistake(TITLE, "      EN: Which?\n", "18:7", "Did you mean 'en'?"),
    "a misspelled list": Mistake("questions:", "question:", "13:1", "Did you mean 'questions'?"),
    "a misspelled truth": Mistake(
        "correct: true", "correct: yes", "24:18", "expected true or false, got 'yes'."
    ),
    "curly quotes around a word": Mistake(KIND, "    kind: “single”\n", "15:11", "Did you mean 'single'?"),
    "a word for a list": Mistake("topics: [division]", "topics: division", "16:13", "expected a list"),
    "no items": Mistake(
        "    points:\n" + POINT + "        es: Es así.\n", "    points:\n", "41:12", "expected a list"
    ),
    "an id that is taken": Mistake(
        ITEM,
        "  - id: q-07-01\n",
        "32:5",
        "the id is taken (data/quizzes/phase-07-case.yaml:14). Use the next free one: q-07-02",
    ),
    "no id": Mistake(
        ITEM + "    kind: free\n", "  - kind: free\n", "32:5", "phase-07-case.yaml:32:5: missing key 'id'."
    ),
}


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bank with room for one quiz: its `data`."""
    return write_bank_without_items(tmp_path_factory.mktemp("mistakes") / "data")


def check(bank: Path, text: str) -> list[Problem]:
    """The problems of a bank with this quiz, and what its notices say about the quiz."""
    (bank / FILE).write_bytes(text.encode())
    inspection = inspect_project(bank)
    notices = [one for one in inspection.notices if one.place.file == f"data/{FILE}"]
    return sorted({*inspection.faults, *notices})


def apply_message(text: str, problem: Problem) -> str:
    """The file after somebody has done what the message says, if it shows a whole line."""
    lines = text.split("\n")
    index = problem.place.line - 1
    old = lines[index]
    if begin := _BEGIN.search(problem.fact):
        lines[index] = " " * int(begin[1]) + old.lstrip()
    elif write := _WRITE.search(problem.fact):
        indent = int(write[1]) if write[1] else len(old) - len(old.lstrip())
        lines[index] = " " * indent + write[2]
    return "\n".join(lines)


def test_the_quiz_has_no_problem(bank: Path) -> None:
    assert check(bank, QUIZ) == []


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_once_at_its_place_and_the_message_mends_it(name: str, bank: Path) -> None:
    """There are no other problems and no notices: whatever else is wrong only follows from it."""
    mistake = MISTAKES[name]
    assert mistake.right in QUIZ
    text = QUIZ.replace(mistake.right, mistake.wrong, 1)
    problems = check(bank, text)
    assert " ".join(f"{one.place.line}:{one.place.column}" for one in problems) == mistake.places, problems
    assert all(mistake.said in str(one) for one in problems), problems
    if mistake.mended:
        assert problems[-1].fact.endswith(mistake.mended)
        for problem in problems:
            text = apply_message(text, problem)
        assert check(bank, text) == []


@pytest.mark.parametrize(
    "text", ["\ufeff" + QUIZ, QUIZ.replace("\n", "\r\n"), "\ufeff" + QUIZ.replace("\n", "\r\n")]
)
def test_a_byte_order_mark_and_windows_line_ends_are_accepted(text: str, bank: Path) -> None:
    """Also where a file is read line by line: its first line still names the schema."""
    assert check(bank, text) == []


def test_curly_quotes_around_a_whole_text_are_noticed(bank: Path) -> None:
    """They may be meant: in straight quotes, they are not noticed."""
    text = QUIZ.replace("en: Which one?", "en: “Which one?”")
    (notice,) = check(bank, text)
    assert isinstance(notice, Notice)
    assert notice.fact.endswith("To keep them, write: '“Which one?”' If not: 'Which one?'")
    assert check(bank, text.replace("“Which one?”", "'“Which one?”'")) == []
    assert check(bank, text.replace("“Which one?”", "“Which” one is “it”")) == []


def test_a_long_line_is_not_shown(bank: Path) -> None:
    """Nobody can read it in a message."""
    (problem,) = check(bank, QUIZ.replace("en: Which one?", f"en: Which: {'one ' * 100}"))
    assert problem.fact == (
        "a text with a colon and a space needs quotes. The line is too long to be shown mended here."
    )


def test_a_record_without_an_id_is_not_reported_under_another(bank: Path) -> None:
    """Neither a problem that the parser finds, nor one in a value; an id that comes later counts."""
    broken = QUIZ.replace("      en: Why?", "      en: Why: so?")
    (problem,) = check(bank, broken.replace(ITEM, "  -\n"))
    assert problem.owner == ""
    (problem,) = check(bank, broken.replace(ITEM + "    kind: free\n", "  - kind: free\n    id: q-07-02\n"))
    assert problem.owner == "q-07-02"


def test_each_id_that_is_taken_gets_a_free_one_of_its_own(bank: Path) -> None:
    question = QUIZ[QUIZ.index(ITEM) :]
    problems = check(bank, QUIZ + question + question)
    assert [one.fact.rpartition(" ")[2] for one in problems] == ["q-07-03", "q-07-04"]


FILES = sorted(path.relative_to(BANK).as_posix() for path in BANK.rglob("*.yaml"))


@pytest.mark.parametrize("file", FILES)
def test_a_file_that_cannot_be_read_is_one_problem(file: str, data: Path) -> None:
    """What others say about it cannot be judged: topics, courses, languages, proofs that have run."""
    before = {*inspect_project(data).problems, *inspect_project(data).notices}
    path = data / file
    text = path.read_text(encoding="utf-8")
    broken = re.sub(r"^( *(?:- )?\w+: )(?=[\w'])", r"\1@", text, count=1, flags=re.MULTILINE)
    path.write_text(broken, encoding="utf-8")
    after = inspect_project(data)
    (problem,) = {*after.problems, *after.notices} - before
    assert problem.place.file == f"data/{file}"
    assert "a text that begins with @ needs quotes. Write: " in problem.fact


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("en: It comes first: so.", "a text with a colon"),
        ("en: It costs US$5 or US$6.", "is read as a formula"),
        ("en: It is \\(x^2\\).", "do not mark a formula"),
    ],
)
def test_a_mistake_has_the_id_of_its_record(written: str, said: str, bank: Path) -> None:
    (problem,) = check(bank, QUIZ.replace("en: It comes first.", written))
    assert said in problem.fact
    assert problem.owner == "q-07-01"


@pytest.mark.parametrize("text", ["topics: [a, ", "topics:\n  [a,\n   b, ", 'topics: {a: "b', "topics: ["])
def test_a_file_that_is_cut_off_is_explained_at_a_place_that_exists(text: str, data: Path) -> None:
    """YAML stops after the last line, where nobody could look."""
    (data / "topics.yaml").write_text(text, encoding="utf-8")
    (problem,) = [one for one in inspect_project(data).faults if one.place.file == "data/topics.yaml"]
    lines = text.split("\n")
    assert problem.place.line <= len(lines)
    assert problem.place.column <= len(lines[problem.place.line - 1]) + 1

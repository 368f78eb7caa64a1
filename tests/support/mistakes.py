"""Beginners' YAML mistakes, and a helper that applies the fix each message suggests.

The reports are in tests/golden/messages/mistakes.txt, which `pytest --golden` rewrites.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from golden_files import GOLDEN

QUIZ = """\
# yaml-language-server: $schema=https://espejo.test/schema/quiz.json
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
    hint:
      en: Look for a cause.
      es: Busca una causa.
"""

TITLE = "      en: Which one?\n"
BOTH = f"{TITLE}      es: ¿Cuál?\n"
BOTH_WITH_KEY = f"    title:\n{BOTH}"
PAIR = "      - text: {en: The second one, es: La segunda}\n"
ITEM = "  - id: q-07-02\n"
WHY = "      en: It comes first.\n"
REASONS = f"{WHY}      es: Va primero.\n"
KIND = "    kind: single\n"
FIRST_CHOICE = "      - text:\n          en: The first one\n"
POINT = "      - en: It is so.\n"


class Mistake(NamedTuple):
    """The correct text and the mistyped one."""

    right: str
    wrong: str

    def make(self, text: str) -> str:
        assert self.right in text
        return text.replace(self.right, self.wrong, 1)


def in_title(english: str, spanish: str = "¿Cuál?") -> Mistake:
    return Mistake(BOTH, f"      en: {english}\n      es: {spanish}\n")


def as_reason(english: str, spanish: str = "Va primero.") -> Mistake:
    return Mistake(REASONS, f"      en: {english}\n      es: {spanish}\n")


def in_braces(english: str) -> Mistake:
    return Mistake(PAIR, PAIR.replace("The second one", english))


MISTAKES = {
    "double quotes inside double quotes": in_title('"Which "one"?"'),
    "an apostrophe inside single quotes": in_title("'What's one?'"),
    "both quotes inside": in_title('"What\'s "one"?"'),
    "text after a quoted word": in_title('"Which" one?'),
    "an unclosed double quote": in_title('"Which one?'),
    "an unclosed single quote": in_title("'Which one?"),
    "an unclosed quote before a closed one": Mistake(BOTH, '      en: "Which one?\n      es: "¿Cuál?"\n'),
    "an unclosed quote and a comment": in_title('"Which one?  # the title'),
    "an unclosed brace": Mistake(PAIR, PAIR.replace("}", "")),
    "an unclosed bracket": Mistake("[division]", "[division"),
    "curly quotes around a text with a colon": in_title("“Which: one?”"),
    "no space after a colon": Mistake(TITLE, "      en:Which one?\n"),
    "no space after both colons": Mistake(BOTH, "      en:Which one?\n      es:¿Cuál?\n"),
    "no space after the colon of an id": Mistake(ITEM, "  - id:q-07-02\n"),
    "no colon": Mistake(KIND, "    kind single\n"),
    "an equals sign for a colon": Mistake(KIND, "    kind = single\n"),
    "no colon before a block": Mistake("    title:\n      en: Which", "    title\n      en: Which"),
    "no space after a dash": Mistake(ITEM, "  -id: q-07-02\n"),
    "an en dash for a hyphen": Mistake(ITEM, "  – id: q-07-02\n"),
    "no dash before a question": Mistake(ITEM, "    id: q-07-02\n"),
    "no dash before the first choice": Mistake(FIRST_CHOICE, FIRST_CHOICE.replace("-", " ")),
    "no dash before the second choice": Mistake(PAIR, PAIR.replace("-", " ")),
    "no dash before the only item": Mistake(POINT, POINT.replace("-", " ")),
    "a number for a dash": Mistake(PAIR, PAIR.replace("-", "2.")),
    "a dash that is not below the others": Mistake(ITEM, ITEM.lstrip()),
    "a question that is pasted too far to the right": Mistake(
        QUIZ[QUIZ.index(ITEM) :], "".join(f"  {line}\n" for line in QUIZ[QUIZ.index(ITEM) :].splitlines())
    ),
    "two keys on a line": Mistake(BOTH_WITH_KEY, "    title: en: Which one?\n      es: ¿Cuál?\n"),
    "an item on the line of its list": Mistake(
        "    choices:\n" + FIRST_CHOICE, "    choices: - text:\n          en: The first one\n"
    ),
    "no opening brace": Mistake(PAIR, PAIR.replace("{", "")),
    "commas as in JSON": Mistake(KIND, '    "kind": "single",\n'),
    "a key between two levels": Mistake("        correct: true\n", "      correct: true\n"),
    "a non-breaking space in the indentation": Mistake(TITLE, TITLE.replace("      ", "\u00a0" * 6)),
    "a non-breaking space after a colon": Mistake(TITLE, "      en:\u00a0Which one?\n"),
    "a non-breaking space after a dash": Mistake(ITEM, "  -\u00a0id: q-07-02\n"),
    "a tab in the indentation": Mistake(KIND, "\tkind: single\n"),
    "tabs in the indentation": Mistake(TITLE, "\t\ten: Which one?\n"),
    "too much indentation": Mistake(BOTH, f"{TITLE}        es: ¿Cuál?\n"),
    "an odd indentation": Mistake(BOTH, f"{TITLE}     es: ¿Cuál?\n"),
    "no indentation below a key": Mistake(BOTH, "    en: Which one?\n    es: ¿Cuál?\n"),
    "two texts that are not indented": Mistake(
        QUIZ[QUIZ.index("title:") : QUIZ.index("focus:")],
        QUIZ[QUIZ.index("title:") : QUIZ.index("focus:")].replace("  ", ""),
    ),
    "one language not indented": Mistake(BOTH, f"{TITLE}    es: ¿Cuál?\n"),
    "a second line that is not indented": Mistake(WHY, "      en: It comes\n      first.\n"),
    "a line of a block that is not indented": Mistake(WHY, "      en: |\n        It comes\nfirst.\n"),
    "a colon in a text": in_title("Which: one?"),
    "a colon at the end of a text": in_title("Which one:"),
    "a colon in the second line of a text": Mistake(WHY, "      en: It comes\n        first: really.\n"),
    "a colon in an item": Mistake("      - en: It is so.\n        es: Es así.\n", "      - Note: so.\n"),
    "a dash at the start": as_reason("- Which"),
    "a quotation at the start": as_reason("> Which"),
    "a bullet at the start": as_reason("* Which"),
    "bold at the start": as_reason("**Which** one?"),
    "an at sign at the start": as_reason("@one"),
    "a percent sign at the start": as_reason("%d"),
    "a brace at the start": as_reason("{a} one"),
    "a text in braces": as_reason("{a}"),
    "a bracket at the start": as_reason("[a, b) one"),
    "a text in brackets": as_reason("[a, b]"),
    "code at the start": as_reason("`a` one", "Va `a`."),
    "a question mark at the start": as_reason("? one"),
    "a bar at the start": as_reason("| a | b |"),
    "an ampersand at the start": in_title("&a one"),
    "an exclamation mark at the start": in_title("!a one"),
    "a hash at the start": in_title("#one"),
    "a hash in a text": in_title("Which # one"),
    "a sign between braces": in_braces("*a*"),
    "a colon between braces": in_braces("The second: one"),
    "quotes between braces": in_braces('"The "second" one"'),
    "a comma between braces": Mistake(PAIR, PAIR.replace("The second one", "The second, one")),
    "TeX in double quotes": in_title('"$\\sigma$?"', "¿$\\sigma$?"),
    "TeX that begins like a bell": in_title('"$\\alpha$?"', "¿$\\alpha$?"),
    "TeX that begins like a tab": in_title('"$\\theta$?"', "¿$\\theta$?"),
    "TeX that begins like a line break": in_title('"$x \\nabla f$?"', "¿$x \\nabla f$?"),
    "TeX between parentheses": in_title("Which \\(x\\)?", "¿$x$?"),
    "prices that become a formula": in_title("US$5 or US$6?", "¿US\\$5 o US\\$6?"),
    "a range of prices": in_title("$5-$6?", "¿\\$5-\\$6?"),
    "a word that others read as true": in_title("yes"),
    "a key twice": Mistake(KIND, KIND * 2),
    "a language twice": Mistake(TITLE, TITLE * 2),
    "a misspelled key": Mistake(KIND, "    knd: single\n"),
    "a key in capital letters": Mistake(KIND, "    KIND: single\n"),
    "a language in capital letters": Mistake(TITLE, "      EN: Which?\n"),
    "a misspelled list": Mistake("questions:", "question:"),
    "a misspelled truth": Mistake("correct: true", "correct: yes"),
    "curly quotes around a word": Mistake(KIND, "    kind: “single”\n"),
    "a word for a list": Mistake("topics: [division]", "topics: division"),
    "no items": Mistake("    points:\n" + POINT + "        es: Es así.\n", "    points:\n"),
    "an id that is taken": Mistake(ITEM, "  - id: q-07-01\n"),
    "no id": Mistake(ITEM + "    kind: free\n", "  - kind: free\n"),
    "a language that there is not": Mistake("      es: ¿Cuál?\n", "      sp: ¿Cuál?\n"),
    "a kind that there is not": Mistake(KIND, "    kind: singel\n"),
    "a topic that there is not": Mistake("topics: [division]", "topics: [divison]"),
    "a link to a file": Mistake(WHY, "      en: It [comes](x.html) first.\n"),
    "no opening question mark": Mistake("es: ¿Cuál?", "es: Cuál?"),
    "a number in one language": Mistake("en: It comes second.", "en: It has 2 letters."),
    "the languages swapped": Mistake(
        "      en: It comes first.\n      es: Va primero.\n",
        "      en: La respuesta correcta es la primera de la lista que está arriba.\n"
        "      es: The right answer is the first one of the list that is above it.\n",
    ),
}


REPORTS = GOLDEN / "messages" / "mistakes.txt"


def read_reports() -> dict[str, list[str]]:
    """The problems reported for each mistake, one per line: file:line:column: id: message."""
    blocks = (block.split("\n  ") for block in REPORTS.read_text(encoding="utf-8").split("\n\n"))
    return {name: problems for name, *problems, _ in blocks}


def shows_line(problem: str) -> bool:
    """Whether a message shows how a line should be written."""
    return bool(re.search(r"\b[Ww]rite: |Begin this line|Add it below line", problem))


def _exchange_languages(lines: list[str], index: int) -> None:
    (first, _, one), (second, _, other) = (lines[at].partition(": ") for at in (index, index + 1))
    lines[index : index + 2] = [f"{first}: {other}", f"{second}: {one}"]


def _replace(found: re.Match[str], line: str) -> str:
    assert found[1] in line
    return line.replace(found[1], found[2], 1)


_ADVICE: dict[str, Callable[[re.Match[str], str], str]] = {
    r"Begin this line with (\d+) spaces?\.$": lambda found, line: " " * int(found[1]) + line.lstrip(),
    r"Begin this line with (\d+) spaces?, and write: (.*)$": lambda found, _: " " * int(found[1]) + found[2],
    r"Instead of (.*), write (.*)$": _replace,
    r"Write: (.*)$": lambda found, line: line[: len(line) - len(line.lstrip())] + found[1],
    r"^'(.*)' is not a language of this bank\. Did you mean '(.*)'\?$": _replace,
    r"^unknown \w+ '(.*)'\. Did you mean '(.*)'\?$": _replace,
    r"^the id is taken .* Use the next free one: (.*)$": lambda found, line: re.sub(
        r"id: .*", f"id: {found[1]}", line
    ),
    r"^wrong quotation mark \" in English": lambda _, line: re.sub(r'(?<!: )"(.*?)"(?!$)', r"“\1”", line),
    r" is missing\. Write '(.*)'\. If the text": lambda found, line: re.sub(
        "(?<=: ).*", lambda _: found[1], line
    ),
}
"""Advice in messages about one line, and how to follow it."""

_SPLIT = re.compile(
    r"Leave only '(.*)' on line (\d+)\. On a new line below it, after (\d+) spaces?, write: (.*)$"
)
_ADD = re.compile(r"Add it below line (\d+), after (\d+) spaces?: (.*)$")
_MOVE = re.compile(r"Delete (\d+) spaces? at the start of each line from (\d+) to (\d+)\.$")


def _edit_lines(lines: list[str], fact: str) -> bool:
    """Follows advice to split, add, or move lines. Returns whether the message has such advice."""
    if found := _SPLIT.search(fact):
        index = int(found[2]) - 1
        indent = " " * (len(lines[index]) - len(lines[index].lstrip()))
        lines[index : index + 1] = [indent + found[1], " " * int(found[3]) + found[4]]
    elif found := _ADD.search(fact):
        lines.insert(int(found[1]), " " * int(found[2]) + found[3])
    elif found := _MOVE.search(fact):
        moved = slice(int(found[2]) - 1, int(found[3]))
        lines[moved] = [line.removeprefix(" " * int(found[1])) for line in lines[moved]]
    return bool(found)


def follow_advice(text: str, number: int, fact: str) -> str:
    """Follows a message's advice about a line, if it's unambiguous."""
    lines = text.split("\n")
    index = number - 1
    if "Delete one of the two." in fact:
        del lines[index]
    elif "Exchange the two texts." in fact:
        _exchange_languages(lines, index)
    elif not _edit_lines(lines, fact):
        found = ((re.search(advice, fact), edit) for advice, edit in _ADVICE.items())
        match, edit = next(((one, edit) for one, edit in found if one), (None, None))
        lines[index] = edit(match, lines[index]) if match and edit else lines[index]
    return "\n".join(lines)

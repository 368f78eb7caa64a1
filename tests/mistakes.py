"""Mistakes in YAML, as beginners make them, and how to do by program what a message says."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

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
    """What is typed instead of what, where it is reported, and what each message says.

    `mended` is the line that the message shows; empty if it shows none.
    """

    right: str
    wrong: str
    places: str
    said: str
    mended: str = ""


def in_title(value: str, column: int, said: str, mended: str = "", spanish: str = "¿Cuál?") -> Mistake:
    """A mistake in the English title, on line 18, beside a Spanish one that is right."""
    wrong = f"      en: {value}\n      es: {spanish}\n"
    return Mistake(BOTH, wrong, f"18:{column}", said, mended and f"Write: en: {mended}")


def begins_with(sign: str, value: str, spanish: str = "Va primero.") -> Mistake:
    """A reason that begins with a sign of YAML, on line 30, beside a Spanish one that is right."""
    said = f"a text that begins with {sign} needs quotes"
    wrong = f"      en: {value}\n      es: {spanish}\n"
    return Mistake(REASONS, wrong, "30:11", said, f'Write: en: "{value}"')


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
    "code at the start": begins_with("`", "`a` one", "Va `a`."),
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
    "TeX in double quotes": in_title(
        '"$\\sigma$?"', 13, "in double quotes a backslash", "'$\\sigma$?'", "¿$\\sigma$?"
    ),
    "TeX that begins like a bell": in_title(
        '"$\\alpha$?"', 11, "in double quotes becomes U+0007", "'$\\alpha$?'", "¿$\\alpha$?"
    ),
    "TeX that begins like a tab": in_title(
        '"$\\theta$?"', 11, "the \\t of \\theta becomes a tab", "'$\\theta$?'", "¿$\\theta$?"
    ),
    "TeX that begins like a line break": in_title(
        '"$x \\nabla f$?"',
        11,
        "the \\n of \\nabla becomes a line break",
        "'$x \\nabla f$?'",
        "¿$x \\nabla f$?",
    ),
    "TeX between parentheses": in_title(
        "Which \\(x\\)?", 17, "\\( and \\) do not mark a formula here. Write: $x$", spanish="¿$x$?"
    ),
    "prices that become a formula": in_title(
        "US$5 or US$6?",
        13,
        "'$5 or US$' is read as a formula. Write a dollar sign that means money as \\$",
        spanish="¿US\\$5 o US\\$6?",
    ),
    "a range of prices": in_title("$5-$6?", 11, "'$5-$' is read as a formula.", spanish="¿\\$5-\\$6?"),
    "a word that others read as true": in_title("yes", 11, 'true or false. Put it in quotes: "yes"'),
    "a key twice": Mistake(KIND, KIND * 2, "16:5", "duplicate key 'kind', first on line 15. Keep one."),
    "a language twice": Mistake(TITLE, TITLE * 2, "19:7", "duplicate key 'en', first on line 18. Keep one."),
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
    "a language that there is not": Mistake(
        "      es: ¿Cuál?\n", "      sp: ¿Cuál?\n", "19:7", "unknown language 'sp'. Expected one of: en, es."
    ),
    "a kind that there is not": Mistake(KIND, "    kind: singel\n", "15:11", "Did you mean 'single'?"),
    "a topic that there is not": Mistake(
        "topics: [division]",
        "topics: [divison]",
        "16:14",
        "unknown topic 'divison'. Did you mean 'division'?",
    ),
    "a link to a file": Mistake(
        WHY, "      en: It [comes](x.html) first.\n", "30:14", "Expected an address that starts with https://"
    ),
    "no opening question mark": Mistake(
        "es: ¿Cuál?", "es: Cuál?", "19:15", "? without an opening ¿. If it is right, add: allow: {openings:"
    ),
    "a number in one language": Mistake(
        "en: It comes second.", "en: It has 2 letters.", "28:15", "the numbers differ: only English has '2'."
    ),
    "the languages swapped": Mistake(
        "      en: It comes first.\n      es: Va primero.\n",
        "      en: La respuesta correcta es la primera de la lista que está arriba.\n"
        "      es: The right answer is the first one of the list that is above it.\n",
        "30:11",
        "the passage under 'en' is in Spanish, and the other way around. Exchange them.",
    ),
}


def _exchange_languages(lines: list[str], index: int) -> None:
    (first, _, one), (second, _, other) = (lines[at].partition(": ") for at in (index, index + 1))
    lines[index : index + 2] = [f"{first}: {other}", f"{second}: {one}"]


def _replace(found: re.Match[str], line: str) -> str:
    assert found[1] in line
    return line.replace(found[1], found[2], 1)


_ADVICE: dict[str, Callable[[re.Match[str], str], str]] = {
    r"Begin this line with (\d+) spaces?\.$": lambda found, line: " " * int(found[1]) + line.lstrip(),
    r"do not mark a formula here\. Write: (.*)$": lambda found, line: re.sub(
        r"\\\(.*?\\\)", lambda _: found[1], line, count=1
    ),
    r"Write(?:, after (\d+) spaces?)?: (.*)$": lambda found, line: (
        (" " * int(found[1]) if found[1] else line[: len(line) - len(line.lstrip())]) + found[2]
    ),
    r"^'(.*)' is read as a formula\.": lambda _, line: line.replace("$", r"\$"),
    r"^unknown \w+ '(.*)'\. Did you mean '(.*)'\?$": _replace,
    r"Put it in quotes: (\"(.*)\")$": lambda found, line: line.replace(f": {found[2]}", f": {found[1]}"),
    r"^expected true or false, got '(.*)'\.$": lambda found, line: line.replace(found[1], "true"),
    r"^the id is taken .* Use the next free one: (.*)$": lambda found, line: re.sub(
        r"id: .*", f"id: {found[1]}", line
    ),
    r"^wrong quotation mark \" in English": lambda _, line: re.sub(r'(?<!: )"(.*?)"(?!$)', r"“\1”", line),
    r"^\? without an opening ¿": lambda _, line: line.replace("es: ", "es: ¿", 1),
}
"""What a message says to do about its line, and how that is done."""


def mend(text: str, number: int, fact: str) -> str:
    """The file after somebody has done what a message about a line says, if that is one thing to do."""
    lines = text.split("\n")
    index = number - 1
    if fact.startswith("duplicate key"):
        del lines[index]
    elif "Exchange them." in fact:
        _exchange_languages(lines, index)
    else:
        found = ((re.search(advice, fact), edit) for advice, edit in _ADVICE.items())
        match, edit = next(((one, edit) for one, edit in found if one), (None, None))
        lines[index] = edit(match, lines[index]) if match and edit else lines[index]
    return "\n".join(lines)

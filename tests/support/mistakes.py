"""Mistakes in YAML, as beginners make them, and how to do by program what a message says."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

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
    said = "between { and }, a text with punctuation needs quotes around all of it."
    shown = f"Write: - text: {{en: {mended}, es: La segunda}}"
    return Mistake(PAIR, PAIR.replace("The second one", value), "25:15", said, shown)


MISTAKES = {
    "double quotes inside double quotes": in_title(
        '"Which "one"?"',
        18,
        "the text is in double quotes, so a double quote inside it ends it.",
        "'Which \"one\"?'",
    ),
    "an apostrophe inside single quotes": in_title(
        "'What's one?'", 16, "in single quotes, so an apostrophe inside it ends it.", '"What\'s one?"'
    ),
    "both quotes inside": in_title(
        '"What\'s "one"?"', 19, "In single quotes, an apostrophe is written twice.", "'What''s \"one\"?'"
    ),
    "text after a quoted word": in_title(
        '"Which" one?', 11, "a text that begins with a quoted word needs quotes", "'\"Which\" one?'"
    ),
    "an unclosed double quote": in_title(
        '"Which one?', 11, "a quote is opened here and not closed.", '"Which one?"'
    ),
    "an unclosed single quote": in_title(
        "'Which one?", 11, "a quote is opened here and not closed.", "'Which one?'"
    ),
    "an unclosed quote before a closed one": Mistake(
        BOTH,
        '      en: "Which one?\n      es: "¿Cuál?"\n',
        "18:11",
        "a quote is opened here and not closed.",
        'Write: en: "Which one?"',
    ),
    "an unclosed quote and a comment": in_title(
        '"Which one?  # the title', 11, "a quote is opened here and not closed.", '"Which one?"  # the title'
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
        "“Which: one?”", 11, "the curly quotes “ and ” do not work here.", '"Which: one?"'
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
        KIND, "    kind = single\n", "15:9", "after 'kind' goes a colon (:), not '='.", "Write: kind: single"
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
        ITEM,
        "  – id: q-07-02\n",
        "32:3",
        "begins with a dash (-) and a space, not with '–'.",
        "Write: - id: q-07-02",
    ),
    "no dash before a question": Mistake(
        ITEM,
        "    id: q-07-02\n",
        "32:5",
        "the dash (-) that begins this item is missing.",
        "Begin this line with 2 spaces, and write: - id: q-07-02",
    ),
    "no dash before the first choice": Mistake(
        FIRST_CHOICE,
        FIRST_CHOICE.replace("-", " "),
        "21:9",
        "the dash (-) that begins this item is missing.",
        "Begin this line with 6 spaces, and write: - text:",
    ),
    "no dash before the second choice": Mistake(
        PAIR,
        PAIR.replace("-", " "),
        "25:9",
        "the dash (-) that begins this item is missing.",
        "Begin this line with 6 spaces, and write: - text: {en: The second one, es: La segunda}",
    ),
    "no dash before the only item": Mistake(
        POINT,
        POINT.replace("-", " "),
        "42:9",
        "the dash (-) that begins this item is missing.",
        "Begin this line with 6 spaces, and write: - en: It is so.",
    ),
    "a number for a dash": Mistake(
        PAIR,
        PAIR.replace("-", "2."),
        "25:7",
        "an item of a list begins with a dash (-) and a space, not with '2.'.",
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
        "on line 14. Delete 2 spaces at the start of each line from 32 to 46.",
    ),
    "two keys on a line": Mistake(
        BOTH_WITH_KEY,
        "    title: en: Which one?\n      es: ¿Cuál?\n",
        "17:12",
        "'en:' needs a line of its own. Leave only 'title:' on line 17.",
        "On a new line below it, after 6 spaces, write: en: Which one?",
    ),
    "an item on the line of its list": Mistake(
        "    choices:\n" + FIRST_CHOICE,
        "    choices: - text:\n          en: The first one\n",
        "20:14",
        "'- text:' needs a line of its own. Leave only 'choices:' on line 20.",
        "On a new line below it, after 6 spaces, write: - text:",
    ),
    "no opening brace": Mistake(
        PAIR,
        PAIR.replace("{", ""),
        "25:15",
        "the { before 'en:' is missing",
        "Write: - text: {en: The second one, es: La segunda}",
    ),
    "commas as in JSON": Mistake(
        KIND,
        '    "kind": "single",\n',
        "15:21",
        "the comma at the end does not belong here.",
        'Write: "kind": "single"',
    ),
    "a key between two levels": Mistake(
        "        correct: true\n",
        "      correct: true\n",
        "24:7",
        "this line begins too far to the left.",
        "Begin this line with 8 spaces.",
    ),
    "a non-breaking space in the indentation": Mistake(
        TITLE,
        TITLE.replace("      ", "\u00a0" * 6),
        "18:1",
        "not ordinary ones, though they look the same: U+00A0 (no-break space).",
        "Begin this line with 6 spaces.",
    ),
    "a non-breaking space after a colon": Mistake(
        TITLE, "      en:\u00a0Which one?\n", "18:10", "U+00A0 (no-break space)", "Write: en: Which one?"
    ),
    "a non-breaking space after a dash": Mistake(
        ITEM, "  -\u00a0id: q-07-02\n", "32:4", "U+00A0 (no-break space)", "Write: - id: q-07-02"
    ),
    "a tab in the indentation": Mistake(
        KIND, "\tkind: single\n", "15:1", "this line begins with a tab", "Begin this line with 4 spaces."
    ),
    "tabs in the indentation": Mistake(
        TITLE, "\t\ten: Which one?\n", "18:1", "this line begins with a tab", "Begin this line with 6 spaces."
    ),
    "too much indentation": Mistake(
        BOTH,
        f"{TITLE}        es: ¿Cuál?\n",
        "19:9",
        "this line begins too far to the right.",
        "Begin this line with 6 spaces.",
    ),
    "an odd indentation": Mistake(
        BOTH,
        f"{TITLE}     es: ¿Cuál?\n",
        "19:6",
        "this line begins too far to the left.",
        "Begin this line with 6 spaces.",
    ),
    "no indentation below a key": Mistake(
        BOTH,
        "    en: Which one?\n    es: ¿Cuál?\n",
        "18:5 19:5",
        "belongs to 'title', so it must begin further to the right.",
        "Begin this line with 6 spaces.",
    ),
    "two texts that are not indented": Mistake(
        QUIZ[QUIZ.index("title:") : QUIZ.index("focus:")],
        QUIZ[QUIZ.index("title:") : QUIZ.index("focus:")].replace("  ", ""),
        "3:1 4:1 6:1 7:1",
        "so it must begin further to the right.",
        "Begin this line with 2 spaces.",
    ),
    "one language not indented": Mistake(
        BOTH,
        f"{TITLE}    es: ¿Cuál?\n",
        "19:5",
        "'es' belongs to 'title', so it must begin further to the right.",
        "Begin this line with 6 spaces.",
    ),
    "a second line that is not indented": Mistake(
        WHY,
        "      en: It comes\n      first.\n",
        "31:7",
        "this line seems to go on with the text above.",
        "Begin this line with 8 spaces.",
    ),
    "a line of a block that is not indented": Mistake(
        WHY,
        "      en: |\n        It comes\nfirst.\n",
        "32:1",
        "this line seems to go on with the text above.",
        "Begin this line with 8 spaces.",
    ),
    "a colon in a text": in_title(
        "Which: one?", 16, "a text with a colon and a space after it needs quotes", '"Which: one?"'
    ),
    "a colon at the end of a text": in_title(
        "Which one:", 20, "a text that ends with a colon needs quotes", '"Which one:"'
    ),
    "a colon in the second line of a text": Mistake(
        WHY,
        "      en: It comes\n        first: really.\n",
        "31:14",
        "a text of several lines with a colon in it needs a | before it. Leave only 'en: |' on line 30.",
        "On a new line below it, after 8 spaces, write: It comes",
    ),
    "a colon in an item": Mistake(
        "      - en: It is so.\n        es: Es así.\n",
        "      - Note: so.\n",
        "42:9",
        "'Note' is not a language of this bank. If this is text, put it in quotes after its language.",
        'Write: - en: "Note: so."',
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
    "an ampersand at the start": in_title(
        "&a one", 11, "a text that begins with & needs quotes.", '"&a one"'
    ),
    "an exclamation mark at the start": in_title(
        "!a one", 11, "a text that begins with ! needs quotes.", '"!a one"'
    ),
    "a hash at the start": in_title("#one", 11, "what comes after the # is not read.", '"#one"'),
    "a hash in a text": in_title("Which # one", 17, "what comes after the # is not read.", '"Which # one"'),
    "a sign between braces": in_braces("*a*", '"*a*"'),
    "a colon between braces": in_braces("The second: one", '"The second: one"'),
    "quotes between braces": in_braces('"The "second" one"', "'The \"second\" one'"),
    "a comma between braces": Mistake(
        PAIR,
        PAIR.replace("The second one", "The second, one"),
        "25:32",
        "a text with a comma needs quotes around all of it.",
        'Write: - text: {en: "The second, one", es: La segunda}',
    ),
    "TeX in double quotes": in_title(
        '"$\\sigma$?"', 13, "in double quotes \\sigma cannot be read.", "'$\\sigma$?'", "¿$\\sigma$?"
    ),
    "TeX that begins like a bell": in_title(
        '"$\\alpha$?"', 11, "the \\a of \\alpha is lost.", "'$\\alpha$?'", "¿$\\alpha$?"
    ),
    "TeX that begins like a tab": in_title(
        '"$\\theta$?"', 11, "the \\t of \\theta is lost.", "'$\\theta$?'", "¿$\\theta$?"
    ),
    "TeX that begins like a line break": in_title(
        '"$x \\nabla f$?"',
        11,
        "the \\n of \\nabla is lost.",
        "'$x \\nabla f$?'",
        "¿$x \\nabla f$?",
    ),
    "TeX between parentheses": in_title(
        "Which \\(x\\)?", 17, "between dollar signs. Instead of \\(x\\), write $x$", spanish="¿$x$?"
    ),
    "prices that become a formula": in_title(
        "US$5 or US$6?",
        13,
        "'$5 or US$' is read as a formula. If it is money, put a backslash (\\) before each $.",
        "US\\$5 or US\\$6?",
        spanish="¿US\\$5 o US\\$6?",
    ),
    "a range of prices": in_title(
        "$5-$6?", 11, "'$5-$' is read as a formula.", "\\$5-\\$6?", spanish="¿\\$5-\\$6?"
    ),
    "a word that others read as true": in_title("yes", 11, "this can be taken for true or false.", '"yes"'),
    "a key twice": Mistake(
        KIND, KIND * 2, "16:5", "'kind' is written twice: it is also on line 15. Delete one of the two."
    ),
    "a language twice": Mistake(
        TITLE, TITLE * 2, "19:7", "'en' is written twice: it is also on line 18. Delete one of the two."
    ),
    "a misspelled key": Mistake(KIND, "    knd: single\n", "15:5", "unknown key 'knd'. Did you mean 'kind'?"),
    "a key in capital letters": Mistake(KIND, "    KIND: single\n", "15:5", "Did you mean 'kind'?"),
    "a language in capital letters": Mistake(TITLE, "      EN: Which?\n", "18:7", "Did you mean 'en'?"),
    "a misspelled list": Mistake("questions:", "question:", "13:1", "Did you mean 'questions'?"),
    "a misspelled truth": Mistake(
        "correct: true",
        "correct: yes",
        "24:18",
        "this must be true or false, not 'yes'.",
        "Write: correct: true",
    ),
    "curly quotes around a word": Mistake(
        KIND,
        "    kind: “single”\n",
        "15:11",
        "the quotation marks do not belong here.",
        "Write: kind: single",
    ),
    "a word for a list": Mistake(
        "topics: [division]",
        "topics: division",
        "16:13",
        "a list goes in brackets, even if it has only one item.",
        "Write: topics: [division]",
    ),
    "no items": Mistake(
        "    points:\n" + POINT + "        es: Es así.\n",
        "    points:\n",
        "41:12",
        "nothing follows 'points'. Remove this line, or add below it, after 6 spaces: - {en: …, es: …}",
    ),
    "an id that is taken": Mistake(
        ITEM,
        "  - id: q-07-01\n",
        "32:5",
        "the id is taken on line 14. Use the next free one: q-07-02",
    ),
    "no id": Mistake(
        ITEM + "    kind: free\n",
        "  - kind: free\n",
        "32:5",
        "phase-07-case.yaml:32:5: the id is missing.",
        "Add it below line 32, after 4 spaces: id: q-07-02",
    ),
    "a language that there is not": Mistake(
        "      es: ¿Cuál?\n",
        "      sp: ¿Cuál?\n",
        "19:7",
        "'sp' is not a language of this bank. Did you mean 'es'?",
    ),
    "a kind that there is not": Mistake(KIND, "    kind: singel\n", "15:11", "Did you mean 'single'?"),
    "a topic that there is not": Mistake(
        "topics: [division]",
        "topics: [divison]",
        "16:14",
        "unknown topic 'divison'. Did you mean 'division'?",
    ),
    "a link to a file": Mistake(
        WHY,
        "      en: It [comes](x.html) first.\n",
        "30:14",
        "'x.html' is not a whole address. Copy one that starts with https://, or remove",
    ),
    "no opening question mark": Mistake(
        "es: ¿Cuál?",
        "es: Cuál?",
        "19:15",
        "the ¿ that opens this ? is missing. Write '¿Cuál?'. If the text is right as it is, add to this",
        "record: allow: {openings: the reason}",
    ),
    "a number in one language": Mistake(
        "en: It comes second.", "en: It has 2 letters.", "28:15", "the numbers differ: only English has '2'."
    ),
    "the languages swapped": Mistake(
        "      en: It comes first.\n      es: Va primero.\n",
        "      en: La respuesta correcta es la primera de la lista que está arriba.\n"
        "      es: The right answer is the first one of the list that is above it.\n",
        "30:11",
        "'en' is in Spanish, and the text after 'es' is in English. Exchange the two texts.",
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
"""What a message says to do about its line, and how that is done."""

_SPLIT = re.compile(
    r"Leave only '(.*)' on line (\d+)\. On a new line below it, after (\d+) spaces?, write: (.*)$"
)
_ADD = re.compile(r"Add it below line (\d+), after (\d+) spaces?: (.*)$")
_MOVE = re.compile(r"Delete (\d+) spaces? at the start of each line from (\d+) to (\d+)\.$")


def _mend_lines(lines: list[str], fact: str) -> bool:
    """Do what a message says about several lines, or about new ones. Return whether it does say that."""
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


def mend(text: str, number: int, fact: str) -> str:
    """The file after somebody has done what a message about a line says, if that is one thing to do."""
    lines = text.split("\n")
    index = number - 1
    if "Delete one of the two." in fact:
        del lines[index]
    elif "Exchange the two texts." in fact:
        _exchange_languages(lines, index)
    elif not _mend_lines(lines, fact):
        found = ((re.search(advice, fact), edit) for advice, edit in _ADVICE.items())
        match, edit = next(((one, edit) for one, edit in found if one), (None, None))
        lines[index] = edit(match, lines[index]) if match and edit else lines[index]
    return "\n".join(lines)

"""YAML advice: the cause of a syntax error in a data file, and the line mended, for people new to YAML.

A parser reports an error where it gives up, which is often a line or more after the mistake. So the usual
mistakes are looked for near that place, and one is named only if mending it lets the parser go on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import yaml

from espejo.load.source import position
from espejo.messages.message import Message

MAX_BRACKETS = 2_000
"""With more of them the tokens of a file are not looked at: each takes time for every open bracket."""

MAX_SHOWN = 300
"""A message shows a mended line of at most so many characters; a longer one is only described."""

_QUOTES = "\"'"
_CLOSING = {'"': '"', "'": "'", "{": "}", "[": "]"}
_CURLY = {"“": "”", "”": "”", "„": "”“", "‘": "’", "’": "’"}
_CONFLICT = ("<<<<<<<", "=======", ">>>>>>>")

# What YAML reads as a sign and not as text at the start of a value.
_SIGN = re.compile(r"[-?](?=\s)|[>|](?![-+0-9]*(?:\s*$|\s+#))|[*&!%@`{\[\]},]")
_HEAD = re.compile(r""" *(?:- +)*(?:(?:"[^"]*"|'[^']*'|[\w.-]+) *:(?=\s|$))?\s*""")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_GLUED_KEY = re.compile(r" *(?:- +)*[A-Za-z_][\w-]*:(?!\s|//|$)")
_GLUED_DASH = re.compile(r" *-(?=[A-Za-z_\"'])")
_OTHER_DASH = re.compile(r"( *)(?:[–—•·*]|[0-9]+[.)]) +(?=\S)")
_ITEM = re.compile(r"( *)(- +[a-z_]+:)")
_KEY_IN_VALUE = re.compile(r"(?:- +)?([a-z][\w-]*):(?=\s|$)")
_WORD = re.compile(r" *(?:- +)*([A-Za-z_][\w-]*)")
_INSTEAD_OF_COLON = re.compile(r"\s*[=;：]\s*|\s+|$")
_FLOW_KEY = re.compile(r"[{,]\s*([A-Za-z][\w-]*):\s+")
_LOOKS_LIKE_TEXT = re.compile(r"\{(?!\s*[A-Za-z][\w-]*:\s)|\[(?![\w, -]*$)")
_DASHES = re.compile(r" *(?:- +)*")
_OPENS = re.compile(r"(?::|:\s+[|>][-+0-9]*)(?:\s+#.*)?$")


class Advice(NamedTuple):
    """What is wrong, and its line and column, counted from 1."""

    line: int
    column: int
    fact: Message


class Mended(NamedTuple):
    """A mistake in one line: its offset, its cause, the line without it, and what to do if not that line."""

    offset: int
    cause: Message
    line: str
    instead: str = ""


class Parts(NamedTuple):
    """A line in three parts: indentation, dashes and key; the value; the space and comment after it."""

    head: str
    value: str
    tail: str


Mistake = Callable[[Sequence[str], int], Iterator[Mended]]
"""Looks for one mistake in the line at an index, and yields the ways to mend it, the likeliest first."""

MAX_ATTEMPTS = 30
"""How many ways to mend a file are tried."""


def explain_error(text: str, error: yaml.MarkedYAMLError) -> Advice:
    """Say what is wrong where YAML stopped reading a file, and what to write instead."""
    lines = text.split("\n")
    mark = error.problem_mark or error.context_mark
    line, column = position(mark) if mark else (1, 1)
    failed = min(line, len(lines)) - 1
    if any(near.startswith(_CONFLICT) for near in lines[max(0, failed - 1) : failed + 1]):
        fact = (
            "this is an unresolved merge conflict. Keep one version, and delete the lines with <<< === >>>."
        )
        return Advice(line, column, fact)
    if advice := _explain_shifted_item(lines, failed):
        return advice
    opened = _find_opening(text, error, failed)
    attempts = _list_attempts(lines, failed, opened)
    for index, mended in islice(attempts, MAX_ATTEMPTS):
        if _goes_on(lines, index, mended.line, failed):
            todo = mended.instead or show_mended(lines[index], mended.line)
            return Advice(index + 1, mended.offset + 1, f"{mended.cause}. {todo}")
    if opened is not None:
        return _explain_opening(lines, opened)
    reason = ", ".join(part for part in (error.context, error.problem) if part)
    return Advice(line, column, f"invalid YAML: {reason}. {_guess(lines[failed])}")


def _explain_shifted_item(lines: Sequence[str], failed: int) -> Advice | None:
    """Find an item of a list that was pasted with another indentation than the item before it."""
    item = _ITEM.match(lines[failed])
    above = (
        number for number in range(failed - 1, -1, -1) if item and lines[number].lstrip().startswith(item[2])
    )
    before = next(above, None)
    if not item or before is None or _count_spaces(lines[before]) == len(item[1]):
        return None
    fact = f"this dash is not right below that of the item before, on line {before + 1}"
    width = _count_spaces(lines[before])
    rest = lines[failed + 1] if failed + 1 < len(lines) else ""
    todo = f"Begin this line with {width} spaces"
    todo += "." if _count_spaces(rest) == width + 2 else ", and move the lines below it as far."
    return Advice(failed + 1, len(item[1]) + 1, f"{fact}. {todo}")


def _list_attempts(lines: Sequence[str], failed: int, opened: int | None) -> Iterator[tuple[int, Mended]]:
    """The ways to mend the lines that may hold the mistake, each with its index, the likeliest first."""
    before = _find_line_before(lines, failed)
    near = [index for index in dict.fromkeys((failed, opened, before)) if index is not None]
    suspects = [(index, mistake) for index in near for mistake in _IN_VALUES]
    suspects += [(index, mistake) for index in near for mistake in _IN_SIGNS]
    suspects.append((_find_first_below_key(lines, failed), _find_missing_dash))
    suspects += [(index, mistake) for index in near for mistake in _IN_INDENTS]
    for index, mistake in suspects:
        for mended in mistake(lines, index):
            yield index, mended


def _find_line_before(lines: Sequence[str], index: int) -> int | None:
    """The index of the last line before this one that is not blank."""
    return next((number for number in range(index - 1, -1, -1) if lines[number].strip()), None)


def _find_first_below_key(lines: Sequence[str], index: int) -> int:
    """The index of the first line that is below the same key as this line."""
    indent, first = _count_spaces(lines[index]), index
    for number in range(index - 1, -1, -1):
        if lines[number].strip():
            if _count_spaces(lines[number]) < indent:
                break
            first = number
    return first


def _count_spaces(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _goes_on(lines: Sequence[str], index: int, mended: str, failed: int) -> bool:
    """Whether the parser gets past the line where it failed once a line is mended."""
    attempt = [*lines[:index], mended, *lines[index + 1 :]]
    try:
        for _ in yaml.parse("\n".join(attempt), yaml.CLoader):
            pass
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return bool(mark and mark.line > failed)
    except yaml.YAMLError:
        return False  # a character that no file may contain, which is reported anyway
    return True


def show_mended(before: str, mended: str) -> str:
    """The end of a message: what to write instead of a line."""
    old, new = before.lstrip(), mended.lstrip()
    spaces = len(mended) - len(new)
    after = f"{spaces} space{'' if spaces == 1 else 's'}"
    if old == new:
        return f"Begin this line with {after}."
    if len(new) > MAX_SHOWN:
        return "The line is too long to be shown mended here."
    return f"Write: {new}" if spaces == len(before) - len(old) else f"Write, after {after}: {new}"


def _guess(line: str) -> str:
    if split_line(line).value.startswith(("{", "[")):
        return "Close every { and [, and put quotes around text that contains one."
    return "Check the indentation of this line and the one before."


def _find_opening(text: str, error: yaml.MarkedYAMLError, failed: int) -> int | None:
    """The line of a quote or bracket that is closed on a later line or never, if the error comes from it."""
    if error.context_mark and any(part in (error.context or "") for part in ("quoted scalar", "flow")):
        return min(int(error.context_mark.line), failed)  # YAML may stop after the last line
    if text.count("[") + text.count("{") > MAX_BRACKETS:
        return None
    found = None
    try:
        for token in yaml.scan(text, yaml.CLoader):
            if token.start_mark.line > failed:
                break
            if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                found = token if token.end_mark.line > token.start_mark.line else found
    except yaml.YAMLError:
        pass  # the tokens before it have been seen
    return int(found.start_mark.line) if found and found.end_mark.line == failed else None


def _explain_opening(lines: Sequence[str], opened: int) -> Advice:
    head, value, _ = split_line(lines[opened])
    mark = value[:1] if value[:1] in _CLOSING else "quote or bracket"
    fact = f"the {mark} that is opened here is not closed. Close it where the text ends."
    return Advice(opened + 1, len(head) + 1, fact)


def split_line(line: str) -> Parts:
    """Split a line where its value begins and where it ends, before a comment."""
    head = _HEAD.match(line)
    start = head.end() if head else 0
    rest = line[start:]
    close = _CLOSING.get(rest[:1])  # a comment comes after the quote or bracket that closes the value
    comment = _COMMENT.search(rest, rest.rfind(close) + 1 if close else 0)
    value = rest[: comment.start() if comment else len(rest)].rstrip()
    return Parts(line[:start], value, rest[len(value) :].rstrip())


def quote_value(text: str) -> str:
    """Text in the quotes that need no escapes, if there are such quotes."""
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    escaped = text.replace("'", "''")
    return f"'{escaped}'"


def _requote(parts: Parts, cause: str, text: str, offset: int = 0) -> Mended:
    return Mended(len(parts.head) + offset, cause, f"{parts.head}{quote_value(text)}{parts.tail}")


def _find_curly_quotes(lines: Sequence[str], index: int) -> Iterator[Mended]:
    parts = split_line(lines[index])
    value = parts.value
    if len(value) > 2 and value[-1] in _CURLY.get(value[0], ""):
        cause = f"{value[0]} and {value[-1]} are not quotes in YAML, which needs straight ones"
        yield _requote(parts, cause, value[1:-1])


def _find_quote_inside(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find a text in quotes with the same quote inside: "a "b" c", 'What's'."""
    parts = split_line(lines[index])
    mark, inside = parts.value[:1], parts.value[1:-1]
    if mark and mark in _QUOTES and parts.value[1:].endswith(mark) and mark in inside:
        cause = f"a {mark} inside the text ends it, because the text is in {mark} quotes"
        yield _requote(parts, cause, inside.replace(f"\\{mark}", mark), 1 + inside.index(mark))


def _find_text_after_quote(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find a text that goes on after its closing quote: "Hello" is a word."""
    parts = split_line(lines[index])
    mark, rest = parts.value[:1], parts.value[1:]
    if mark and mark in _QUOTES and rest.endswith(f"{mark},"):
        line = f"{parts.head}{parts.value[:-1]}{parts.tail}"
        yield Mended(len(parts.head) + len(rest), "a comma after a text in quotes. Delete it", line)
    elif mark and mark in _QUOTES and mark in rest and not rest.endswith(mark):
        cause = f"the text goes on after the second {mark}, but YAML takes it for the end"
        yield _requote(parts, cause, parts.value)


def _find_unclosed(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find a quote or a bracket that is opened and not closed on the same line."""
    parts = split_line(lines[index])
    mark = parts.value[:1]
    close = _CLOSING.get(mark, "")
    if close and close not in parts.value[1:] and not _LOOKS_LIKE_TEXT.match(parts.value):
        line = f"{parts.head}{parts.value}{close}{parts.tail}"
        yield Mended(len(parts.head), f"the {mark} that is opened here is not closed", line)


def mend_backslash(line: str) -> Mended | None:
    """Put a text with a backslash in single quotes, if it is in double ones: "$\\sigma$"."""
    parts = split_line(line)
    inside = parts.value[1:-1]
    if not parts.value.startswith('"') or not parts.value[1:].endswith('"') or "\\" not in inside:
        return None
    cause = "in double quotes a backslash has a special meaning, and in single quotes it has none"
    escaped = inside.replace('\\"', '"').replace("'", "''")
    at = len(parts.head) + 1 + inside.index("\\")
    return Mended(at, cause, f"{parts.head}'{escaped}'{parts.tail}")


def _find_backslash(lines: Sequence[str], index: int) -> Iterator[Mended]:
    if mended := mend_backslash(lines[index]):
        yield mended


def mend_pairs(line: str) -> Mended | None:
    """Put each text between braces in quotes: {en: a: b, es: c}."""
    parts = split_line(line)
    value = parts.value
    keys = list(_FLOW_KEY.finditer(value)) if value.startswith("{") and value.endswith("}") else []
    if not keys or keys[0].start() != 0:
        return None
    ends = [*(key.start() for key in keys[1:]), len(value) - 1]
    texts = [value[key.end() : end].strip() for key, end in zip(keys, ends, strict=True)]
    pairs = [f"{key[1]}: {quote_value(_unquote(text))}" for key, text in zip(keys, texts, strict=True)]
    cause = "between { and }, a text with quotes, commas, colons or brackets must be in quotes as a whole"
    return Mended(len(parts.head), cause, f"{parts.head}{{{', '.join(pairs)}}}{parts.tail}")


def _find_broken_pairs(lines: Sequence[str], index: int) -> Iterator[Mended]:
    if mended := mend_pairs(lines[index]):
        yield mended


def _unquote(text: str) -> str:
    mark = text[:1]
    return text[1:-1] if mark and mark in _QUOTES and len(text) > 1 and text.endswith(mark) else text


def _find_key_in_value(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find a key after another on the same line: title: en: Text."""
    parts = split_line(lines[index])
    key = _KEY_IN_VALUE.match(parts.value)
    if not key or not parts.head.rstrip().endswith(":") or not _is_key(lines, key[1], index):
        return
    if parts.value.endswith("}"):
        line = f"{parts.head}{{{parts.value}{parts.tail}"
        yield Mended(len(parts.head), "the { before this is missing", line)
    cause = f"'{key[0]}' cannot follow another key on the same line"
    instead = f"Write it on a line of its own below '{parts.head.strip(' -')}', indented further."
    yield _requote(parts, cause, parts.value)._replace(instead=instead)


def _find_sign_at_start(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find a text that begins with a sign of YAML: *bold*, @name, > quotation."""
    parts = split_line(lines[index])
    sign = _SIGN.match(parts.value)
    if sign and not _FLOW_KEY.match(parts.value):
        yield _requote(parts, f"a text that begins with {sign[0]} needs quotes", parts.value)


def _find_colon(lines: Sequence[str], index: int) -> Iterator[Mended]:
    parts = split_line(lines[index])
    colon = re.search(r":(?=\s|$)", parts.value)
    if colon and parts.head.strip() and parts.value[0] not in "\"'{[|>":
        yield _requote(parts, "a text with a colon and a space needs quotes", parts.value, colon.start())


def mend_glued_key(line: str) -> Mended | None:
    """Mend a line with a key without a space after its colon: en:Text."""
    key = _GLUED_KEY.match(line)
    if not key:
        return None
    cause = f"a space is missing after '{key[0].lstrip(' -')}'"
    return Mended(key.end() - 1, cause, f"{key[0]} {line[key.end() :]}")


def _find_glued_key(lines: Sequence[str], index: int) -> Iterator[Mended]:
    if mended := mend_glued_key(lines[index]):
        yield mended


def _find_glued_dash(lines: Sequence[str], index: int) -> Iterator[Mended]:
    line = lines[index]
    if dash := _GLUED_DASH.match(line):
        cause = "a space is missing after the dash"
        yield Mended(dash.end() - 1, cause, f"{dash[0]} {line[dash.end() :]}")


def _find_other_dash(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find a list item that begins with another sign than a hyphen, as word processors write it."""
    line = lines[index]
    if dash := _OTHER_DASH.match(line):
        cause = "an item of a list begins with a hyphen and a space"
        yield Mended(len(dash[1]), cause, f"{dash[1]}- {line[dash.end() :]}")


def _find_tab(lines: Sequence[str], index: int) -> Iterator[Mended]:
    line = lines[index]
    tab = line[: len(line) - len(line.lstrip())].find("\t")
    if tab >= 0:
        for width in _list_indents(lines, index):
            cause = "a tab in the indentation, which must be spaces"
            yield Mended(tab, cause, " " * width + line.lstrip())


def _find_indentation(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find a line that begins where no line above it does."""
    line = lines[index]
    indent = len(line) - len(line.lstrip())
    fitting = list(_list_indents(lines, index))
    if indent not in fitting[1:]:
        for width in sorted(fitting, key=lambda width: (abs(width - indent), -width)):
            cause = "the indentation of this line fits no line above it"
            yield Mended(indent, cause, " " * width + line.lstrip())


def _list_indents(lines: Sequence[str], index: int, *, below: bool = False) -> Iterator[int]:
    """Where a line may begin: below the one before, or where one of the lines around that one begins.

    A line that goes on with a text begins below its key.
    """
    limit = None
    has_dash = lines[index].lstrip().startswith("-")
    for number in range(index - 1, -1, -1):
        line = lines[number]
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        dashes = _DASHES.match(line)
        start = dashes.end() if dashes else 0
        is_key = bool(split_line(line).head[start:])
        if limit is None and (is_key if below else _OPENS.search(line)):
            yield start + 2
        if below and is_key:
            return
        for width in (_count_spaces(line),) if has_dash else (start,):
            if limit is None or width < limit:
                yield width
                limit = width
        if not limit:
            return


def _find_text_below(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find a second line of a text that is not indented further than its key."""
    line = lines[index]
    if ":" in line or _is_known_key(lines, index):
        return
    cause = "this line has no key. If it goes on with the text above, it must be indented further"
    for width in _list_indents(lines, index, below=True):
        yield Mended(len(line) - len(line.lstrip()), cause, " " * width + line.lstrip())


def _find_colon_below(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find a colon in the second line of a text without quotes."""
    line = lines[index]
    colon = re.search(r":(?=\s|$)", line)
    before = _find_line_before(lines, index)
    if not colon or before is None or _is_known_key(lines, index):
        return
    if _count_spaces(line) <= _count_spaces(lines[before]):
        return  # a text goes on only where it is indented further than its key
    cause = "a text with a colon and a space needs quotes, or a | before it"
    key = split_line(lines[before]).head.strip()
    instead = f"Write line {before + 1} as: {key} |, and its text on a line below it, indented like this one."
    if key:
        yield Mended(colon.start(), cause, line[: colon.start()] + line[colon.end() :], instead)


def _is_known_key(lines: Sequence[str], index: int) -> bool:
    """Whether the first word of a line is a key on another line of the file."""
    word = _WORD.match(lines[index])
    return bool(word and _is_key(lines, word[1], index))


def _is_key(lines: Sequence[str], word: str, index: int) -> bool:
    """Whether a word is a key on another line than the one at this index."""
    others = (line.lstrip(" -") for number, line in enumerate(lines) if number != index)
    return any(line.startswith(f"{word}:") for line in others)


def _find_missing_dash(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find the first line of a list item without its dash."""
    line = lines[index]
    indent = _count_spaces(line)
    head = split_line(line).head.strip()
    if not head or head.startswith("-"):
        return
    cause = "the dash is missing before the first line of this item"
    for width in (max(indent - 2, 0), indent):
        yield Mended(indent, cause, f"{' ' * width}- {line[indent:]}")


def _find_missing_colon(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find a key without its colon, or with another sign instead: kind single, kind = single."""
    line = lines[index]
    word = _WORD.match(line)
    instead = _INSTEAD_OF_COLON.match(line, word.end()) if word else None
    if not word or not instead or not _is_known_key(lines, index):
        return
    value = line[instead.end() :]
    attempt = f"{word[0]}: {value}" if value else f"{word[0]}:"
    yield Mended(word.end(), f"a colon is missing after '{word[1]}'", attempt)


_IN_VALUES: tuple[Mistake, ...] = (
    _find_curly_quotes,
    _find_quote_inside,
    _find_backslash,
    _find_text_after_quote,
    _find_unclosed,
    _find_broken_pairs,
    _find_key_in_value,
    _find_sign_at_start,
    _find_colon,
)
_IN_SIGNS: tuple[Mistake, ...] = (
    _find_tab,
    _find_glued_key,
    _find_glued_dash,
    _find_other_dash,
    _find_missing_colon,
)
_IN_INDENTS: tuple[Mistake, ...] = (
    _find_text_below,
    _find_colon_below,
    _find_indentation,
    _find_missing_dash,
)

"""Pasted lines: finds what came along from a page, and records or lines that slipped into or out of a block.

The parser accepts some of them, and fails far below others, so we look for them before parsing. Each finding
says how to read the file in spite of it, so that the rest can be checked in the same run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from espejo.load.advice.lines import Advice, Rewrite, count_spaces, find_line_before, quote_value
from espejo.messages.message import Message, message, plural, sentences
from espejo.model.problems import NO_FIX, Fix

MAX_ABOVE = 500
"""Number of lines to look back for the start of a block."""

_ID = r"- id: *[\"']?(?P<id>[a-z]+(?:-[0-9]+)+)[\"']?"
_RECORD = re.compile(rf" *{_ID}\s*$")
_RECORD_AT_END = re.compile(rf"(?P<before>\s*\S.*?) *(?P<record>{_ID})\s*$")
_BLOCK = re.compile(r"(?P<key> *(?:- +)*(?P<name>[\w-]+)): +[|>][-+0-9]*\s*(?:#.*)?$")
_KEY = re.compile(r" *(?:- +)*(?P<name>[A-Za-z_][\w-]*|\"[^\"]*\"|'[^']*') *:(?:\s|$)")
_STATEMENT = re.compile(
    r" *(?:(?:try|else|finally):|(?:def|class|for|while|if|elif|with|except|lambda|return|match|case)\b)"
)
_FENCE = re.compile(r" {0,3}(?:```+|~~~+)(?:ya?ml)?\s*$")
_CONFLICT = re.compile(r"(<{7}|={7}|>{7})(?:\s|$)")
_PAGE = re.compile(r"\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_BULLET = re.compile(r"(?P<indent> *)(?P<sign>[0-9]+[.)]|[•·–—*])(?P<space> +)[a-z_]+:(?:\s|$)")
_LANGUAGE = re.compile(r"(?P<indent> +)(?P<code>[a-z]{2}):(?:\s|$)")
_ANY_KEY = re.compile(r"\s*(?:- +)*(?:[\w-]+\s*[:=]|\S+:\s)")
_EMPTY_KEY = re.compile(r" *(?:- +)*[a-z_]+:\s*$")
_LIST_OF_QUESTIONS = re.compile(r"questions:\s*$")


class Stray(NamedTuple):
    """A finding, and the lines to read instead, by index."""

    advice: Advice
    instead: Mapping[int, str]
    is_sure: bool = True  # whether these lines are what was meant


def explain_web_page(text: str) -> Message | None:
    """Say that a file is the HTML of a web page, if it is."""
    if not _PAGE.match(text[:200]):
        return None
    return message(
        "this is a web page, not the file. "
        "On GitHub, press Raw above the file, copy everything, and put it here."
    )


def _find_bullets(lines: Sequence[str]) -> Iterator[Stray]:
    """Find items of a list that begin with a number or a bullet instead of a dash: 1. text: …"""
    for index, line in enumerate(lines):
        if (item := _BULLET.match(line)) and not _find_block(lines, index):
            fact = message(
                "an item of a list begins with a dash (-) and a space, not with '{sign}'.", sign=item["sign"]
            )
            rewrite = Rewrite(index + 1, line, f"{item['indent']}- {line[item.end('space') :]}")
            yield Stray(rewrite.advise(len(item["indent"]) + 1, fact), {index: rewrite.after})


def _find_no_language(lines: Sequence[str]) -> Iterator[Stray]:
    """Find a text without a language before it, and another language right below it."""
    for index in range(1, len(lines) - 1):
        line, below = lines[index], _LANGUAGE.match(lines[index + 1])
        if not below or not line.strip() or len(below["indent"]) != count_spaces(line):
            continue
        opening = _EMPTY_KEY.match(lines[index - 1])
        if not opening or len(_dashes(lines[index - 1])) >= count_spaces(line) or _ANY_KEY.match(line):
            continue
        others = sorted({one["code"] for one in map(_LANGUAGE.match, lines) if one} - {below["code"]})
        if others and not line.lstrip().startswith(("#", "- ")):
            fact = message("a text without a language before it, above '{key}'.", key=below["code"])
            todo = message("Begin it with its language: {locale}: …", locale=others[0])
            read = f"{below['indent']}{others[0]}: {quote_value(line.strip())}"
            yield Stray(Advice(index + 1, count_spaces(line) + 1, sentences(fact, todo)), {index: read})


def _find_conflicts(lines: Sequence[str]) -> Iterator[Stray]:
    """Find merge conflicts; the first version is read."""
    index = 0
    while index < len(lines):
        mark = _CONFLICT.match(lines[index])
        if not mark:
            index += 1
            continue
        end = index
        if mark[1][0] == "<":
            ends = (at for at in range(index, len(lines)) if lines[at].startswith(">" * 7))
            end = next(ends, index)
        middle = next((at for at in range(index, end) if lines[at].startswith("=" * 7)), index)
        fact = message(
            "this is an unresolved merge conflict. Keep one version, and delete the lines with <<< === >>>."
        )
        dropped = {index: "", **dict.fromkeys(range(middle, end + 1), "")}
        yield Stray(Advice(index + 1, 1, fact), dropped)
        index = end + 1


def _find_page_marks(lines: Sequence[str]) -> Iterator[Stray]:
    """Find --- and ... in the middle, which end the file for YAML, and the fences around code on a page."""
    has_begun = False
    for index, line in enumerate(lines):
        bare = line.rstrip()
        if has_begun and bare in ("---", "..."):
            fact = message("for YAML, the file ends at {mark}. Delete this line.", mark=bare)
            yield Stray(_advise_deletion(lines, index, fact), {index: ""})
        elif _FENCE.match(line) and not _find_block(lines, index):
            fact = message("this line came along from the page that you copied. Delete it.")
            yield Stray(_advise_deletion(lines, index, fact), {index: ""})
        has_begun = has_begun or bool(bare and not bare.startswith(("#", "%")))


def _advise_deletion(lines: Sequence[str], index: int, fact: Message) -> Advice:
    is_last = index == len(lines) - 1
    end = (index + 1, len(lines[index]) + 1) if is_last else (index + 2, 1)
    return Advice(index + 1, 1, fact, Fix(index + 1, 1, *end, ""))


def _find_block(lines: Sequence[str], index: int) -> re.Match[str] | None:
    """The line that opens the block, | or >, that a line is in; None if it isn't in one."""
    indent = count_spaces(lines[index])
    for number in range(index - 1, max(-1, index - MAX_ABOVE), -1):
        line = lines[number]
        if not line.strip():
            continue
        if count_spaces(line) < indent and (opening := _BLOCK.match(line)):
            return opening
        indent = min(indent, count_spaces(line))
        if not indent:
            break
    return None


def _find_records(lines: Sequence[str]) -> Iterator[Stray]:
    """Find records that begin within the text or program above, where an editor's indentation put them."""
    first = next((index for index, line in enumerate(lines) if _RECORD.match(line)), None)
    if first is None:
        return
    right = count_spaces(lines[first])
    for index in range(first + 1, len(lines)):
        line = lines[index]
        if "- id:" not in line:
            continue
        if found := _RECORD.match(line):
            if count_spaces(line) > right and _is_in_text(lines, index):
                yield _move_record(lines, index, right, found["id"])
        elif (found := _RECORD_AT_END.match(line)) and _goes_on(lines, index, right):
            yield _split_record(lines, index, right, found)


def _is_in_text(lines: Sequence[str], index: int) -> bool:
    """Whether YAML reads a line as part of the text or program above."""
    before = find_line_before(lines, index)
    if before is None or _find_block(lines, index):
        return before is not None
    head = _KEY.match(lines[before])
    is_empty = bool(head and not lines[before][head.end() :].strip())
    return not is_empty and count_spaces(lines[index]) > len(_dashes(lines[before]))


def _dashes(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" -"))]


def _goes_on(lines: Sequence[str], index: int, right: int) -> bool:
    """Whether the next line is a key of a record with its dash at this column."""
    below = next((line for line in lines[index + 1 :] if line.strip()), "")
    return bool(_KEY.match(below)) and count_spaces(below) == right + 2


def _describe_record(lines: Sequence[str], id_: str) -> Message:
    if any(map(_LIST_OF_QUESTIONS.match, lines)):
        return message("a new question, {id}, seems to begin here, inside of what is above it.", id=id_)
    return message("a new entry, {id}, seems to begin here, inside of what is above it.", id=id_)


def _move_record(lines: Sequence[str], index: int, right: int, id_: str) -> Stray:
    line, fact = lines[index], _describe_record(lines, id_)
    wrong = count_spaces(line)
    if _goes_on(lines, index, right):
        rewrite = Rewrite(index + 1, line, " " * right + line.lstrip())
        return Stray(rewrite.advise(wrong + 1, fact), {index: rewrite.after})
    inside = takewhile(
        lambda at: not lines[at].strip() or count_spaces(lines[at]) > wrong, range(index + 1, len(lines))
    )
    shifted = [index, *(at for at in inside if lines[at].strip())]
    move = plural(
        "Delete {count} space at the start of each line from {first} to {last}.",
        "Delete {count} spaces at the start of each line from {first} to {last}.",
        wrong - right,
        first=str(index + 1),
        last=str(shifted[-1] + 1),
    )
    instead = {at: lines[at][wrong - right :] for at in shifted}
    return Stray(_advise_lines(lines, instead, wrong + 1, sentences(fact, move)), instead)


def _advise_lines(lines: Sequence[str], instead: Mapping[int, str], column: int, fact: Message) -> Advice:
    """Advice with a fix that replaces these lines, from the first to the last."""
    first, last = min(instead), max(instead)
    text = "\n".join(instead.get(at, lines[at]) for at in range(first, last + 1))
    return Advice(first + 1, column, fact, Fix(first + 1, 1, last + 1, len(lines[last]) + 1, text))


def _split_record(lines: Sequence[str], index: int, right: int, found: re.Match[str]) -> Stray:
    """A record pasted behind the last line of a file that doesn't end with a line break."""
    start, record = found.end("before"), found["record"]
    fact = message(
        "a new question or entry, {id}, seems to begin in the middle of this line.", id=found["id"]
    )
    todo = plural(
        "Put '{record}' on a line of its own, after {count} space.",
        "Put '{record}' on a line of its own, after {count} spaces.",
        right,
        record=record,
    )
    fix = Fix(index + 1, start + 1, index + 1, found.start("record") + 1, "\n" + " " * right)
    advice = Advice(index + 1, found.start("record") + 1, sentences(fact, todo), fix)
    end = next((at for at in range(index + 1, len(lines)) if _RECORD.match(lines[at])), len(lines))
    return Stray(advice, {index: found["before"], **dict.fromkeys(range(index + 1, end), "")}, is_sure=False)


def _find_short_blocks(lines: Sequence[str]) -> Iterator[Stray]:
    """Find lines of a program or a text after | or > that begin too far to the left to belong to it."""
    index = 0
    while index < len(lines):
        opening = _BLOCK.match(lines[index])
        index += 1
        if not opening:
            continue
        key = len(_dashes(lines[index - 1]))
        first = next((at for at in range(index, len(lines)) if lines[at].strip()), len(lines))
        if first == len(lines):
            return
        width = count_spaces(lines[first]) if count_spaces(lines[first]) > key else key + 2
        index = next(
            (at for at in range(first, len(lines)) if lines[at].strip() and count_spaces(lines[at]) < width),
            len(lines),
        )
        is_whole = index == first and not _returns_to(lines, first, width)
        if index < len(lines) and _belongs_above(lines[index], key, width, opening["name"]):
            stray = _indent_lines(lines, index, width, opening["name"], is_whole=is_whole)
            yield stray
            index = max(stray.instead) + 1


def _returns_to(lines: Sequence[str], first: int, width: int) -> bool:
    """Whether the last line of a block is indented enough, so that only its first lines are not."""
    after = (at for at in range(first + 1, len(lines)) if lines[at].strip())
    indent = count_spaces(lines[first])
    last = first
    for at in after:
        if count_spaces(lines[at]) <= indent and _KEY.match(lines[at]) and not _STATEMENT.match(lines[at]):
            break
        if _RECORD.match(lines[at]):
            break
        last = at
    return count_spaces(lines[last]) >= width


def _belongs_above(line: str, key: int, width: int, name: str) -> bool:
    """Whether a line less indented than the block above it was meant to be in it."""
    if _STATEMENT.match(line) and name == "program":
        return True
    text = line.lstrip(" ")
    if _KEY.match(line) or text.startswith(("#", "- ", "```", '"', "'", "{", "[", "\t")) or text == "-":
        return False
    return name in ("program", "drawing") or (count_spaces(line) > key and width - count_spaces(line) < 4)


def _indent_lines(lines: Sequence[str], first: int, width: int, name: str, *, is_whole: bool) -> Stray:
    """Indent the lines that fell out of a block: all of its lines, or those that aren't indented enough."""
    indent = count_spaces(lines[first])
    added = " " * (width - indent)
    instead = {}
    for at in range(first, len(lines)):
        if lines[at].strip():
            here = count_spaces(lines[at])
            is_key = _KEY.match(lines[at]) and not _STATEMENT.match(lines[at])
            is_outside = here <= indent and is_key if is_whole else here >= width or is_key
            if (is_outside and at != first) or _RECORD.match(lines[at]):
                break
            instead[at] = added + lines[at]
    fact = plural(
        "the lines of '{key}' begin with {count} space or more.",
        "the lines of '{key}' begin with {count} spaces or more.",
        width,
        key=name,
    )
    last = max(instead)
    todo = (
        Rewrite(first + 1, lines[first], instead[first]).show()
        if last == first
        else plural(
            "Add {count} space at the start of each line from {first} to {last}.",
            "Add {count} spaces at the start of each line from {first} to {last}.",
            len(added),
            first=str(first + 1),
            last=str(last + 1),
        )
    )
    advice = _advise_lines(lines, instead, count_spaces(lines[first]) + 1, sentences(fact, todo))
    # How lines of a program nest is for its author to say.
    return Stray(advice if last == first else advice._replace(fix=NO_FIX), instead)


FINDERS = (
    _find_conflicts,
    _find_page_marks,
    _find_records,
    _find_short_blocks,
    _find_bullets,
    _find_no_language,
)
"""In this order: each reads the lines that those before it have put right."""

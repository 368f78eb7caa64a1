"""YAML indentation mistakes: misaligned lines, missing dashes, shifted list items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from espejo.load.advice.lines import (
    COLON,
    Advice,
    Correction,
    FindMistake,
    Rewrite,
    count_spaces,
    find_line_before,
    is_known_key,
    quote_value,
    show_split,
    split_line,
)
from espejo.messages.message import Message, message, plural, sentences

_ITEM = re.compile(r"( *)(- +[a-z_]+:)")
_LANGUAGE = re.compile(r"( +)([a-z]{2}):(?:\s|$)")
_ANY_KEY = re.compile(r"(\s*(?:- +)*)([a-z_]+):(?:\s|$)")
_DASHES = re.compile(r" *(?:- +)*")
_OPENS = re.compile(r"(?::|:\s+[|>][-+0-9]*)(?:\s+#.*)?$")

MISSING_DASH = message("the dash (-) that begins this item is missing.")


def explain_shifted_item(lines: Sequence[str], failed: int) -> tuple[Advice, dict[int, str]] | None:
    """Find a list item not aligned with the item before it, and the lines to read instead."""
    item = _ITEM.match(lines[failed])
    above = (
        number for number in range(failed - 1, -1, -1) if item and lines[number].lstrip().startswith(item[2])
    )
    before = next(above, None)
    if not item or before is None or count_spaces(lines[before]) == len(item[1]):
        return None
    fact = message(
        "this dash is not right below that of the item before, on line {line}.", line=str(before + 1)
    )
    width = count_spaces(lines[before])
    last = _find_last_line(lines, failed)
    if last == failed or count_spaces(lines[failed + 1]) == width + 2:
        rewrite = Rewrite(failed + 1, lines[failed], " " * width + lines[failed].lstrip())
        return rewrite.advise(len(item[1]) + 1, fact), {failed: rewrite.after}
    too_far = len(item[1]) - width
    todo = _show_move(too_far, failed + 1, last + 1)
    instead = {
        at: lines[at][too_far:] if too_far > 0 else " " * -too_far + lines[at]
        for at in range(failed, last + 1)
        if lines[at].strip()
    }
    return Advice(failed + 1, len(item[1]) + 1, sentences(fact, todo)), instead


def _find_last_line(lines: Sequence[str], first: int) -> int:
    """The index of the last line of the item that begins here, judging by indentation."""
    last, indent = first, count_spaces(lines[first])
    for number in range(first + 1, len(lines)):
        if lines[number].strip():
            if count_spaces(lines[number]) <= indent:
                break
            last = number
    return last


def _show_move(spaces: int, first: int, last: int) -> Message:
    """End of a message: how far to move these lines (counted from 1) to the left or right."""
    if spaces > 0:
        return plural(
            "Delete {count} space at the start of each line from {first} to {last}.",
            "Delete {count} spaces at the start of each line from {first} to {last}.",
            spaces,
            first=str(first),
            last=str(last),
        )
    return plural(
        "Add {count} space at the start of each line from {first} to {last}.",
        "Add {count} spaces at the start of each line from {first} to {last}.",
        -spaces,
        first=str(first),
        last=str(last),
    )


def _find_indentation(lines: Sequence[str], index: int) -> Iterator[Correction]:
    """Find a line that isn't aligned with any line above it."""
    line = lines[index]
    indent = len(line) - len(line.lstrip())
    fitting = list(list_indents(lines, index))
    if indent not in fitting[1:]:
        for width in sorted(
            fitting, key=lambda width: (not fits(lines, index, width), abs(width - indent), -width)
        ):
            cause = (
                message("this line begins too far to the right.")
                if width < indent
                else message("this line begins too far to the left.")
            )
            yield Correction(indent, cause, " " * width + line.lstrip())


def _is_language(key: str) -> bool:
    return len(key) == 2 and key != "id"


def fits(lines: Sequence[str], index: int, width: int) -> bool:
    """Whether a key would be among its like at this indent: languages, or other keys."""
    key = _ANY_KEY.match(lines[index])
    for number in range(index - 1, -1, -1):
        above = _ANY_KEY.match(lines[number])
        if above and len(above[1]) == width:
            return not key or _is_language(above[2]) == _is_language(key[2])
        if above and len(above[1]) < width:
            break
    return True


def list_indents(lines: Sequence[str], index: int, *, below: bool = False) -> Iterator[int]:
    """Yield the valid indents of a line: nested under the line before, or aligned with an enclosing one.

    With `below`, the line continues a text, so it must be indented further than its key.
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
        for width in (count_spaces(line),) if has_dash else (start,):
            if limit is None or width < limit:
                yield width
                limit = width
        if not limit:
            return


def _find_no_language(lines: Sequence[str], index: int) -> Iterator[Correction]:
    """Find a text right below one in another language, without its own language before it."""
    line = lines[index]
    before = next(
        (at for at in range(index - 1, -1, -1) if count_spaces(lines[at]) <= count_spaces(line)), None
    )
    above = _LANGUAGE.match(lines[before]) if before is not None else None
    if (
        not above
        or len(above[1]) != count_spaces(line)
        or _LANGUAGE.match(line)
        or ": " in line.split("$")[0]
    ):
        return
    others = sorted({one[2] for one in map(_LANGUAGE.match, lines) if one} - {above[2], "id"})
    below = next((one for one in lines[index + 1 :] if one.strip()), "")
    if others and not (_LANGUAGE.match(below) and count_spaces(below) == count_spaces(line)):
        cause = message("a text without a language before it, on the line below '{key}'.", key=above[2])
        instead = message("Begin it with its language: {locale}: …", locale=others[0])
        fixed = f"{above[1]}{others[0]}: {quote_value(line.strip())}"
        yield Correction(count_spaces(line), cause, fixed, instead)


def _find_text_below(lines: Sequence[str], index: int) -> Iterator[Correction]:
    """Find a continuation line that isn't indented further than its key."""
    line = lines[index]
    if ":" in line or is_known_key(lines, index):
        return
    cause = message("this line seems to go on with the text above. Then it must begin further to the right.")
    for width in list_indents(lines, index, below=True):
        yield Correction(len(line) - len(line.lstrip()), cause, " " * width + line.lstrip())


def _find_colon_below(lines: Sequence[str], index: int) -> Iterator[Correction]:
    """Find a colon in the continuation line of an unquoted text."""
    line = lines[index]
    colon = COLON.search(line)
    before = find_line_before(lines, index)
    if not colon or before is None or is_known_key(lines, index):
        return
    if count_spaces(line) <= count_spaces(lines[before]):
        return  # a continuation line is indented further than its key
    cause = message("a text of several lines with a colon in it needs a | before it.")
    head, text, _ = split_line(lines[before])
    if head.strip():
        instead = show_split(before + 1, f"{head.strip()} |", count_spaces(line), text)
        yield Correction(colon.start(), cause, line[: colon.start()] + line[colon.end() :], instead)


def find_missing_dash(lines: Sequence[str], index: int) -> Iterator[Correction]:
    """Find a list item without its dash."""
    line = lines[index]
    indent = count_spaces(line)
    head = split_line(line).head.strip()
    if not head or head.startswith("-"):
        return
    for width in (max(indent - 2, 0), indent):
        yield Correction(indent, MISSING_DASH, f"{' ' * width}- {line[indent:]}")


def find_first_below_key(lines: Sequence[str], index: int) -> int:
    """The index of the first line under the same key as this line."""
    indent, first = count_spaces(lines[index]), index
    for number in range(index - 1, -1, -1):
        if lines[number].strip():
            if count_spaces(lines[number]) < indent:
                break
            first = number
    return first


INDENT_MISTAKES: tuple[FindMistake, ...] = (
    _find_no_language,
    _find_text_below,
    _find_colon_below,
    _find_indentation,
    find_missing_dash,
)

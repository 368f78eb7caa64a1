"""YAML syntax errors: finds the likely cause of a parser error and shows the corrected line.

The parser reports an error where it gives up, often a line or more after the mistake. So we look for common
mistakes nearby, and report one only if correcting it gets the parser past that point.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import yaml

from espejo.load.advice.indentation import (
    INDENT_MISTAKES,
    explain_shifted_item,
    find_first_below_key,
    find_missing_dash,
)
from espejo.load.advice.lines import (
    CLOSING,
    Advice,
    Correction,
    Rewrite,
    count_spaces,
    find_line_before,
    split_line,
)
from espejo.load.advice.punctuation import SIGN_MISTAKES, UNQUOTED_MISTAKES
from espejo.load.advice.quotes import QUOTE_MISTAKES, describe_unclosed
from espejo.load.source import position
from espejo.messages.message import Message, message, sentences

MAX_BRACKETS = 2_000
"""Skip scanning tokens above this limit: each token costs time for every open bracket."""

MAX_ATTEMPTS = 30
"""Number of corrections to try per error."""

MAX_ATTEMPTS_IN_FILE = 120
"""The same for all errors of a file."""

MIN_RECORDS = 2
"""With fewer, nothing would be left of a file without one."""

_RECORD = re.compile(r" *- +id:")


class Explained(NamedTuple):
    """Advice, and the lines to read instead, by index, to find what else is wrong."""

    advice: Advice
    instead: Mapping[int, str]
    is_sure: bool = True  # whether these lines are what was meant


class Budget:
    """The number of corrections that may still be tried in a file."""

    def __init__(self) -> None:
        self.left = MAX_ATTEMPTS_IN_FILE

    def spend(self) -> bool:
        self.left -= 1
        return self.left >= 0


def explain_error(text: str, error: yaml.MarkedYAMLError, budget: Budget) -> Explained:
    """Explain a YAML syntax error and what to write instead."""
    lines = text.split("\n")
    mark = error.problem_mark or error.context_mark
    line, column = position(mark) if mark else (1, 1)
    failed = min(line, len(lines)) - 1
    if shifted := explain_shifted_item(lines, failed):
        return Explained(*shifted)
    opened = _find_opening(text, error, failed)
    attempts = _list_attempts(lines, failed, opened)
    for index, fixed in islice(attempts, MAX_ATTEMPTS):
        if not budget.spend():
            break
        if _goes_on(lines, index, fixed.line, failed):
            return _explain_correction(lines, index, fixed)
    if opened is not None:
        return Explained(_explain_opening(lines, opened), _skip_record(lines, opened), is_sure=False)
    reason = ", ".join(part for part in (error.context, error.problem) if part)
    fact = message("invalid YAML: {reason}.", reason=reason)
    advice = Advice(line, column, sentences(fact, _guess(lines[failed])))
    return Explained(advice, _skip_record(lines, failed), is_sure=False)


def _explain_correction(lines: Sequence[str], index: int, fixed: Correction) -> Explained:
    if fixed.instead:
        advice = Advice(index + 1, fixed.offset + 1, sentences(fixed.cause, fixed.instead))
        return Explained(advice, _skip_record(lines, index), is_sure=False)
    rewrite = Rewrite(index + 1, lines[index], fixed.line)
    return Explained(rewrite.advise(fixed.offset + 1, fixed.cause), {index: fixed.line})


def _skip_record(lines: Sequence[str], index: int) -> dict[int, str]:
    """Leave out the record around a line, if there are others, so that those can be checked."""
    starts = [at for at, line in enumerate(lines) if _RECORD.match(line)]
    begins = {count_spaces(lines[at]) for at in starts}
    first = max((at for at in starts if at <= index), default=None)
    if first is None or len(starts) < MIN_RECORDS or len(begins) != 1:
        return {}
    (indent,) = begins
    after = (at for at in range(first + 1, len(lines)) if lines[at].strip())
    end = next((at for at in after if count_spaces(lines[at]) <= indent and at > index), len(lines))
    return dict.fromkeys(range(first, end), "")


def _list_attempts(lines: Sequence[str], failed: int, opened: int | None) -> Iterator[tuple[int, Correction]]:
    """Candidate corrections of the lines near the error, each with its line index, likeliest first."""
    before = find_line_before(lines, failed)
    near = [index for index in dict.fromkeys((failed, opened, before)) if index is not None]
    in_values = (*QUOTE_MISTAKES, *UNQUOTED_MISTAKES)
    suspects = [(index, mistake) for index in near for mistake in in_values]
    suspects += [(index, mistake) for index in near for mistake in SIGN_MISTAKES]
    suspects.append((find_first_below_key(lines, failed), find_missing_dash))
    suspects += [(index, mistake) for index in near for mistake in INDENT_MISTAKES]
    for index, mistake in suspects:
        for fixed in mistake(lines, index):
            yield index, fixed


def _goes_on(lines: Sequence[str], index: int, fixed: str, failed: int) -> bool:
    """Whether this correction gets the parser past the line where it failed."""
    attempt = [*lines[:index], fixed, *lines[index + 1 :]]
    try:
        for _ in yaml.parse("\n".join(attempt), yaml.CLoader):
            pass
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return bool(mark and mark.line > failed)
    except yaml.YAMLError:
        return False  # a forbidden character, which is reported anyway
    return True


def _guess(line: str) -> Message:
    if split_line(line).value.startswith(("{", "[")):
        return message("Close every {{ and [, and put quotes around text that contains one.")
    return message("Check the spaces at the start of this line and the one before.")


def _find_opening(text: str, error: yaml.MarkedYAMLError, failed: int) -> int | None:
    """The line of the quote or bracket that caused the error by not being closed on the same line."""
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
        pass  # we have seen the tokens before the error
    return int(found.start_mark.line) if found and found.end_mark.line == failed else None


def _explain_opening(lines: Sequence[str], opened: int) -> Advice:
    head, value, _ = split_line(lines[opened])
    fact = (
        describe_unclosed(value[0])
        if value[:1] in CLOSING
        else message("the quote or bracket that is opened here is not closed.")
    )
    return Advice(opened + 1, len(head) + 1, sentences(fact, message("Close it where the text ends.")))

"""YAML syntax errors: finds the likely cause of a parser error and shows the corrected line.

The parser reports an error where it gives up, often a line or more after the mistake. So we look for common
mistakes nearby, and report one only if correcting it gets the parser past that point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import yaml

from espejo.load.advice.indentation import (
    INDENT_MISTAKES,
    explain_shifted_item,
    find_first_below_key,
    find_missing_dash,
)
from espejo.load.advice.lines import CLOSING, Advice, Correction, Rewrite, find_line_before, split_line
from espejo.load.advice.punctuation import SIGN_MISTAKES, UNQUOTED_MISTAKES
from espejo.load.advice.quotes import QUOTE_MISTAKES, describe_unclosed
from espejo.load.source import position
from espejo.messages.message import Message, message, sentences

MAX_BRACKETS = 2_000
"""Skip scanning tokens above this limit: each token costs time for every open bracket."""

MAX_ATTEMPTS = 30
"""Number of corrections to try per error."""

_CONFLICT = ("<<<<<<<", "=======", ">>>>>>>")


def explain_error(text: str, error: yaml.MarkedYAMLError) -> Advice:
    """Explain a YAML syntax error and what to write instead."""
    lines = text.split("\n")
    mark = error.problem_mark or error.context_mark
    line, column = position(mark) if mark else (1, 1)
    failed = min(line, len(lines)) - 1
    if any(near.startswith(_CONFLICT) for near in lines[max(0, failed - 1) : failed + 1]):
        fact = message(
            "this is an unresolved merge conflict. Keep one version, and delete the lines with <<< === >>>."
        )
        return Advice(line, column, fact)
    if advice := explain_shifted_item(lines, failed):
        return advice
    opened = _find_opening(text, error, failed)
    attempts = _list_attempts(lines, failed, opened)
    for index, fixed in islice(attempts, MAX_ATTEMPTS):
        if _goes_on(lines, index, fixed.line, failed):
            return _explain_correction(lines, index, fixed)
    if opened is not None:
        return _explain_opening(lines, opened)
    reason = ", ".join(part for part in (error.context, error.problem) if part)
    fact = message("invalid YAML: {reason}.", reason=reason)
    return Advice(line, column, sentences(fact, _guess(lines[failed])))


def _explain_correction(lines: Sequence[str], index: int, fixed: Correction) -> Advice:
    if fixed.instead:
        return Advice(index + 1, fixed.offset + 1, sentences(fixed.cause, fixed.instead))
    return Rewrite(index + 1, lines[index], fixed.line).advise(fixed.offset + 1, fixed.cause)


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

"""Automatic fixes: applies unambiguous fixes to a copy of the data and keeps those that improve it."""

from __future__ import annotations

import shutil
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import unified_diff
from itertools import accumulate, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import yaml

from espejo.check.project import inspect_project
from espejo.files import replace_file, write_file
from espejo.load.data_files import MAX_FILES, UnreadableError, decode_text, list_tree, read_bytes, to_utf_8
from espejo.load.file_rules import check_characters, check_odd_spaces
from espejo.load.parse import MAX_LEDGER_BYTES
from espejo.load.source import Source
from espejo.messages.message import Message, message
from espejo.model.problems import Fix, Problem

MAX_ROUNDS = 50
"""Maximum rounds of fixing and rechecking; mistakes that hide each other are fixed one per round."""


class FixedFile(NamedTuple):
    """A fixed file, with its content before and after."""

    file: str
    before: bytes
    after: bytes

    def show(self) -> str:
        """The unified diff."""
        before, after = (decode_text(one).split("\n") for one in (self.before, self.after))
        return "\n".join(unified_diff(before, after, self.file, self.file, lineterm=""))

    def write(self, project: Path) -> Message | None:
        """Replace the file unless it has changed since. Return the reason if it was left alone."""
        path = project / self.file
        try:
            if read_bytes(path, MAX_LEDGER_BYTES) != self.before:
                return message(
                    "{file} has changed in the meantime and was left alone. Run it again.", file=self.file
                )
            replace_file(path, self.after)
        except UnreadableError as error:
            return message("{file} was left alone: {reason}", file=self.file, reason=error.text)
        except OSError as error:
            reason = error.strerror or ""
            return message("{file} was left alone: {reason}.", file=self.file, reason=reason)
        return None


def fix_files(data: Path) -> list[FixedFile]:
    """The files that change when all unambiguous problems are fixed. Nothing is written to `data`."""
    data = data.resolve()
    with TemporaryDirectory() as folder:
        copy = Path(folder, data.name)
        before = _copy_files(data, copy)
        with suppress(OSError):  # the first line of each file names its schema by the address of the site
            shutil.copy(data.parent / "mkdocs.yml", folder)
        _fix_in_rounds(copy)
        contents = ((file, content, (copy.parent / file).read_bytes()) for file, content in before.items())
        return [FixedFile(*one) for one in contents if one[1] != one[2]]


def _copy_files(data: Path, copy: Path) -> dict[str, bytes]:
    """Copy the readable files, keeping symbolic links. Return the content of each file."""
    copied = {}
    for path, fact in islice(list_tree(data), MAX_FILES + 1):
        file = path.relative_to(data.parent).as_posix()
        target = copy.parent / file
        if fact is None:
            try:
                copied[file] = read_bytes(path, MAX_LEDGER_BYTES)
            except UnreadableError:
                continue  # the project check reports why
            write_file(target, to_utf_8(copied[file]))
        elif path.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(path.readlink())
    return copied


class _Checked(NamedTuple):
    """Result of a check: findings by file, faults, and the files with unreadable parts."""

    problems: dict[str, list[Problem]]
    faults: frozenset[Problem]
    unread: frozenset[str]


def _check(data: Path) -> _Checked:
    inspection = inspect_project(data)
    by_file: dict[str, list[Problem]] = {}
    for problem in sorted({*inspection.problems, *inspection.notices}):
        by_file.setdefault(problem.place.file, []).append(problem)
    return _Checked(by_file, frozenset(inspection.faults), inspection.unread)


def _fix_in_rounds(data: Path) -> None:
    """Fix the files in place, in rounds. Undo a round for files it does not improve."""
    project, checked = data.parent, _check(data)
    left_alone: set[str] = set()
    for _ in range(MAX_ROUNDS):
        rounds = [
            _Round(file, picked, (project / file).read_bytes())
            for file, found in checked.problems.items()
            if file not in left_alone and (picked := list(_pick(found)))
        ]
        if not rounds:
            return
        for one in rounds:
            write_file(project / one.file, one.apply())
        after = _check(data)
        refused = [one for one in rounds if not one.is_better(checked, after)]
        for one in refused:
            write_file(project / one.file, one.content)
            left_alone.add(one.file)
        checked = _check(data) if refused else after


def _pick(problems: Sequence[Problem]) -> Iterator[tuple[Problem, Fix]]:
    """Pick problems whose fixes don't overlap or touch, in file order."""
    fixes = [(problem, problem.fix) for problem in problems if problem.fix]
    done = (0, 0)
    for problem, fix in sorted(fixes, key=lambda one: one[1][:4]):
        if (fix.line, fix.column) > done:
            yield problem, fix
            done = (fix.last_line, fix.last_column)


class _Round(NamedTuple):
    """Problems fixed together in one file, and its content before."""

    file: str
    picked: list[tuple[Problem, Fix]]
    content: bytes

    def apply(self) -> bytes:
        """Apply the fixes, preserving the byte order mark and line endings."""
        mark = BOM_UTF8 if self.content.startswith(BOM_UTF8) else b""
        text = self.content.removeprefix(BOM_UTF8).decode()
        line_end = "\r\n" if "\r\n" in text else "\n"
        starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
        parts, done = [], 0
        for _, fix in self.picked:
            start = starts[fix.line - 1] + fix.column - 1
            parts += [text[done:start], fix.text.replace("\n", line_end)]
            done = starts[fix.last_line - 1] + fix.last_column - 1
        return mark + "".join([*parts, text[done:]]).encode()

    def is_better(self, before: _Checked, after: _Checked) -> bool:
        """Whether these problems are gone, there are fewer faults, and they hid any that are new."""
        old, new = before.problems.get(self.file, []), after.problems.get(self.file, [])
        left = {(problem.place, problem.fact) for problem in new}
        if any((problem.place, problem.fact) in left for problem, _ in self.picked):
            return False
        if self.file in after.unread:  # YAML stops at the first mistake, so the next must be further down
            return self.file in before.unread and (len(new) < len(old) or new[-1].place > old[-1].place)
        if self.file in before.unread:
            return True
        return (
            self._has_fewer_faults(before.faults.intersection(old), after.faults.intersection(new))
            and self._has_hidden(old, new)
            and self._reads_the_same_elsewhere()
        )

    def _has_fewer_faults(self, old: frozenset[Problem], new: frozenset[Problem]) -> bool:
        is_about_faults = any(problem in old for problem, _ in self.picked)
        return len(new) < len(old) if is_about_faults else len(new) == len(old)

    def _has_hidden(self, old: Sequence[Problem], new: Sequence[Problem]) -> bool:
        """Whether every new problem belongs to a record that had one of these problems."""
        owners = {problem.owner for problem, _ in self.picked}
        known, seen = (Counter((problem.owner, problem.fact) for problem in one) for one in (old, new))
        return all(owner in owners for owner, _ in seen - known)

    def _list_lines(self) -> tuple[set[int], set[int]]:
        """The line numbers that the fixes touch, before and after."""
        old: set[int] = set()
        new: set[int] = set()
        moved = 0
        for _, fix in self.picked:
            added = fix.text.count("\n") - (fix.last_line - fix.line)
            old |= set(range(fix.line, fix.last_line + 1))
            new |= set(range(fix.line + moved, fix.last_line + moved + added + 1))
            moved += added
        return old, new

    def _reads_the_same_elsewhere(self) -> bool:
        """Whether the values on untouched lines parse the same as before, if they could be parsed."""
        old, new = self._list_lines()
        values = _list_values(self.content, old)
        return values is None or values == _list_values(self.apply(), new)


def _list_values(content: bytes, without: set[int]) -> list[str] | None:
    """The keys and values of a file outside these lines; None if it can't be parsed."""
    source = Source("", decode_text(content))
    check_characters(source)  # handle odd spaces and marks like the loader does
    check_odd_spaces(source)
    try:
        events = list(yaml.parse(source.text, yaml.CLoader))
    except yaml.YAMLError:
        return None
    scalars = (event for event in events if isinstance(event, yaml.ScalarEvent) and event.value)
    return [one.value for one in scalars if without.isdisjoint(_lines_of(one))]


def _lines_of(event: Any) -> range:
    return range(event.start_mark.line + 1, event.end_mark.line + 2)

"""Small bank for tests: arithmetic and collections, in both languages, with its own words.

Tests of the software read this bank and never the published `data/`, so that neither a new question nor a
reworded label can break them. tests/check/test_small_bank.py says what the bank must cover.

To edit it, change the files under tests/bank and run
`PYTHONPATH=hooks:tests/support python tests/support/small_bank.py`.
It brings the small bank's ledger up to date. Change lines that begin with `proven:` by hand.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from typing import TypeVar

from espejo.check.project import Inspection, inspect_project
from espejo.ledger.gap import find_gap, update_ledger
from espejo.ledger.write import write_ledger
from espejo.load.file_kinds import FIELDS
from espejo.load.languages import english_words
from espejo.model.language import BLANK
from espejo.model.ledger import Entry, TermEntry
from project import ROOT, copy_frame

Dated = TypeVar("Dated", Entry, TermEntry)

WORDS = english_words()

BANK = ROOT / "tests" / "bank"

SITE_URL = "https://espejo.test/"
REPO_URL = "https://forge.test/espejo"

NAMES: Mapping[str, str] = {"en": "site", "es": "site-es"}
"""The small bank's name in each language."""

MARKS: Mapping[str, str] = {"en": "", "es": "-es"}
"""Suffixes of words in each language, so that a page in the wrong language is noticed."""


def write_bank(target: Path) -> Path:
    """Copies the small bank to `target`, with words and fields generated from their names."""
    shutil.copytree(BANK, target)
    for locale in MARKS:
        path = target / "locales" / f"{locale}.yaml"
        path.write_text(path.read_text(encoding="utf-8") + _write_words(locale), encoding="utf-8")
    return target


@cache
def _write_words(locale: str) -> str:
    lines = ["words:", *(f"  {_write_key(name)}: {json.dumps(make_word(name, locale))}" for name in WORDS)]
    lines += ["fields:", *(f"  {name}: {json.dumps(make_field(name, locale))}" for name in sorted(FIELDS))]
    return "".join(f"{line}\n" for line in lines)


def _write_key(name: str) -> str:
    """Quotes the words `true` and `false`, which editors would read as booleans."""
    return json.dumps(name) if name in ("true", "false") else name


def make_word(name: str, locale: str) -> str:
    """A word in the small bank: `level {level}` in English, `level-es {level}` in Spanish."""
    blanks = dict.fromkeys(BLANK.findall(WORDS[name]))
    return " ".join([f"{name}{MARKS[locale]}", *(f"{{{blank}}}" for blank in blanks)])


def make_field(name: str, locale: str) -> str:
    """A field's text in the small bank: `Quiz.labels` in English, `Quiz.labels-es` in Spanish."""
    return f"{name}{MARKS[locale]}"


def copy_project(target: Path) -> Path:
    """Copies everything the site is built with, and the small bank instead of the published one."""
    copy_frame(target)
    config = target / "mkdocs.yml"
    text = config.read_text(encoding="utf-8")
    for name, address in (("site_url", SITE_URL), ("repo_url", REPO_URL)):
        text, found = re.subn(rf"^{name}: .*$", f"{name}: {address}", text, flags=re.MULTILINE)
        assert found == 1, f"mkdocs.yml has {found} lines that begin with {name}:"
    config.write_text(text, encoding="utf-8")
    write_bank(target / "data")
    return target


@cache
def load_small_bank() -> Inspection:
    """The small bank, loaded once and shared, for tests that neither change it nor need its files."""
    with tempfile.TemporaryDirectory() as folder:
        return inspect_project(write_bank(Path(folder) / "data"))


def accept_changes(loaded: Inspection) -> str:
    """The ledger after accepting every change, each with a different day. Stale passages stay stale."""
    if loaded.faults:
        raise SystemExit("\n".join(map(str, loaded.faults)))
    ledger = loaded.bank.ledger
    days = _later_days(max((entry.time(locale) for entry in ledger.dated for locale in MARKS), default=0))
    behind = find_gap(loaded.bank, loaded.drifts, loaded.moves, next(days))
    spread = {id_: _spread(entry, ledger.by_id.get(id_), days) for id_, entry in behind.entries.items()}
    terms = {id_: _spread(entry, ledger.terms_by_id.get(id_), days) for id_, entry in behind.terms.items()}
    return write_ledger(update_ledger(ledger, replace(behind, entries=spread, terms=terms)))


def _later_days(last: int) -> Iterator[datetime]:
    """Yields the days after a timestamp, so that the result doesn't depend on the current time."""
    return (datetime.fromtimestamp(last, UTC) + timedelta(days=days) for days in count(1))


def _spread(entry: Dated, before: Dated | None, days: Iterator[datetime]) -> Dated:
    """An entry in which each changed language has a different day."""
    old = (before and before.seen) or {}
    seen = {
        locale: said if said == old.get(locale) else f"{next(days):%Y-%m-%dT%H:%M:%SZ} {entry.digest(locale)}"
        for locale, said in (entry.seen or {}).items()
    }
    return replace(entry, seen=seen)


if __name__ == "__main__":
    (BANK / "ledger.yaml").write_text(accept_changes(load_small_bank()), encoding="utf-8")


_TERM_LINK = re.compile(r'<a class="term" href="[^"]*">([^<]*)</a>')


def drop_term_links(html: str) -> str:
    """Removes glossary links from a page's HTML, to compare it with the fragments it's made of."""
    return _TERM_LINK.sub(r"\1", html)

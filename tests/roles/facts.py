"""Facts that scenarios compare: stale passages, learners' notes and proofs, and sections of summaries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from espejo.check.project import Inspection
from espejo.exports.notes import Notes
from espejo.model.bank import list_variants
from espejo.rendering.site import Site
from small_bank import SITE_URL, load_small_bank


def list_stale(inspection: Inspection) -> set[tuple[str, str]]:
    """List ids and languages of stale passages, except those of the small bank."""
    known = {(one.id, one.locale) for one in load_small_bank().stale}
    return {(one.id, one.locale) for one in inspection.stale} - known


def list_notes(inspection: Inspection) -> dict[str, tuple[str, ...]]:
    """Return the deck of each Anki note, keyed by GUID."""
    site = Site(inspection.bank, home=SITE_URL)
    notes = Notes(site)
    made = (
        notes.make(variant, placed) for variant in list_variants(site.bank) for placed in site.bank.items()
    )
    return {note.guid: note.deck for note in made}


@cache
def list_first_notes() -> dict[str, tuple[str, ...]]:
    """Return the notes of the small bank, which every scenario starts with."""
    return list_notes(load_small_bank())


def list_proven(inspection: Inspection) -> dict[str, str]:
    """Return the digests of passed proofs, keyed by id."""
    return {id_: entry.proven for id_, entry in inspection.bank.ledger.proven.items()}


def read_section(summary: str, heading: str) -> str:
    """Return the section of a summary under an English heading."""
    title, _, count = heading.partition(" (")
    pattern = (
        rf"^##+ {re.escape(title)}(?: · [^(\n]*)?{re.escape(count and f' ({count}')}.*\n\n?((?:(?!##).*\n?)*)"
    )
    found = re.search(pattern, summary, re.MULTILINE)
    assert found, f"no heading {heading!r} in:\n{summary}"
    return found[1]


def list_headings(summary: str) -> Iterator[str]:
    """List the English headings, with the number of entries under each."""
    headings = re.finditer(r"^##+ (.*?)(?: ·.*?)?( \(\d+\))?$", summary, re.MULTILINE)
    return (found[1] + (found[2] or "") for found in headings)

"""Practice map: every question and card with its key. tests/golden has the whole file of the small bank."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from espejo.exports.practice_map import write_practice_map
from espejo.model.bank import Bank
from espejo.model.kinds.fingerprint import key_fingerprint
from espejo.model.text import Text
from espejo.rendering.site import Site
from small_bank import SITE_URL, load_small_bank


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_small_bank().bank


@pytest.fixture(scope="module")
def read_map(bank: Bank) -> Any:
    return json.loads(write_practice_map(Site(bank, home=SITE_URL)))


def test_every_question_and_card_is_there_with_its_key(bank: Bank, read_map: Any) -> None:
    """Items are in the order of the bank; retired ones are left out."""
    groups = ["units", "collections", "courses", "topics", "path", "glossary"]
    assert list(read_map) == ["version", "items", *groups]
    assert read_map["version"] == 1
    items = [placed.item for placed in bank.items()]
    assert list(read_map["items"].items()) == [(item.id, key_fingerprint(item)) for item in items]
    assert bank.ledger.retired
    assert not read_map["items"].keys() & set(bank.ledger.retired)


def test_without_terms_there_is_no_glossary(bank: Bank) -> None:
    """The key is absent, so that scripts don't look for terms."""
    bare = replace(bank, reference=replace(bank.reference, terms=()))
    assert "glossary" not in json.loads(write_practice_map(Site(bare, home=SITE_URL)))


def test_titles_are_plain_text_in_each_language(bank: Bank) -> None:
    """Markdown and HTML are removed; a missing translation is replaced by the other language."""
    first = bank.collections[0]
    marked = Text({"en": "Some *marked* `code` & $x$"}, first.title.place)
    changed = replace(bank, collections=(replace(first, title=marked), *bank.collections[1:]))
    title = json.loads(write_practice_map(Site(changed, home=SITE_URL)))["collections"][first.folder]["title"]
    assert title == dict.fromkeys(bank.locales, "Some marked code & x")


def test_the_build_writes_it_once_compact_and_the_same_each_time(bank: Bank, site: Path) -> None:
    """The file is at the root, shared by all languages."""
    made = write_practice_map(Site(bank, home=SITE_URL))
    assert [path.relative_to(site).as_posix() for path in site.rglob("practice.json")] == ["practice.json"]
    assert (site / "practice.json").read_bytes() == made
    assert made == json.dumps(json.loads(made), ensure_ascii=False, separators=(",", ":")).encode()

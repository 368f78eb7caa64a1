"""The map of the bank that practice reads: every question and card, its key, and where it belongs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from espejo.exports.practice_map import write_practice_map
from espejo.model.bank import Bank
from espejo.model.kinds.fingerprint import key_fingerprint
from espejo.model.quiz import Card
from espejo.model.text import Text
from espejo.rendering.site import Site
from small_bank import SITE_URL, load_small_bank, make_word


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_small_bank().bank


@pytest.fixture(scope="module")
def read_map(bank: Bank) -> Any:
    return json.loads(write_practice_map(Site(bank, home=SITE_URL)))


def test_every_question_and_card_is_there_with_its_key(bank: Bank, read_map: Any) -> None:
    """In the order of the bank, and nothing else: what has retired is absent."""
    assert list(read_map) == ["version", "items", "units", "collections", "courses", "topics", "glossary"]
    assert read_map["version"] == 1
    items = [placed.item for placed in bank.items()]
    assert list(read_map["items"].items()) == [(item.id, key_fingerprint(item)) for item in items]
    assert bank.ledger.retired
    assert not read_map["items"].keys() & set(bank.ledger.retired)


def test_each_item_belongs_to_one_quiz_or_deck(bank: Bank, read_map: Any) -> None:
    """Units hold all items, collections all units, and a guide's courses are among its units."""
    held = [id_ for unit in read_map["units"].values() for id_ in unit["items"]]
    assert held == list(read_map["items"])
    collections = read_map["collections"]
    assert list(collections) == [one.folder for one in bank.collections]
    assert [path for one in collections.values() for path in one["units"]] == list(read_map["units"])
    assert list(read_map["courses"]) == ["study-guide#numbers", "study-guide#text"]
    for path, course in read_map["courses"].items():
        assert course["units"]
        assert set(course["units"]) <= set(collections[path.partition("#")[0]]["units"])


def test_topics_list_their_items(bank: Bank, read_map: Any) -> None:
    """Each topic that some question or card has, with all of those."""
    expected = {
        topic.id: [placed.item.id for placed in bank.items() if topic.id in placed.item.topics]
        for topic in bank.reference.topics
    }
    listed = {id_: topic["items"] for id_, topic in read_map["topics"].items()}
    assert listed == {id_: items for id_, items in expected.items() if items}


def test_the_glossary_lists_its_terms_with_the_key_of_any_card(bank: Bank, read_map: Any) -> None:
    """In the order of the file. Its cards are not among the items, and belong to no quiz."""
    card = next(placed.item for placed in bank.items() if isinstance(placed.item, Card))
    assert read_map["glossary"] == {
        "title": {locale: make_word("glossary_title", locale) for locale in bank.locales},
        "key": key_fingerprint(card),
        "terms": [term.id for term in bank.reference.terms],
    }


def test_without_terms_there_is_no_glossary(bank: Bank) -> None:
    """Its key is absent, so that a script need not look for terms in it."""
    bare = replace(bank, reference=replace(bank.reference, terms=()))
    assert "glossary" not in json.loads(write_practice_map(Site(bare, home=SITE_URL)))


def test_titles_are_plain_text_in_each_language(bank: Bank) -> None:
    """Without Markdown and HTML; where a translation is missing, in the language there is."""
    first = bank.collections[0]
    marked = Text({"en": "Some *marked* `code` & $x$"}, first.title.place)
    changed = replace(bank, collections=(replace(first, title=marked), *bank.collections[1:]))
    title = json.loads(write_practice_map(Site(changed, home=SITE_URL)))["collections"][first.folder]["title"]
    assert title == dict.fromkeys(bank.locales, "Some marked code & x")


def test_every_title_is_there_in_each_language(bank: Bank, read_map: Any) -> None:
    """Those of units, collections, courses and topics."""
    for group in ("units", "collections", "courses", "topics"):
        for one in read_map[group].values():
            assert list(one["title"]) == list(bank.locales)
            assert all(one["title"].values())


def test_the_build_writes_it_once_compact_and_the_same_each_time(bank: Bank, site: Path) -> None:
    """One file at the root for all languages."""
    made = write_practice_map(Site(bank, home=SITE_URL))
    assert [path.relative_to(site).as_posix() for path in site.rglob("practice.json")] == ["practice.json"]
    assert (site / "practice.json").read_bytes() == made
    assert made == json.dumps(json.loads(made), ensure_ascii=False, separators=(",", ":")).encode()

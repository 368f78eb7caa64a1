"""Glossary notes in the real Anki: two for each term, and neither gives its answer away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from anki.collection import Collection

from espejo.exports.files import list_exports
from espejo.exports.term_notes import list_term_notes
from espejo.ledger.deck_names import suggest_names
from espejo.markdown.fragments import block, inline
from espejo.model.bank import Bank, list_variants
from espejo.model.ledger import DeckName
from espejo.model.reference import Term
from espejo.rendering.site import Site
from project import ROOT
from small_bank import SITE_URL, load_small_bank, make_word
from test_anki import (
    EDITIONS,
    export,
    import_package,
    import_text,
    load_site,
    make_site,
    notes_by_guid,
)

SELF_NAMING = """\
  - id: own-list
    term: {en: list, es: lista}
    meaning:
      en: "A list of lists, `list_of`, *list* &amp; **Lists**; what a sublist is to a mini-list, or lista."
      es: "Una lista de listas, `list_of`, *lista* y **Listas**, o list."
  - id: own-unit
    term: {en: "rectified linear unit (ReLU)", es: "unidad lineal (ReLU)"}
    also: [{en: ramp function, es: rampa}]
    meaning:
      en: |
        The *rectified* linear unit, ReLU for short, or ramp functions: $\\operatorname{ReLU}(x)$.

        - [ReLU](https://example.org/relu)
      es: "La unidad lineal ReLU, o rampa, es la [rampa](https://example.org/rampa)."
  - id: own-loss
    term: {en: loss, es: pérdida}
    meaning: {en: A loss function has a loss., es: Las pérdidas de una función de pérdida.}
  - id: own-qa
    term: Q&A
    meaning: {en: A Q&A page., es: Una página de Q&A.}
"""


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_small_bank().bank


def load_self_naming(data: Path) -> tuple[Site, list[Term]]:
    """Load the small bank with more terms, whose meanings all contain their own names."""
    glossary = data / "glossary.yaml"
    glossary.write_text(glossary.read_text(encoding="utf-8") + SELF_NAMING, encoding="utf-8")
    site = load_site(data)
    return site, [term for term in site.bank.reference.terms if term.id.startswith("own-")]


def read_text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def list_names(term: Term) -> Iterator[str]:
    """List a term's names in every language. None may appear on the front of the note that asks for it."""
    for text in (term.term, *term.also):
        for passage in text.passages.values():
            yield from re.split(r"\s*[()]", passage.rstrip(")"))


def find_names(term: Term, front: str) -> list[str]:
    """Find a term's names on the front of a note, including in links and at the start of longer words."""
    words = " ".join(re.findall(r"[^\W_]+|&", unescape(front).lower()))
    return [name for name in list_names(term) if re.search(rf"\b{name.lower().replace('&', ' & ')}", words)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_term_is_two_notes(collection: Collection, bank: Bank, edition: str, tmp_path: Path) -> None:
    """One shows the term, the other the meaning, in the first language; the back has every language."""
    package = f"anki/espejo-{edition}.apkg"
    import_package(collection, export(make_site(bank), tmp_path, package) / package)
    found = notes_by_guid(collection)
    first, *others = edition.split("-")
    title = make_word("glossary_title", first)
    for term in bank.reference.terms:
        term_note, meaning_note = (
            found[f"espejo/{edition}/{asked}/{term.id}"] for asked in ("term", "meaning")
        )
        name, meaning = inline(term.term.show(first).markdown), block(term.meaning.show(first).markdown)
        assert read_text(term_note.fields[0]) == f"{title} {read_text(name)}"
        assert read_text(meaning_note.fields[0]) == f"{title} {read_text(meaning)}"
        assert meaning in term_note.fields[1]
        assert f'<p class="title">{name}</p>' in meaning_note.fields[1]
        for note in (term_note, meaning_note):
            for locale in others:
                assert block(term.meaning.show(locale).markdown) in note.fields[1]
            for locale in bank.locales:
                assert locale == first or inline(term.term.show(locale).markdown) in note.fields[1]
            assert f'href="{SITE_URL}{"es/" if first == "es" else ""}glossary/#{term.id}"' in note.fields[1]


def test_the_notes_have_a_deck_and_a_tag_of_their_own(bank: Bank) -> None:
    """The deck has the glossary's name in the first language, which the ledger fixes like any other."""
    notes = {edition.name: list(list_term_notes(make_site(bank), edition)) for edition in list_variants(bank)}
    assert {note.tags for made in notes.values() for note in made} == {("espejo::glossary",)}
    assert {name: {note.deck for note in made} for name, made in notes.items()} == {
        "en": {("Espejo · English", "glossary_title")},
        "es": {("Espejo · Español", "glossary_title-es")},
        "en-es": {("Espejo · English + Español", "glossary_title")},
    }
    frozen = DeckName(path="glossary", name={"en": "Words"}, place=bank.ledger.place)
    decks = (*(deck for deck in bank.ledger.decks if deck.path != "glossary"), frozen)
    changed = replace(bank, ledger=replace(bank.ledger, decks=decks))
    note = next(list_term_notes(make_site(changed), list_variants(bank)[0]))
    assert note.deck == ("Espejo · English", "Words")


def test_a_note_that_asks_for_a_term_comes_after_all_that_show_one(bank: Bank) -> None:
    """Anki asks new notes in this order: right after its counterpart, the answer would be obvious."""
    guids = [note.guid for note in list_term_notes(make_site(bank), list_variants(bank)[0])]
    ids = [term.id for term in bank.reference.terms]
    assert guids == [f"espejo/en/{asked}/{id_}" for asked in ("term", "meaning") for id_ in ids]


@pytest.mark.parametrize("edition", ["en", "es"])
def test_the_text_file_brings_the_same_notes(
    collection: Collection, bank: Bank, edition: str, tmp_path: Path
) -> None:
    """Deck and tag are the same. Importing the package afterward adds no duplicates."""
    text, package = f"anki/{edition}/glossary.tsv", f"anki/espejo-{edition}-glossary.apkg"
    folder = export(make_site(bank), tmp_path, text, package)
    count = 2 * len(bank.reference.terms)
    assert len(import_text(collection, folder / text).new) == count
    note = notes_by_guid(collection)[f"espejo/{edition}/term/hash"]
    assert note.tags == ["espejo::glossary"]
    deck = collection.decks.name(note.cards()[0].did)
    assert deck.endswith(f"::{make_word('glossary_title', edition)}")
    assert len(import_package(collection, folder / package).new) == 0


def test_a_bank_without_terms_has_no_such_files(bank: Bank) -> None:
    """The ledger doesn't name a deck for them, either."""
    bare = replace(bank, reference=replace(bank.reference, terms=()))
    paths = {
        name: [one.path for one in list_exports(Site(made, home=SITE_URL), ROOT / "node_modules")]
        for name, made in (("bare", bare), ("whole", bank))
    }
    assert set(paths["whole"]) - set(paths["bare"]) == {
        *(f"anki/espejo-{locale}-glossary.apkg" for locale in bank.locales),
        *(f"anki/{locale}/glossary.tsv" for locale in bank.locales),
    }
    assert "glossary" not in {path for path, *_ in suggest_names(bare)}


def test_no_front_gives_its_answer_away(data: Path) -> None:
    """Covers the small bank, and meanings that name their own term in every possible way.

    Names are searched in both languages: in words, code, formulas, and URLs. The front keeps its blanks when
    the answer is shown, so the back has the whole meaning.
    """
    site, named = load_self_naming(data)
    found = {}
    for edition in list_variants(site.bank):
        notes = {note.guid: note for note in list_term_notes(site, edition)}
        for term in site.bank.reference.terms:
            note = notes[f"espejo/{edition.name}/meaning/{term.id}"]
            assert find_names(term, note.front) == [], (edition.name, term.id, note.front)
            assert ("…" in note.front) == (term in named), "only names are blanked out"
            found[edition.name, term.id] = note
    for term in named:
        assert find_names(term, block(term.meaning.show("en").markdown)), "without blanks it is found"
    assert "<p>A … function has a ….</p>" in found["en", "own-loss"].front
    assert "<p>A loss function has a loss.</p>" in found["en", "own-loss"].back

"""Decks in the real Anki: an import matches the YAML, and a later one keeps the learner's progress."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

import anki.lang
import pytest
from anki.collection import (
    Collection,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
    ImportCsvRequest,
)

from conftest import Open
from edits import replace_once
from espejo.check.project import inspect_project
from espejo.exports.anki import BACK, FIELDS, FRONT, LOOKS_CHANGED
from espejo.exports.files import CARD_FONT, list_exports
from espejo.ledger.drift import find_drifts, list_stale
from espejo.ledger.fingerprints import NOTE_FORM
from espejo.markdown.fragments import inline
from espejo.markdown.passages import plain_words
from espejo.model.bank import Bank, list_variants
from espejo.model.collection import Placed
from espejo.model.quiz import Card
from espejo.model.text import Text
from espejo.rendering.environment import TEMPLATES
from espejo.rendering.site import Site
from espejo.site.math_font import REPERTOIRE, find_characters
from project import ROOT
from site_server import serve
from small_bank import SITE_URL, accept_changes, load_small_bank, write_bank

EDITIONS = ("en", "es", "en-es")
EDITED = "q-01-01"
QUIZ = "quizzes/phase-01-arithmetic"
INVISIBLE = {"\u2061", "\u2063", "\ufe00"}
"""Invisible characters for screen readers; fonts don't need them."""


def make_site(bank: Bank) -> Site:
    return Site(bank, home=SITE_URL, stale=list_stale(find_drifts(bank)))


def load_site(data: Path) -> Site:
    loaded = inspect_project(data)
    assert loaded.faults == []
    return make_site(loaded.bank)


def export(site: Site, target: Path, *paths: str) -> Path:
    """Write the exports with these paths, or all exports."""
    for one in list_exports(site, ROOT / "node_modules"):
        if one.path in paths or not paths:
            (target / one.path).parent.mkdir(parents=True, exist_ok=True)
            (target / one.path).write_bytes(one.make())
    return target


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_small_bank().bank


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory, bank: Bank) -> Path:
    """Make a folder with every export of the small bank; tests only read it."""
    return export(make_site(bank), tmp_path_factory.mktemp("exports"))


def import_package(collection: Collection, package: Path) -> Any:
    """Import a package with the dialog's default settings: existing notes are updated if newer."""
    request = ImportAnkiPackageRequest(package_path=str(package), options=ImportAnkiPackageOptions())
    return collection.import_anki_package(request).log


def import_text(collection: Collection, text: Path) -> Any:
    """Import a text file with the settings that Anki reads from its header."""
    metadata = collection.get_csv_metadata(path=str(text), delimiter=None)
    return collection.import_csv(ImportCsvRequest(path=str(text), metadata=metadata)).log


def count_notes(bank: Bank) -> int:
    """Count the notes of the whole bank in a variant: one per question and card, two per term."""
    return len(list(bank.items())) + 2 * len(bank.reference.terms)


def list_tags(asked: Placed) -> list[str]:
    topics = [f"espejo::{name}" for name in asked.item.topics]
    levels = [f"espejo::level::{asked.item.level}"] if asked.item.level else []
    return sorted([f"espejo::{asked.path.replace('/', '::')}", *topics, *levels])


def notes_by_guid(collection: Collection) -> dict[str, Any]:
    return {(note := collection.get_note(id_)).guid: note for id_ in collection.find_notes("")}


def texts_of_sides(asked: Placed) -> tuple[list[Text], list[Text]]:
    """List the texts that belong on the front, and those that belong on the back."""
    item = asked.item
    if isinstance(item, Card):
        return [item.front], [item.back]
    front = [item.title, *([item.prompt] if item.prompt else []), *(one.text for one in item.choices)]
    back = [text for text in (item.why, item.answer, *(one.why for one in item.choices)) if text]
    return front, [*back, *item.points]


def edit_english(data: Path) -> None:
    """Change the English title of one question and the English meaning of one term."""
    replace_once(data / "glossary.yaml", "of whole numbers leaves over.", "leaves over. What is left over.")
    quiz = data / f"{QUIZ}.yaml"
    text, count = re.subn(
        rf"({EDITED}\n.*?\n      en: )", r"\1Once more, ", quiz.read_text("utf-8"), count=1, flags=re.DOTALL
    )
    assert count == 1
    quiz.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_whole_bank_is_imported(collection: Collection, exported: Path, bank: Bank, edition: str) -> None:
    """Each question or card is one note, asked in the first language and answered in all of them."""
    log = import_package(collection, exported / f"anki/espejo-{edition}.apkg")
    items = list(bank.items())
    assert len(log.new) == count_notes(bank)
    found = notes_by_guid(collection)
    first, *others = edition.split("-")
    for asked in items:
        id_ = asked.item.id
        front, back = found[f"espejo/{edition}/{id_}"].fields
        asks, answers = texts_of_sides(asked)
        for text in asks:
            assert inline(text.show(first).markdown) in front, f"{id_}: front without {text}"
        for locale in others:
            for text in asks:
                assert inline(text.show(locale).markdown) in back, f"{id_}: back without {text} ({locale})"
        for locale in (first, *others):
            for text in answers:
                assert inline(text.show(locale).markdown) in back, f"{id_}: back without {text} ({locale})"
            folder = "es/" if locale == "es" else ""
            assert f'href="{SITE_URL}{folder}{asked.path}/#{id_}"' in back


def test_collections_are_parts_of_the_whole(collection: Collection, exported: Path, bank: Bank) -> None:
    """Together with the glossary's package, they contain the same notes as the package of the whole bank."""
    for one in bank.collections:
        package = exported / f"anki/espejo-es-{one.folder}.apkg"
        assert len(import_package(collection, package).new) == one.count_items()
    glossary = import_package(collection, exported / "anki/espejo-es-glossary.apkg")
    assert len(glossary.new) == 2 * len(bank.reference.terms)
    again = import_package(collection, exported / "anki/espejo-es.apkg")
    assert (len(again.new), len(again.updated)) == (0, 0)
    assert len(again.duplicate) == count_notes(bank)


def test_each_note_has_the_deck_that_the_ledger_names_and_its_tags(
    collection: Collection, exported: Path, bank: Bank
) -> None:
    """Each quiz is a subdeck, and each edition has its own decks. Tags are quiz, topics, and level."""
    for edition in EDITIONS:
        import_package(collection, exported / f"anki/espejo-{edition}.apkg")
    found = notes_by_guid(collection)
    items = list(bank.items())
    assert len(found) == len(EDITIONS) * count_notes(bank)
    names, decks = bank.ledger.names, set()
    for edition in EDITIONS:
        locales = edition.split("-")
        top = "Espejo · " + " + ".join(names["languages"][locale] for locale in locales)
        decks |= {top, f"{top}::{names['glossary'][locales[0]]}"}
        for asked in items:
            parts = [top, *(names[path][locales[0]] for path in (asked.collection.folder, asked.path))]
            note = found[f"espejo/{edition}/{asked.item.id}"]
            assert collection.decks.name(note.cards()[0].did) == "::".join(parts), asked.item.id
            assert note.tags == list_tags(asked)
            decks |= {"::".join(parts[:2]), "::".join(parts)}
    assert {one.name for one in collection.decks.all_names_and_ids()} - {"Default"} == decks
    assert decks >= {
        "Espejo · English::Flash cards::01 Arithmetic cards",
        "Espejo · Español::Guía de estudio de aritmética::01 División",
        "Espejo · English + Español::Phase quizzes::02 Lists and sets",
    }


def test_a_package_has_what_every_anki_reads_and_the_math_font(
    collection: Collection, exported: Path
) -> None:
    with zipfile.ZipFile(exported / "anki/espejo-en.apkg") as package:
        assert package.namelist() == ["collection.anki2", "media", "0"]
    import_package(collection, exported / "anki/espejo-en.apkg")
    assert (Path(collection.media.dir()) / CARD_FONT).read_bytes().startswith(b"wOF2")


def test_an_edit_updates_its_notes_and_keeps_their_history(
    collection: Collection, exported: Path, bank: Bank, data: Path, tmp_path: Path
) -> None:
    """An English edit updates notes with English but keeps due dates and reviews; Spanish notes stay."""
    packages = [f"anki/espejo-{edition}.apkg" for edition in EDITIONS]
    for package in packages:
        import_package(collection, exported / package)
    edited = {
        f"espejo/en/{EDITED}": "Once more, ",
        "espejo/en/meaning/remainder": "What is left over.",
    }
    reviewed = {}
    for guid in edited:
        card = notes_by_guid(collection)[guid].cards()[0]
        collection.decks.select(card.did)
        card.start_timer()
        collection.sched.answerCard(card, 3)
        reviewed[guid] = collection.get_card(card.id)
        assert reviewed[guid].reps == 1

    edit_english(data)
    ledger = accept_changes(inspect_project(data))  # on a later day
    (data / "ledger.yaml").write_text(ledger, encoding="utf-8")
    later = export(load_site(data), tmp_path / "later", *packages)
    logs = [import_package(collection, later / package) for package in packages]
    assert [(len(log.new), len(log.updated)) for log in logs] == [(0, 3), (0, 0), (0, 3)]
    assert [len(log.duplicate) for log in logs] == [count_notes(bank) - n for n in (3, 0, 3)]
    for guid, text in edited.items():
        note, before = notes_by_guid(collection)[guid], reviewed[guid]
        assert text in note.fields[0]
        after = note.cards()[0]
        assert (after.reps, after.due) == (1, before.due)
        count = collection.db.scalar("select count() from revlog where cid = ?", after.id)  # type: ignore[union-attr]
        assert count == 1


def test_a_question_that_is_removed_stays_with_the_learner(
    collection: Collection, exported: Path, data: Path, tmp_path: Path
) -> None:
    """Imports add and update notes, but never delete them."""
    package = "anki/espejo-en.apkg"
    import_package(collection, exported / package)
    before = notes_by_guid(collection).keys()
    (data / f"{QUIZ}.yaml").unlink()
    site = load_site(data)
    assert EDITED not in {asked.item.id for asked in site.bank.items()}
    export(site, tmp_path / "later", package)
    log = import_package(collection, tmp_path / "later" / package)
    assert (len(log.new), len(log.updated)) == (0, 0)
    assert notes_by_guid(collection).keys() == before


@pytest.mark.parametrize(("profile", "edition"), [("en", "es"), ("es", "en")])
def test_texts_are_imported_with_what_anki_fills_in(
    exported: Path, bank: Bank, profile: str, edition: str, tmp_path: Path
) -> None:
    """An English or Spanish Anki fills in everything: deck, tags, identity, and both fields."""
    anki.lang.set_lang(profile)
    learner = Collection(str(tmp_path / "other.anki2"))
    for bank_collection, slug, unit in bank.units():
        path = exported / f"anki/{edition}/{bank_collection.folder}/{slug}.tsv"
        assert len(import_text(learner, path).new) == len(unit.items), path
    found = notes_by_guid(learner)
    assert len(found) == len(list(bank.items()))
    names = bank.ledger.names
    for asked in bank.items():
        note = found[f"espejo/{edition}/{asked.item.id}"]
        front, back = (unescape(field) for field in note.fields)
        asks, answers = texts_of_sides(asked)
        for side, texts in ((front, asks), (back, answers)):
            for text in texts:
                lost = [word for word in plain_words(text.show(edition).markdown) if word not in side.lower()]
                assert lost == [], f"{asked.item.id}: {text}"
        assert note.tags == list_tags(asked)
        deck = [names[path][edition] for path in ("languages", asked.collection.folder, asked.path)]
        assert learner.decks.name(note.cards()[0].did) == f"Espejo · {'::'.join(deck)}"
    back = found[f"espejo/{edition}/{EDITED}"].fields[1]
    assert "&#10;" in back or "\n" in back, "the lines of a passage were joined"
    assert len(import_text(learner, exported / f"anki/{edition}/{QUIZ}.tsv").new) == 0
    learner.close()


def test_an_edited_text_updates_its_note(
    collection: Collection, exported: Path, data: Path, tmp_path: Path
) -> None:
    """Anki compares the fields of text imports, so no modification time is needed."""
    path = f"anki/en/{QUIZ}.tsv"
    import_text(collection, exported / path)
    edit_english(data)
    export(load_site(data), tmp_path / "later", path)
    log = import_text(collection, tmp_path / "later" / path)
    assert (len(log.new), len(log.updated)) == (0, 1)
    assert "Once more, " in notes_by_guid(collection)[f"espejo/en/{EDITED}"].fields[0]


def test_a_text_has_one_line_for_each_note(exported: Path, bank: Bank) -> None:
    """Each line has four columns, even for code with a tab, and formulas are TeX for Anki's MathJax."""
    for one, slug, unit in bank.units():
        lines = (exported / f"anki/es/{one.folder}/{slug}.tsv").read_text(encoding="utf-8").splitlines()
        notes = [line for line in lines if not line.startswith("#")]
        assert [line.partition("\t")[0] for line in notes] == [f"espejo/es/{item.id}" for item in unit.items]
        assert {line.count("\t") for line in notes} == {3}, f"{slug}: a tab inside a field"
        assert not any("<math" in line for line in notes)
    text = (exported / f"anki/es/{QUIZ}.tsv").read_text(encoding="utf-8")
    assert "\\(7\\)" in text
    assert "\\[7 = 2 \\cdot 3 + 1\\]" in text


def test_the_same_data_gives_the_same_bytes(exported: Path, project: Path, tmp_path: Path) -> None:
    """The export is repeated in another process, with another time zone and hash seed."""
    call = ["export", "--data", str(project / "data"), "--to", str(tmp_path / "again")]
    surroundings = {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "PYTHONPATH": str(project / "hooks")}
    subprocess.run(
        [sys.executable, "-m", "espejo.commands.cli", *call],
        check=True,
        env={**os.environ, **surroundings},
        stdout=subprocess.DEVNULL,
    )
    for file in list_files(exported):
        assert (exported / file).read_bytes() == (tmp_path / "again" / file).read_bytes(), file


def list_files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_addresses_are_stable(exported: Path, bank: Bank) -> None:
    """Learners bookmark these addresses, so they are spelled out here."""
    expected = {f"anki/espejo-{edition}.apkg" for edition in EDITIONS}
    for locale in ("en", "es"):
        expected |= {f"anki/espejo-{locale}-{one.folder}.apkg" for one in bank.collections}
        expected |= {f"anki/{locale}/{one.folder}/{slug}.tsv" for one, slug, _ in bank.units()}
        expected |= {f"anki/espejo-{locale}-glossary.apkg", f"anki/{locale}/glossary.tsv"}
    expected |= {
        "bank.en.json",
        "bank.es.json",
        "bank.json",
        "bank.schema.json",
        "status.json",
        "practice.json",
    }
    assert list_files(exported) == expected


def read_template(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def test_a_new_look_needs_a_new_time() -> None:
    """Anki applies new templates and styles only if their time is newer. Change both values here."""
    looks = sha256("\n".join((FRONT, BACK, *FIELDS, read_template("notes/note.css"))).encode()).hexdigest()[
        :12
    ]
    assert (looks, LOOKS_CHANGED) == ("ac66585c535a", 1_794_873_600)


def test_a_new_form_needs_a_new_number() -> None:
    """Learners get notes in a new form only if every note counts as changed. Change both values here.

    Change only the hash if existing notes stay the same, as the golden notes and exports show.
    """
    files = [*sorted(TEMPLATES.glob("notes/*.html")), *sorted(TEMPLATES.glob("kinds/*.html"))]
    sides = "".join(re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8")) for path in files)
    assert (sha256(sides.encode()).hexdigest()[:12], NOTE_FORM) == ("93a5a45e542a", 1)


def test_another_font_needs_another_name() -> None:
    """Anki keeps the old file under the old name, so the styles would continue to use it."""
    repertoire = sha256(REPERTOIRE.encode()).hexdigest()[:12]
    assert (repertoire, CARD_FONT) == ("3f15c4ca70cb", "_espejo-math-1.woff2")
    assert CARD_FONT in read_template("notes/note.css")


def test_the_card_font_has_what_formulas_usually_need(data: Path) -> None:
    """These are Greek, calligraphic, and bold letters, operators, arrows, accents, brackets, and roots."""
    usual = (
        r"\alpha\beta\gamma\delta\epsilon\varepsilon\theta\lambda\mu\pi\sigma\phi\varphi\omega"
        r"\Gamma\Delta\Theta\Lambda\Sigma\Phi\Omega \mathcal{L}\mathbb{R}\mathbf{W}\ell"
        r"\sum\prod\int\partial\nabla\infty\sqrt{x}\pm\cdot\times\odot\otimes\oplus\top"
        r"\le\ge\ne\approx\equiv\sim\propto\ll\gg\in\notin\subset\cup\cap\forall\exists"
        r"\to\leftarrow\mapsto\Rightarrow\iff \hat{y}\bar{x}\tilde{z}\dot{a}"
        r"\lfloor a\rfloor\lceil b\rceil\langle c\rangle\lVert d\rVert \ldots\cdots\vdots f' \log n"
    )
    path = data / "topics.yaml"
    topic = f"  - id: signs\n    title: {{en: Signs, es: Signos}}\n    about: {json.dumps(f'${usual}$')}\n"
    path.write_text(path.read_text(encoding="utf-8") + topic, encoding="utf-8")
    characters = set(find_characters(load_site(data).bank))
    assert {"∇", "√", "𝛼", "⟨"} <= characters
    assert "".join(sorted(characters - INVISIBLE - set(REPERTOIRE))) == ""


def test_editions_are_each_language_and_each_pair(bank: Bank) -> None:
    """A pair asks in the language whose addresses have no prefix."""
    assert [(one.name, one.locales) for one in list_variants(bank)] == [
        ("en", ("en",)),
        ("es", ("es",)),
        ("en-es", ("en", "es")),
    ]
    mirrored = {name: bank.locales[name] for name in ("es", "en")}
    assert [one.name for one in list_variants(replace(bank, locales=mirrored))] == ["es", "en", "es-en"]


WIDE_CARD = r"""
  - id: pt-03-03
    kind: single
    title: {es: Un paréntesis alto}
    prompt:
      es: |
        ```python
        def halve(values: list[float]) -> list[float]:  # un comentario más ancho que un teléfono pequeño
            return [value / 2 for value in values if value != "none"]
        ```

        $$x = a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t + u + v + w$$
    choices:
      - text: '$V \left( \frac{\frac{1}{2}}{3} \right)$'
        correct: true
      - text: '$V$'
"""


@pytest.fixture(scope="module")
def wide_card(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Export a package with a note that has a tall bracket, wide code, and a wide formula."""
    folder = tmp_path_factory.mktemp("wide")
    data = write_bank(folder / "data")
    quiz = data / "study-guide" / "quiz-03-strings.yaml"
    quiz.write_text(quiz.read_text(encoding="utf-8").rstrip() + WIDE_CARD, encoding="utf-8")
    package = "anki/espejo-es-study-guide.apkg"
    return export(load_site(data), folder, package) / package


def test_a_card_in_a_browser(visit: Open, collection: Collection, wide_card: Path, tmp_path: Path) -> None:
    """As in Anki, formulas use our font, code is colored, and nothing is cut off."""
    import_package(collection, wide_card)
    card = notes_by_guid(collection)["espejo/es/pt-03-03"].cards()[0]
    shutil.copy(Path(collection.media.dir()) / CARD_FONT, tmp_path)
    head = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">'
    html = f'{head}<body class="card card1"><div id=qa>{card.answer()}</div>'
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    assert style
    (tmp_path / "card.css").write_text(style[1], encoding="utf-8")
    linked = html.replace(style[0], '<link rel="stylesheet" href="card.css">')
    (tmp_path / "card.html").write_text(linked, encoding="utf-8")
    with serve(tmp_path) as other:
        page = visit("/card.html", at=other.address)
        loaded = "all => [...all].filter(face => face.status === 'loaded').map(face => face.family)"
        families = page.evaluate(f"document.fonts.ready.then({loaded})")
        assert "Espejo Math" in {name.strip('"') for name in families}
        bracket = page.locator(".choices mo >> text='('").first.bounding_box()
        letter = page.locator(".choices mi >> text='V'").first.bounding_box()
        assert bracket
        assert letter
        assert bracket["height"] > 1.5 * letter["height"]
        colors = page.locator("pre span").evaluate_all("all => all.map(one => getComputedStyle(one).color)")
        assert len(set(colors)) > 2
        for width in (360, 900):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        ground = "getComputedStyle(document.body).backgroundColor"
        assert page.evaluate(ground) != "rgb(23, 24, 28)"
        page.evaluate("document.body.classList.add('nightMode', 'night_mode')")
        assert page.evaluate(ground) == "rgb(23, 24, 28)"

"""Decks in the real Anki: what is imported is what the YAML says, and later imports keep what was learned."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
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
from espejo.accept import catch_up, find_behind
from espejo.anki import BACK, FIELDS, FRONT, LOOKS_CHANGED
from espejo.bank import load_bank
from espejo.editions import list_editions
from espejo.fragments import inline
from espejo.markdown import plain_words
from espejo.notes import FORM
from espejo.pages import Site
from espejo.typeface import REPERTOIRE, find_characters
from espejo.view import Forge

from conftest import Open
from espejo.exports import CARD_FONT, list_exports
from espejo.model import Card
from project import ROOT
from site_server import serve

STYLES = (ROOT / "hooks" / "espejo" / "templates" / "note.css").read_text(encoding="utf-8")
QUIZ = "data/quizzes/phase-07-scalar-autograd.yaml"


def make_site(data: Path) -> Site:
    loaded = load_bank(data)
    assert loaded.problems == []
    return Site(loaded.bank, root="en", home="https://espejo-quiz.github.io/", forge=Forge())


def export(data: Path, target: Path) -> Path:
    for one in list_exports(make_site(data), ROOT / "node_modules"):
        (target / one.path).parent.mkdir(parents=True, exist_ok=True)
        (target / one.path).write_bytes(one.make())
    return target


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return export(ROOT / "data", tmp_path_factory.mktemp("exports"))


@pytest.fixture(scope="module")
def bank_site() -> Site:
    return make_site(ROOT / "data")


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    """A learner who has just installed Anki."""
    anki.lang.set_lang("en")
    opened = Collection(str(tmp_path / "learner.anki2"))
    yield opened
    opened.close()


def bring(collection: Collection, package: Path) -> Any:
    """Imports a package as the dialog does by default: existing notes are updated if newer."""
    request = ImportAnkiPackageRequest(package_path=str(package), options=ImportAnkiPackageOptions())
    return collection.import_anki_package(request).log


def bring_text(collection: Collection, text: Path) -> Any:
    metadata = collection.get_csv_metadata(path=str(text), delimiter=None)
    return collection.import_csv(ImportCsvRequest(path=str(text), metadata=metadata)).log


def notes_by_guid(collection: Collection) -> dict[str, Any]:
    return {(note := collection.get_note(id_)).guid: note for id_ in collection.find_notes("")}


@pytest.mark.parametrize("edition", ["en", "es", "en-es"])
def test_the_whole_bank_arrives(
    collection: Collection, exported: Path, bank_site: Site, edition: str
) -> None:
    """Every question and card is there once, with the passages of the YAML in front and behind."""
    log = bring(collection, exported / f"anki/espejo-{edition}.apkg")
    items = list(bank_site.bank.items())
    assert len(log.new) == len(items) == 145
    found = notes_by_guid(collection)
    languages = edition.split("-")
    for asked in items:
        front, back = found[f"espejo/{edition}/{asked.item.id}"].fields
        item = asked.item
        if isinstance(item, Card):
            asks, answers = [item.front], [item.back]
        else:
            asks = [item.title, *(choice.text for choice in item.choices)]
            answers = [text for text in (item.why, item.answer, *(one.why for one in item.choices)) if text]
        for text in asks:
            assert inline(text.show(languages[0]).markdown) in front, item.id
        for text in answers:
            assert all(inline(text.show(locale).markdown) in back for locale in languages), item.id
        assert (
            f"https://espejo-quiz.github.io/{'' if edition != 'es' else 'es/'}{asked.path}/#{item.id}" in back
        )


def test_a_collection_alone_is_part_of_the_whole(
    collection: Collection, exported: Path, bank_site: Site
) -> None:
    for one in bank_site.bank.collections:
        assert len(bring(collection, exported / f"anki/espejo-es-{one.folder}.apkg").new) == one.count_items()
    again = bring(collection, exported / "anki/espejo-es.apkg")
    assert (len(again.new), len(again.updated), len(again.duplicate)) == (0, 0, 145)


def test_decks_tags_and_media(collection: Collection, exported: Path) -> None:
    """Each quiz is a subdeck, languages live side by side, and the font is with the cards."""
    for edition in ("en", "es", "en-es"):
        assert len(bring(collection, exported / f"anki/espejo-{edition}.apkg").new) == 145
    names = {deck.name for deck in collection.decks.all_names_and_ids()}
    assert "Espejo · English::PyTorch study guide::01 PyTorch basics" in names
    assert "Espejo · Español::Guía de estudio de PyTorch::01 Fundamentos de PyTorch" in names
    assert "Espejo · English + Español::Phase quizzes::25 PyTorch internals" in names
    assert len([name for name in names if name.startswith("Espejo · Español::")]) == 3 + 16
    note = notes_by_guid(collection)["espejo/es/pt-01-10"]
    assert note.tags == ["espejo::broadcasting", "espejo::study-guide::quiz-01-pytorch-basics"]
    assert (Path(collection.media.dir()) / CARD_FONT).stat().st_size > 10_000
    assert collection.note_count() == 3 * 145


def test_an_edit_updates_one_note_and_keeps_its_history(
    collection: Collection, exported: Path, tmp_path: Path
) -> None:
    bring(collection, exported / "anki/espejo-en.apkg")
    note = notes_by_guid(collection)["espejo/en/q-07-01"]
    card = note.cards()[0]
    collection.decks.select(card.did)
    card.start_timer()
    collection.sched.answerCard(card, 3)
    reviewed = collection.get_card(card.id)
    assert reviewed.reps == 1

    data = tmp_path / "data"
    shutil.copytree(ROOT / "data", data)
    edit_title(tmp_path / QUIZ)
    accept(data, datetime.now(UTC) + timedelta(days=1))
    export(data, tmp_path / "later")

    log = bring(collection, tmp_path / "later/anki/espejo-en.apkg")
    assert (len(log.new), len(log.updated), len(log.duplicate)) == (0, 1, 144)
    after = notes_by_guid(collection)["espejo/en/q-07-01"]
    assert "Once more, " in after.fields[0]
    assert after.cards()[0].reps == 1
    assert after.cards()[0].due == reviewed.due
    history = collection.db.scalar("select count() from revlog where cid = ?", card.id)  # type: ignore[union-attr]
    assert history == 1


def test_an_edit_in_one_language_does_not_touch_the_other(
    collection: Collection, exported: Path, tmp_path: Path
) -> None:
    bring(collection, exported / "anki/espejo-es.apkg")
    data = tmp_path / "data"
    shutil.copytree(ROOT / "data", data)
    edit_title(tmp_path / QUIZ)
    accept(data, datetime.now(UTC) + timedelta(days=1))
    export(data, tmp_path / "later")
    log = bring(collection, tmp_path / "later/anki/espejo-es.apkg")
    assert (len(log.new), len(log.updated), len(log.duplicate)) == (0, 0, 145)


def edit_title(quiz: Path) -> None:
    """Changes the English title of q-07-01, and nothing else."""
    text, count = re.subn(
        r"(q-07-01\n.*?\n      en: )", r"\1Once more, ", quiz.read_text("utf-8"), count=1, flags=re.S
    )
    assert count == 1
    quiz.write_text(text, encoding="utf-8")


def accept(data: Path, now: datetime) -> None:
    bank = load_bank(data).bank
    (data / "ledger.yaml").write_text(catch_up(bank, find_behind(bank, now)), encoding="utf-8")


def test_a_question_that_is_removed_stays_with_the_learner(
    collection: Collection, exported: Path, tmp_path: Path
) -> None:
    bring(collection, exported / "anki/espejo-en.apkg")
    data = tmp_path / "data"
    shutil.copytree(ROOT / "data", data)
    (data / "quizzes" / "phase-08-tensor-autograd.yaml").unlink()
    export(data, tmp_path / "later")
    log = bring(collection, tmp_path / "later/anki/espejo-en.apkg")
    assert (len(log.new), len(log.updated)) == (0, 0)
    assert "espejo/en/q-08-01" in notes_by_guid(collection)


@pytest.mark.parametrize("profile", ["en", "es"])
@pytest.mark.parametrize("edition", ["en", "es"])
def test_texts_are_imported_with_what_anki_fills_in(
    collection: Collection, exported: Path, bank_site: Site, profile: str, edition: str, tmp_path: Path
) -> None:
    """Nothing has to be chosen, in an English or a Spanish Anki: deck, tags, identity and both fields."""
    anki.lang.set_lang(profile)
    learner = Collection(str(tmp_path / "other.anki2"))
    for bank_collection, slug, unit in bank_site.bank.units():
        text = exported / f"anki/{edition}/{bank_collection.folder}/{slug}.tsv"
        assert len(bring_text(learner, text).new) == len(unit.items), text
    found = notes_by_guid(learner)
    assert len(found) == 145
    for asked in bank_site.bank.items():
        front, back = (unescape(field) for field in found[f"espejo/{edition}/{asked.item.id}"].fields)
        for passage in asked.item.texts():
            words = plain_words(passage.show(edition).markdown)
            assert all(word in f"{front} {back}".lower() for word in words), asked.item.id
    note = found[f"espejo/{edition}/q-07-01"]
    assert note.tags == ["espejo::autograd", "espejo::quizzes::phase-07-scalar-autograd"]
    assert "&#10;" in note.fields[1] or "\n" in note.fields[1]
    deck = learner.decks.name(note.cards()[0].did)
    assert deck.startswith(f"Espejo · {'English' if edition == 'en' else 'Español'}::")
    assert (
        len(bring_text(learner, exported / f"anki/{edition}/quizzes/phase-07-scalar-autograd.tsv").new) == 0
    )
    learner.close()
    assert collection.note_count() == 0


def test_an_edited_text_updates_its_note(collection: Collection, exported: Path, tmp_path: Path) -> None:
    path = "anki/en/quizzes/phase-07-scalar-autograd.tsv"
    bring_text(collection, exported / path)
    data = tmp_path / "data"
    shutil.copytree(ROOT / "data", data)
    edit_title(tmp_path / QUIZ)
    export(data, tmp_path / "later")
    log = bring_text(collection, tmp_path / "later" / path)
    assert (len(log.new), len(log.updated)) == (0, 1)
    assert "Once more, " in notes_by_guid(collection)["espejo/en/q-07-01"].fields[0]


def test_a_text_is_one_line_a_note(exported: Path, bank_site: Site) -> None:
    for one, slug, unit in bank_site.bank.units():
        lines = (exported / f"anki/es/{one.folder}/{slug}.tsv").read_text(encoding="utf-8").splitlines()
        notes = [line for line in lines if not line.startswith("#")]
        assert len(notes) == len(unit.items)
        assert all(line.count("\t") == 3 for line in notes)
        assert not any("<math" in line for line in notes)


def test_the_same_data_gives_the_same_bytes(exported: Path, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "espejo.cli",
        "export",
        "--data",
        str(ROOT / "data"),
        "--to",
        str(tmp_path),
    ]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"})
    files = sorted(path.relative_to(exported) for path in exported.rglob("*") if path.is_file())
    assert len(files) == 9 + 2 * 16 + 5
    for file in files:
        assert (exported / file).read_bytes() == (tmp_path / file).read_bytes(), file


def test_addresses_are_stable(exported: Path) -> None:
    for path in (
        "anki/espejo-en.apkg",
        "anki/espejo-es-study-guide.apkg",
        "anki/espejo-en-es.apkg",
        "anki/es/drills/chapter-03-backprop-autograd.tsv",
        "bank.json",
        "bank.en.json",
        "bank.schema.json",
    ):
        assert (exported / path).is_file(), path


def test_a_new_look_moves_its_time() -> None:
    """Anki takes over new templates and styles only if their time has moved: change both here."""
    looks = sha256("\n".join((FRONT, BACK, *FIELDS, STYLES)).encode()).hexdigest()[:12]
    assert (looks, LOOKS_CHANGED) == LOOKS


LOOKS = ("1c649fc56238", 1_794_787_200)


def test_a_new_form_moves_its_number() -> None:
    """Learners get another form of their notes only if every note counts as changed: change both here."""
    templates = ROOT / "hooks" / "espejo" / "templates"
    texts = [(templates / name).read_text(encoding="utf-8") for name in ("note_front.html", "note_back.html")]
    assert (sha256("".join(texts).encode()).hexdigest()[:12], FORM) == ("9a9785411edd", 1)


def test_another_font_gets_another_name() -> None:
    """Anki would keep the old file under the old name, and the styles would go on using it."""
    assert (sha256(REPERTOIRE.encode()).hexdigest()[:12], CARD_FONT) == (
        "3f15c4ca70cb",
        "_espejo-math-1.woff2",
    )
    assert CARD_FONT in STYLES


def test_hostile_fields_arrive_as_they_are(collection: Collection, tmp_path: Path) -> None:
    """Tabs, quotation marks, braces as of a cloze, and what Anki takes for sounds or LaTeX."""
    data = tmp_path / "data"
    shutil.copytree(ROOT / "data", data)
    code = 'd = {{"a": {1: "}}"}}}\tx = "[sound:a.mp3]" + "[$]x[/$]"  # {{c1::x}} {{Front}} \\(y\\)'
    deck = data / "drills" / "chapter-04-hostile.yaml"
    deck.write_text(
        "title: {en: Hostile, es: Hostil}\nsubject: {en: 'A::B \"c\" / d', es: 'A::B'}\n"
        "focus: {en: All of it., es: Todo.}\ncards:\n  - id: d-04-01\n"
        f"    front:\n      en: |\n        ```text\n        {code}\n        ```\n      es: Nada.\n"
        "    back: {en: A back., es: Un reverso.}\n",
        encoding="utf-8",
    )
    export(data, tmp_path / "out")
    bring(collection, tmp_path / "out/anki/espejo-en-drills.apkg")
    note = notes_by_guid(collection)["espejo/en/d-04-01"]
    card = note.cards()[0]
    shown = re.sub(r"<[^>]+>", "", card.question().split("</style>")[1])
    for part in ("{{c1::x}}", "{{Front}}", "}}"):
        assert part in shown
    assert "&#91;sound:a.mp3]" in card.question()
    assert card.question_av_tags() == []
    assert collection.decks.name(card.did).endswith('::04 A:B "c" / d')
    text = tmp_path / "out/anki/en/drills/chapter-04-hostile.tsv"
    collection.remove_notes([note.id])
    assert len(bring_text(collection, text).new) == 1
    again = notes_by_guid(collection)["espejo/en/d-04-01"]
    assert "{{c1::x}}" in again.fields[0]
    assert "&#9;" in again.fields[0] or "\t" in again.fields[0]


def test_cards_need_no_character_the_font_lacks(bank_site: Site) -> None:
    unseen = {"\u2061", "\u2063", "\ufe00"}
    assert set(find_characters(bank_site.bank)) - unseen <= set(REPERTOIRE)


def test_the_package_is_what_anki_has_always_read(exported: Path) -> None:
    with zipfile.ZipFile(exported / "anki/espejo-en.apkg") as package:
        assert package.namelist() == ["collection.anki2", "media", "0"]


def test_editions(bank_site: Site) -> None:
    assert [edition.name for edition in list_editions(bank_site.bank, "en")] == ["en", "es", "en-es"]


@pytest.mark.parametrize("night", [False, True])
@pytest.mark.parametrize("width", [360, 900])
def test_a_card_in_a_browser(
    visit: Open, collection: Collection, exported: Path, tmp_path: Path, night: bool, width: int
) -> None:
    """As Anki shows it: the formula is set in our font, code has colours, and nothing is cut off."""
    bring(collection, exported / "anki/espejo-es.apkg")
    card = notes_by_guid(collection)["espejo/es/pt-11-03"].cards()[0]
    shutil.copy(Path(collection.media.dir()) / CARD_FONT, tmp_path)
    body = f'<body class="card card1{" nightMode night_mode" if night else ""}">'
    head = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">'
    html = f"{head}{body}<div id=qa>{card.answer()}</div>"
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    assert style
    (tmp_path / "card.css").write_text(style[1], encoding="utf-8")
    linked = html.replace(style[0], '<link rel="stylesheet" href="card.css">')
    (tmp_path / "card.html").write_text(linked, encoding="utf-8")
    with serve(tmp_path) as other:
        page = visit("/card.html", at=other.address, width=width, bypass_csp=True)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.fonts.check('16px \"Espejo Math\"')")
        bracket = page.locator(".choices mo >> text='('").first.bounding_box()
        letter = page.locator(".choices mi >> text='V'").first.bounding_box()
        assert bracket
        assert letter
        assert bracket["height"] > 1.5 * letter["height"]
        colours = page.locator("pre span").evaluate_all("all => all.map(one => getComputedStyle(one).color)")
        assert len(set(colours)) > 2
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (ground == "rgb(23, 24, 28)") == night

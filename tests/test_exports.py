"""The JSON says what the YAML says, the command writes whole files, and the pages lead to all of it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any
from unicodedata import normalize

import anki.lang
import pytest
from espejo.bank import load_bank
from espejo.cli import main
from espejo.fragments import block
from jsonschema import Draft202012Validator
from playwright.sync_api import expect

from conftest import Open
from espejo.model import Bank
from project import ROOT

DECK = "drills/chapter-03-backprop-autograd/"


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_bank(ROOT / "data").bank


def read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "languages"), [("bank.en", ["en"]), ("bank.es", ["es"]), ("bank", ["en", "es"])]
)
def test_json(site: Path, bank: Bank, name: str, languages: list[str]) -> None:
    """It follows its schema, and each item has the fragments of its texts in each language."""
    made, schema = read_json(site / f"{name}.json"), read_json(site / "bank.schema.json")
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(made)
    assert made["version"] == 1
    assert made["languages"] == languages
    assert made["$schema"] == schema["$id"]
    assert [item["id"] for item in made["items"]] == [asked.item.id for asked in bank.items()]
    by_id = {item["id"]: item for item in made["items"]}
    for _, question in bank.questions():
        one = by_id[question.id]
        assert one["kind"] == question.kind
        assert [choice["correct"] for choice in one.get("choices", [])] == [
            c.correct for c in question.choices
        ]
        for locale in languages:
            passage = question.title.show(locale).markdown
            assert one["title"][locale] == {"lang": locale, "markdown": passage, "html": block(passage)}
            assert one["url"][locale].endswith(f"#{question.id}")
            shown = json.dumps(one, ensure_ascii=False)
            for text in question.texts():
                assert json.dumps(text.show(locale).markdown, ensure_ascii=False) in shown, question.id
    assert by_id["d-03-01"]["kind"] == "card"
    assert by_id["d-03-01"]["changed"] > 1_700_000_000


def test_the_schema_refuses_what_it_should(site: Path) -> None:
    made, schema = read_json(site / "bank.en.json"), read_json(site / "bank.schema.json")
    made["items"][0]["corect"] = True
    assert not Draft202012Validator(schema).is_valid(made)


def test_the_command_writes_what_the_site_has(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "--data", str(ROOT / "data"), "--to", str(tmp_path)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("[1/46] ")
    files = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) == 46
    for file in files:
        assert (site / file).read_bytes() == (tmp_path / file).read_bytes(), file


def test_the_command_can_write_one_format(tmp_path: Path) -> None:
    assert main(["export", "--data", str(ROOT / "data"), "--to", str(tmp_path), "--only", "json"]) == 0
    assert {path.suffix for path in tmp_path.rglob("*") if path.is_file()} == {".json"}


def test_what_cannot_be_written_is_said_and_nothing_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    assert main(["export", "--data", str(ROOT / "data"), "--to", str(tmp_path / "taken")]) == 2
    assert "It did not work:" in capsys.readouterr().err
    assert (tmp_path / "taken").read_text(encoding="utf-8") == "a file"
    (tmp_path / "data").mkdir()
    assert main(["export", "--data", str(tmp_path / "data"), "--to", str(tmp_path)]) == 1


def test_without_settings_the_command_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    assert main(["export", "--data", str(tmp_path / "data"), "--to", str(tmp_path)]) == 2
    assert "does not say the site's address and its first language." in capsys.readouterr().err


def test_every_page_of_questions_or_cards_has_its_downloads(site: Path, bank: Bank) -> None:
    for collection, slug, _ in bank.units():
        for locale, prefix in (("en", ""), ("es", "es/")):
            html = (site / prefix / collection.folder / slug / "index.html").read_text(encoding="utf-8")
            text = f"anki/{locale}/{collection.folder}/{slug}.tsv"
            package = f"anki/espejo-{locale}-{collection.folder}.apkg"
            for path in (text, package):
                size = max(round((site / path).stat().st_size / 1e3), 1)
                link = re.search(
                    rf'<a href="[./]*{re.escape(path)}" download>[^<]+</a> <span class="count">(\d+) KB', html
                )
                assert link, path
                assert int(link[1]) == size


@pytest.mark.parametrize(("locale", "prefix"), [("en", ""), ("es", "es/")])
def test_the_steps_name_what_anki_shows(site: Path, locale: str, prefix: str) -> None:
    """In the words of Anki itself in that language, looked up in Anki."""
    anki.lang.set_lang(locale)
    words = anki.lang.tr_legacyglobal
    html = (site / prefix / "downloads" / "index.html").read_text(encoding="utf-8")
    deck = (site / prefix / DECK / "index.html").read_text(encoding="utf-8")
    for said in (
        words.qt_accel_file().replace("&", ""),
        words.actions_import(),
        words.importing_field_separator(),
        words.importing_tab(),
        words.importing_allow_html_in_fields(),
        words.importing_existing_notes(),
        words.importing_update(),
        words.importing_update_notes(),
        words.importing_update_if_newer(),
        words.importing_field_mapping(),
        words.notetypes_basic_name(),
        words.notetypes_front_field(),
        words.notetypes_back_field(),
    ):
        composed = normalize("NFC", said)
        assert composed in html, said
        assert composed in deck, said
    anki.lang.set_lang("en")


@pytest.mark.parametrize("width", [320, 1280])
def test_cards_turn_over(visit: Open, width: int) -> None:
    page = visit(f"/es/{DECK}", width=width, java_script_enabled=False)
    card = page.locator("#d-03-01")
    expect(card.locator(".front")).to_be_visible()
    expect(card.locator(".answer-body")).to_be_hidden()
    card.get_by_text("Dar la vuelta").click()
    expect(card.locator(".answer-body")).to_be_visible()
    assert page.locator("section.card").count() == 10
    expect(page.locator(".all-cards table").first).to_be_hidden()
    page.get_by_text("Todas las tarjetas en una tabla").click()
    assert page.locator(".all-cards tbody tr").count() == 10
    expect(page.locator(".all-cards table").first).to_be_visible()


def test_the_deck_says_what_it_is(site: Path) -> None:
    html = (site / DECK / "index.html").read_text(encoding="utf-8")
    for said in (
        "Chapter 3 — Drills",
        "10 cards",
        "Source of truth:",
        "/data/drills/chapter-03-backprop-autograd.yaml",
    ):
        assert said in html, said


def test_cards_are_gathered_by_topic(site: Path) -> None:
    html = (site / "topics" / "autograd" / "index.html").read_text(encoding="utf-8")
    assert 'id="d-03-01"' in html
    assert 'id="q-07-01"' in html

"""JSON exports, the export command, and download links on pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from playwright.sync_api import expect

from conftest import Open
from espejo.commands.cli import main
from espejo.model.bank import Bank
from espejo.model.quiz import Question
from espejo.site.settings import read_settings
from small_bank import SITE_URL, load_small_bank, make_word

DECK = "drills/chapter-01-facts"
PAGES = [("en", ""), ("es", "es/")]


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_small_bank().bank


def read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def read_page(site: Path, path: str) -> str:
    return (site / path / "index.html").read_text(encoding="utf-8")


def list_files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("name", "languages"), [("bank.en", ["en"]), ("bank.es", ["es"]), ("bank", ["en", "es"])]
)
def test_the_json_follows_its_schema(site: Path, bank: Bank, name: str, languages: list[str]) -> None:
    """The schema rejects unknown keys. Values are tested in tests/golden/exports."""
    made, schema = read_json(site / f"{name}.json"), read_json(site / "bank.schema.json")
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    validator.validate(made)
    assert made["$schema"] == schema["$id"] == f"{SITE_URL}bank.schema.json"
    assert made["languages"] == languages
    assert [item["id"] for item in made["items"]] == [asked.item.id for asked in bank.items()]
    for asked, one in zip(bank.items(), made["items"], strict=True):
        addresses = {locale: f"{SITE_URL}{folder}{asked.path}/#{asked.item.id}" for locale, folder in PAGES}
        assert one["url"] == {locale: addresses[locale] for locale in languages}
        if isinstance(asked.item, Question):
            assert one.get("correct") == asked.item.correct
            right = [choice["correct"] for choice in one.get("choices", ())]
            assert right == [choice.correct for choice in asked.item.choices], asked.item.id
    made["items"][0]["corect"] = True
    assert not validator.is_valid(made)


def test_the_command_writes_what_the_site_has(
    site: Path, project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every file is identical, and the command numbers the files as it writes them."""
    target = tmp_path / "exports"
    assert main(["export", "--data", str(project / "data"), "--to", str(target)]) == 0
    files = list_files(target)
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said] == [f"[{n}/{len(files)}]" for n in range(1, len(files) + 1)]
    for file in files:
        assert (site / file).read_bytes() == (target / file).read_bytes(), file
    offered = {file for file in list_files(site) if file.startswith("anki/")}
    assert {file for file in files if file.startswith("anki/")} == offered


def test_the_command_can_write_some_formats(project: Path, tmp_path: Path) -> None:
    target = tmp_path / "exports"
    chosen = ["--only", "json", "--only", "text"]
    assert main(["export", "--data", str(project / "data"), "--to", str(target), *chosen]) == 0
    assert {Path(file).suffix for file in list_files(target)} == {".json", ".tsv"}


def test_a_file_in_the_way_is_reported_and_left_alone(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file", encoding="utf-8")
    assert main(["export", "--data", str(project / "data"), "--to", str(taken)]) == 2
    assert "Error:" in capsys.readouterr().err
    assert taken.read_text(encoding="utf-8") == "a file"


def test_a_bank_with_problems_or_without_settings_exports_nothing(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty" / "data").mkdir(parents=True)
    target = tmp_path / "exports"
    assert main(["export", "--data", str(tmp_path / "empty" / "data"), "--to", str(target)]) == 1
    assert "data/" in capsys.readouterr().out
    assert main(["export", "--data", str(data), "--to", str(target)]) == 2
    assert "has no site address." in capsys.readouterr().err
    assert not target.exists()


@pytest.mark.parametrize(("locale", "folder"), PAGES)
def test_every_quiz_and_deck_offers_its_downloads(site: Path, bank: Bank, locale: str, folder: str) -> None:
    """There are its text file and its collection's package, in its language, with sizes."""
    for collection, slug, _ in bank.units():
        html = read_page(site, f"{folder}{collection.folder}/{slug}")
        text = f"anki/{locale}/{collection.folder}/{slug}.tsv"
        package = f"anki/espejo-{locale}-{collection.folder}.apkg"
        for path in (text, package):
            link = re.search(
                rf'<a href="([./]*{re.escape(path)})" download>[^<]+</a> <span class="count">(\d+) KB', html
            )
            assert link, f"{slug}: no link to {path}"
            there = site / folder / collection.folder / slug / link[1]
            assert there.resolve() == (site / path).resolve()
            assert int(link[2]) == max(round((site / path).stat().st_size / 1e3), 1)


@pytest.mark.parametrize(("locale", "folder"), PAGES)
def test_downloads_and_decks_show_the_import_steps(site: Path, locale: str, folder: str) -> None:
    """All steps are shown in order. tests/content checks what they say about Anki."""
    names = ["package_steps", *(f"package_step_{n}" for n in range(1, 5))]
    names += ["text_steps", *(f"text_step_{n}" for n in range(1, 6))]
    deck = {"en": "Espejo · English", "es": "Espejo · Español"}[locale]
    steps = [f">{make_word(name, locale).format(deck=deck)}</" for name in names]
    for page in ("downloads", DECK):
        html = read_page(site, f"{folder}{page}")
        places = [html.find(step) for step in steps]
        assert -1 not in places, f"{page}: no {steps[places.index(-1)]}"
        assert places == sorted(places), page


def test_cards_turn_over_without_scripts(visit: Open, bank: Bank) -> None:
    """A card shows its front, then its back; an expandable table shows all cards of the deck."""
    page = visit(f"/es/{DECK}/", width=320, java_script_enabled=False)
    drills = next(one for one in bank.collections if one.folder == "drills")
    cards = [asked.item.id for asked in drills.placed()]
    card = page.locator("#d-01-01")
    expect(card.locator(".front")).to_be_visible()
    expect(card.locator(".answer-body")).to_be_hidden()
    card.get_by_text(make_word("turn_over", "es")).click()
    expect(card.locator(".answer-body")).to_be_visible()
    assert page.locator("section.card").evaluate_all("all => all.map(one => one.id)") == cards
    table = page.locator(".all-cards table").first
    expect(table).to_be_hidden()
    page.get_by_text(make_word("as_table", "es")).click()
    expect(table).to_be_visible()
    assert page.locator(".all-cards tbody th").all_inner_texts() == cards


def test_a_topic_gathers_cards_and_questions(site: Path, bank: Bank) -> None:
    """They are in the order of the collections, without duplicates or other topics."""
    html = read_page(site, "topics/division")
    expected = [asked.item.id for asked in bank.items() if "division" in asked.item.topics]
    assert {"d-01-01", "q-01-01", "pt-01-01"} <= set(expected)
    assert re.findall(r'<section class="question[^"]*" id="([\w-]+)"', html) == expected


def test_the_address_of_the_site_ends_with_a_slash(tmp_path: Path) -> None:
    for written in ("https://x.test/below", "https://x.test/below/"):
        (tmp_path / "mkdocs.yml").write_text(f"site_url: {written}\n", encoding="utf-8")
        assert read_settings(tmp_path).home == "https://x.test/below/"

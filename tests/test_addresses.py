"""Addresses: one module owns them, and the names that collections cannot have follow from the pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from espejo.check.project import inspect_project
from espejo.model.addresses import PAGES, RESERVED, list_data_pages, page_address
from small_bank import load_small_bank


def test_every_page_of_the_list_is_built_in_every_language(site: Path) -> None:
    bank = load_small_bank().bank
    for locale in bank.locales:
        for path in (*PAGES, *list_data_pages(bank)):
            assert (site / page_address(path, locale, bank.root) / "index.html").is_file(), (path, locale)


def test_every_top_level_folder_of_the_site_is_a_collection_a_language_or_reserved(site: Path) -> None:
    """So that no collection can take the place of something else."""
    bank = load_small_bank().bank
    folders = {path.name for path in site.iterdir() if path.is_dir()}
    assert folders <= {one.folder for one in bank.collections} | set(bank.locales) | set(RESERVED)


@pytest.mark.parametrize("name", RESERVED)
def test_no_collection_can_have_a_reserved_name(name: str, data: Path) -> None:
    collections = data / "collections.yaml"
    text = "title: {en: Taken, es: Tomado}, about: {en: Taken., es: Tomado.}"
    with collections.open("a", encoding="utf-8") as file:
        file.write(f"  - {{folder: {name}, prefix: zz, {text}}}\n")
    facts = [problem.fact for problem in inspect_project(data).faults]
    assert f"the folder '{name}' is taken. Choose another name." in facts

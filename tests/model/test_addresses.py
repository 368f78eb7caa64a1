"""Addresses: one module owns them, and the names that collections cannot have follow from the pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conftest import build
from edits import add_languages, replace_once
from espejo.check.project import inspect_project
from espejo.model.addresses import ANCHORS, PAGES, RESERVED, list_addresses, list_data_pages, page_address
from espejo.rendering.environment import TEMPLATES
from small_bank import load_small_bank

SPECIAL = ("index", "readme", "404", "con", "prn", "aux", "nul", "com1", "lpt9")
MALFORMED = ("Index", "a.html", "a.", ".a", "..", "a b", "a%2fb", "ı", "-a", "a\u202e")
QUIZ = "quizzes/phase-01-arithmetic"
KINDS = ("collection", "course", "topic", "quiz", "deck", "redirect")


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


def name_thing(data: Path, kind: str, name: str) -> str:
    """Gives a name to a thing of this kind in the small bank; the file that a problem is then reported in."""
    quoted = f'"{name}"'
    if kind == "collection":
        text = "title: {en: Taken, es: Tomado}, about: {en: Taken., es: Tomado.}"
        with (data / "collections.yaml").open("a", encoding="utf-8") as file:
            file.write(f"  - {{folder: {quoted}, prefix: zz, {text}}}\n")
        return "collections.yaml"
    if kind == "course":
        replace_once(data / "study-guide" / "guide.yaml", "- id: numbers\n", f"- id: {quoted}\n")
        return "study-guide/guide.yaml"
    if kind == "topic":
        with (data / "topics.yaml").open("a", encoding="utf-8") as file:
            file.write(
                f"  - id: {quoted}\n    title: {{en: New, es: Nuevo}}\n    about: {{en: New., es: Nuevo.}}\n"
            )
        return "topics.yaml"
    if kind == "redirect":
        (data / "redirects.yaml").write_text(
            f'redirects:\n  - {{old: "quizzes/{name}", new: quizzes}}\n', encoding="utf-8"
        )
        return "redirects.yaml"
    folder, file_name = (
        ("drills", "chapter-01-facts") if kind == "deck" else ("quizzes", "phase-01-arithmetic")
    )
    (data / folder / f"{file_name}.yaml").rename(data / folder / f"{name}.yaml")
    return f"{folder}/{name}.yaml"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SPECIAL)
def test_no_part_of_an_address_has_a_special_meaning(data: Path, kind: str, name: str) -> None:
    """MkDocs would put `index` in the place of the page above it, and Windows has no file called `con`."""
    file = name_thing(data, kind, name)
    problems = [str(problem) for problem in inspect_project(data).faults]
    said = [problem for problem in problems if f"'{name}' has a special meaning in an address." in problem]
    assert len(said) == 1, problems
    assert said[0].startswith(f"data/{file}:")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", MALFORMED)
def test_a_part_of_an_address_is_a_plain_word(data: Path, kind: str, name: str) -> None:
    """No capital letters, which not every file system tells apart, no periods, no way out of the folder."""
    file = name_thing(data, kind, name)
    inspection = inspect_project(data)
    if kind in ("quiz", "deck") and name.startswith("."):
        assert name not in {slug for _, slug, _ in inspection.bank.units()}, "a hidden file is not read"
        return
    assert [problem for problem in inspection.faults if problem.place.file == f"data/{file}"]


@pytest.mark.parametrize(
    ("locale", "folder"), [("zh-Hant", "zh-hant"), ("zh-Hant", "hant"), ("es", "es"), ("en", "en")]
)
def test_no_collection_is_called_like_a_language(data: Path, locale: str, folder: str) -> None:
    """Its pages or its packages would be in the place of the language's."""
    add_languages(data, locale)
    name_thing(data, "collection", folder)
    facts = [problem.fact for problem in inspect_project(data).faults]
    assert f"the folder '{folder}' is taken. Choose another name." in facts


def test_no_language_is_called_like_a_pair_of_languages(data: Path) -> None:
    """The package in English and Spanish is espejo-en-es.apkg."""
    add_languages(data, "en-ES")
    problems = [str(problem) for problem in inspect_project(data).faults]
    assert [one for one in problems if "the decks in two languages are called 'en-ES' too." in one]


def test_no_redirect_takes_the_place_of_a_print_view(data: Path) -> None:
    """Of the guide or of one of its courses."""
    views = [one.path for one in list_addresses(load_small_bank().bank) if "/print" in one.path]
    assert "study-guide/print/numbers" in views
    lines = "".join(f"  - {{old: {path}, new: quizzes}}\n" for path in views)
    (data / "redirects.yaml").write_text(f"redirects:\n{lines}", encoding="utf-8")
    facts = [problem.fact for problem in inspect_project(data).faults]
    assert facts == [f"'{path}' is an existing page. It cannot be redirected." for path in views]


@pytest.mark.parametrize(
    "file",
    [
        "quizzes.md",
        "topics/index.md",
        "study-guide/print/numbers.es.md",
        "status/quizzes/2.md",
        f"{QUIZ}/side-by-side.md",
    ],
)
def test_no_page_written_by_hand_takes_the_place_of_another(project: Path, file: str) -> None:
    """The build says which file to rename, before it changes anything."""
    path = project / "docs" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("# Mine\n", encoding="utf-8")
    done = build(project)
    assert done.returncode == 1
    assert f"docs/{file}:1:1: " in done.stdout + done.stderr
    assert "is a page of the bank. Rename the file." in done.stdout + done.stderr
    assert not (project / "site").exists()


def test_the_anchors_of_pages_with_collections_or_terms_are_known() -> None:
    """The ids that their templates write out, and those of what is around them; no name has an underscore."""
    names = ("glossary.html", "downloads.html", "status.html", "head.html", "steps.html", "frame/*.html")
    html = "".join(path.read_text(encoding="utf-8") for name in names for path in TEMPLATES.glob(name))
    assert {name for name in re.findall(r'\bid="([\w-]+)"', html) if "_" not in name} == ANCHORS


@pytest.mark.parametrize("name", sorted(ANCHORS))
def test_no_collection_or_term_takes_the_place_of_a_part_of_its_page(data: Path, name: str) -> None:
    """A term called `words` would be read by the scripts as the words of the site."""
    with (data / "glossary.yaml").open("a", encoding="utf-8") as file:
        file.write(
            f"  - id: {name}\n    term: {{en: New, es: Nuevo}}\n    meaning: {{en: New., es: Nuevo.}}\n"
        )
    name_thing(data, "collection", name)
    facts = [problem.fact for problem in inspect_project(data).faults]
    assert f"'{name}' is a part of the page. Choose another id." in facts
    assert f"the folder '{name}' is taken. Choose another name." in facts

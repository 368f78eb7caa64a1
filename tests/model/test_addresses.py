"""Addresses: every page has one, and names from the data can't collide with reserved ones."""

from __future__ import annotations

import re
from pathlib import Path

from conftest import build
from edits import add_languages, replace_once
from espejo.check.project import inspect_project
from espejo.model.addresses import ANCHORS, PAGES, RESERVED, list_addresses, list_data_pages, page_address
from espejo.rendering.environment import TEMPLATES
from small_bank import load_small_bank, write_bank

SPECIAL = ("index", "readme", "404", "con", "prn", "aux", "nul", "com1", "lpt9")
MALFORMED = ("Index", "a.html", "a.", ".a", "..", "a b", "a%2fb", "ı", "-a", "a\u202e")
QUIZ = "quizzes/phase-01-arithmetic"


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def add_collections(data: Path, *folders: str) -> None:
    text = "title: {en: Taken, es: Tomado}, about: {en: Taken., es: Tomado.}"
    prefixes = ("z" * number for number in range(2, 99))
    lines = [f'  - {{folder: "{one}", prefix: {next(prefixes)}, {text}}}\n' for one in folders]
    append(data / "collections.yaml", "".join(lines))


def name_everything(data: Path, name: str) -> set[str]:
    """Gives this name to one thing of each kind. Returns the files that should report it."""
    add_collections(data, name)
    replace_once(data / "study-guide" / "guide.yaml", "- id: numbers\n", f'- id: "{name}"\n')
    topic = f'  - id: "{name}"\n    title: {{en: New, es: Nuevo}}\n    about: {{en: New., es: Nuevo.}}\n'
    append(data / "topics.yaml", topic)
    redirect = f'redirects:\n  - {{old: "quizzes/{name}", new: quizzes}}\n'
    (data / "redirects.yaml").write_text(redirect, encoding="utf-8")
    for folder, file in (("drills", "chapter-01-facts"), ("quizzes", "phase-01-arithmetic")):
        (data / folder / f"{file}.yaml").rename(data / folder / f"{name}.yaml")
    files = ("collections", "study-guide/guide", "topics", "redirects", f"drills/{name}", f"quizzes/{name}")
    return {f"data/{file}.yaml" for file in files}


def test_every_listed_page_is_built_and_every_folder_is_reserved(site: Path) -> None:
    """Otherwise a collection could replace an existing page."""
    bank = load_small_bank().bank
    for locale in bank.locales:
        for path in (*PAGES, *list_data_pages(bank)):
            assert (site / page_address(path, locale, bank.root) / "index.html").is_file(), (path, locale)
    folders = {path.name for path in site.iterdir() if path.is_dir()}
    assert folders <= {one.folder for one in bank.collections} | set(bank.locales) | set(RESERVED)


def test_no_collection_has_the_name_of_a_page_or_language(data: Path) -> None:
    """Its pages or packages would replace those of the language."""
    add_languages(data, "zh-Hant")
    names = (*RESERVED, *sorted(ANCHORS), "zh-hant", "hant", "es", "en")
    add_collections(data, *names)
    facts = {problem.fact for problem in inspect_project(data).faults}
    assert [one for one in names if f"the folder '{one}' is taken. Choose another name." not in facts] == []


def test_no_part_of_an_address_is_a_reserved_file_name(tmp_path: Path) -> None:
    """MkDocs would use `index` for the parent page, and Windows doesn't allow a file called `con`."""
    for name in SPECIAL:
        data = write_bank(tmp_path / name / "data")
        files = name_everything(data, name)
        problems = [one for one in inspect_project(data).faults if f"'{name}' has a special" in one.fact]
        assert sorted(one.place.file for one in problems) == sorted(files), name


def test_a_part_of_an_address_is_a_plain_word(tmp_path: Path) -> None:
    """No capitals, which some file systems ignore, no periods, and no way to leave the folder."""
    for number, name in enumerate(MALFORMED):
        data = write_bank(tmp_path / str(number) / "data")
        files = name_everything(data, name)
        inspection = inspect_project(data)
        if name.startswith("."):
            assert name not in {slug for _, slug, _ in inspection.bank.units()}, "hidden files are ignored"
            files -= {f"data/{folder}/{name}.yaml" for folder in ("drills", "quizzes")}
        assert files <= {problem.place.file for problem in inspection.faults}, name


def test_no_language_has_the_name_of_a_pair_of_languages(data: Path) -> None:
    """The English and Spanish package is espejo-en-es.apkg."""
    add_languages(data, "en-ES")
    problems = [str(problem) for problem in inspect_project(data).faults]
    assert [one for one in problems if "the decks in two languages are called 'en-ES' too." in one]


def test_no_redirect_replaces_a_print_view(data: Path) -> None:
    views = [one.path for one in list_addresses(load_small_bank().bank) if "/print" in one.path]
    assert "study-guide/print/numbers" in views
    lines = "".join(f"  - {{old: {path}, new: quizzes}}\n" for path in views)
    (data / "redirects.yaml").write_text(f"redirects:\n{lines}", encoding="utf-8")
    facts = [problem.fact for problem in inspect_project(data).faults]
    assert facts == [f"'{path}' is an existing page. It cannot be redirected." for path in views]


def test_no_handwritten_page_replaces_a_page_of_the_bank(project: Path) -> None:
    """The build lists the files to rename before it changes anything."""
    pages = ("quizzes.md", "topics/index.md", "study-guide/print/numbers.es.md", "status/quizzes/2.md")
    files = [f"docs/{page}" for page in (*pages, f"{QUIZ}/side-by-side.md")]
    for file in files:
        (project / file).parent.mkdir(parents=True, exist_ok=True)
        (project / file).write_text("# Mine\n", encoding="utf-8")
    done = build(project)
    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert [file for file in files if f"{file}:1:1: " not in said] == []
    assert said.count("is a page of the bank. Rename the file.") == len(files)
    assert not (project / "site").exists()


def test_anchors_of_templates_are_reserved(data: Path) -> None:
    """For instance, scripts would read a term called `words` as the words of the site."""
    names = ("glossary.html", "downloads.html", "status.html", "head.html", "steps.html", "frame/*.html")
    html = "".join(path.read_text(encoding="utf-8") for name in names for path in TEMPLATES.glob(name))
    assert {name for name in re.findall(r'\bid="([\w-]+)"', html) if "_" not in name} == ANCHORS
    meaning = "term: {en: New, es: Nuevo}, meaning: {en: New., es: Nuevo.}"
    append(data / "glossary.yaml", "".join(f"  - {{id: {name}, {meaning}}}\n" for name in ANCHORS))
    facts = [problem.fact for problem in inspect_project(data).faults]
    assert {f"'{name}' is a part of the page. Choose another id." for name in ANCHORS} <= set(facts)

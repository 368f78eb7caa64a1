"""Built site: a strict build of the small bank, read from disk."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urldefrag, urljoin

import click
import pytest

from conftest import BuildOnce, build
from espejo.check.project import inspect_project
from espejo.markdown.fragments import inline
from espejo.model.addresses import FORMER, side_by_side_path
from espejo.model.bank import Bank
from espejo.model.quiz import Quiz
from espejo.plugin.events import EspejoPlugin
from espejo.plugin.settings import check_settings
from espejo.rendering.downloads import PENDING, Downloads, write_size
from espejo.rendering.repository_links import RepositoryLinks
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from espejo.site.search_records import list_language_records
from site_builds import ELSEWHERE, build_elsewhere
from small_bank import SITE_URL, load_small_bank, make_word

NUMBERS, LETTERS = "quizzes/phase-01-arithmetic/", "quizzes/phase-02-collections/"


class Tags(HTMLParser):
    """The start tags of a page with their attributes."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.html = path.read_text(encoding="utf-8")
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        found = (attributes for name, attributes in self.found if name == tag)
        return [one for one in found if all(one.get(key) == value for key, value in wanted.items())]


@cache
def read_tags(path: Path) -> Tags:
    """Returns the tags of a file, parsed once for all tests."""
    return Tags(path)


def page(site: Path, address: str) -> Tags:
    return read_tags(site / address / "index.html")


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def shown_pages(site: Path) -> list[Path]:
    """Lists all pages except redirects and the 404 page."""
    redirects = [str(one.old) for one in load_small_bank().bank.redirects]
    old = {*redirects, *map(side_by_side_path, redirects), *FORMER}
    addresses = {path: path.parent.relative_to(site).as_posix().removeprefix("es/") for path in pages(site)}
    return [path for path, address in addresses.items() if path.name == "index.html" and address not in old]


def find_quiz(bank: Bank, address: str) -> Quiz:
    """Returns the quiz whose page has this address."""
    units = {f"{collection.folder}/{slug}/": unit for collection, slug, unit in bank.units()}
    quiz = units[address]
    assert isinstance(quiz, Quiz)
    return quiz


def test_every_page_is_there_in_both_languages(site: Path) -> None:
    """Each English page has a Spanish one at the same address under es/, and vice versa."""
    english = {path.relative_to(site).as_posix() for path in pages(site)} - {"404.html"}
    spanish = {path.removeprefix("es/") for path in english if path.startswith("es/")}
    assert spanish == {path for path in english if not path.startswith("es/")}
    wanted = {NUMBERS, LETTERS, "glossary/", "search/", "quizzes/"}
    assert {f"{address}index.html" for address in wanted} <= spanish


def test_every_page_has_its_own_description(site: Path) -> None:
    """Each page has one meta description, in its language."""
    described: dict[str, Path] = {}
    for path in shown_pages(site):
        (tag,) = read_tags(path).all("meta", name="description")
        assert tag["content"], path
        assert described.setdefault(tag["content"], path) == path, tag["content"]


def test_every_link_leads_somewhere(site: Path) -> None:
    """Relative links name existing files, and anchors existing ids. Ids are unique on a page."""
    ids = {
        path: [attributes["id"] for _, attributes in read_tags(path).found if "id" in attributes]
        for path in pages(site)
    }
    assert [path for path, found in ids.items() if len(found) != len(set(found))] == []
    for path in pages(site):
        here = f"{SITE_URL}{path.relative_to(site).as_posix().removesuffix('index.html')}"
        for tag, attributes in read_tags(path).found:
            link = attributes.get("href", attributes.get("src", ""))
            target, anchor = urldefrag(urljoin(here, link))
            if not link or not target.startswith(SITE_URL) or tag == "meta":
                continue
            file = site / target.removeprefix(SITE_URL).split("?")[0]
            file = file / "index.html" if file.is_dir() else file
            assert file.is_file(), f"{path}: {link}"
            assert not anchor or anchor in ids[file], f"{path}: {link}"


def test_the_repository_and_the_address_are_settings(site: Path) -> None:
    """The small bank's project sets both in mkdocs.yml, and no page names the published ones.

    The contributing guide is written by hand and may name the repository.
    """
    for path in pages(site):
        if path.parent.name != "contributing":
            html = read_tags(path).html
            assert "github.com/espejo-quiz" not in html, path
            assert "espejo-quiz.github.io" not in html, path


def test_search_is_indexed_per_language(site: Path) -> None:
    """Each language has its own index, with every record and every handwritten page except home."""
    entry = json.loads((site / "pagefind" / "pagefind-entry.json").read_text(encoding="utf-8"))
    records = list_language_records(Site(load_small_bank().bank, home=SITE_URL), "en")
    indexed = len(list(records))
    assert indexed > len(list(load_small_bank().bank.items()))
    counts = {name: language["page_count"] for name, language in entry["languages"].items()}
    written = len(("contributing", "contributing/own-bank", "you/log"))
    assert counts == {"en": indexed + written, "es": indexed + written}


def test_fallbacks_in_the_root_language_are_labeled(site: Path) -> None:
    """Blocks, lines, and outline entries have a label. A golden page has the Spanish ones."""
    english = page(site, LETTERS).html
    assert '<p class="mark">prompt (ES):</p><div lang="es"><p>Piensa en <code>' in english
    assert (
        '<span lang="es"><span class="mark">ES</span> ¿Qué método une una lista de cadenas?</span>' in english
    )
    assert (
        '<p class="mark">ES</p><div lang="es"><p>Un <a class="term" href="../../glossary/#set">conj'
        in english
    )
    assert '<span class="id">q-02-04</span> <span lang="es">¿Qué método' in english


def test_bad_data_fails_the_build_and_keeps_the_last_site(project: Path) -> None:
    """It exits with 1, lists all problems at once without a traceback, and leaves site/ unchanged."""
    (project / "site").mkdir()
    (project / "site" / "index.html").write_text("the last good site", encoding="utf-8")
    quiz = project / "data" / "quizzes" / "phase-01-arithmetic.yaml"
    text = quiz.read_text(encoding="utf-8")
    wrong = text.count("kind: single")
    assert wrong > 1
    quiz.write_text(text.replace("kind: single", "kind: singel"), encoding="utf-8")
    done = build(project)
    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert said.count("unknown value 'singel'. Did you mean 'single'?") == wrong
    assert f"\n{wrong} problems." in said
    assert "Notices about the data:\n" in said
    assert "Traceback" not in said
    assert (project / "site" / "index.html").read_text(encoding="utf-8") == "the last good site"


def test_a_quiz_page_is_small(site: Path) -> None:
    """The layout with the interface words takes at most 15,200 bytes, a question with its proof 3,100."""
    for collection, slug, unit in load_small_bank().bank.units():
        for prefix in ("", "es/"):
            size = (site / prefix / collection.folder / slug / "index.html").stat().st_size
            assert size < 15_200 + 3_100 * len(unit.items), (prefix, slug)


def test_the_site_works_under_a_path(build_once: BuildOnce) -> None:
    """Absolute addresses and the 404 page follow site_url."""
    moved_site = build_elsewhere(build_once)
    quiz = page(moved_site, NUMBERS)
    alternates = {tag["hreflang"]: tag["href"] for tag in quiz.all("link", rel="alternate")}
    assert alternates["es"] == f"{ELSEWHERE}es/{NUMBERS}"
    assert SITE_URL not in (moved_site / "sitemap.xml").read_text(encoding="utf-8")
    lost = read_tags(moved_site / "404.html")
    assert {"/below/", "/below/es/"} <= {tag["href"] for tag in lost.all("a")}


def test_a_third_language_needs_no_code(build_once: BuildOnce) -> None:
    """Adding its words and a line in mkdocs.yml is enough; untranslated texts are shown with a label."""
    moved_site = build_elsewhere(build_once)
    quiz = page(moved_site, f"fr/{LETTERS}")
    assert quiz.all("html")[0]["lang"] == "fr"
    for question in find_quiz(load_small_bank().bank, LETTERS).questions:
        locale = "en" if question.title.has("en") else "es"
        title = inline(question.title.show(locale).markdown)
        assert f'<span lang="{locale}"><span class="mark">{locale.upper()}</span> {title}</span>' in quiz.html
    home = page(moved_site, "fr")
    assert {tag["lang"] for tag in home.all("div") if "lang" in tag} == {"en"}
    assert f'hreflang="fr" href="{ELSEWHERE}fr/{LETTERS}"' in page(moved_site, LETTERS).html


def test_interface_words_are_plain_text(data: Path) -> None:
    """HTML in a word is rejected."""
    words = data / "locales" / "en.yaml"
    text = words.read_text(encoding="utf-8")
    assert 'footer: "footer"' in text
    words.write_text(
        text.replace('footer: "footer"', "footer: <img src=x onerror=alert(1)> Made"), encoding="utf-8"
    )
    problems = [str(one) for one in inspect_project(data).faults]
    assert len(problems) == 1
    assert "HTML in the word 'footer'. Words are plain text." in problems[0]


def test_an_empty_collection_says_so(data: Path) -> None:
    """Its page has a sentence in place of the list."""
    texts = "title: {en: Nothing, es: Nada}, about: {en: Nothing., es: Nada.}"
    with (data / "collections.yaml").open("a", encoding="utf-8") as collections:
        collections.write(f"  - {{folder: empty, prefix: e, {texts}}}\n")
    loaded = inspect_project(data)
    assert loaded.faults == []
    site = Site(loaded.bank, home=SITE_URL, repository=RepositoryLinks())
    for locale in ("en", "es"):
        shown = {one.path: one for one in list_pages(site, locale)}
        assert f">{make_word('nothing_yet', locale)}<" in render_page(site, shown["empty"], Downloads())
        assert "nothing_yet" not in render_page(site, shown["quizzes"], Downloads())


def test_a_language_that_the_bank_lacks_is_a_problem() -> None:
    """mkdocs.yml and data/bank.yaml must list the same languages and the same root language."""

    def check(languages: list[str], default: str) -> list[str]:
        i18n = SimpleNamespace(build_languages=languages, default_language=default)
        config: Any = SimpleNamespace(plugins={"i18n": i18n}, site_url=SITE_URL)
        return [one.fact for one in check_settings(config, load_small_bank().bank)]

    assert check(["es", "en"], "en") == []
    assert check(["en", "es", "fr"], "en") == ["the languages differ from data/bank.yaml. Expected: en, es."]
    assert check(["en"], "en") == ["the languages differ from data/bank.yaml. Expected: en, es."]
    (fact,) = check(["en", "es"], "es")
    assert fact.startswith("'default: true' must be on 'en'")


_DOWNLOAD = re.compile(r'<a href="([^"]+)" download>[^<]*</a> <span class="count">([^<,]+)')


def test_pages_show_the_sizes_of_their_downloads(site: Path) -> None:
    """Pages and downloads are built at the same time, and no placeholder for a size is left."""
    named = 0
    for page in site.rglob("*.html"):
        html = page.read_text(encoding="utf-8")
        assert PENDING not in html, page
        for link, size in _DOWNLOAD.findall(html):
            assert size == write_size((page.parent / link).stat().st_size), (page, link)
            named += 1
    assert named > 10


@pytest.mark.parametrize(("command", "serving"), [("serve", True), ("build", False)])
def test_serve_with_clean_counts_as_serving(command: str, serving: bool) -> None:
    """With `mkdocs serve --clean`, MkDocs passes the command `build`, but it still serves."""
    plugin = EspejoPlugin()
    with click.Context(click.Command(command), info_name=command):
        plugin.on_startup(command="build", dirty=False)
    assert plugin._serving is serving

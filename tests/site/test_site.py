"""Built site: a real strict build of the small bank, read back from the disk."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urldefrag, urljoin
from xml.etree import ElementTree

import click
import pytest

from conftest import BuildOnce, build
from edits import add_languages
from espejo.check.project import inspect_project
from espejo.markdown.fragments import inline
from espejo.model.addresses import SIDE_BY_SIDE, side_by_side_path
from espejo.model.bank import Bank
from espejo.model.quiz import Quiz
from espejo.plugin.events import EspejoPlugin
from espejo.plugin.settings import check_settings
from espejo.rendering.downloads import PENDING, Downloads, write_size
from espejo.rendering.repository_links import ForgeLinks
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from espejo.site.search_records import list_search_records
from small_bank import NAMES, REPO_URL, SITE_URL, load_small_bank, make_word

NUMBERS, LETTERS = "quizzes/phase-01-arithmetic/", "quizzes/phase-02-collections/"
LANGUAGES = [("", "en"), ("es/", "es")]
ELSEWHERE = "https://x.test/below/"


class Tags(HTMLParser):
    """The start tags of a page, each with its attributes."""

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
    """The tags of a file, which is parsed once for all tests."""
    return Tags(path)


def page(site: Path, address: str) -> Tags:
    return read_tags(site / address / "index.html")


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def shown_pages(site: Path) -> list[Path]:
    """The pages that readers look for: all but the one for lost readers and those that redirect."""
    redirects = [str(one.old) for one in load_small_bank().bank.redirects]
    old = {*redirects, *map(side_by_side_path, redirects)}
    addresses = {path: path.parent.relative_to(site).as_posix().removeprefix("es/") for path in pages(site)}
    return [path for path, address in addresses.items() if path.name == "index.html" and address not in old]


def find_quiz(bank: Bank, address: str) -> Quiz:
    """The quiz whose page has this address."""
    units = {f"{collection.folder}/{slug}/": unit for collection, slug, unit in bank.units()}
    quiz = units[address]
    assert isinstance(quiz, Quiz)
    return quiz


@pytest.fixture(scope="module")
def moved_site(build_once: BuildOnce) -> Path:
    """The site of the small bank at another address, below a path, with a third language that has no text."""
    return build_once("elsewhere", move_elsewhere) / "site"


def move_elsewhere(project: Path) -> None:
    """Adds the third language to a project, and has it live at the other address."""
    add_french(project)
    config = project / "mkdocs.yml"
    spanish = "        - { locale: es, name: Español }\n"
    text = config.read_text(encoding="utf-8").replace(SITE_URL, ELSEWHERE)
    assert spanish in text
    french = "        - { locale: fr, name: Français }\n"
    config.write_text(text.replace(spanish, spanish + french), encoding="utf-8")


def add_french(project: Path) -> None:
    """Adds a third language to the bank of a project. The package has no words in it."""
    add_languages(project / "data", "fr")


def test_every_page_is_there_in_both_languages(site: Path) -> None:
    """Each English page has a Spanish one at the same address under es/, and the other way around."""
    english = {path.relative_to(site).as_posix() for path in pages(site)} - {"404.html"}
    spanish = {path.removeprefix("es/") for path in english if path.startswith("es/")}
    assert spanish == {path for path in english if not path.startswith("es/")}
    wanted = {NUMBERS, LETTERS, "glossary/", "search/", "quizzes/"}
    assert {f"{address}index.html" for address in wanted} <= spanish


@pytest.mark.parametrize(("prefix", "lang"), LANGUAGES)
@pytest.mark.parametrize("address", [NUMBERS, LETTERS])
def test_quiz_page(site: Path, prefix: str, lang: str, address: str) -> None:
    """A page has its language, each question in order with one closed answer, and Markdown made into HTML."""
    quiz = page(site, prefix + address)
    ids = [question.id for question in find_quiz(load_small_bank().bank, address).questions]
    assert quiz.all("html")[0]["lang"] == lang
    assert [tag["id"] for tag in quiz.all("section", **{"class": "question"})] == ids
    assert len(quiz.all("details", **{"class": "answer"})) == len(ids)
    assert not any("open" in tag for tag in quiz.all("details"))
    assert '<span class="k">' in quiz.html
    assert "**" not in re.sub(r"<pre.*?</pre>", "", quiz.html, flags=re.DOTALL)
    assert len(quiz.all("meta", name="description")) == 1


def test_markdown_becomes_a_table_and_bold_letters(site: Path) -> None:
    assert "<table>" in page(site, LETTERS).html
    assert re.search(r"<strong>(<a [^>]*>)?remainder(</a>)?</strong>", page(site, NUMBERS).html)


def test_anatomy_of_the_english_page(site: Path) -> None:
    """Title, note in the other language, source, verdicts and the mark of a kind of question."""
    html = page(site, NUMBERS).html
    assert read_title(html) == "Phase 1 — Arithmetic: Whole numbers"
    assert f"<title>Phase 1 — Arithmetic: Whole numbers · {NAMES['en']}</title>" in html
    (note,) = re.findall(r'<details class="note" lang="es">(.*?)</details>', html, re.DOTALL)
    assert "🇪🇸" in note
    file = '<code class="long">data/quizzes/phase-01-arithmetic.yaml</code>'
    assert f"mirror_note-es {file}</span></summary>" in note
    assert "<p>mirror_focus-es Qué divide a qué y cuánto sobra." in note
    assert f'source <a href="{REPO_URL}/blob/HEAD/data/quizzes/phase-01-arithmetic.yaml">' in html
    assert "<strong>one_choice 2</strong>" in html
    assert "<strong>many_choices 1 and 4</strong>" in html
    assert "<strong>false.</strong>" in html
    assert '(</span>kind_multiple<span class="unseen">)' in html


def test_anatomy_of_the_spanish_page(site: Path) -> None:
    """The same with letters and Spanish words; a free answer says which points it expects."""
    html = page(site, f"es/{LETTERS}").html
    assert read_title(html) == "Fase 2 — Colecciones: Listas y conjuntos"
    assert '<details class="note" lang="en">\n<summary><span>mirror_note <code class="long">data/' in html
    assert "<strong>one_choice-es B</strong>" in html
    assert "<strong>many_choices-es B, C, D</strong>" in html
    assert "<strong>free_answer-es</strong> points-es:" in html


def read_title(html: str) -> str:
    """The text of the main heading, which has two lines."""
    (title,) = re.findall(r'<h1 id="content">(.*?)</h1>', html)
    return re.sub("<.*?>", "", title)


def test_reasons_stand_beside_the_labels_of_their_choices(site: Path) -> None:
    """A wrong choice without a reason is left out, and the labels of the others stay theirs."""
    numbers = why_not(page(site, NUMBERS).html)
    assert numbers["q-01-01"] == ["1. That is the quotient, 7 // 3.", "3. Then  would be a multiple of ."]
    assert numbers["q-01-07"] == ["1. That is int(-7 / 2), which rounds toward zero."]
    letters = why_not(page(site, LETTERS).html)
    assert letters["q-02-01"] == ["A. It has two, 'a' and 'b'.", "E. It has one, 2."]


def why_not(html: str) -> dict[str, list[str]]:
    """By question, the reasons why choices are wrong, with their labels; formulas are left out."""
    found = {}
    for id_, section in re.findall(
        r'<section class="question" id="([\w-]+)"(.*?)</section>', html, re.DOTALL
    ):
        reasons = re.search(r'<ul class="why-not".*?</ul>', section, re.DOTALL)
        rows = re.findall(r"<li[^>]*>(.*?)</li>", reasons[0] if reasons else "", re.DOTALL)
        found[id_] = [re.sub(r"<math.*?</math>|<[^>]+>", "", row) for row in rows]
    return found


@pytest.mark.parametrize("prefix", ["", "es/"])
def test_alternates_are_absolute_with_a_default(site: Path, prefix: str) -> None:
    """Each page names itself and its mirror by their full addresses, and English as the default."""
    for address in ("", NUMBERS, "glossary/"):
        found = page(site, prefix + address).all("link", rel="alternate")
        assert {tag["hreflang"]: tag["href"] for tag in found} == {
            "en": SITE_URL + address,
            "es": f"{SITE_URL}es/{address}",
            "x-default": SITE_URL + address,
        }
        canonical = page(site, prefix + address).all("link", rel="canonical")
        assert [tag["href"] for tag in canonical] == [SITE_URL + prefix + address]


def test_open_graph_names_the_locale(site: Path) -> None:
    """A page that is shared names its own locale and the other one."""
    spanish = page(site, f"es/{NUMBERS}")
    assert spanish.all("meta", property="og:locale")[0]["content"] == "es_ES"
    assert spanish.all("meta", property="og:locale:alternate")[0]["content"] == "en_US"


def test_descriptions_differ(site: Path) -> None:
    """Each page says once what it is about, in its own language."""
    described: dict[str, Path] = {}
    for path in shown_pages(site):
        (tag,) = read_tags(path).all("meta", name="description")
        assert tag["content"], path
        assert described.setdefault(tag["content"], path) == path, tag["content"]


def test_sitemap_has_every_page_with_its_alternates(site: Path) -> None:
    """Every page but those that redirect or have an original, and for each the same in every language."""
    space = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    tree = ElementTree.parse(site / "sitemap.xml")  # noqa: S314
    found = {}
    for url in tree.findall("s:url", space):
        links = url.findall("x:link", space)
        found[url.findtext("s:loc", namespaces=space)] = {
            link.get("hreflang"): link.get("href") for link in links
        }
    addresses = [path.parent.relative_to(site).as_posix() for path in shown_pages(site)]
    originals = [one for one in addresses if not one.endswith(f"/{SIDE_BY_SIDE}")]
    assert len(originals) < len(addresses)
    assert set(found) == {f"{SITE_URL}{one}/".replace("/./", "/") for one in originals}
    for address, alternates in found.items():
        english = str(address).replace(f"{SITE_URL}es/", SITE_URL)
        spanish = english.replace(SITE_URL, f"{SITE_URL}es/")
        assert alternates == {"en": english, "es": spanish, "x-default": english}


def test_not_found_serves_both_languages(site: Path) -> None:
    """The page for lost readers speaks every language, and its links work at any depth."""
    lost = read_tags(site / "404.html")
    assert lost.all("html")[0]["lang"] == "en"
    assert [tag["lang"] for tag in lost.all("section") if tag.get("class") == "lost"] == ["en", "es"]
    assert all(tag["href"].startswith(("/", "https://", "#")) for tag in lost.all("a"))


def test_every_link_leads_somewhere(site: Path) -> None:
    """Each relative link of each page names a file of the site, and each anchor an id in it."""
    ids = {
        path: {attributes["id"] for _, attributes in read_tags(path).found if "id" in attributes}
        for path in pages(site)
    }
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


def test_nothing_of_ours_is_inline(site: Path) -> None:
    """A strict Content-Security-Policy stays possible: no handler, no style, no script in the page.

    Those of Material on pages written by hand run by their hashes: see test_policy.py.
    """
    for path in pages(site):
        tags = read_tags(path)
        for _, attributes in tags.found:
            assert "style" not in attributes, path
            assert not [name for name in attributes if name.startswith("on")], path
        assert not tags.all("style"), path
        if path.parent.name not in ("anywhere", "contributing", "log"):
            scripts = tags.all("script")
            assert all("src" in tag or tag.get("type") == "application/json" for tag in scripts), path


def test_no_page_names_another_host_to_load_from(site: Path) -> None:
    """Pages, style sheets and scripts load nothing from elsewhere."""
    for path in [
        *pages(site),
        *(site / "assets" / "css").glob("*.css"),
        *(site / "assets" / "js").glob("*.js"),
    ]:
        text = path.read_text(encoding="utf-8")
        loaded = re.findall(r"""(?:src=["']?|url\(["']?|import\(["']|from ["'])(https?:)?//[^"')\s]+""", text)
        assert not loaded, (path, loaded)


def test_each_question_links_to_its_mirror_and_to_its_lines(site: Path) -> None:
    """Itself, the same question in the other language, and its own lines in the forge."""
    links = [tag["href"] for tag in page(site, NUMBERS).all("a")]
    for question in find_quiz(load_small_bank().bank, NUMBERS).questions:
        assert f"#{question.id}" in links
        assert f"../../es/{NUMBERS}#{question.id}" in links
        lines = f"#L{question.place.line}-L{question.last_line}"
        assert f"{REPO_URL}/edit/main/data/quizzes/phase-01-arithmetic.yaml{lines}" in links


def test_the_repository_and_the_address_are_settings(site: Path) -> None:
    """The small bank's project changes two lines of mkdocs.yml, and no page names the published ones.

    The guide for contributors is written by hand and may name the repository.
    """
    for path in pages(site):
        if path.parent.name != "contributing":
            html = read_tags(path).html
            assert "github.com/espejo-quiz" not in html, path
            assert "espejo-quiz.github.io" not in html, path


def test_search_is_indexed_per_language(site: Path) -> None:
    """Each language has an index of its own, with every record and every page written by hand but home."""
    entry = json.loads((site / "pagefind" / "pagefind-entry.json").read_text(encoding="utf-8"))
    records = list(list_search_records(Site(load_small_bank().bank, home=SITE_URL)))
    indexed = len(records) // 2
    assert indexed > len(list(load_small_bank().bank.items()))
    counts = {name: language["page_count"] for name, language in entry["languages"].items()}
    written = len(("anywhere", "contributing", "you/log"))
    assert counts == {"en": indexed + written, "es": indexed + written}


def test_fallbacks_are_labeled_in_both_directions(site: Path) -> None:
    """What a language lacks is shown in the other one, with its mark: blocks, lines and the outline."""
    spanish, english = page(site, f"es/{NUMBERS}").html, page(site, LETTERS).html
    assert '<p class="mark">prompt-es (EN):</p><div lang="en"><p>It is nine o' in spanish
    assert '<span lang="en"><span class="mark">EN</span> It shows twelve.</span>' in spanish
    assert '<span class="id">q-01-06</span> <span lang="en">A clock fifteen hours later</span>' in spanish
    assert '<p class="mark">prompt (ES):</p><div lang="es"><p>Piensa en <code>' in english
    assert (
        '<span lang="es"><span class="mark">ES</span> ¿Qué método une una lista de cadenas?</span>' in english
    )
    assert (
        '<p class="mark">ES</p><div lang="es"><p>Un <a class="term" href="../../glossary/#set">conj'
        in english
    )
    assert '<span class="id">q-02-04</span> <span lang="es">¿Qué método' in english


def test_what_a_language_has_is_not_labeled(site: Path) -> None:
    """The English page of a quiz that lacks nothing in English has no mark."""
    english = page(site, NUMBERS)
    assert not english.all("span", **{"class": "mark"})
    assert not english.all("p", **{"class": "mark"})


def test_a_stale_passage_says_so_where_it_is_stale(site: Path) -> None:
    """Only the Spanish page warns, and leads to the English question, which was edited later."""
    (warning,) = re.findall(r'<p class="stale".*?</p>', page(site, f"es/{NUMBERS}").html)
    assert "stale-es inglés" in warning
    assert f'<a href="../../../{NUMBERS}#q-01-07" hreflang="en" lang="en">in_this_language</a>' in warning
    assert 'class="stale"' not in page(site, NUMBERS).html


def test_bad_data_stops_the_build_and_spares_the_last_site(project: Path) -> None:
    """Exit code 1, the problems in one list, no traceback, and site/ as it was."""
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
    """The frame with the words of practice takes at most 14,500 bytes, a question with its proof 3,100."""
    for collection, slug, unit in load_small_bank().bank.units():
        for prefix in ("", "es/"):
            size = (site / prefix / collection.folder / slug / "index.html").stat().st_size
            assert size < 14_500 + 3_100 * len(unit.items), (prefix, slug)


def test_the_site_can_live_below_a_path(moved_site: Path) -> None:
    """Absolute addresses and the page for lost readers follow site_url."""
    quiz = page(moved_site, NUMBERS)
    alternates = {tag["hreflang"]: tag["href"] for tag in quiz.all("link", rel="alternate")}
    assert alternates["es"] == f"{ELSEWHERE}es/{NUMBERS}"
    assert SITE_URL not in (moved_site / "sitemap.xml").read_text(encoding="utf-8")
    lost = read_tags(moved_site / "404.html")
    assert {"/below/", "/below/es/"} <= {tag["href"] for tag in lost.all("a")}


def test_a_third_language_needs_no_code(moved_site: Path) -> None:
    """Its words and a line in mkdocs.yml are enough; every page shows what it has, labeled."""
    quiz = page(moved_site, f"fr/{LETTERS}")
    assert quiz.all("html")[0]["lang"] == "fr"
    for question in find_quiz(load_small_bank().bank, LETTERS).questions:
        locale = "en" if question.title.has("en") else "es"
        title = inline(question.title.show(locale).markdown)
        assert f'<span lang="{locale}"><span class="mark">{locale.upper()}</span> {title}</span>' in quiz.html
    home = page(moved_site, "fr")
    assert {tag["lang"] for tag in home.all("div") if "lang" in tag} == {"en"}
    assert f'hreflang="fr" href="{ELSEWHERE}fr/{LETTERS}"' in page(moved_site, LETTERS).html


def test_a_language_that_the_settings_lack_is_a_problem(project: Path) -> None:
    """The build stops and names the languages of the bank."""
    add_french(project)
    done = build(project)
    assert done.returncode == 1
    assert "the languages differ from data/bank.yaml. Expected: en, es, fr." in done.stderr


def test_words_are_text(data: Path) -> None:
    """What looks like HTML in a word is refused."""
    words = data / "locales" / "en.yaml"
    text = words.read_text(encoding="utf-8")
    assert 'footer: "footer"' in text
    words.write_text(
        text.replace('footer: "footer"', "footer: <img src=x onerror=alert(1)> Made"), encoding="utf-8"
    )
    problems = [str(one) for one in inspect_project(data).faults]
    assert len(problems) == 1
    assert "HTML in the word 'footer'. Words are plain text." in problems[0]


def test_a_collection_without_quizzes_says_so(data: Path) -> None:
    """Its page is there, with a sentence in place of the list."""
    texts = "title: {en: Nothing, es: Nada}, about: {en: Nothing., es: Nada.}"
    with (data / "collections.yaml").open("a", encoding="utf-8") as collections:
        collections.write(f"  - {{folder: empty, prefix: e, {texts}}}\n")
    loaded = inspect_project(data)
    assert loaded.faults == []
    site = Site(loaded.bank, home=SITE_URL, forge=ForgeLinks())
    for locale in ("en", "es"):
        shown = {one.path: one for one in list_pages(site, locale)}
        assert f">{make_word('nothing_yet', locale)}<" in render_page(site, shown["empty"], Downloads())
        assert "nothing_yet" not in render_page(site, shown["quizzes"], Downloads())


def test_a_language_that_the_bank_lacks_is_a_problem() -> None:
    """mkdocs.yml and data/bank.yaml name the same languages, and the same one as the root."""

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


def test_pages_say_how_large_their_downloads_are(site: Path) -> None:
    """They are made at the same time as the downloads, and have no mark left in the place of a size."""
    named = 0
    for page in site.rglob("*.html"):
        html = page.read_text(encoding="utf-8")
        assert PENDING not in html, page
        for link, size in _DOWNLOAD.findall(html):
            assert size == write_size((page.parent / link).stat().st_size), (page, link)
            named += 1
    assert named > 10


@pytest.mark.parametrize(("command", "serving"), [("serve", True), ("build", False)])
def test_a_clean_serve_is_a_serve(command: str, serving: bool) -> None:
    """`mkdocs serve --clean` says that it builds, but its pages are read while it runs."""
    plugin = EspejoPlugin()
    with click.Context(click.Command(command), info_name=command):
        plugin.on_startup(command="build", dirty=False)
    assert plugin._serving is serving

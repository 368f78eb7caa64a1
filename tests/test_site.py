"""A real strict build, read back from the disk."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag, urljoin
from xml.etree import ElementTree

import pytest

from conftest import build

ADDRESS = "https://espejo-quiz.github.io/"
QUIZ = "quizzes/phase-07-scalar-autograd/"
IDS = [f"q-07-0{number}" for number in range(1, 6)]


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


def page(site: Path, address: str) -> Tags:
    return Tags(site / address / "index.html")


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def test_every_page_is_there_in_both_languages(site: Path) -> None:
    english = {path.relative_to(site).as_posix() for path in pages(site)} - {"404.html"}
    spanish = {path.removeprefix("es/") for path in english if path.startswith("es/")}
    assert spanish == {path for path in english if not path.startswith("es/")}
    assert {f"{QUIZ}index.html", "glossary/index.html", "search/index.html", "quizzes/index.html"} < spanish


@pytest.mark.parametrize(("prefix", "lang"), [("", "en"), ("es/", "es")])
def test_quiz_page(site: Path, prefix: str, lang: str) -> None:
    quiz = page(site, prefix + QUIZ)
    assert quiz.all("html")[0]["lang"] == lang
    assert [tag["id"] for tag in quiz.all("section", **{"class": "question"})] == IDS
    assert len([tag for tag in quiz.all("details") if tag["class"] == "answer"]) == 5
    assert not any("open" in tag for tag in quiz.all("details"))
    assert "<table>" in quiz.html
    assert '<span class="k">' in quiz.html
    assert "**" not in re.sub(r"<pre.*?</pre>", "", quiz.html, flags=re.DOTALL)
    assert len(quiz.all("meta", name="description")) == 1


def test_anatomy_of_the_english_page(site: Path) -> None:
    html = page(site, QUIZ).html
    assert "Phase 7 — Quizzes</h1>" in html
    assert "<title>Phase 7 — Quizzes: Scalar autograd · Espejo</title>" in html
    assert '<aside class="note" lang="es">' in html
    assert "🇪🇸" in html
    assert "Source of truth:" in html
    assert "/data/quizzes/phase-07-scalar-autograd.yaml" in html
    assert "<strong>Choice 2.</strong>" in html
    assert "<strong>Choices 1, 2, 3.</strong>" in html
    assert re.search(r"\(</span>multi-choice", html)


def test_anatomy_of_the_spanish_page(site: Path) -> None:
    html = page(site, "es/quizzes/phase-25-pytorch-internals/").html
    assert "Fase 25 — Quizzes (espejo)</h1>" in html
    assert "<strong>Correcta: B.</strong>" in html
    assert "<strong>Correctas: B, C, D.</strong>" in html
    assert "<strong>Respuesta libre.</strong> Menciones esperadas:" in html


@pytest.mark.parametrize("prefix", ["", "es/"])
def test_alternates_are_absolute_with_a_default(site: Path, prefix: str) -> None:
    for address in ("", QUIZ, "glossary/"):
        found = page(site, prefix + address).all("link", rel="alternate")
        assert {tag["hreflang"]: tag["href"] for tag in found} == {
            "en": ADDRESS + address,
            "es": f"{ADDRESS}es/{address}",
            "x-default": ADDRESS + address,
        }
        canonical = page(site, prefix + address).all("link", rel="canonical")
        assert [tag["href"] for tag in canonical] == [ADDRESS + prefix + address]


def test_open_graph_names_the_locale(site: Path) -> None:
    spanish = page(site, f"es/{QUIZ}")
    assert spanish.all("meta", property="og:locale")[0]["content"] == "es_ES"
    assert spanish.all("meta", property="og:locale:alternate")[0]["content"] == "en_US"


def test_descriptions_differ(site: Path) -> None:
    """Each page says what it is about, in its own language."""
    texts = [
        Tags(path).all("meta", name="description")[0]["content"]
        for path in pages(site)
        if path.name != "404.html"
    ]
    assert len(set(texts)) == len(texts)
    assert all(30 < len(text) < 200 for text in texts), texts


def test_sitemap_has_every_page_with_its_alternates(site: Path) -> None:
    space = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    tree = ElementTree.parse(site / "sitemap.xml")  # noqa: S314
    found = {}
    for url in tree.findall("s:url", space):
        links = url.findall("x:link", space)
        found[url.findtext("s:loc", namespaces=space)] = {
            link.get("hreflang"): link.get("href") for link in links
        }
    on_disk = {ADDRESS + path.parent.relative_to(site).as_posix() + "/" for path in site.rglob("index.html")}
    assert set(found) == {address.replace("/./", "/") for address in on_disk}
    for alternates in found.values():
        assert set(alternates) == {"en", "es", "x-default"}
        assert set(alternates.values()) <= set(found)


def test_not_found_serves_both_languages(site: Path) -> None:
    lost = Tags(site / "404.html")
    assert lost.all("html")[0]["lang"] == "en"
    assert [tag["lang"] for tag in lost.all("section")] == ["en", "es"]
    assert all(tag["href"].startswith(("/", "https://", "#")) for tag in lost.all("a"))


def test_every_link_leads_somewhere(site: Path) -> None:
    """Each relative link of each page names a file of the site, and each anchor an id in it."""
    ids = {
        path: {attributes["id"] for _, attributes in Tags(path).found if "id" in attributes}
        for path in pages(site)
    }
    for path in pages(site):
        here = f"{ADDRESS}{path.relative_to(site).as_posix().removesuffix('index.html')}"
        for tag, attributes in Tags(path).found:
            link = attributes.get("href", attributes.get("src", ""))
            target, anchor = urldefrag(urljoin(here, link))
            if not link or not target.startswith(ADDRESS) or tag == "meta":
                continue
            file = site / target.removeprefix(ADDRESS).split("?")[0]
            file = file / "index.html" if file.is_dir() else file
            assert file.is_file(), f"{path}: {link}"
            assert not anchor or anchor in ids[file], f"{path}: {link}"


def test_nothing_of_ours_is_inline(site: Path) -> None:
    """A strict Content-Security-Policy stays possible: no handler, no style, no script in the page."""
    for path in pages(site):
        tags = Tags(path)
        for _, attributes in tags.found:
            assert "style" not in attributes, path
            assert not [name for name in attributes if name.startswith("on")], path
        assert not tags.all("style"), path
        assert all("src" in tag or tag.get("type") == "application/json" for tag in tags.all("script")), path


def test_no_page_names_another_host_to_load_from(site: Path) -> None:
    for path in [
        *pages(site),
        *(site / "assets" / "css").glob("*.css"),
        *(site / "assets" / "js").glob("*.js"),
    ]:
        text = path.read_text(encoding="utf-8")
        loaded = re.findall(r"""(?:src=["']?|url\(["']?|import\(["']|from ["'])(https?:)?//[^"')\s]+""", text)
        assert not loaded, (path, loaded)


def test_the_overrides_are_not_published(site: Path) -> None:
    assert not (site / "overrides").exists()


def test_each_question_links_to_its_mirror_and_to_its_lines(site: Path) -> None:
    quiz = page(site, QUIZ)
    links = [tag["href"] for tag in quiz.all("a")]
    for id_ in IDS:
        assert f"#{id_}" in links
        assert f"../../es/{QUIZ}#{id_}" in links
    edits = [link for link in links if "/edit/main/data/quizzes/phase-07-scalar-autograd.yaml#L" in link]
    assert len(edits) == 5


def test_the_repository_is_one_setting(project: Path) -> None:
    config = project / "mkdocs.yml"
    config.write_text(
        config.read_text().replace("https://github.com/espejo-quiz/espejo", "https://forge.test/mine")
    )
    assert build(project).returncode == 0
    html = (project / "site" / QUIZ / "index.html").read_text()
    assert "https://forge.test/mine/edit/main/data/quizzes/" in html
    assert "github.com/espejo-quiz" not in html


def test_search_is_indexed_per_language(site: Path) -> None:
    entry = json.loads((site / "pagefind" / "pagefind-entry.json").read_text())
    assert {name: language["page_count"] for name, language in entry["languages"].items()} == {
        "en": 18,  # fifteen quizzes, a deck, the formulas and the patterns
        "es": 18,
    }


def test_fallbacks_are_labelled_in_both_directions(gaps: Path) -> None:
    spanish = (gaps / "es" / "quizzes" / "phase-07-gaps" / "index.html").read_text()
    english = (gaps / "quizzes" / "phase-07-gaps" / "index.html").read_text()
    assert '<p class="mark">Enunciado (EN):</p><div lang="en"><p>Which one is right?</p></div>' in spanish
    assert '<span lang="en"><span class="mark">EN</span> The right one</span>' in spanish
    assert '<p class="mark">Prompt (ES):</p><div lang="es"><p>¿Qué falta?</p></div>' in english
    assert '<span class="id">q-07-01</span> <span lang="en">Only English here</span>' in spanish
    assert '<span lang="es"><span class="mark">ES</span> Dos</span>' in english


def test_bad_data_stops_the_build_and_spares_the_last_site(project: Path) -> None:
    """Exit code 1, the problems in one list, no traceback, and site/ as it was."""
    (project / "site").mkdir()
    (project / "site" / "index.html").write_text("the last good site")
    quiz = project / "data" / "quizzes" / "phase-07-scalar-autograd.yaml"
    quiz.write_text(quiz.read_text().replace("kind: single", "kind: singel"))
    done = build(project)
    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert said.count("unknown value 'singel'. Did you mean 'single'?") == 2
    assert "2 problems." in said
    assert "Traceback" not in said
    assert (project / "site" / "index.html").read_text() == "the last good site"


def test_a_quiz_page_is_small(site: Path) -> None:
    """With its proofs, which are about a quarter of it."""
    sizes = [path.stat().st_size for path in site.glob("**/quizzes/*/index.html")]
    assert len(sizes) == 6
    assert max(sizes) < 60_000


def test_the_site_can_live_below_a_path(project: Path) -> None:
    """Absolute addresses and the page for lost readers follow site_url."""
    config = project / "mkdocs.yml"
    config.write_text(config.read_text().replace(ADDRESS, "https://x.test/espejo/"))
    assert build(project).returncode == 0
    quiz = page(project / "site", QUIZ)
    alternates = {tag["hreflang"]: tag["href"] for tag in quiz.all("link", rel="alternate")}
    assert alternates["es"] == f"https://x.test/espejo/es/{QUIZ}"
    lost = Tags(project / "site" / "404.html")
    assert "/espejo/es/" in [tag["href"] for tag in lost.all("a")]


def test_a_third_language_needs_no_code(project: Path) -> None:
    """Its words and a line in mkdocs.yml are enough; every page shows what it has, labelled."""
    english = (project / "data" / "locales" / "en.yaml").read_text()
    french = english.replace("name: English", "name: Français").replace("mark: EN", "mark: FR")
    (project / "data" / "locales" / "fr.yaml").write_text(french.replace("en_US", "fr_FR"))
    assert "not the languages of data/locales. Expected: en, es, fr." in build(project).stderr
    config = project / "mkdocs.yml"
    spanish = "        - { locale: es, name: Español }\n"
    config.write_text(
        config.read_text().replace(spanish, f"{spanish}        - {{ locale: fr, name: Français }}\n")
    )
    done = build(project)
    assert done.returncode == 0, done.stderr
    quiz = page(project / "site", f"fr/{QUIZ}")
    assert quiz.all("html")[0]["lang"] == "fr"
    assert len(quiz.all("div", lang="en")) + len(quiz.all("span", lang="en")) > 20
    home = page(project / "site", "fr")
    assert [tag["lang"] for tag in home.all("div") if "lang" in tag] == ["en"]


def test_words_are_text(project: Path) -> None:
    """What looks like HTML in a word is refused."""
    words = project / "data" / "locales" / "en.yaml"
    words.write_text(words.read_text().replace("footer: Made", "footer: <img src=x onerror=alert(1)> Made"))
    assert "HTML in the word 'footer'. Words are plain text." in build(project).stderr


def test_a_collection_without_quizzes_says_so(project: Path) -> None:
    collections = project / "data" / "collections.yaml"
    texts = "title: {en: Nothing, es: Nada}, about: {en: Nothing., es: Nada.}"
    empty = f"  - {{folder: empty, prefix: e, {texts}}}\n"
    collections.write_text(collections.read_text() + empty)
    done = build(project)
    assert done.returncode == 0, done.stderr
    assert "No quizzes here yet." in page(project / "site", "empty").html

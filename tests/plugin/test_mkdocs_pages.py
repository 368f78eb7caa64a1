"""Hand-written pages as MkDocs users write them: in folders, in two languages, with front matter."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from built_pages import list_stopped, read, read_page, read_search_records, text_of
from newcomer_projects import EDIT, HOME, LANGUAGES, OTHER, PREFIXES, QUIZ
from small_bank import make_word

pytestmark = pytest.mark.xdist_group("mkdocs-plain")

WRITTEN = ("", OTHER, "guide/components", "guide/quiet")
in_both_languages = pytest.mark.parametrize("prefix", PREFIXES, ids=["en", "es"])


@pytest.mark.parametrize(
    ("prefix", "title", "heading", "description"),
    [
        ("", "Carrying over", "Carry the ten", "What to do when a column holds more than nine."),
        ("es/", "Llevadas", "Me llevo una", "Qué hacer cuando una columna pasa de nueve."),
    ],
    ids=["en", "es"],
)
def test_a_page_in_a_folder_has_its_title_language_and_addresses(
    plain: Path, prefix: str, title: str, heading: str, description: str
) -> None:
    """It has a breadcrumb, an edit link, and metadata for search engines in both languages."""
    page = read_page(plain, prefix + OTHER)
    assert [text_of(one).removesuffix("¶") for one in page.all("h1")] == [heading]
    assert read(page.one("html"), "lang") == ("es" if prefix else "en")
    assert page.one("head title").text().startswith(title)
    assert read(page.one("meta[name=description]"), "content") == description
    links = {read(one, "hreflang"): read(one, "href") for one in page.all("link[rel~=alternate][hreflang]")}
    assert links == {"en": f"{HOME}{OTHER}/", "es": f"{HOME}es/{OTHER}/", "x-default": f"{HOME}{OTHER}/"}
    assert read(page.one("link[rel=canonical]"), "href") == f"{HOME}{prefix}{OTHER}/"
    assert f'"{HOME}{prefix}{OTHER}/"' in (plain / "sitemap.xml").read_text(encoding="utf-8")
    assert prefix in page.targets("nav.crumbs a, .md-path a").values()
    file = f"{OTHER}{'.es' if prefix else ''}.md"
    assert f"{EDIT}docs/{file}" in page.targets("a").values()
    of_a_quiz = read_page(plain, prefix + QUIZ).targets("a").values()
    assert any(link.startswith(f"{EDIT}data/{QUIZ}.yaml#L") for link in of_a_quiz)


@pytest.mark.parametrize(("prefix", "word"), [("", "carryover"), ("es/", "llevada")])
def test_the_search_finds_a_page_by_its_words(plain: Path, prefix: str, word: str) -> None:
    records = [one for one in read_search_records(plain) if word in one["content"]]
    assert {one["url"].partition("#")[0].strip("/") for one in records} == {f"{prefix}{OTHER}"}
    if not prefix:
        assert any("Carry" in one["meta"]["title"] for one in records)


@pytest.mark.parametrize("address", ["", OTHER, QUIZ])
@pytest.mark.parametrize(("prefix", "locale"), LANGUAGES)
def test_without_a_nav_the_menu_has_the_collections_and_then_the_pages(
    plain: Path, address: str, prefix: str, locale: str
) -> None:
    """Both kinds of pages have the same header and footer."""
    page = read_page(plain, prefix + address)
    found = list(page.targets("body > header nav a:not([hreflang])").values())
    sections = ("quizzes", "study-guide", "drills", "topics", "practice", "review", "glossary")
    assert found[: len(sections)] == [f"{prefix}{name}/" for name in sections]
    assert {f"{prefix}guide/{name}/" for name in ("components", "other", "quiet")} <= set(found)
    assert page.targets("body > header a")[make_word("search", locale)] == f"{prefix}search/"
    footer = page.targets("footer a").values()
    assert {f"{prefix}{name}/" for name in ("proofs", "downloads", "status")} <= set(footer)


@in_both_languages
def test_a_page_has_an_outline_unless_it_hides_it(plain: Path, prefix: str) -> None:
    headings = {OTHER: ("an-example", "un-ejemplo"), "guide/quiet": ("nothing-beside-the-text", "nada-junto")}
    for address, beginnings in headings.items():
        page = read_page(plain, prefix + address)
        links = [read(one, "href").partition("#")[2] for one in page.shown("nav a")]
        outlined = any(link.startswith(beginnings) for link in links)
        assert outlined == (address == OTHER), address


@pytest.mark.parametrize("address", [*WRITTEN, QUIZ])
@in_both_languages
def test_the_policy_stops_nothing_and_languages_lead_to_the_same_page(
    plain: Path, address: str, prefix: str
) -> None:
    """Scripts and styles are files, or have their hash in the policy. Fonts don't come from Google."""
    page = read_page(plain, prefix + address)
    links = page.shown("body > header a[hreflang]")
    languages = {read(one, "hreflang"): page.target(read(one, "href")).partition("#")[0] for one in links}
    path = f"{address}/" if address else ""
    assert languages == {"en": path, "es": f"es/{path}"}
    assert list_stopped(page) == []
    assert not [one for one in [*page.styles(), *page.scripts()] if urlsplit(one).netloc]

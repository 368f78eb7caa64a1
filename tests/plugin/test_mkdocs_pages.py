"""Pages written by hand, as MkDocs users write them: in folders, with a twin, with settings at their top."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from built_pages import BuiltPage, list_stopped, read, read_page, read_search_records, text_of
from newcomer_projects import EDIT, HOME, LANGUAGES, OTHER, PREFIXES, QUIZ, Built, build_plain, check_built
from small_bank import make_word

pytestmark = pytest.mark.xdist_group("mkdocs-plain")

WRITTEN = ("", OTHER, "guide/components", "guide/quiet")
BOTH_KINDS = (OTHER, QUIZ)
in_both_languages = pytest.mark.parametrize("prefix", PREFIXES, ids=["en", "es"])


@pytest.fixture(scope="module")
def plain(shared: Path) -> Built:
    return check_built(build_plain(shared))


@pytest.fixture(scope="module")
def site(plain: Built) -> Path:
    return plain.site


def find_links(page: BuiltPage, selector: str, target: str) -> list[str]:
    """The texts of the shown links that a selector finds, and that lead to an address in the site."""
    return [text for text, found in page.targets(selector).items() if found == target]


# A page in a folder


@pytest.mark.parametrize(("address", "title"), [(OTHER, "Carry the ten"), (f"es/{OTHER}", "Me llevo una")])
def test_a_page_in_a_folder_is_built_in_both_languages(site: Path, address: str, title: str) -> None:
    page = read_page(site, address)
    assert [text_of(one).removesuffix("¶") for one in page.all("h1")] == [title]
    assert read(page.one("html"), "lang") == ("es" if address.startswith("es/") else "en")


@pytest.mark.parametrize("address", WRITTEN)
@in_both_languages
def test_the_languages_in_the_header_lead_to_the_same_page(site: Path, address: str, prefix: str) -> None:
    page = read_page(site, prefix + address)
    languages = {
        read(one, "hreflang"): page.target(read(one, "href")).partition("#")[0]
        for one in page.shown("body > header a[hreflang]")
    }
    path = f"{address}/" if address else ""
    assert languages == {"en": path, "es": f"es/{path}"}


@in_both_languages
def test_search_engines_are_told_of_both_languages(site: Path, prefix: str) -> None:
    page = read_page(site, prefix + OTHER)
    links = {read(one, "hreflang"): read(one, "href") for one in page.all("link[rel~=alternate][hreflang]")}
    assert links == {"en": f"{HOME}{OTHER}/", "es": f"{HOME}es/{OTHER}/", "x-default": f"{HOME}{OTHER}/"}
    assert read(page.one("link[rel=canonical]"), "href") == f"{HOME}{prefix}{OTHER}/"


@in_both_languages
def test_a_page_in_a_folder_has_a_breadcrumb_to_the_start(site: Path, prefix: str) -> None:
    assert find_links(read_page(site, prefix + OTHER), "nav.crumbs a, .md-path a", prefix)


@pytest.mark.parametrize(("prefix", "word"), [("", "carryover"), ("es/", "llevada")])
def test_a_page_written_by_hand_is_in_the_search(site: Path, prefix: str, word: str) -> None:
    found = {
        record["url"].partition("#")[0].strip("/")
        for record in read_search_records(site)
        if word in record["content"]
    }
    assert found == {f"{prefix}{OTHER}"}


def test_the_search_names_a_page_written_by_hand_by_its_title(site: Path) -> None:
    titles = {
        record["meta"]["title"]
        for record in read_search_records(site)
        if record["url"].partition("#")[0].strip("/") == OTHER
    }
    assert any("Carry" in title for title in titles)


@pytest.mark.parametrize(("prefix", "file"), [("", f"{OTHER}.md"), ("es/", f"{OTHER}.es.md")])
def test_a_page_written_by_hand_can_be_edited_where_edit_uri_says(site: Path, prefix: str, file: str) -> None:
    assert f"{EDIT}docs/{file}" in read_page(site, prefix + OTHER).targets("a").values()


def test_a_question_can_be_edited_in_the_same_repository(site: Path) -> None:
    links = read_page(site, QUIZ).targets("a").values()
    assert any(link.startswith(f"{EDIT}data/{QUIZ}.yaml#L") for link in links)


@in_both_languages
def test_a_page_in_a_folder_is_in_the_sitemap(site: Path, prefix: str) -> None:
    sitemap = (site / "sitemap.xml").read_text(encoding="utf-8")
    assert f'"{HOME}{prefix}{OTHER}/"' in sitemap


# Without a nav


@pytest.mark.parametrize("address", ["", *BOTH_KINDS])
@in_both_languages
def test_without_a_nav_the_menu_begins_with_the_collections(site: Path, address: str, prefix: str) -> None:
    page = read_page(site, prefix + address)
    sections = ("quizzes", "study-guide", "drills", "topics", "reference")
    found = list(page.targets("body > header nav a:not([hreflang])").values())
    assert found[: len(sections)] == [f"{prefix}{name}/" for name in sections]


@pytest.mark.parametrize("address", ["", *BOTH_KINDS])
@in_both_languages
def test_without_a_nav_the_menu_has_the_pages_written_by_hand(site: Path, address: str, prefix: str) -> None:
    found = read_page(site, prefix + address).targets("body > header nav a:not([hreflang])").values()
    assert {f"{prefix}guide/{name}/" for name in ("components", "other", "quiet")} <= set(found)


@pytest.mark.parametrize("address", BOTH_KINDS)
@pytest.mark.parametrize(("prefix", "locale"), LANGUAGES)
def test_both_kinds_of_pages_have_the_same_header_and_footer(
    site: Path, address: str, prefix: str, locale: str
) -> None:
    page = read_page(site, prefix + address)
    assert page.targets("body > header a")[make_word("search", locale)] == f"{prefix}search/"
    footer = page.targets("footer a").values()
    assert {f"{prefix}{name}/" for name in ("practice", "review", "search", "you")} <= set(footer)


# What the top of a page says


@pytest.mark.parametrize(("prefix", "title"), [("", "Carrying over"), ("es/", "Llevadas")])
def test_the_title_of_a_page_is_that_of_the_window(site: Path, prefix: str, title: str) -> None:
    assert read_page(site, prefix + OTHER).one("head title").text().startswith(title)


@pytest.mark.parametrize(
    ("prefix", "description"),
    [
        ("", "What to do when a column holds more than nine."),
        ("es/", "Qué hacer cuando una columna pasa de nueve."),
    ],
)
def test_the_description_of_a_page_is_for_search_engines(site: Path, prefix: str, description: str) -> None:
    assert read(read_page(site, prefix + OTHER).one("meta[name=description]"), "content") == description


@in_both_languages
def test_a_page_has_an_outline_unless_it_hides_it(site: Path, prefix: str) -> None:
    headings = {OTHER: ("an-example", "un-ejemplo"), "guide/quiet": ("nothing-beside-the-text", "nada-junto")}
    for address, beginnings in headings.items():
        page = read_page(site, prefix + address)
        links = [read(one, "href").partition("#")[2] for one in page.shown("nav a")]
        outlined = any(link.startswith(beginnings) for link in links)
        assert outlined == (address == OTHER), address


# Light and safe


@pytest.mark.parametrize("address", [*WRITTEN, QUIZ])
@in_both_languages
def test_the_policy_of_a_page_stops_nothing_of_it(site: Path, address: str, prefix: str) -> None:
    """Neither a script nor a style is in the page itself, unless the policy names it by its hash."""
    assert list_stopped(read_page(site, prefix + address)) == []


@pytest.mark.parametrize("address", [*WRITTEN, QUIZ])
def test_a_page_loads_nothing_from_another_host(site: Path, address: str) -> None:
    """Also where the settings do not mention fonts, which Material would take from Google."""
    page = read_page(site, address)
    assert not [one for one in [*page.styles(), *page.scripts()] if urlsplit(one).netloc]


def test_a_strict_build_says_nothing_about_the_pages_of_the_bank(plain: Built) -> None:
    """MkDocs lists what is not in a `nav`, and plugins warn of what has no file."""
    assert plain.lines(f"{QUIZ}.md") == []

"""Components of Material: each is on a page written by hand as Material's own style and script expect it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from built_pages import BuiltPage, list_pages, read, read_page, text_of
from newcomer_projects import COMPONENTS, DECK, LANGUAGES, OTHER, QUIZ, build_plain, check_built

pytestmark = pytest.mark.xdist_group("mkdocs-plain")

STYLE = re.compile(r"assets/stylesheets/main\.\w+\.min\.css")
SCRIPT = re.compile(r"assets/javascripts/bundle\.\w+\.min\.js")
FEATURES = {"content.code.annotate", "content.code.copy", "content.tabs.link", "content.action.edit"}


@pytest.fixture(scope="module")
def site(shared: Path) -> Path:
    return check_built(build_plain(shared)).site


@pytest.fixture(scope="module", params=LANGUAGES, ids=lambda one: one[1])
def page(site: Path, request: pytest.FixtureRequest) -> BuiltPage:
    """The page that has every component, in both languages."""
    return read_page(site, request.param[0] + COMPONENTS)


@pytest.mark.parametrize(
    ("selector", "count"),
    [
        ("article.md-typeset", 1),  # everything else hangs on this class
        (".admonition.note > p.admonition-title", 1),
        (".admonition.tip > p.admonition-title", 1),
        (".admonition.warning.inline.end > p.admonition-title", 1),
        ("details.question:not([open]) > summary", 1),
        ("details.example[open] > summary", 1),
        (".tabbed-set.tabbed-alternate[data-tabs] > input[type=radio]", 2),
        (".tabbed-set > .tabbed-labels > label", 2),
        (".tabbed-set > .tabbed-content > .tabbed-block .highlight code", 2),
        (".highlight + ol > li > strong", 1),  # the note of an annotation in code
        ("p.annotate + ol > li", 1),
        (".grid.cards > ul > li > hr", 2),
        (".grid.cards .twemoji.lg.middle > svg", 2),
        ("a.md-button", 2),
        ("a.md-button.md-button--primary", 1),
        ("ul.task-list > li.task-list-item > label.task-list-control > input[type=checkbox]", 2),
        ("label.task-list-control > .task-list-indicator", 2),
        ("label.task-list-control > input[checked]", 1),
        ("dl > dt", 2),
        ("dl > dd", 2),
        ("sup > a.footnote-ref", 1),
        (".footnote li a.footnote-backref", 1),
        ("p > .twemoji > svg > path", 4),
        (".highlight > table.highlighttable th.filename > .filename", 1),
        (".highlighttable td.linenos .linenodiv a", 2),
        (".highlighttable td.code code .hll", 1),
        ("p > code.highlight > .mi", 2),
        (".keys > kbd", 2),
        ("table:not(.highlighttable) > tbody > tr", 2),
        ("abbr[title]", 1),
    ],
)
def test_a_component_has_the_classes_that_material_styles(page: BuiltPage, selector: str, count: int) -> None:
    assert len(page.all(f"main {selector}")) == count


def test_an_annotation_keeps_the_mark_that_the_script_looks_for(page: BuiltPage) -> None:
    assert "(1)!" in next(text_of(one) for one in page.all(".highlight code .c1"))
    assert "(1)" in text_of(page.one("p.annotate"))


def test_an_icon_is_a_drawing_and_no_text(page: BuiltPage) -> None:
    assert ":material-" not in page.text()
    assert ":octicons-" not in page.text()


def test_columns_are_aligned_without_a_style_that_the_policy_stops(page: BuiltPage) -> None:
    """Markdown's tables align a column by an inline style, unless they are told not to."""
    cells = page.all("table:not(.highlighttable) > tbody > tr:first-child > td")
    assert [read(one, "style") for one in cells] == ["", "", ""]
    assert [read(one, "align") or read(one, "class") for one in cells] not in (["", "", ""], [])


def test_headings_have_permanent_links(page: BuiltPage) -> None:
    headings = page.all("article h2[id]")
    assert len(headings) == 12
    assert all(one.css_first("a.headerlink") for one in headings)


def test_a_page_written_by_hand_has_the_style_and_the_script_of_material(page: BuiltPage) -> None:
    for listed, wanted in ((page.styles(), STYLE), (page.scripts(), SCRIPT)):
        (found,) = filter(wanted.fullmatch, listed)
        assert (page.site / found).is_file()


def test_our_style_comes_after_that_of_material(page: BuiltPage) -> None:
    """The header and the footer are ours, on this page as on all others."""
    styles = page.styles()
    (material,) = filter(STYLE.fullmatch, styles)
    assert any(one.startswith("assets/css/") for one in styles[styles.index(material) + 1 :])


def test_the_script_of_material_is_told_the_features(page: BuiltPage) -> None:
    settings = json.loads(page.one("script#__config").text())
    assert set(settings["features"]) >= FEATURES
    copy = settings["translations"]["clipboard.copy"]
    assert copy == ("Copiar al portapapeles" if page.address.startswith("es/") else "Copy to clipboard")


def test_the_button_to_edit_is_the_one_of_material(page: BuiltPage) -> None:
    button = page.one("a.md-content__button[rel~=edit]")
    assert button.css_first("svg")
    assert read(button, "href").endswith(".es.md" if page.address.startswith("es/") else f"{COMPONENTS}.md")


def test_pages_of_the_bank_load_neither_the_style_nor_the_script_of_material(site: Path) -> None:
    """All of them: the pages that load Material's files have a file below `docs`. Home is made of both."""
    users = {
        page.address.removeprefix("es/").strip("/")
        for page in list_pages(site)
        if any(map(STYLE.fullmatch, page.styles())) or any(map(SCRIPT.fullmatch, page.scripts()))
    }
    assert users - {"", "contributing"} == {"guide/other", "guide/components", "guide/quiet"}


@pytest.mark.parametrize("address", [QUIZ, DECK])
def test_pages_of_the_bank_have_no_part_of_a_page_written_by_hand(site: Path, address: str) -> None:
    """Neither Material's sidebars nor its settings, which nothing on such a page reads."""
    page = read_page(site, address)
    assert not page.all(".md-sidebar, script#__config, a.md-content__button")


@pytest.mark.parametrize("address", [COMPONENTS, OTHER])
def test_a_page_written_by_hand_loads_each_file_once(site: Path, address: str) -> None:
    page = read_page(site, address)
    files = [*page.styles(), *page.scripts()]
    assert len(files) == len(set(files))
    assert all((site / one).is_file() for one in files)

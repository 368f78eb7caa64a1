"""Material's components: each has the markup on hand-written pages that Material's style and script need."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from built_pages import BuiltPage, list_pages, read, read_page, text_of
from newcomer_projects import COMPONENTS, DECK, LANGUAGES, OTHER, QUIZ

pytestmark = pytest.mark.xdist_group("mkdocs-plain")

STYLE = re.compile(r"assets/stylesheets/main\.\w+\.min\.css")
SCRIPT = re.compile(r"assets/javascripts/bundle\.\w+\.min\.js")
FEATURES = {"content.code.annotate", "content.code.copy", "content.tabs.link", "content.action.edit"}

SELECTORS = {
    "article.md-typeset": 1,  # all other styles depend on this class
    ".admonition.note > p.admonition-title": 1,
    ".admonition.tip > p.admonition-title": 1,
    ".admonition.warning.inline.end > p.admonition-title": 1,
    "details.question:not([open]) > summary": 1,
    "details.example[open] > summary": 1,
    ".tabbed-set.tabbed-alternate[data-tabs] > input[type=radio]": 2,
    ".tabbed-set > .tabbed-labels > label": 2,
    ".tabbed-set > .tabbed-content > .tabbed-block .highlight code": 2,
    ".highlight + ol > li > strong": 1,  # the note of an annotation in code
    "p.annotate + ol > li": 1,
    ".grid.cards > ul > li > hr": 2,
    ".grid.cards .twemoji.lg.middle > svg": 2,
    "a.md-button": 2,
    "a.md-button.md-button--primary": 1,
    "ul.task-list > li.task-list-item > label.task-list-control > input[type=checkbox]": 2,
    "label.task-list-control > .task-list-indicator": 2,
    "label.task-list-control > input[checked]": 1,
    "dl > dt": 2,
    "dl > dd": 2,
    "sup > a.footnote-ref": 1,
    ".footnote li a.footnote-backref": 1,
    "p > .twemoji > svg > path": 4,
    ".highlight > table.highlighttable th.filename > .filename": 1,
    ".highlighttable td.linenos .linenodiv a": 2,
    ".highlighttable td.code code .hll": 1,
    "p > code.highlight > .mi": 2,
    ".keys > kbd": 2,
    "table:not(.highlighttable) > tbody > tr": 2,
    "abbr[title]": 1,
    "article h2[id]": 12,
    "article h2[id] > a.headerlink": 12,
}
"""How often each component is on the page, by the selectors that Material's style and script use."""


@pytest.fixture(params=LANGUAGES, ids=lambda one: one[1])
def page(plain: Path, request: pytest.FixtureRequest) -> BuiltPage:
    """Read the page that has every component."""
    return read_page(plain, request.param[0] + COMPONENTS)


def test_components_have_the_markup_that_material_styles(page: BuiltPage) -> None:
    assert {selector: len(page.all(f"main {selector}")) for selector in SELECTORS} == SELECTORS
    assert "(1)!" in next(text_of(one) for one in page.all(".highlight code .c1"))
    assert "(1)" in text_of(page.one("p.annotate"))
    assert ":material-" not in page.text()
    assert ":octicons-" not in page.text()


def test_columns_are_aligned_without_inline_styles(page: BuiltPage) -> None:
    """By default, Markdown tables align columns with inline styles, which the policy blocks."""
    cells = page.all("table:not(.highlighttable) > tbody > tr:first-child > td")
    assert [read(one, "style") for one in cells] == ["", "", ""]
    assert [read(one, "align") or read(one, "class") for one in cells] not in (["", "", ""], [])


def test_the_page_loads_materials_style_script_and_settings(page: BuiltPage) -> None:
    """Our style comes after Material's, settings are in the page's language, and each file is loaded once."""
    styles, scripts = page.styles(), page.scripts()
    (material,) = filter(STYLE.fullmatch, styles)
    (script,) = filter(SCRIPT.fullmatch, scripts)
    assert all((page.site / one).is_file() for one in (material, script))
    assert any(one.startswith("assets/css/") for one in styles[styles.index(material) + 1 :])
    assert len({*styles, *scripts}) == len([*styles, *scripts])
    settings = json.loads(page.one("script#__config").text())
    assert set(settings["features"]) >= FEATURES
    is_spanish = page.address.startswith("es/")
    copy = settings["translations"]["clipboard.copy"]
    assert copy == ("Copiar al portapapeles" if is_spanish else "Copy to clipboard")
    button = page.one("a.md-content__button[rel~=edit]")
    assert button.css_first("svg")
    assert read(button, "href").endswith(".es.md" if is_spanish else f"{COMPONENTS}.md")


def test_pages_of_the_bank_load_nothing_of_material(plain: Path) -> None:
    """Only pages with a file in `docs` do. Home has parts of both kinds."""
    users = {
        page.address.removeprefix("es/").strip("/")
        for page in list_pages(plain)
        if any(map(STYLE.fullmatch, page.styles())) or any(map(SCRIPT.fullmatch, page.scripts()))
    }
    assert users - {"", "contributing"} == {"guide/other", "guide/components", "guide/quiet"}
    for address in (QUIZ, DECK):
        assert not read_page(plain, address).all(".md-sidebar, script#__config, a.md-content__button")
    other = read_page(plain, OTHER)
    files = [*other.styles(), *other.scripts()]
    assert len(files) == len(set(files))
    assert all((plain / one).is_file() for one in files)

"""Third-party plugins: they work on hand-written pages, and change no text of the bank."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from built_pages import BuiltPage, list_pages, list_stopped, read, read_page, text_of
from edits import replace_once
from newcomer_projects import BRACES, COMPONENTS, OTHER, PREFIXES, QUIZ, Built, build_once, check_built
from repository import run_git

pytestmark = pytest.mark.xdist_group("mkdocs-plugins")

in_both_languages = pytest.mark.parametrize("prefix", PREFIXES, ids=["en", "es"])


def tag_and_commit(project: Path) -> None:
    """Tag a page in both languages, in a repository whose only commit is years old."""
    for name, tags in (("other.md", "[addition, columns]"), ("other.es.md", "[columnas, suma]")):
        replace_once(project / "docs/guide" / name, "status: new\n", f"status: new\ntags: {tags}\n")
    run_git(project, "init", "--quiet", "--initial-branch", "main")
    run_git(project, "add", "mkdocs.yml", "docs")
    run_git(project, "commit", "--quiet", "--message", "Sums", "--date", "2021-03-04T12:00:00Z")


# Plugins that don't touch each other's work share a build.
PAGES, MINIFIED, LITERATE = "pages", "minify-awesome-nav", "literate-nav"
SETTINGS = {
    PAGES: """
plugins:
  - redirects:
      redirect_maps:
        old.md: guide/other.md
        older.md: quizzes/phase-01-arithmetic.md
  - git-revision-date-localized
  - tags
  - glightbox
  - macros
extra: {ten: 10}
""",
    MINIFIED: "plugins: [awesome-nav, minify: {minify_html: true}]",
    LITERATE: "plugins: [literate-nav]",
}
FILES: Mapping[str, Mapping[str, str]] = {
    PAGES: {
        "docs/tags.md": "# Tags\n\n<!-- material/tags -->\n",
        "docs/tags.es.md": "# Etiquetas\n\n<!-- material/tags -->\n",
        "docs/macro.md": "# Macros\n\nCarry at {{ ten }}.\n",
        "docs/macro.es.md": "# Macros\n\nMe llevo una a los {{ ten }}.\n",
    },
    MINIFIED: {
        "docs/.nav.yml": f"nav:\n- index.md\n- Components: {COMPONENTS}.md\n- Another page: {OTHER}.md\n"
    },
    LITERATE: {
        "docs/SUMMARY.md": f"- [Start](index.md)\n- [First quiz]({QUIZ}.md)\n- [Another page]({OTHER}.md)\n"
    },
}

Build = Callable[[str], Built]


@pytest.fixture(scope="module")
def build(shared: Path) -> Build:
    def build_with(name: str) -> Built:
        edit = tag_and_commit if name == PAGES else lambda _: None
        return check_built(build_once(shared, f"plugin-{name}", SETTINGS[name], FILES[name], edit=edit))

    return build_with


@pytest.fixture(scope="module")
def pages(build: Build) -> Path:
    return build(PAGES).site


def list_bank_pages(site: Path) -> list[BuiltPage]:
    """List the pages of the newcomer's site that aren't hand-written."""
    written = {"", "es/", "404.html"}
    folders = ("guide/", "es/guide/", "contributing/", "es/contributing/")
    pages = [page for page in list_pages(site) if page.all("main")]
    return [page for page in pages if page.address not in written and not page.address.startswith(folders)]


def read_texts(page: BuiltPage) -> list[str]:
    """Return the text of a page, and its code blocks character by character."""
    return [page.text(), *(one.text() for one in page.all("main pre"))]


@pytest.mark.parametrize("name", SETTINGS)
def test_plugins_neither_warn_nor_change_a_text_of_the_bank(build: Build, plain: Path, name: str) -> None:
    """Braces in a question aren't changed. The policy blocks nothing that a plugin adds to a page."""
    built, expected = build(name), list_bank_pages(plain)
    assert built.lines("WARNING") == []
    assert len(expected) > 60
    for page in expected:
        assert read_texts(read_page(built.site, page.address)) == read_texts(page), page.address
    assert BRACES.replace("`", "") in read_page(built.site, QUIZ).text()
    for prefix in PREFIXES:
        for address in (OTHER, QUIZ):
            assert list_stopped(read_page(built.site, prefix + address)) == []


def test_redirects_macros_and_minify_do_their_work(build: Build, pages: Path, plain: Path) -> None:
    """Redirects lead from old pages to new ones. Minify removes quotes that HTML doesn't need."""
    for old, new in (("old", OTHER), ("older", QUIZ)):
        page = read_page(pages, old)
        (refresh,) = page.all('meta[http-equiv="refresh"]')
        assert page.target(read(refresh, "content").partition("url=")[2]) == f"{new}/"
    assert "Carry at 10." in read_page(pages, "macro").text()
    assert "Me llevo una a los 10." in read_page(pages, "es/macro").text()
    for address in (OTHER, f"es/{QUIZ}"):
        short = read_page(build(MINIFIED).site, address).html
        assert f"<html lang={address[:2] if address.startswith('es/') else 'en'}" in short
        assert len(short) < len(read_page(plain, address).html)


@pytest.mark.parametrize(("prefix", "date"), [("", "March 4, 2021"), ("es/", "4 de marzo de 2021")])
def test_git_dates_hand_written_pages_in_their_language(pages: Path, prefix: str, date: str) -> None:
    """A page without a file has no date."""
    dates = read_page(pages, prefix + OTHER).shown(".git-revision-date-localized-plugin")
    assert date in [text_of(one) for one in dates]
    assert not read_page(pages, prefix + QUIZ).all("[class*=git-revision-date]")


@pytest.mark.parametrize(("prefix", "tags"), [("", ["addition", "columns"]), ("es/", ["columnas", "suma"])])
def test_tags_are_on_the_page_and_in_their_index(pages: Path, prefix: str, tags: list[str]) -> None:
    assert [text_of(one) for one in read_page(pages, prefix + OTHER).shown(".md-tags .md-tag")] == tags
    index = read_page(pages, f"{prefix}tags")
    assert set(tags) <= {text_of(one).removesuffix("¶") for one in index.shown("main h2")}
    assert f"{prefix}{OTHER}/" in index.targets("main a").values()


@in_both_languages
def test_glightbox_opens_the_picture_of_a_page(pages: Path, prefix: str) -> None:
    """Pages of the bank have no such pictures, and don't load the plugin's files."""
    page = read_page(pages, prefix + OTHER)
    link = page.one("main a.glightbox")
    assert link.css_first("img")
    assert page.target(read(link, "href")) == "own/sum.svg"
    assert "assets/stylesheets/glightbox.min.css" in page.styles()
    assert "assets/javascripts/glightbox.min.js" in page.scripts()
    assert all((page.site / one).is_file() for one in [*page.styles(), *page.scripts()])
    assert "glightbox" not in read_page(pages, prefix + QUIZ).html.lower()


MENUS = {
    MINIFIED: ((("Components", "Componentes"), COMPONENTS), (("Another page", "Otra página"), OTHER)),
    LITERATE: ((("First quiz", "Primer quiz"), QUIZ), (("Another page", "Otra página"), OTHER)),
}


@pytest.mark.parametrize("name", MENUS)
@pytest.mark.parametrize("address", [OTHER, QUIZ])
@in_both_languages
def test_the_menu_is_the_one_that_a_plugin_makes(build: Build, name: str, address: str, prefix: str) -> None:
    """The order and the i18n plugin's translations are kept, and omitted pages stay out."""
    page = read_page(build(name).site, prefix + address)
    menu = page.targets("body > header nav a:not([hreflang])")
    wanted = [(titles[bool(prefix)], f"{prefix}{target}/") for titles, target in MENUS[name]]
    assert [item for item in menu.items() if item in wanted] == wanted
    assert f"{prefix}guide/quiet/" not in menu.values()

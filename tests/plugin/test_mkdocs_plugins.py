"""Other people's plugins beside ours: they work on pages written by hand, and alter no text of the bank."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from built_pages import BuiltPage, list_pages, list_stopped, read, read_page, text_of
from edits import replace_once
from newcomer_projects import (
    BRACES,
    COMPONENTS,
    LANGUAGES,
    OTHER,
    PREFIXES,
    QUIZ,
    Built,
    build_once,
    build_plain,
    check_built,
)
from repository import run_git

pytestmark = pytest.mark.xdist_group("mkdocs-plugins")

in_both_languages = pytest.mark.parametrize("prefix", PREFIXES, ids=["en", "es"])


def tag_pages(project: Path) -> None:
    """Gives a page tags in both languages."""
    for name, tags in (("other.md", "[addition, columns]"), ("other.es.md", "[columnas, suma]")):
        replace_once(project / "docs/guide" / name, "status: new\n", f"status: new\ntags: {tags}\n")


def commit_page(project: Path) -> None:
    """Makes the project a repository whose only commit is of a day long ago."""
    run_git(project, "init", "--quiet", "--initial-branch", "main")
    run_git(project, "add", "mkdocs.yml", "docs")
    run_git(project, "commit", "--quiet", "--message", "Sums", "--date", "2021-03-04T12:00:00Z")


PROJECTS = {
    "redirects": """
plugins:
  - redirects:
      redirect_maps:
        old.md: guide/other.md
""",
    "redirects-to-a-quiz": """
plugins:
  - redirects:
      redirect_maps:
        old.md: quizzes/phase-01-arithmetic.md
""",
    "git": "plugins: [git-revision-date-localized]",
    "tags": "plugins: [tags]",
    "glightbox": "plugins: [glightbox]",
    "macros": "plugins: [macros]\nextra: {ten: 10}",
    "minify": "plugins: [minify: {minify_html: true}]",
    "awesome-nav": "plugins: [awesome-nav]",
    "literate-nav": "plugins: [literate-nav]",
}
PAGES: Mapping[str, Mapping[str, str]] = {
    "tags": {
        "docs/tags.md": "# Tags\n\n<!-- material/tags -->\n",
        "docs/tags.es.md": "# Etiquetas\n\n<!-- material/tags -->\n",
    },
    "macros": {
        "docs/macro.md": "# Macros\n\nCarry at {{ ten }}.\n",
        "docs/macro.es.md": "# Macros\n\nMe llevo una a los {{ ten }}.\n",
    },
    "awesome-nav": {
        "docs/.nav.yml": f"nav:\n- index.md\n- Components: {COMPONENTS}.md\n- Another page: {OTHER}.md\n"
    },
    "literate-nav": {
        "docs/SUMMARY.md": f"- [Start](index.md)\n- [First quiz]({QUIZ}.md)\n- [Another page]({OTHER}.md)\n"
    },
}
EDITS = {"tags": tag_pages, "git": commit_page}


@pytest.fixture(scope="module")
def plain(shared: Path) -> Path:
    return check_built(build_plain(shared)).site


Build = Callable[[str], Built]


@pytest.fixture(scope="module")
def build(shared: Path) -> Build:
    def build_with(name: str) -> Built:
        edit = EDITS.get(name, lambda _: None)
        return build_once(shared, f"plugin-{name}", PROJECTS[name], PAGES.get(name, {}), edit=edit)

    return build_with


with_each_plugin = pytest.mark.parametrize("name", PROJECTS)


def list_bank_pages(site: Path) -> list[BuiltPage]:
    """The pages of the newcomer's site that nobody has written by hand."""
    written = {"", "es/", "404.html"}
    folders = ("guide/", "es/guide/", "contributing/", "es/contributing/")
    pages = [page for page in list_pages(site) if page.all("main")]
    return [page for page in pages if page.address not in written and not page.address.startswith(folders)]


def read_texts(page: BuiltPage) -> list[str]:
    """What a page says, and its programs to the letter."""
    return [page.text(), *(one.text() for one in page.all("main pre"))]


@with_each_plugin
def test_a_strict_build_has_nothing_to_complain_about(build: Build, name: str) -> None:
    """A plugin that meets a page without a file neither warns nor fails."""
    built = check_built(build(name))
    assert built.lines("WARNING") == []


@with_each_plugin
def test_no_text_of_the_bank_is_altered(build: Build, plain: Path, name: str) -> None:
    site = check_built(build(name)).site
    pages = list_bank_pages(plain)
    assert len(pages) > 60
    for page in pages:
        assert read_texts(read_page(site, page.address)) == read_texts(page), page.address


@with_each_plugin
@in_both_languages
def test_the_policy_of_a_page_lets_a_plugin_do_its_work(build: Build, name: str, prefix: str) -> None:
    """Or a reader would see an error where the plugin has put a script into the page."""
    site = check_built(build(name)).site
    for address in (OTHER, QUIZ):
        assert list_stopped(read_page(site, prefix + address)) == []


# Each at its work


@pytest.mark.parametrize(("name", "new"), [("redirects", OTHER), ("redirects-to-a-quiz", QUIZ)])
def test_redirects_lead_from_old_pages_to_new_ones(build: Build, name: str, new: str) -> None:
    page = read_page(check_built(build(name)).site, "old")
    (refresh,) = page.all('meta[http-equiv="refresh"]')
    assert page.target(read(refresh, "content").partition("url=")[2]) == f"{new}/"


@pytest.mark.parametrize(("prefix", "date"), [("", "March 4, 2021"), ("es/", "4 de marzo de 2021")])
def test_git_dates_a_page_written_by_hand_in_its_language(build: Build, prefix: str, date: str) -> None:
    page = read_page(check_built(build("git")).site, prefix + OTHER)
    assert date in [text_of(one) for one in page.shown(".git-revision-date-localized-plugin")]


@in_both_languages
def test_a_page_without_a_file_has_no_date_of_git(build: Build, prefix: str) -> None:
    page = read_page(check_built(build("git")).site, prefix + QUIZ)
    assert not page.all("[class*=git-revision-date]")


@pytest.mark.parametrize(("prefix", "tags"), [("", ["addition", "columns"]), ("es/", ["columnas", "suma"])])
def test_tags_are_on_the_page_and_in_their_index(build: Build, prefix: str, tags: list[str]) -> None:
    site = check_built(build("tags")).site
    assert [text_of(one) for one in read_page(site, prefix + OTHER).shown(".md-tags .md-tag")] == tags
    index = read_page(site, f"{prefix}tags")
    assert set(tags) <= {text_of(one).removesuffix("¶") for one in index.shown("main h2")}
    assert f"{prefix}{OTHER}/" in index.targets("main a").values()


@in_both_languages
def test_glightbox_opens_the_picture_of_a_page(build: Build, prefix: str) -> None:
    page = read_page(check_built(build("glightbox")).site, prefix + OTHER)
    link = page.one("main a.glightbox")
    assert link.css_first("img")
    assert page.target(read(link, "href")) == "own/sum.svg"
    assert "assets/stylesheets/glightbox.min.css" in page.styles()
    assert "assets/javascripts/glightbox.min.js" in page.scripts()
    assert all((page.site / one).is_file() for one in [*page.styles(), *page.scripts()])


@in_both_languages
def test_pages_of_the_bank_load_nothing_of_glightbox(build: Build, prefix: str) -> None:
    """They have no picture that it could open, and load nothing that they do not use."""
    page = read_page(check_built(build("glightbox")).site, prefix + QUIZ)
    assert "glightbox" not in page.html.lower()


@pytest.mark.parametrize(("prefix", "said"), [("", "Carry at 10."), ("es/", "Me llevo una a los 10.")])
def test_macros_are_replaced_in_a_page_written_by_hand(build: Build, prefix: str, said: str) -> None:
    assert said in read_page(check_built(build("macros")).site, f"{prefix}macro").text()


def test_macros_leave_the_braces_of_a_question(build: Build) -> None:
    question = BRACES.replace("`", "")
    assert question in read_page(check_built(build("macros")).site, QUIZ).text()


@pytest.mark.parametrize("address", [OTHER, QUIZ])
@pytest.mark.parametrize(("prefix", "locale"), LANGUAGES)
def test_minify_shortens_a_page(build: Build, plain: Path, prefix: str, locale: str, address: str) -> None:
    """It leaves out quotes that HTML does not need."""
    short = read_page(check_built(build("minify")).site, prefix + address).html
    assert f"<html lang={locale}" in short
    assert len(short) < len(read_page(plain, prefix + address).html)


MENUS = {
    "awesome-nav": ((("Components", "Componentes"), COMPONENTS), (("Another page", "Otra página"), OTHER)),
    "literate-nav": ((("First quiz", "Primer quiz"), QUIZ), (("Another page", "Otra página"), OTHER)),
}


@pytest.mark.parametrize("name", MENUS)
@pytest.mark.parametrize("address", [OTHER, QUIZ])
@in_both_languages
def test_the_menu_is_the_one_that_a_plugin_makes(build: Build, name: str, address: str, prefix: str) -> None:
    """In this order, with the translations of the i18n plugin, and with nothing that it leaves out."""
    page = read_page(check_built(build(name)).site, prefix + address)
    menu = page.targets("body > header nav a:not([hreflang])")
    wanted = [(titles[bool(prefix)], f"{prefix}{target}/") for titles, target in MENUS[name]]
    assert [item for item in menu.items() if item in wanted] == wanted
    assert f"{prefix}guide/quiet/" not in menu.values()

"""Where a site is built to and published: every link leads somewhere, however addresses are written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from built_pages import (
    BuiltPage,
    find_broken_links,
    is_redirect,
    list_pages,
    read,
    read_page,
    read_search_records,
)
from newcomer_projects import (
    HOME,
    LANGUAGES,
    OTHER,
    QUIZ,
    Built,
    build_flat,
    build_full,
    build_once,
    build_plain,
    check_built,
)
from project import ROOT
from repository import commit_all, run_git

BELOW = "https://sums.test/below/here/"
SITES = {"folders": build_plain, "below a path": build_full, "files": build_flat}
HOMES = {"folders": HOME, "below a path": BELOW, "files": HOME}
FACE = "Sums Sans"
FONT = ROOT / "node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2"

pytestmark = pytest.mark.xdist_group("mkdocs-addresses")

on_every_site = pytest.mark.parametrize("kind", SITES)


@pytest.fixture(scope="module")
def sites(shared: Path) -> dict[str, Path]:
    return {kind: check_built(build(shared)).site for kind, build in SITES.items()}


# Links


@on_every_site
def test_every_link_of_every_page_leads_to_a_file_and_to_an_id(sites: dict[str, Path], kind: str) -> None:
    """In both languages, in menus, texts and redirects; also for a disk, which has no index of a folder."""
    assert find_broken_links(sites[kind], HOMES[kind], folders=kind != "files") == []


@on_every_site
def test_a_site_has_pages_of_both_kinds_and_languages_to_crawl(sites: dict[str, Path], kind: str) -> None:
    for prefix, _ in LANGUAGES:
        for address in (OTHER, QUIZ, f"{QUIZ}/side-by-side"):
            assert read_page(sites[kind], prefix + address).path.is_file()


@on_every_site
def test_a_redirect_leads_to_a_page_in_each_language(sites: dict[str, Path], kind: str) -> None:
    """Where it leads to is crawled above."""
    old = [page.address for page in list_pages(sites[kind]) if is_redirect(page)]
    assert {one.removesuffix("/").removesuffix(".html") for one in old} >= {
        "quizzes/phase-02-sets",
        "es/quizzes/phase-02-sets",
    }


@on_every_site
def test_every_record_of_the_search_leads_to_a_page(sites: dict[str, Path], kind: str) -> None:
    records = read_search_records(sites[kind])
    assert len(records) > 80
    for record in records:
        address, _, fragment = record["url"].partition("#")
        path = sites[kind] / address.lstrip("/")
        page = BuiltPage(sites[kind], path / "index.html" if path.is_dir() else path)
        assert page.path.is_file(), record["url"]
        assert not fragment or page.all(f'[id="{fragment}"]'), record["url"]


def test_pages_are_files_if_mkdocs_is_told_so(sites: dict[str, Path]) -> None:
    """Pages of the bank, too: only the first page of a folder is its index."""
    named = [one.path.relative_to(one.site).as_posix() for one in list_pages(sites["files"])]
    assert {f"{QUIZ}.html", f"es/{QUIZ}.html", f"{OTHER}.html", "topics/division.html"} <= set(named)
    assert f"{QUIZ}/index.html" not in named


@on_every_site
@pytest.mark.parametrize("address", [OTHER, QUIZ])
def test_the_full_addresses_of_a_page_follow_site_url(
    sites: dict[str, Path], kind: str, address: str
) -> None:
    page = read_page(sites[kind], f"es/{address}")
    ending = ".html" if kind == "files" else "/"
    assert read(page.one("link[rel=canonical]"), "href") == f"{HOMES[kind]}es/{address}{ending}"
    alternate = page.one("link[rel~=alternate][hreflang=en]")
    assert read(alternate, "href") == f"{HOMES[kind]}{address}{ending}"


def test_the_page_for_lost_readers_links_from_the_path_of_the_site(sites: dict[str, Path]) -> None:
    """It is served at any address."""
    page = BuiltPage(sites["below a path"], sites["below a path"] / "404.html")
    links = [read(one, "href") for one in page.all("a[href], link[rel=stylesheet]")]
    assert [one for one in links if not one.startswith(("/below/here/", "https://", "#"))] == []


# Other folders, and settings in two files


@pytest.fixture(scope="module")
def inherited(shared: Path) -> Built:
    """A project with its settings in two files and a font of its own, built into another folder."""
    arguments = ("build", "--strict", "-d", "elsewhere/public")
    return check_built(build_once(shared, "inherited", _FONT, edit=split_settings, arguments=arguments))


_FONT = f"theme: {{font: {{text: {FACE}, code: {FACE}}}}}\nextra_css: [own/faces.css]\n"
_FACE_STYLE = f'@font-face {{\n  font-family: "{FACE}";\n  src: url("face.woff2") format("woff2");\n}}\n'


def split_settings(project: Path) -> None:
    """Moves the settings into a file that mkdocs.yml inherits, and adds the font."""
    own, parent = project / "mkdocs.yml", project / "parent.yml"
    own.rename(parent)
    own.write_text("INHERIT: parent.yml\nsite_name: Heirs\ncopyright: The Heirs\n", encoding="utf-8")
    (project / "docs/own/faces.css").write_text(_FACE_STYLE, encoding="utf-8")
    shutil.copy(FONT, project / "docs/own/face.woff2")


@pytest.fixture(scope="module")
def public(inherited: Built) -> Path:
    return inherited.project / "elsewhere" / "public"


def test_a_site_is_built_into_the_folder_that_the_command_names(inherited: Built, public: Path) -> None:
    assert read_page(public, QUIZ).path.is_file()
    assert read_page(public, f"es/{OTHER}").path.is_file()
    assert (public / "pagefind" / "pagefind.js").is_file()
    assert not inherited.site.exists()


@pytest.mark.parametrize("address", [OTHER, QUIZ])
def test_settings_may_be_inherited_from_another_file(public: Path, address: str) -> None:
    """The address of the site and that of the repository stand in the parent, the copyright in the child."""
    page = read_page(public, address)
    assert "The Heirs" in page.text("footer")
    assert read(page.one("link[rel=canonical]"), "href") == f"{HOME}{address}/"
    assert "https://forge.test/sums" in page.targets("footer a").values()


@pytest.mark.parametrize("address", [OTHER, QUIZ])
def test_a_font_of_the_repository_is_used(public: Path, address: str) -> None:
    """Some style sheet that the page loads says so, besides the one that declares it."""
    page = read_page(public, address)
    styles = {one: (public / one).read_text(encoding="utf-8") for one in page.styles()}
    assert [one for one, style in styles.items() if FACE in style and one != "own/faces.css"]
    assert (public / "own/face.woff2").read_bytes() == FONT.read_bytes()


# Publishing


@pytest.fixture(scope="module")
def published(shared: Path) -> Path:
    """A repository from which `mkdocs gh-deploy` has published the site; the bare one is next to it."""
    return check_built(build_once(shared, "published", edit=clone_project, arguments=_DEPLOY)).project


_DEPLOY = ("gh-deploy", "--strict", "--remote-name", "upstream")


def clone_project(project: Path) -> None:
    """Makes the project a repository with a bare one as its remote."""
    bare = project.parent / "bare.git"
    run_git(project.parent, "init", "--quiet", "--bare", str(bare))
    (project / ".gitignore").write_text("site/\n.cache/\n", encoding="utf-8")
    run_git(project, "init", "--quiet", "--initial-branch", "main")
    commit_all(project, "Sums")
    run_git(project, "remote", "add", "upstream", str(bare))
    run_git(project, "push", "--quiet", "upstream", "main")


def test_gh_deploy_publishes_the_whole_site(published: Path) -> None:
    """Every file of it, on the branch that GitHub serves, in a repository without files of its own."""
    listed = run_git(published.parent / "bare.git", "ls-tree", "-r", "--name-only", "gh-pages").stdout
    site = published / "site"
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert set(listed.splitlines()) - {".nojekyll"} == files - {".nojekyll"}
    assert {f"{QUIZ}/index.html", f"es/{OTHER}/index.html", "pagefind/pagefind.js"} <= files


def test_the_configuration_may_be_named_by_a_relative_path(shared: Path) -> None:
    file = "../project/mkdocs.yml"
    built = build_once(shared, "relative", "", arguments=("build", "--config-file", file))
    assert built.code == 0, built.ending
    assert read_page(built.site, QUIZ).path.is_file()

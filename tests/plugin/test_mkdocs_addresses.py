"""Links of a built or published site: each leads somewhere, whatever the form of addresses."""

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
from newcomer_projects import HOME, OTHER, PREFIXES, QUIZ, Built, build_once, check_built
from project import ROOT
from repository import commit_all, run_git

BELOW = "https://sums.test/below/here/"
FACE = "Sums Sans"
FONT = ROOT / "node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2"

pytestmark = pytest.mark.xdist_group("mkdocs-addresses")


@pytest.mark.parametrize(
    ("name", "home", "ending"),
    [("plain", HOME, "/"), ("full", BELOW, "/"), ("flat", HOME, ".html")],
    ids=["folders", "below a path", "files"],
)
def test_every_link_and_search_record_leads_to_a_file_and_an_id(
    request: pytest.FixtureRequest, name: str, home: str, ending: str
) -> None:
    """Menus, texts, and redirects in both languages are checked, also for sites opened from disk."""
    site: Path = request.getfixturevalue(name)
    assert find_broken_links(site, home, folders=ending == "/") == []
    records = read_search_records(site)
    assert len(records) > 80
    for record in records:
        address, _, fragment = record["url"].partition("#")
        path = site / address.lstrip("/")
        page = BuiltPage(site, path / "index.html" if path.is_dir() else path)
        assert page.path.is_file(), record["url"]
        assert not fragment or page.all(f'[id="{fragment}"]'), record["url"]
    old = {page.address.removesuffix(".html").strip("/") for page in list_pages(site) if is_redirect(page)}
    assert old >= {"quizzes/phase-02-sets", "es/quizzes/phase-02-sets"}
    for prefix in PREFIXES:
        assert read_page(site, f"{prefix}{QUIZ}/side-by-side").path.is_file()
    for address in (OTHER, QUIZ):
        assert (site / f"{QUIZ}.html").exists() == (ending == ".html")
        page = read_page(site, f"es/{address}")
        assert read(page.one("link[rel=canonical]"), "href") == f"{home}es/{address}{ending}"
        alternate = page.one("link[rel~=alternate][hreflang=en]")
        assert read(alternate, "href") == f"{home}{address}{ending}"


def test_the_404_page_links_from_the_path_of_the_site(full: Path) -> None:
    """The page can be served at any address."""
    page = BuiltPage(full, full / "404.html")
    links = [read(one, "href") for one in page.all("a[href], link[rel=stylesheet]")]
    assert [one for one in links if not one.startswith(("/below/here/", "https://", "#"))] == []


_FONT = f"theme: {{font: {{text: {FACE}, code: {FACE}}}}}\nextra_css: [own/faces.css]\n"
_FACE_STYLE = f'@font-face {{\n  font-family: "{FACE}";\n  src: url("face.woff2") format("woff2");\n}}\n'


def split_settings(project: Path) -> None:
    """Move the settings into a file that mkdocs.yml inherits, and add the font."""
    own, parent = project / "mkdocs.yml", project / "parent.yml"
    own.rename(parent)
    own.write_text("INHERIT: parent.yml\nsite_name: Heirs\ncopyright: The Heirs\n", encoding="utf-8")
    (project / "docs/own/faces.css").write_text(_FACE_STYLE, encoding="utf-8")
    shutil.copy(FONT, project / "docs/own/face.woff2")


@pytest.fixture(scope="module")
def inherited(shared: Path) -> Built:
    """Build a project with settings in two files and its own font, into another folder."""
    arguments = ("build", "--strict", "-d", "elsewhere/public")
    return check_built(build_once(shared, "inherited", _FONT, edit=split_settings, arguments=arguments))


@pytest.mark.parametrize("address", [OTHER, f"es/{OTHER}", QUIZ])
def test_settings_may_be_inherited_and_a_font_may_be_in_the_repository(
    inherited: Built, address: str
) -> None:
    """The site and repository addresses are in the parent, the copyright in the child."""
    assert not inherited.site.exists()
    public = inherited.project / "elsewhere" / "public"
    page = read_page(public, address)
    assert "The Heirs" in page.text("footer")
    assert read(page.one("link[rel=canonical]"), "href") == f"{HOME}{address}/"
    assert "https://forge.test/sums" in page.targets("footer a").values()
    styles = {one: (public / one).read_text(encoding="utf-8") for one in page.styles()}
    assert [one for one, style in styles.items() if FACE in style and one != "own/faces.css"]
    assert (public / "own/face.woff2").read_bytes() == FONT.read_bytes()


def clone_project(project: Path) -> None:
    """Make the project a Git repository with a bare remote."""
    bare = project.parent / "bare.git"
    run_git(project.parent, "init", "--quiet", "--bare", str(bare))
    (project / ".gitignore").write_text("site/\n.cache/\n", encoding="utf-8")
    run_git(project, "init", "--quiet", "--initial-branch", "main")
    commit_all(project, "Sums")
    run_git(project, "remote", "add", "upstream", str(bare))
    run_git(project, "push", "--quiet", "upstream", "main")


def test_gh_deploy_publishes_the_whole_site(shared: Path) -> None:
    """The site goes to the branch that GitHub serves. The configuration path may be relative."""
    arguments = ("gh-deploy", "--strict", "--remote-name", "upstream", "-f", "../project/mkdocs.yml")
    built = check_built(build_once(shared, "published", edit=clone_project, arguments=arguments))
    bare, site = built.project.parent / "bare.git", built.site
    listed = run_git(bare, "ls-tree", "-r", "--name-only", "gh-pages").stdout
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert set(listed.splitlines()) - {".nojekyll"} == files - {".nojekyll"}
    assert {f"{QUIZ}/index.html", f"es/{OTHER}/index.html", "pagefind/pagefind.js"} <= files

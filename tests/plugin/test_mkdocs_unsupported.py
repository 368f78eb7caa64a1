"""What we do not support is said, each thing in one line with its place, and the site is built anyway."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from built_pages import list_stopped, read_page
from newcomer_projects import LANGUAGES, OTHER, QUIZ, Built, build_once

pytestmark = pytest.mark.xdist_group("mkdocs-unsupported")

SETTINGS = """
theme:
  custom_dir: overrides
  features: [navigation.levitate]
  font: {text: Lato}
  palette: {primary: yellow, accent: yellow}
extra_javascript: ["https://elsewhere.test/counter.js"]
plugins: [search]
markdown_extensions:
  - pymdownx.superfences:
      custom_fences:
        - name: mermaid
          class: mermaid
          format: !!python/name:pymdownx.superfences.fence_code_format
"""
PAGES: Mapping[str, str] = {
    "docs/inline_script.md": "# A script\n\n<script>document.title = 'x'</script>\n",
    "docs/inline_style.md": '# A style\n\n<p style="color: red">Red.</p>\n',
    "docs/remote_picture.md": "# A picture\n\n![Far away](https://elsewhere.test/far.png)\n",
    "docs/emoji.md": "# An emoji\n\nFrom another host :smile: too.\n",
    "overrides/sitemap.xml": "<urlset/>",
    "docs/diagram.md": "# A diagram\n\n```mermaid\ngraph LR\n  one --> two\n```\n",
}


@pytest.fixture(scope="module")
def built(shared: Path) -> Built:
    """A project with everything that we do not support, and a build that is not strict."""
    built = build_once(shared, "unsupported", SETTINGS, PAGES, arguments=("build",))
    assert built.code == 0, built.ending
    return built


def test_nothing_that_is_not_supported_ends_in_a_traceback(built: Built) -> None:
    assert "Traceback" not in built.said


@pytest.mark.parametrize(("prefix", "_"), LANGUAGES)
@pytest.mark.parametrize("address", [OTHER, QUIZ])
def test_the_site_is_built_all_the_same(built: Built, prefix: str, _: str, address: str) -> None:
    assert read_page(built.site, prefix + address).path.is_file()


@pytest.mark.parametrize(
    ("setting", "named"),
    [
        ("- navigation.levitate", ["navigation.levitate"]),
        ("text: Lato", ["font", "Lato"]),
        ("custom_dir", ["sitemap.xml"]),
        ("https://elsewhere.test/counter.js", ["https://elsewhere.test/counter.js"]),
        ("- search", ["search"]),
    ],
)
def test_a_setting_that_is_not_supported_is_said_once_with_its_line(
    built: Built, setting: str, named: list[str]
) -> None:
    """In both languages together, although the site is built once for each."""
    (line,) = built.lines(built.place(setting))
    assert built.lines(built.place(setting), *named) == [line]


def test_a_color_that_nobody_can_read_is_said_with_its_line(built: Built) -> None:
    """Yellow on white. Whether it is one line for both colors, or one for each, is ours to choose."""
    told = built.lines("mkdocs.yml:", "palette", "yellow")
    assert told
    assert told == built.lines(built.place("palette:"), "yellow")
    assert len(told) == len(set(told))


def test_the_line_about_search_says_that_ours_replaces_it(built: Built) -> None:
    (line,) = built.lines(built.place("- search"))
    assert "Pagefind" in line or "search of its own" in line or "own search" in line


def test_the_search_of_mkdocs_leaves_no_index(built: Built) -> None:
    """Nobody would read it, and it is large."""
    assert not (built.site / "search" / "search_index.json").exists()
    assert (built.site / "pagefind" / "pagefind.js").is_file()
    assert read_page(built.site, "search").path.is_file()


def test_a_script_of_another_host_is_not_loaded_against_the_policy(built: Built) -> None:
    for address in (OTHER, QUIZ):
        assert list_stopped(read_page(built.site, address)) == []


def test_the_line_about_another_host_says_how_to_allow_it(built: Built) -> None:
    (line,) = built.lines(built.place("https://elsewhere.test/counter.js"))
    assert "policy" in line


@pytest.mark.parametrize(
    ("file", "named"),
    [
        ("inline_script.md", "script"),
        ("inline_style.md", "style"),
        ("remote_picture.md", "host"),
        ("emoji.md", "host"),
        ("diagram.md", "mermaid"),
    ],
)
def test_what_the_policy_stops_in_a_page_is_said_once_with_its_file(
    built: Built, file: str, named: str
) -> None:
    """A page without a twin is built for both languages, and still is one file."""
    (line,) = built.lines(file)
    assert f"docs/{file}" in line
    assert named in line


def test_a_diagram_stays_readable_as_text(built: Built) -> None:
    """Mermaid is off: Material's script would load it from another host, and it writes inline styles."""
    page = read_page(built.site, "diagram")
    assert not page.all(".mermaid")
    assert "one --> two" in page.text("main pre")


def test_the_line_about_mermaid_says_how_to_have_it(built: Built) -> None:
    (line,) = built.lines("docs/diagram.md")
    assert "extra_javascript" in line
    assert "policy" in line


@pytest.mark.parametrize("theme", ["readthedocs", "mkdocs"])
def test_another_theme_is_refused_in_one_line_with_its_place(shared: Path, theme: str) -> None:
    built = build_once(shared, f"theme-{theme}", f"theme: {{name: {theme}}}", arguments=("build",))
    (line,) = built.lines(built.place(f"name: {theme}"))
    assert "material" in line
    assert "Traceback" not in built.said


BLOG: Mapping[str, str] = {
    "docs/blog/index.md": "# Blog\n",
    "docs/blog/posts/first.md": "---\ndate: 2026-01-02\n---\n\n# First\n\nA sum a day.\n",
}


def test_a_blog_is_said_to_be_beyond_the_plugin_for_languages(shared: Path) -> None:
    """In one line, and everything else is built."""
    built = build_once(shared, "blog", "plugins: [blog]", BLOG, arguments=("build",))
    assert built.code == 0, built.ending
    (line,) = built.lines(built.place("- blog"))
    assert "i18n" in line
    assert "Traceback" not in built.said
    for prefix, _ in LANGUAGES:
        assert read_page(built.site, prefix + OTHER).path.is_file()
        assert read_page(built.site, prefix + QUIZ).path.is_file()

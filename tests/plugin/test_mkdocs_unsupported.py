"""Unsupported settings and content: each is reported in one line with its place, and the build goes on.

One setting widens the policy: it allows what it names, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from built_pages import list_stopped, read_page
from newcomer_projects import LANGUAGES, OTHER, QUIZ, Built, build_once

pytestmark = pytest.mark.xdist_group("mkdocs-unsupported")

MERMAID = """
markdown_extensions:
  - pymdownx.superfences:
      custom_fences:
        - name: mermaid
          class: mermaid
          format: !!python/name:pymdownx.superfences.fence_code_format
"""
SETTINGS = f"""
theme:
  custom_dir: overrides
  features: [navigation.levitate]
  font: {{text: Lato}}
  palette: {{primary: yellow, accent: yellow}}
extra_javascript: ["https://elsewhere.test/counter.js"]
plugins: [search, blog]
{MERMAID}"""
WIDER = f"""
extra:
  policy:
    img-src: https://elsewhere.test
    style-src: ["'unsafe-inline'"]
    script-src: [https://elsewhere.test]
extra_javascript: ["https://elsewhere.test/counter.js"]
{MERMAID}"""
MALFORMED = """
theme:
  icon: {logo: material/no-such-icon}
extra:
  policy: {img-src: "https://elsewhere.test; script-src *"}
  social: [{icon: fontawesome/no-such-brand, link: https://elsewhere.test}]
"""
ALLOWED = {
    "docs/remote_picture.md": "# A picture\n\n![Far away](https://elsewhere.test/far.png)\n",
    "docs/inline_style.md": '# A style\n\n<p style="color: red">Red.</p>\n',
    "docs/diagram.md": "# A diagram\n\n```mermaid\ngraph LR\n  one --> two\n```\n",
}
PAGES: Mapping[str, str] = {
    **ALLOWED,
    "docs/inline_script.md": "# A script\n\n<script>document.title = 'x'</script>\n",
    "docs/emoji.md": "# An emoji\n\nFrom another host :smile: too.\n",
    "docs/blog/index.md": "# Blog\n",
    "docs/blog/posts/first.md": "---\ndate: 2026-01-02\n---\n\n# First\n\nA sum a day.\n",
    "overrides/sitemap.xml": "<urlset/>",
}


@pytest.fixture(scope="module")
def built(shared: Path) -> Built:
    """Build a project with everything that we don't support, without --strict."""
    built = build_once(shared, "unsupported", SETTINGS, PAGES, arguments=("build",))
    assert built.code == 0, built.ending
    return built


def test_a_site_with_unsupported_settings_is_built(built: Built) -> None:
    """The site loads nothing from other hosts, and its only search index is ours."""
    assert "Traceback" not in built.said
    for prefix, _ in LANGUAGES:
        for address in (OTHER, QUIZ):
            assert list_stopped(read_page(built.site, prefix + address)) == []
    assert not (built.site / "search" / "search_index.json").exists()
    assert (built.site / "pagefind" / "pagefind.js").is_file()
    assert read_page(built.site, "search").path.is_file()
    diagram = read_page(built.site, "diagram")  # Material would load Mermaid from another host
    assert not diagram.all(".mermaid")
    assert "one --> two" in diagram.text("main pre")


@pytest.mark.parametrize(
    ("setting", "named"),
    [
        ("- navigation.levitate", ["navigation.levitate"]),
        ("text: Lato", ["font", "Lato"]),
        ("custom_dir", ["sitemap.xml"]),
        ("https://elsewhere.test/counter.js", ["https://elsewhere.test/counter.js", "policy"]),
        ("- search", ["a search of its own"]),
        ("- blog", ["i18n"]),
    ],
)
def test_an_unsupported_setting_is_reported_once_with_its_line(
    built: Built, setting: str, named: list[str]
) -> None:
    """There is only one report, although the site is built once per language."""
    (line,) = built.lines(built.place(setting))
    assert built.lines(built.place(setting), *named) == [line]


def test_an_unreadable_color_is_reported_with_its_line(built: Built) -> None:
    """For yellow on white there is one line for both colors, or one for each."""
    reported = built.lines("mkdocs.yml:", "palette", "yellow")
    assert reported
    assert reported == built.lines(built.place("palette:"), "yellow")
    assert len(reported) == len(set(reported))


@pytest.mark.parametrize(
    ("file", "named"),
    [
        ("inline_script.md", ["script"]),
        ("inline_style.md", ["style"]),
        ("remote_picture.md", ["host"]),
        ("emoji.md", ["host"]),
        ("diagram.md", ["mermaid", "extra_javascript", "policy"]),
    ],
)
def test_blocked_content_is_reported_once_with_its_file(built: Built, file: str, named: list[str]) -> None:
    """A page in one language is built for both, but it is still one file."""
    (line,) = built.lines(file)
    assert f"docs/{file}" in line
    assert all(word in line for word in named)


@pytest.mark.parametrize("theme", ["readthedocs", "mkdocs"])
def test_another_theme_is_refused_in_one_line_with_its_place(shared: Path, theme: str) -> None:
    built = build_once(shared, f"theme-{theme}", f"theme: {{name: {theme}}}", arguments=("build",))
    (line,) = built.lines(built.place(f"name: {theme}"))
    assert "material" in line
    assert "Traceback" not in built.said


def test_the_policy_setting_allows_what_it_names(shared: Path) -> None:
    """Inline styles are allowed, with no hash to disable them; inline scripts aren't. Nothing is reported."""
    wider = build_once(shared, "wider", WIDER, ALLOWED)
    assert wider.code == 0, wider.ending
    assert wider.lines("policy") == []
    for address in ("remote_picture", "diagram", OTHER, QUIZ):
        assert list_stopped(read_page(wider.site, address)) == []
    html = read_page(wider.site, "inline_style").html
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', html)
    directives = dict(one.split(" ", 1) for one in policy.split("; "))
    assert directives["style-src"] == "'self' 'unsafe-inline'"
    assert "'unsafe-inline'" not in directives["script-src"]
    assert read_page(wider.site, "diagram").all(".mermaid")


def test_a_malformed_policy_and_missing_icons_are_reported_with_their_lines(shared: Path) -> None:
    """A semicolon would start another directive, so the whole policy is ignored."""
    built = build_once(shared, "malformed", MALFORMED)
    assert built.code == 0, built.ending
    assert len(built.lines(built.place("policy:"), "img-src")) == 1
    assert len(built.lines(built.place("no-such-icon"))) == 1
    assert len(built.lines(built.place("no-such-brand"))) == 1
    assert "elsewhere.test; script-src" not in read_page(built.site, QUIZ).html

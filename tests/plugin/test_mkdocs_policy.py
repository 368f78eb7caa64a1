"""One setting widens the policy: what it names is let through, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from built_pages import list_stopped, read_page
from newcomer_projects import QUIZ, Built, build_once

pytestmark = pytest.mark.xdist_group("mkdocs-policy")

WIDER = """
extra:
  policy:
    img-src: https://elsewhere.test
    style-src: ["'unsafe-inline'"]
    script-src: [https://elsewhere.test]
extra_javascript: ["https://elsewhere.test/counter.js"]
markdown_extensions:
  - pymdownx.superfences:
      custom_fences:
        - name: mermaid
          class: mermaid
          format: !!python/name:pymdownx.superfences.fence_code_format
"""
MALFORMED = """
theme:
  icon: {logo: material/no-such-icon}
extra:
  policy: {img-src: "https://elsewhere.test; script-src *"}
  social: [{icon: fontawesome/no-such-brand, link: https://elsewhere.test}]
"""
PAGES = {
    "docs/remote_picture.md": "# A picture\n\n![Far away](https://elsewhere.test/far.png)\n",
    "docs/inline_style.md": '# A style\n\n<p style="color: red">Red.</p>\n',
    "docs/diagram.md": "# A diagram\n\n```mermaid\ngraph LR\n  one --> two\n```\n",
}


@pytest.fixture(scope="module")
def wider(shared: Path) -> Built:
    built = build_once(shared, "wider", WIDER, PAGES)
    assert built.code == 0, built.ending
    return built


@pytest.mark.parametrize("page", ["remote_picture", "diagram", "guide/other", QUIZ])
def test_a_page_with_what_the_setting_allows_stops_nothing(wider: Built, page: str) -> None:
    assert list_stopped(read_page(wider.site, page)) == []


def test_inline_styles_are_allowed_and_no_hash_switches_that_off(wider: Built) -> None:
    (policy,) = re.findall(
        r'Content-Security-Policy" content="([^"]+)"', read_page(wider.site, "inline_style").html
    )
    directives = dict(one.split(" ", 1) for one in policy.split("; "))
    assert directives["style-src"] == "'self' 'unsafe-inline'"
    assert "'unsafe-inline'" not in directives["script-src"]


def test_nothing_is_said_about_what_the_setting_allows(wider: Built) -> None:
    assert wider.lines("policy") == []


def test_a_diagram_is_one_for_mermaid_where_inline_styles_are_allowed(wider: Built) -> None:
    assert read_page(wider.site, "diagram").all(".mermaid")


def test_a_malformed_policy_and_missing_icons_are_said_with_their_lines(shared: Path) -> None:
    """A semicolon would begin another directive, so none of the policy counts."""
    built = build_once(shared, "malformed", MALFORMED)
    assert built.code == 0, built.ending
    assert len(built.lines(built.place("policy:"), "img-src")) == 1
    assert len(built.lines(built.place("no-such-icon"))) == 1
    assert len(built.lines(built.place("no-such-brand"))) == 1
    assert "elsewhere.test; script-src" not in read_page(built.site, QUIZ).html

"""Fragments: one passage of Markdown becomes one piece of safe HTML."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from espejo.markdown.checks import find_faults
from espejo.markdown.fragments import block, inline, plain


def test_markdown_really_renders() -> None:
    html = block("**Bold**, `code`\n\n- one\n- two\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n")
    assert "<strong>Bold</strong>" in html
    assert "<code>code</code>" in html
    assert html.count("<li>") == 2
    assert '<td class="right">2</td>' in html
    assert "**" not in html
    assert "style" not in html


def test_code_is_highlighted_and_keeps_its_text() -> None:
    html = block("```python\nif a < b:\n    return '&lt;'\n```")
    assert '<span class="k">if</span>' in html
    assert plain("```python\nif a < b:\n    return '&lt;'\n```") == "if a < b: return '&lt;'"


def test_code_of_an_unknown_language_stays_plain() -> None:
    assert "x &lt; y" in block("```nonsense\nx < y\n```")


def test_a_paragraph_alone_is_unwrapped_for_a_heading() -> None:
    assert inline("Why `+=`?") == "Why <code>+=</code>?"


def test_a_list_is_not_unwrapped() -> None:
    assert inline("- a\n- b").startswith("<ul>")


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "<javascript:alert(1)>",
        "[x](data:text/html,<script>alert(1)</script>)",
        "<iframe src=https://x.test></iframe>",
        "<a href=https://x.test onclick=alert(1)>x</a>",
        "<p style='position:fixed'>x</p>",
        "<svg onload=alert(1)>",
        "<math><mtext><script>alert(1)</script></mtext></math>",
        "```python onclick=alert(1)\nx\n```",
        '```"><script>alert(1)</script>\nx\n```',
        '<pre><code class="language-python"><script>alert(1)</script></code></pre>',
        "![x](https://x.test/track.png)",
        "<form action=//x.test><input></form>",
    ],
)
def test_html_that_slips_through_is_removed(hostile: str) -> None:
    """Of the tags and attributes only harmless ones are left, and links lead to https or mail alone."""
    for tag, attributes in _tags(block(hostile)):
        assert tag in HARMLESS, tag
        for name, value in attributes:
            assert name in {"href", "rel", "class", "tabindex"}, name
            assert name != "href" or (value or "").startswith(("https:", "mailto:", "#")), value


HARMLESS = {"p", "a", "pre", "code", "span", "b", "strong", "div"}


def _tags(html: str) -> list[tuple[str, list[tuple[str, str | None]]]]:
    found = []

    class Parser(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, attrs))

    Parser().feed(html)
    return found


def test_a_title_shows_no_markup() -> None:
    """Also where underscores are its only markup."""
    assert plain("Why an _empty_ list?") == "Why an empty list?"
    assert plain("Why `an_empty_list`?") == "Why an_empty_list?"


@pytest.mark.parametrize("address", ["https://x.test/a", "mailto:a@x.test", "#q-01-01"])
def test_a_link_that_the_check_allows_keeps_its_target(address: str) -> None:
    """A page, a mail address or a question on the same page."""
    assert list(find_faults(f"[x]({address})")) == []
    assert f'<a href="{address}"' in block(f"[x]({address})")


def test_the_empty_corner_of_a_table_is_no_heading() -> None:
    """A screen reader would announce it. It is aligned like the column below it."""
    html = block("|   | a |\n|--:|---|\n| 1 | 2 |\n")
    assert '<td class="right"></td><th>a</th>' in html

"""Markdown rendering: sanitized HTML, highlighted code, plain text."""

from __future__ import annotations

from html.parser import HTMLParser

from espejo.markdown.checks import find_faults
from espejo.markdown.fragments import block, inline, plain


def test_markdown_is_rendered() -> None:
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


def test_only_a_single_paragraph_is_unwrapped_for_a_heading() -> None:
    assert inline("Why `+=`?") == "Why <code>+=</code>?"
    assert inline("- a\n- b").startswith("<ul>")


HOSTILE = (
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
)


def test_unsafe_html_is_removed() -> None:
    """Only harmless tags and attributes remain, and links only go to https, mail, or the same page."""
    for hostile in HOSTILE:
        for tag, attributes in list_tags(block(hostile)):
            assert tag in HARMLESS, tag
            for name, value in attributes:
                assert name in {"href", "rel", "class", "tabindex"}, name
                assert name != "href" or (value or "").startswith(("https:", "mailto:", "#")), value


HARMLESS = {"p", "a", "pre", "code", "span", "b", "strong", "div"}


def list_tags(html: str) -> list[tuple[str, list[tuple[str, str | None]]]]:
    found = []

    class Parser(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, attrs))

    Parser().feed(html)
    return found


def test_plain_text_has_no_markup() -> None:
    assert plain("Why an _empty_ list?") == "Why an empty list?"
    assert plain("Why `an_empty_list`?") == "Why an_empty_list?"


def test_allowed_links_keep_their_target() -> None:
    for address in ("https://x.test/a", "mailto:a@x.test", "#q-01-01"):
        assert list(find_faults(f"[x]({address})")) == []
        assert f'<a href="{address}"' in block(f"[x]({address})")


def test_the_empty_corner_of_a_table_is_a_data_cell() -> None:
    """Screen readers would announce an empty heading. The cell keeps its column's alignment."""
    html = block("|   | a |\n|--:|---|\n| 1 | 2 |\n")
    assert '<td class="right"></td><th>a</th>' in html

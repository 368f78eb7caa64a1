"""Autolinks: `https://…` in prose is a link on pages, in comparisons, and in fingerprints."""

from __future__ import annotations

from pathlib import Path

import pyromark
from markupsafe import Markup

from edits import replace_once
from espejo.check.project import inspect_project
from espejo.markdown.checks import find_faults
from espejo.markdown.fingerprint import fingerprint
from espejo.markdown.fragments import block, plain
from espejo.markdown.links import OPTIONS, find_addresses
from espejo.markdown.parsed import CODE, ParsedPassage
from espejo.markdown.passages import has_link, plain_words
from test_fragments import list_tags

LINKED = (
    ("See https://example.org/a for more.", ["https://example.org/a"]),
    ("https://example.org", ["https://example.org"]),
    (
        "**https://example.org/a** or *https://example.org/b*",
        ["https://example.org/a", "https://example.org/b"],
    ),
    ("- https://example.org/a\n- https://example.org/b", ["https://example.org/a", "https://example.org/b"]),
    ("| a |\n| --- |\n| https://example.org/a |", ["https://example.org/a"]),
    ("Is it https://example.org/a?", ["https://example.org/a"]),
    ("It is https://example.org/a.b.", ["https://example.org/a.b"]),
    ("First https://example.org/a, then …", ["https://example.org/a"]),
    ("«https://example.org/a»", ["https://example.org/a"]),
    ("“https://example.org/a”", ["https://example.org/a"]),
    ("(https://example.org/a)", ["https://example.org/a"]),
    ("https://example.org/a_(b)", ["https://example.org/a_(b)"]),
    ("(https://example.org/a_(b)).", ["https://example.org/a_(b)"]),
    ("https://example.org/snake_case_name", ["https://example.org/snake_case_name"]),
    ("https://example.org/snake\\_case", ["https://example.org/snake_case"]),
    ("https://example.org/?a=1&b=2", ["https://example.org/?a=1&b=2"]),
    ("https://example.org/?a=1&amp;b=2", ["https://example.org/?a=1&b=2"]),
    ("https://example.org/a&lt;b", ["https://example.org/a"]),
    ("ñ — https://example.org/ñ ñ", ["https://example.org/ñ"]),
)
NOT_LINKED = (
    "`https://example.org/a`",
    "```text\nhttps://example.org/a\n```",
    "    https://example.org/a",
    "$\\text{https://example.org/a}$",
    "http://example.org/a",
    "https://",
    "https://…",
    "https://...",
    "xhttps://example.org/a",
    "https://example.org:8000/a",
    "https://a%b.example/",
    "ftp://example.org and www.example.org",
)


def test_a_url_in_prose_is_a_link_and_nothing_else_changes() -> None:
    for markdown, addresses in LINKED:
        assert [one.address for one in find_addresses(markdown)] == addresses
        html = block(markdown)
        assert html.count("<a ") == html.count('rel="noopener"') == len(addresses), markdown
        assert not any(find_faults(markdown)), markdown
        assert has_link(markdown), markdown
        unlinked = Markup(pyromark.html(markdown, options=OPTIONS))
        assert plain(markdown) == unlinked.striptags()


def test_code_formulas_and_invalid_urls_are_not_linked() -> None:
    for markdown in NOT_LINKED:
        assert find_addresses(markdown) == ()
        assert "<a " not in block(markdown), markdown
        assert not has_link(markdown), markdown


def test_a_url_inside_a_link_is_not_linked_again() -> None:
    for text in (
        "[https://example.org/a](https://example.org/b)",
        "<https://example.org/b>",
        "[a](https://example.org/b)",
    ):
        html = block(text)
        assert html.count("<a ") == 1
        assert 'href="https://example.org/b"' in html


def test_a_url_cannot_inject_markup() -> None:
    for hostile in (
        'https://x.test/"onclick="a',
        "https://x.test/'><script>a</script>",
        "https://x.test/\\<b",
    ):
        tags = [(tag, [name for name, _ in attributes]) for tag, attributes in list_tags(block(hostile))]
        assert tags == [("p", []), ("a", ["href", "rel"])]


def test_a_url_has_the_fingerprint_of_its_link() -> None:
    """URLs in code don't become links, so learners' notes with code aren't updated."""
    assert fingerprint("See https://example.org/a.") == fingerprint("See <https://example.org/a>.")
    assert fingerprint("See `https://example.org/a`.") == "81bb66"


def test_lints_see_a_url_as_a_link_not_as_prose() -> None:
    passage = ParsedPassage("Véase https://example.org/not, y más.")
    assert [(one.offset, one.value) for one in passage.links] == [(6, "https://example.org/not")]
    assert passage.prose == f"Véase {CODE * 23}, y más."
    assert passage.words == ["véase", "y", "más"]


def test_a_url_needs_no_translation(data: Path) -> None:
    """Like code, it's written once for all languages."""
    assert plain_words("https://example.org/some-words") == []
    quiz = data / "study-guide" / "quiz-01-division.yaml"
    replace_once(quiz, "      - text: '$5$'\n", "      - text: https://example.org/five\n")
    assert [str(fault) for fault in inspect_project(data).faults] == []


def test_a_title_has_no_url(data: Path) -> None:
    """Titles are links themselves, and HTML doesn't nest links."""
    quiz = data / "study-guide" / "quiz-01-division.yaml"
    replace_once(quiz, "      en: Multiples of three", "      en: Multiples on https://example.org of three")
    (fault,) = inspect_project(data).faults
    assert "a link in a title" in fault.fact

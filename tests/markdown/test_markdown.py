"""Markdown checks: forbidden or invisible markup, words, links, and paragraphs."""

from __future__ import annotations

import random
import re

import pytest

from espejo.markdown.checks import find_faults
from espejo.markdown.fragments import block
from espejo.markdown.passages import has_link, is_paragraph, plain_words

NOTHING = (
    *(
        "---",
        "***",
        "+",
        "- ",
        "2.",
        ">",
        "` `",
        "&nbsp;",
        "[a]: https://b.test",
        "[^1]: a",
        "<!-- a -->",
        "$\\,$",
    ),
)


def test_a_passage_that_shows_nothing_is_a_fault() -> None:
    assert [len(list(find_faults(markdown))) for markdown in NOTHING] == [1] * len(NOTHING)


def test_a_lone_sign_is_shown() -> None:
    """It looks like markup but is text, because choices can be operators or numbers."""
    for sign in ("**", "\\", "\\#", "[x]", "!", "128", "0.5", "–", "∅", "_"):
        assert (list(find_faults(sign)), bool(block(sign).striptags())) == ([], True)


def test_nesting_is_limited() -> None:
    deep = "\n".join(f"{'  ' * level}- level {level}" for level in range(60))
    assert [fault.fact for fault in find_faults(deep)] == [
        "lists and quotes are nested more than 12 levels deep."
    ]
    assert [len(list(find_faults(deep.replace("  ", mark)))) for mark in ("\t", "> ")] == [1, 1]


PIECES = (
    *(
        "\n",
        "\n\n",
        " ",
        "\t",
        "    ",
        "- ",
        "1. ",
        "7) ",
        "> ",
        "# ",
        "---",
        "`",
        "```",
        "```python\n",
        "~~",
        "*",
    ),
    *(
        "_",
        "[",
        "]",
        "](https://a.b)",
        "]:",
        "[q]",
        "[q]: https://w.x 'y'",
        "<",
        ">",
        "<!--",
        "-->",
        "<b>",
        "&",
    ),
    *(
        "&amp;",
        "&nbsp;",
        "$",
        "$x$",
        "|",
        "| a | b |\n|---|---|\n",
        "\\",
        "!",
        "$\\text{",
        "}$",
        "%",
        "[^1]: ",
    ),
)


@pytest.mark.parametrize("seed", range(4))
def test_a_passage_without_a_fault_loses_no_word(seed: int) -> None:
    """In random markup, each word is on the page, except the language after a code fence."""
    chance = random.Random(seed)  # noqa: S311 (reproducible)
    accepted = 0
    for _ in range(2000):
        parts = [
            f"W{number}x" if chance.random() < 0.45 else chance.choice(PIECES)
            for number in range(chance.randint(1, 14))
        ]
        markdown = "".join(parts)
        if markdown.strip() and not list(find_faults(markdown)):
            accepted += 1
            html = block(markdown)
            words = re.findall(r"(?<!```)(W\d+x)", re.sub(r"```(?:W\d+x)+", "```", markdown))
            assert [word for word in words if word not in html] == [], markdown
            assert html.striptags().strip(), markdown
    assert accepted > 500


def test_prose_is_the_words_of_a_language() -> None:
    """Code is excluded, as are names with a digit or an inner capital; formulas count only their words."""
    assert plain_words("`dA = dC @ B.T` and\n\n```python\nimport torch\n```\n") == ["and"]
    assert plain_words("Layers in PyTorch, S3 and iOS") == ["layers", "in", "and"]
    assert plain_words("$abc + \\alpha$") == []
    assert plain_words("$x = \\text{loss}$") == ["loss"]


def test_allowed_links_and_signs_are_not_faults() -> None:
    for fine in ("<a@b.test>", "[a](mailto:a@b.test)", "[a](#q-01-01)", "[a](https://b.test)", "a & b < c"):
        assert list(find_faults(fine)) == []


def test_links_are_distinguished_from_code() -> None:
    reference = "[a][b]\n\n[b]: https://b.test", "[a]\n\n[a]: https://b.test"
    assert all(map(has_link, ("[a](https://b.test)", "<https://b.test>", *reference)))
    assert not any(map(has_link, ("`layers[0](x)`", "`a[i][j]`", "`[a]: b`")))


def test_single_paragraphs_are_distinguished_from_blocks() -> None:
    """Only paragraphs fit in a heading."""
    lines = ("One line", "¿Una?", "`code` first", "$x$ first", "1984 was a year", "*Two*\nlines\n", "$$x$$")
    for line in (*lines, "[a][b]", "`` ` ``"):
        assert is_paragraph(line), line
        assert block(line).count("<p>") == 1
    for blocks in (
        *("Two\n\nparagraphs", "- a list", "1. a list", "> a quote", "```\nx\n```", "    code", "---", ""),
        *("[a]: b", "a | b\n--- | ---\n1 | 2", "One\n***", "One\n- list", "`a`\n\nb"),
    ):
        assert not is_paragraph(blocks), blocks

"""Rules for Markdown: what a passage may not hold is found, in a time that grows with its length."""

from __future__ import annotations

import random
import re

import pytest

from espejo.markdown.checks import find_faults
from espejo.markdown.fragments import block
from espejo.markdown.passages import has_link, is_paragraph, plain_words

NOTHING = (
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
)


@pytest.mark.parametrize("markdown", NOTHING)
def test_a_passage_that_shows_nothing_is_a_fault(markdown: str) -> None:
    assert len(list(find_faults(markdown))) == 1


def test_a_sign_alone_is_shown() -> None:
    """What looks like markup and is text, since choices may be operators or numbers."""
    for sign in ("**", "\\", "\\#", "[x]", "!", "128", "0.5", "–", "∅", "_"):
        assert (list(find_faults(sign)), bool(block(sign).striptags())) == ([], True)


def test_an_indented_list_has_a_maximum_depth() -> None:
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
    """Random pieces of markup with words between them: each word is on the page, or the passage is refused.

    The word after a code fence is the language of the listing.
    """
    chance = random.Random(seed)  # noqa: S311 (the same passages each time)
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


def test_code_is_not_prose() -> None:
    assert plain_words("`dA = dC @ B.T` and\n\n```python\nimport torch\n```\n") == ["and"]


def test_names_that_no_language_translates_are_not_prose() -> None:
    """Those with a digit or a capital inside; any word can be at the beginning of a sentence."""
    assert plain_words("Layers in PyTorch, S3 and iOS") == ["layers", "in", "and"]


@pytest.mark.parametrize(
    "fine", ["<a@b.test>", "[a](mailto:a@b.test)", "[a](#q-01-01)", "[a](https://b.test)", "a & b < c"]
)
def test_links_and_signs_that_are_allowed_are_no_fault(fine: str) -> None:
    assert list(find_faults(fine)) == []


@pytest.mark.parametrize(
    ("markdown", "linked"),
    [
        ("`layers[0](x)`", False),
        ("`a[i][j]`", False),
        ("[a](https://b.test)", True),
        ("<https://b.test>", True),
        ("[a][b]\n\n[b]: https://b.test", True),
        ("[a]\n\n[a]: https://b.test", True),
        ("`[a]: b`", False),
    ],
)
def test_a_link_is_told_from_code(markdown: str, linked: bool) -> None:
    assert has_link(markdown) == linked


@pytest.mark.parametrize(
    "line",
    [
        "One line",
        "¿Una?",
        "`code` first",
        "$x$ first",
        "1984 was a year",
        "*Two*\nlines\n",
        "$$x$$",
        "[a][b]",
        "`` ` ``",
    ],
)
def test_a_single_paragraph_can_be_shown_in_a_heading(line: str) -> None:
    assert is_paragraph(line)
    assert block(line).count("<p>") == 1


@pytest.mark.parametrize(
    "blocks",
    [
        *("Two\n\nparagraphs", "- a list", "1. a list", "> a quote", "```\nx\n```", "    code", "---", ""),
        *("[a]: b", "a | b\n--- | ---\n1 | 2", "One\n***", "One\n- list", "`a`\n\nb"),
    ],
)
def test_blocks_are_no_single_paragraph(blocks: str) -> None:
    assert not is_paragraph(blocks)

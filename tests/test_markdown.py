"""Rules for Markdown: what a passage may not hold is found, in a time that grows with its length."""

from __future__ import annotations

import pytest

from espejo.passages.fragments import block
from espejo.passages.markdown import find_faults, has_link, is_paragraph, plain_words

LONG = 20_000


@pytest.mark.parametrize(
    "hostile",
    [
        "`" * (LONG // 2) + "x" * (LONG // 2),
        "".join("`" * length + " " for length in range(1, 190)),
        "<b>" * (LONG // 3),
        ">" * (LONG - 1) + "<",
        "- " * (LONG // 2 - 1) + "<",
        "[" * LONG,
        "```\n" * (LONG // 4),
        '```scala\n"' + "\\" * 500 + "1\n```",
        "|" * (LONG // 2) + "\n" + "|-" * (LONG // 4),
        "|a|b|\n|-|-|\n" + "|1|2|3|\n" * (LONG // 8),
        "$" * LONG,
        "$x$ " * (LONG // 4),
        "$" + "{" * (LONG // 2 - 1) + "}" * (LONG // 2 - 1) + "$",
    ],
    ids=lambda hostile: hostile[:4],
)
def test_a_hostile_passage_ends(hostile: str) -> None:
    """Each of these once took many seconds, or did not end at all."""
    faults = list(find_faults(hostile))
    plain_words(hostile)
    assert faults or block(hostile)


def test_code_is_not_prose() -> None:
    assert plain_words("`dA = dC @ B.T` and\n\n```python\nimport torch\n```\n") == ["and"]


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

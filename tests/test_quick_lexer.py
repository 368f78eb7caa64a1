"""Quick lexer: the same tokens as those of Pygments, whatever the code is."""

from __future__ import annotations

import random

import pytest
from pygments.lexers.python import PythonLexer

from espejo.passages.quick_lexer import QuickPythonLexer
from project import ROOT

FILES = sorted((ROOT / "hooks" / "espejo" / "passages").glob("*.py"))
PARTS = [
    *(
        '"""',
        "'''",
        'f"',
        "rb'",
        "{",
        "}",
        "!r",
        "=",
        ":",
        ">10",
        "%s",
        "\\N{DASH}",
        "\\",
        "#",
        "\n",
        "  ",
        "\t",
    ),
    *("match ", "case ", "lazy ", "from ", "import ", "class ", "def ", "async for", "yield from", "not in"),
    *("0x1f", "1_000", "1e5j", ".5", "__init__", "self", "print", "x", "ñ", "∂", "\0", "@a.b", "(", ")", ","),
]


def test_it_reads_the_code_of_this_project_in_the_same_way() -> None:
    for file in FILES:
        code = file.read_text(encoding="utf-8")
        assert list(QuickPythonLexer().get_tokens(code)) == list(PythonLexer().get_tokens(code)), file


@pytest.mark.parametrize("seed", range(4))
def test_it_reads_nonsense_in_the_same_way(seed: int) -> None:
    """Also where no rule matches, or a state is left open at the end."""
    chance = random.Random(seed)  # noqa: S311
    quick, slow = QuickPythonLexer(), PythonLexer()
    for _ in range(500):
        code = "".join(chance.choices(PARTS, k=chance.randrange(1, 30)))
        tokens = list(slow.get_tokens_unprocessed(code))
        assert list(quick.get_tokens_unprocessed(code)) == tokens, code

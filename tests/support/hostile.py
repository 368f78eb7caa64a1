"""Hostile text: strings that try to break out of a value, and random combinations of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

STRINGS = (
    *("a\n#deck:Evil\nguid\tfront\tback\t", "a\tb\tc", "a\r\nb", '"quoted', 'a"b', "#comment"),
    *("# comment", "<img src=x onerror=alert(1)>", "</style><script>alert(1)</script>", "A::B", "a:"),
    *(": a", "a: b", "a #b", "- a", "? a", "'", "it's", "{a: b}", "[a]", "*a", "&a", "!a", "|", ">"),
    *("%a", "@a", "`a`", "null", "true", "1.10", "12:30", "~", "...", "---", " a ", "a\\nb", "a\x1bb"),
    *("a\x07b", "a\x1fb", "a\x85b", "a\u2028b", "a\u202eb", "a\xa0b", "\ufeffa", "¿Qué?", "a😀b"),
    *("::warning::x", "##[error]x"),
)

_PARTS = (*STRINGS, *"aZ0 :#'\"<>&\\\n\t-[]{}%,.", "é", "漢", "😀")


def make_strings(seed: int, count: int) -> Iterator[str]:
    """The strings above, and random sequences of them that follow from a seed."""
    yield from STRINGS
    random = Random(seed)  # noqa: S311 (nothing secret)
    for _ in range(count):
        yield "".join(random.choices(_PARTS, k=random.randint(1, 6)))

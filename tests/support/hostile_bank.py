"""Hostile published banks: a bank.json full of malicious text, and random damage to one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

SCREEN = (
    "\x1b[2J\x1b[H\x1b]0;title\x07\x1b]8;;https://evil.test\x1b\\link\x1b]8;;\x1b\\",
    "\x9b31m\x9d0;x\x9c\x90q\x9c",
    "[red]red[/red] [link=https://evil.test]x[/link] [bold",
    "\u202egnp.exe\u2066\u200b\u2028\u2029\ufeff\x00\x7f\x85",
    "&#27;[2J &#x9b;31m &#8238;abc",
    "a\rb\x08\x08\x0c\x0b\tc",
    "\ud800 \U000e0041 \u3164 \u2800",
    "Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308algo",
    "```python\nprint('\x1b[31m')\n```",
    "```\n" + "x" * 3000 + "\n```",
    "$\\frac{\x1b[2J}{2}$ $\\text{\x9b31m}$",
    "$$" + "{" * 900 + "}" * 900 + "$$",
    "$" + "\\frac{1}{" * 15 + "x" + "}" * 15 + "$",
    "$\\def\\a{\\a\\a}\\a$ $\\href{https://evil.test}{x}$",
    "> " * 60 + "deep",
    "- " * 60 + "deep",
    "|" + "a|" * 50 + "\n|" + "-|" * 50 + "\n" + "|x" * 50 + "|",
    "[text](javascript:alert(1)) <https://evil.test/\x1b[2J> ![image](https://evil.test/x.png)",
    "<script>alert(1)</script><img src=x>",
    ":bomb: ::warning::x ##[error]x",
    "漢字" * 200 + "👩‍👩‍👧‍👦",
    "{title} {0} %s %(x)s",
    "",
    " \n\t ",
)
"""Terminal attacks in passages."""

_TEXTS = frozenset(("markdown", "alt", "html", "svg"))


def fill_texts(value: Any, choose: Callable[[str], str]) -> Any:
    """Replaces the texts in a value, including figure labels, and keeps everything else."""
    if isinstance(value, list):
        return [fill_texts(one, choose) for one in value]
    return (
        {name: _fill(name, one, choose) for name, one in value.items()} if isinstance(value, dict) else value
    )


def _fill(name: str, value: Any, choose: Callable[[str], str]) -> Any:
    if name in _TEXTS and isinstance(value, str):
        return choose(value)
    if name == "labels" and isinstance(value, dict):
        return {key: choose(one) for key, one in value.items()}
    return fill_texts(value, choose)


def make_hostile(content: bytes, seed: int = 0) -> bytes:
    """Makes a bank in which every text is hostile."""
    random = Random(seed)  # noqa: S311, nothing is secret
    bank = fill_texts(json.loads(content), lambda _: random.choice(SCREEN))
    return json.dumps(bank).encode("utf-8", "surrogatepass")


def damage(content: bytes, random: Random) -> bytes:
    """A bank's file with damage to its bytes, values, or texts."""
    kind = random.randrange(4)
    if kind == 0:
        at, length = random.randrange(len(content)), random.randrange(1, 30)
        return content[:at] + random.randbytes(random.randrange(30)) + content[at + length :]
    bank = json.loads(content)
    if kind == 1:
        bank = fill_texts(bank, lambda text: random.choice(SCREEN) if random.random() < 0.3 else text)
    for _ in range(random.randrange(1, 6) if kind > 1 else 0):
        parent, key = random.choice(list(_list_slots(bank)))
        parent[key] = _make_value(random)
    return json.dumps(bank).encode("utf-8", "surrogatepass")


def _list_slots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yields every place that has a value."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _list_slots(value[key])


def _make_value(random: Random) -> Any:
    deep: Any = "x"
    for _ in range(200):
        deep = [deep]
    choices: tuple[Any, ...] = (
        *(None, True, 0, -1, 1.5, 10**15, "", "x", "q-01-01", [], {}, deep),
        *({"en": {"lang": "en", "markdown": random.choice(SCREEN), "html": ""}}, ["a"] * 100),
        *(1e300, 1e-300, 123456789012345678901234567890, random.choice(SCREEN)),
    )
    return random.choice(choices)

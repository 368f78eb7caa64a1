"""Portable YAML: PyYAML and npm's `yaml` read everything we accept the same way we do."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import yaml

from espejo.load.portable import find_other_meaning
from other_parsers import REFUSED, as_text, find_differences, read_as_we_do, read_with_npm, read_with_pyyaml

PLACES = ("k: [{}, b]\n", "k: {{en: {}, es: b}}\n", "{{{}: b}}\n", "k: {}\n")
"""Where a scalar can be: in brackets, in braces, as a key in braces, and outside."""


def test_parsers_agree_on_the_small_bank(data: Path) -> None:
    assert find_differences(data.rglob("*.yaml")) == []


def test_parsers_agree_on_every_short_text_that_we_accept() -> None:
    """It tries all texts of up to three syntax characters, letters, and spaces."""
    shorts = ["".join(one) for length in (1, 2, 3) for one in product("a?!:-&, ", repeat=length)]
    texts = [place.format(short) for place in PLACES for short in shorts if short == short.strip()]
    accepted = [(text, ours) for text in texts if (ours := read_as_we_do(text)) != REFUSED]
    assert len(accepted) > 40
    by_npm = read_with_npm(text for text, _ in accepted)
    different = [
        (text, ours)
        for (text, ours), (npm, _) in zip(accepted, by_npm, strict=True)
        if read_with_pyyaml(text, yaml.BaseLoader) != ours or as_text(npm) != ours
    ]
    assert different == []


ODD_VALUES = (
    *("y", "N", "yes", "No", "on", "OFF", "True", "false", "~", "null", "Null", "=", "<<"),
    *("010", "08", "00", "0o10", "0b11", "-0x1F", "0x1_F", "1_000", "1_0.5", ".5_0", "-.5", "+.5e-3"),
    *("1e3", "1.5e3", "12e04", "12:30", "1:2:3.4", "-1:00", "12345678901234567890"),
    *("2026-11-16T05:00:00Z", "2026-11-16 5:00:00.5 +01:00"),
)
EVEN_VALUES = (
    "a",
    "no way",
    "yes,",
    "1.2.3",
    "12:60 a",
    "e3",
    "3",
    "-7",
    "0.5",
    "2026-11-16",
    "tr",
    "<<a",
    "N/A",
)


def test_a_value_needs_quotes_if_a_parser_reads_it_differently() -> None:
    assert [value for value in ODD_VALUES if not find_other_meaning(value)] == []
    assert [value for value in (*EVEN_VALUES, "-") if find_other_meaning(value)] == []
    by_npm = [typed for _, typed in read_with_npm(f"k: {value}\n" for value in EVEN_VALUES)]
    by_pyyaml = [read_with_pyyaml(f"k: {value}\n", yaml.SafeLoader) for value in EVEN_VALUES]
    assert list(map(as_text, by_npm)) == list(map(as_text, by_pyyaml))


def test_an_unquoted_number_is_the_same_number_everywhere() -> None:
    """It tries every text of up to three characters that begins like a number and needs no quotes."""
    starts = ("".join(one) for length in (1, 2, 3) for one in product("08.-_exo:", repeat=length))
    values = [one for one in starts if one[0] in "08.-" and not find_other_meaning(one)]
    values = [one for one in values if read_as_we_do(f"k: {one}\n") == {"k": one}]
    by_npm = read_with_npm(f"k: {one}\n" for one in values)
    different = [
        value
        for value, (_, npm) in zip(values, by_npm, strict=True)
        if _number(read_with_pyyaml(f"k: {value}\n", yaml.SafeLoader)) != _number(npm)
    ]
    assert different == []


def _number(read: object) -> object:
    """Return the value, with integral floats as integers, because JSON has only one number type."""
    value = read["k"] if isinstance(read, dict) else read
    return int(value) if isinstance(value, float) and value.is_integer() else value

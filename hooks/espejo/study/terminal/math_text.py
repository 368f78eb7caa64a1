"""Math as plain text: converts a formula's MathML to characters for terminals and screen readers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from espejo.markdown.tex import mathml
from espejo.study.terminal.clean import clean
from espejo.study.terminal.math_signs import (
    CLOSING,
    OPENING,
    closes_at_end,
    is_product,
    is_word,
    lower_text,
    raise_text,
)

# A name for an accent above several letters, and the combining character for a single one.
_ACCENTS: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys("ˆ^\u0302", ("\u0302", "hat")),
    **dict.fromkeys("¯‾_\u0304\u0305\u0332ˉ", ("\u0304", "bar")),
    **dict.fromkeys("˜~\u0303", ("\u0303", "tilde")),
    **dict.fromkeys("→⃗\u20d7", ("\u20d7", "vec")),
    **dict.fromkeys("˙\u0307", ("\u0307", "dot")),
    **dict.fromkeys("¨\u0308", ("\u0308", "ddot")),
}
_BRACES = frozenset("⏟⏞︸︷")
_PRIMES = frozenset("′″‴'*†∗")
_TIGHT = frozenset("()[]{}⌊⌋⌈⌉⟨⟩|‖!′″∂∇¬√…⋯∞")
_AFTER = frozenset(",;:")
_BIG = frozenset("∑∏∫∮⋃⋂∐⨁⨂")
_SPACES = re.compile(" {2,}")
_UNSEEN = re.compile("[\u2061-\u2064\ufe00-\ufe0f]")
_APPLY = "\u2061"
_APPLIED = "\f"
"""Placeholder between a function and its argument, until we know whether that is in parentheses."""

_VISIBLE_SPACE = 0.16
_SCRIPT = re.compile(r"[_^]\w+\Z")
_NO_GAP = OPENING | frozenset(f" |‖−-/{_APPLIED}")
_PREFIXES = frozenset("∂∇Δ−-")


class _Part(NamedTuple):
    """Text of a part of a formula, and whether it's one operand, which doesn't need parentheses."""

    text: str
    is_one: bool = True


@lru_cache(maxsize=4096)
def math_text(tex: str, *, display: bool) -> str:
    """Convert a formula to text. A display formula may have several lines; an invalid one stays TeX."""
    written = str(mathml(tex, display=display))
    try:
        root = ElementTree.fromstring(written)  # noqa: S314 (our own MathML)
    except ElementTree.ParseError:
        return clean(tex.strip())
    if root.tag != "math":
        return clean(tex.strip())
    text = _FUNCTION.sub(" ", _CALL.sub("", _write_row(root).text))
    lines = [clean(_INNER_GAP.sub("", _SPACES.sub(" ", line)).strip()) for line in text.split("\n")]
    return ("\n" if display else "; ").join(filter(None, lines))


_INNER_GAP = re.compile(r"(?<=[(\[]) | (?=[)\]])")
_CALL, _FUNCTION = re.compile(f" *{_APPLIED} *(?=[(\\[])"), re.compile(f" *{_APPLIED} *")


def _write(node: Element) -> _Part:
    return _WRITERS.get(node.tag, _write_row)(node)


def _write_row(node: Element) -> _Part:
    """Write the children in sequence, with spaces around infix operators."""
    children = list(node)
    if len(children) == 3 and _is_binomial(children[1]):
        return _write(children[1])
    texts: list[str] = []
    for child in children:
        before = "".join(texts)
        if child.tag == "mtable":
            texts.append(_write_table(child, before[-1:]))
        elif child.tag == "mo":
            texts.append(_write_operator(child, before))
        elif child.tag == "mfrac" and before and before[-1] not in _NO_GAP:
            texts.append(f" {_write(child).text}")
        else:
            texts.append(_join(before, _write(child).text))
    text = _SPACES.sub(" ", "".join(texts)).strip(" ")
    shown = [one.strip() for one in texts if one.strip()]
    has_prefix = len(shown) == 2 and shown[0] in _PREFIXES
    return _Part(text, is_one=len(shown) < 2 or has_prefix or closes_at_end(text))


def _join(before: str, text: str) -> str:
    """Append a part, after a space if the two would otherwise read as one word or script."""
    is_beside = (before[-1:].isalnum() or before[-1:] in CLOSING) and text[:1].isalnum()
    is_beside_word = is_word(before[-2:]) or is_word(text[:2]) or _SCRIPT.search(before)
    return f" {text}" if before and is_beside and is_beside_word else text


def _is_binomial(node: Element) -> bool:
    return node.tag == "mfrac" and node.get("linethickness") in ("0", "0px")


def _enclose(part: _Part) -> str:
    return part.text if part.is_one else f"({part.text})"


def _write_operator(node: Element, before: str) -> str:
    """Write an operator: with spaces if it's infix, otherwise without."""
    sign = (node.text or "").strip()
    if sign == _APPLY:
        return _APPLIED
    sign = _UNSEEN.sub("", sign)
    if not sign or sign in _TIGHT or sign in ("/", "."):
        return sign
    if sign in _AFTER:
        return f"{sign} "
    if sign in _BIG:
        return f" {sign} " if before else f"{sign} "
    is_sign = node.get("lspace") == "0" and node.get("rspace") == "0"
    return sign if is_sign or not before.strip() else f" {sign} "


def _write_token(node: Element) -> _Part:
    text = _UNSEEN.sub("", node.text or "")
    plain = "".join(
        unicodedata.normalize("NFKC", one) if "\U0001d400" <= one <= "\U0001d7ff" else one for one in text
    )
    return _Part(plain, is_one=" " not in plain.strip())


def _write_space(node: Element) -> _Part:
    width = re.match(r"[\d.]+", node.get("width", ""))
    return _Part(" " if width and float(width[0]) >= _VISIBLE_SPACE else "")


def _write_fraction(node: Element) -> _Part:
    above, below = (_write(child) for child in node)
    if _is_binomial(node):
        return _Part(f"binom({above.text}, {below.text})")
    over = above.text if is_product(above.text) else _enclose(above)
    return _Part(f"{over}/{_enclose(below)}", is_one=False)


def _write_root(node: Element) -> _Part:
    inside = _write_row(node)
    return _Part(f"√{inside.text}" if len(inside.text) == 1 else f"√({inside.text})")


def _write_nth_root(node: Element) -> _Part:
    inside, degree = (_write(child) for child in node)
    return _Part(f"{raise_text(degree.text)}√({inside.text})")


def _write_scripts(node: Element) -> _Part:
    """Write a base with its subscripts and superscripts, or with the limits of a sum."""
    base, *scripts = node
    below, above = _sort_scripts(node.tag, scripts)
    text = _write_base(base)
    if above is not None and (accented := _accent(text, above)):
        return _Part(accented)
    if any(script is not None and _letters(script) in _BRACES for script in (below, above)):
        return _write(base)
    if base.tag in ("munder", "mover") and _has_brace(base):
        note = below if below is not None else above
        return _Part(f"{text} ({_write(note).text})" if note is not None else text, is_one=False)
    written = text + _write_script(below, lower_text) + _write_script(above, raise_text)
    is_limit = node.tag in ("munder", "munderover", "mover") or text in _BIG
    return _Part(f" {written} " if is_limit else written)


def _sort_scripts(tag: str, scripts: Sequence[Element]) -> tuple[Element | None, Element | None]:
    if tag in ("msubsup", "munderover"):
        return scripts[0], scripts[1]
    return (scripts[0], None) if tag in ("msub", "munder") else (None, scripts[0])


def _write_base(node: Element) -> str:
    if node.tag == "mo":
        return _UNSEEN.sub("", (node.text or "").strip())
    part = _write(node)
    return part.text if part.is_one or _has_brace(node) else f"({part.text})"


def _write_script(node: Element | None, move: Callable[[str], str]) -> str:
    if node is None:
        return ""
    text = _UNSEEN.sub("", (node.text or "").strip()) if node.tag == "mo" else _write(node).text.strip()
    return text if text and set(text) <= _PRIMES else move(text)


def _letters(node: Element) -> str:
    return "".join(node.itertext()).strip()


def _has_brace(node: Element) -> bool:
    return any(_letters(child) in _BRACES for child in node)


def _accent(text: str, above: Element) -> str:
    """Put an accent on a letter, or name it over several; empty if this isn't an accent."""
    found = _ACCENTS.get(_letters(above))
    if not found or above.tag != "mo":
        return ""
    mark, name = found
    return unicodedata.normalize("NFC", text + mark) if len(text) == 1 else f"{name}({text.strip('()')})"


def _write_table(node: Element, before: str) -> str:
    """Write the rows of a table: matrices and cases on one line, aligned equations on separate lines."""
    is_opened = bool(before) and before in OPENING | {"|", "‖"}
    rows = (_write_cells(row, ", " if before == "{" else " ") for row in node)
    text = ("; " if is_opened else "\n").join(rows)
    return f" {text}" if before == "{" else text


def _write_cells(row: Element, joint: str) -> str:
    """Join the cells of a row; an aligned equation spans several, which are written as one."""
    if any("close-left" in cell.get("class", "").split() for cell in row):
        whole = Element("mrow")
        whole.extend(child for cell in row for child in cell)
        return _write_row(whole).text
    cells = [_write_row(cell).text for cell in row]
    return joint.join(cell.rstrip(",") if joint == ", " else cell for cell in cells if cell)


_WRITERS: Mapping[str, Callable[[Element], _Part]] = {
    **dict.fromkeys(("mi", "mn", "mtext", "ms"), _write_token),
    **dict.fromkeys(("msub", "msup", "msubsup", "munder", "mover", "munderover"), _write_scripts),
    "mo": lambda node: _Part(_write_operator(node, "").strip()),
    "mspace": _write_space,
    "mfrac": _write_fraction,
    "msqrt": _write_root,
    "mroot": _write_nth_root,
    "mtable": lambda node: _Part(_write_table(node, ""), is_one=False),
    "mphantom": lambda _: _Part(""),
}

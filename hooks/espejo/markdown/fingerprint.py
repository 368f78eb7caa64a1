"""Fingerprint of a passage: a short hash of its HTML that ignores line folding and quotation mark style."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2s

from espejo.markdown.passages import to_html

_QUOTE = re.compile('[“”«»‘’"]')
# A code element, a quotation mark, or white space other than a single space.
_LOOSE = re.compile(
    r"(<(pre|code)>[^<]*+(?:<(?!/\2>)[^<]*+)*+(?:</\2>)?+)"
    rf"|({_QUOTE.pattern})|[^\S ]\s*+| \s++"
)


@lru_cache(maxsize=1 << 18)  # while serving, nearly all passages stay the same
def fingerprint(markdown: str) -> str:
    """Hash a passage, ignoring line folding and quotation mark style."""
    html = to_html(markdown).strip()
    if "\n" in html or "  " in html or _QUOTE.search(html):
        html = _LOOSE.sub(_tighten, html)
    return blake2s(html.encode(), digest_size=3).hexdigest()


def _tighten(loose: re.Match[str]) -> str:
    return loose[1] or ("'" if loose[3] else " ")

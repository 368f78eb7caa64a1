"""Fingerprint of a passage: a short hash of how it reads, whatever its lines and quotation marks are."""

from __future__ import annotations

import re
from hashlib import blake2s

from espejo.markdown.checks import to_html

_MOST_KNOWN = 1 << 18

_QUOTE = re.compile('[“”«»‘’"]')
# Code up to its end, a quotation mark, or white space that is more than one space.
_LOOSE = re.compile(
    r"(<(pre|code)>[^<]*+(?:<(?!/\2>)[^<]*+)*+(?:</\2>)?+)"
    rf"|({_QUOTE.pattern})|[^\S ]\s*+| \s++"
)


class _Known(dict[str, str]):
    """The fingerprints of passages: while serving, and from build to build, nearly all passages stay."""

    def __missing__(self, markdown: str) -> str:
        if len(self) >= _MOST_KNOWN:
            self.clear()
        self[markdown] = taken = _take_fingerprint(markdown)
        return taken


_known = _Known()


def fingerprint(markdown: str) -> str:
    """The hash of a passage; line folding and the style of quotation marks make no difference."""
    return _known[markdown]


def _take_fingerprint(markdown: str) -> str:
    html = to_html(markdown).strip()
    if "\n" in html or "  " in html or _QUOTE.search(html):
        html = _LOOSE.sub(_tighten, html)
    return blake2s(html.encode(), digest_size=3).hexdigest()


def _tighten(loose: re.Match[str]) -> str:
    return loose[1] or ("'" if loose[3] else " ")

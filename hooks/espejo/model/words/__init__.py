"""Words of the site: the name of each one, what it is for, and the blanks that the site fills in.

The words themselves are in data/locales, one file per language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from espejo.model.kinds import KINDS
from espejo.model.words.offline import OFFLINE
from espejo.model.words.practice import PRACTICE
from espejo.model.words.review import REVIEW
from espejo.model.words.site import SITE

WORDS: Mapping[str, str] = {
    **SITE,
    **PRACTICE,
    **REVIEW,
    **OFFLINE,
    **{name: about for kind in KINDS.values() for name, about in kind.words.items()},
}
"""Every word of the site; the kinds of question bring their own."""

BLANK = re.compile(r"\{(\w+)\}")
_BRACES = re.compile(r"\{(\w*)\}|[{}]")


@lru_cache(maxsize=4096)
def find_blanks(text: str) -> frozenset[str]:
    """The names of the blanks in a word; a brace that is not part of one counts as a blank without a name."""
    return frozenset(blank[1] or "" for blank in _BRACES.finditer(text))

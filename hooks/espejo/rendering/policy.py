"""Content-Security-Policy: lets pages load and run only what the site itself serves."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256

_DIRECTIVES: Mapping[str, str] = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",  # Pagefind uses WebAssembly
    "style-src": "'self'",
    "font-src": "'self'",
    "img-src": "'self'",
    "manifest-src": "'self'",
    "connect-src": "'self'",  # the search index
    "base-uri": "'none'",
    "form-action": "'self'",  # the search, if a reader presses Enter before its script has loaded
}


def write_policy(wider: Mapping[str, Iterable[str]] = {}) -> str:
    """Write the policy for a page's `meta` element; `wider` has additional sources by directive."""
    names = dict.fromkeys((*_DIRECTIVES, *wider))
    return "; ".join(" ".join((name, *_list_sources(name, wider.get(name, ())))) for name in names)


def _list_sources(name: str, further: Iterable[str]) -> list[str]:
    own = _DIRECTIVES.get(name, "'self'").split()
    return [*(source for source in own if source != "'none'" or not further), *further]


POLICY = write_policy()
"""The default policy of a site."""


def widen_for_material(policy: str, inline: Iterable[tuple[str, str]]) -> str:
    """Widen the policy for a Material page: allow its icons as data URLs, and its inline scripts by hash.

    `inline` has the tag and the content of each. Hashes are left out if the author allows 'unsafe-inline',
    which they would disable.
    """
    directives = dict(one.split(" ", 1) for one in policy.split("; "))
    directives["img-src"] += " data:"
    for element, content in dict.fromkeys(inline):
        if "'unsafe-inline'" not in directives[f"{element}-src"]:
            digest = b64encode(sha256(content.encode()).digest()).decode()
            directives[f"{element}-src"] += f" 'sha256-{digest}'"
    return "; ".join(" ".join(one) for one in directives.items())

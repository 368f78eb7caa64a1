"""Content-Security-Policy: what a page may load and run, which is only what the site itself serves."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256

_DIRECTIVES: Mapping[str, str] = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",  # the search of Pagefind is WebAssembly
    "style-src": "'self'",
    "font-src": "'self'",
    "img-src": "'self'",
    "manifest-src": "'self'",
    "connect-src": "'self'",  # the index of the search
    "base-uri": "'none'",
    "form-action": "'self'",  # the search, if somebody presses Enter before its script is there
}


def write_policy(wider: Mapping[str, Iterable[str]] = {}) -> str:
    """The policy as pages have it, in a `meta` element; `wider` has further sources by directive."""
    names = dict.fromkeys((*_DIRECTIVES, *wider))
    return "; ".join(" ".join((name, *_list_sources(name, wider.get(name, ())))) for name in names)


def _list_sources(name: str, further: Iterable[str]) -> list[str]:
    own = _DIRECTIVES.get(name, "'self'").split()
    return [*(source for source in own if source != "'none'" or not further), *further]


POLICY = write_policy()
"""The policy of a site that asks for nothing else."""


def widen_for_material(policy: str, inline: Iterable[tuple[str, str]]) -> str:
    """The policy of a page of Material: its icons are data, and its inline scripts run by their hashes.

    `inline` has the element and the content of each. A hash would switch off an author's 'unsafe-inline'.
    """
    directives = dict(one.split(" ", 1) for one in policy.split("; "))
    directives["img-src"] += " data:"
    for element, content in dict.fromkeys(inline):
        if "'unsafe-inline'" not in directives[f"{element}-src"]:
            digest = b64encode(sha256(content.encode()).digest()).decode()
            directives[f"{element}-src"] += f" 'sha256-{digest}'"
    return "; ".join(" ".join(one) for one in directives.items())


HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}
"""What a host should send, if it can: browsers ignore `frame-ancestors` in a page.

The rest of the policy is not the same on every page: those of Material have inline scripts.
"""

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


def allow_inline(policy: str, contents: Iterable[str]) -> str:
    """The policy that also lets through inline scripts and styles with this content, by their hashes."""
    digests = (b64encode(sha256(one.encode()).digest()).decode() for one in contents)
    hashes = " ".join(f"'sha256-{digest}'" for digest in dict.fromkeys(digests))
    for directive in ("script-src 'self'", "style-src 'self'"):
        policy = policy.replace(directive, f"{directive} {hashes}")
    return policy


HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}
"""What a host should send, if it can: browsers ignore `frame-ancestors` in a page."""
